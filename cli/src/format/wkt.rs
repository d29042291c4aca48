//! Definitions of coordinate reference systems as well-known text, for programs that have no table of EPSG codes at hand, such as readers of NetCDF: of
//! systems that much data is in, and of all zones of Universal Transverse Mercator on three geographic systems. `scripts/epsg.py wkt` prints the tables.

use std::ops::RangeInclusive;

/// Zones of Universal Transverse Mercator whose codes follow each other.
struct Zones {
    codes: RangeInclusive<u16>,
    /// The zone of the code 0, if there were one.
    zero: u16,
    base: u16,
    south: bool,
}

const ZONES: &[Zones] = &[
    Zones { codes: 32601..=32660, zero: 32600, base: 4326, south: false },
    Zones { codes: 32701..=32760, zero: 32700, base: 4326, south: true },
    Zones { codes: 25828..=25838, zero: 25800, base: 4258, south: false },
    Zones { codes: 26901..=26923, zero: 26900, base: 4269, south: false },
];

/// A zone of Universal Transverse Mercator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Zone {
    number: u16,
    base: u16,
    south: bool,
}

impl Zone {
    fn of(code: u16) -> Option<Self> {
        let zones = ZONES.iter().find(|zones| zones.codes.contains(&code))?;
        Some(Zone { number: code - zones.zero, base: zones.base, south: zones.south })
    }

    /// The longitude of its middle.
    fn meridian(self) -> i32 {
        6 * i32::from(self.number) - 183
    }

    fn false_northing(self) -> i32 {
        if self.south { 10_000_000 } else { 0 }
    }

    fn wkt(self, code: u16) -> Option<String> {
        let base = geographic(self.base)?;
        let of = base.split('"').nth(1)?;
        let (number, side) = (self.number, if self.south { 'S' } else { 'N' });
        let (meridian, northing) = (self.meridian(), self.false_northing());
        Some(format!(
            "PROJCS[\"{of} / UTM zone {number}{side}\",{base},PROJECTION[\"Transverse_Mercator\"],\
             PARAMETER[\"latitude_of_origin\",0],PARAMETER[\"central_meridian\",{meridian}],PARAMETER[\"scale_factor\",0.9996],\
             PARAMETER[\"false_easting\",500000],PARAMETER[\"false_northing\",{northing}],{METRE_AXES},AUTHORITY[\"EPSG\",\"{code}\"]]"
        ))
    }
}

/// The unit and the axes of Universal Transverse Mercator.
const METRE_AXES: &str =
    r#"UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#;

/// The definition of a system; `None` if it is none of those that are known here.
pub(super) fn wkt(code: u16) -> Option<String> {
    let projected = || {
        let (_, base, name, rest) = PROJECTED.iter().find(|(known, ..)| *known == code)?;
        let base = geographic(*base)?;
        Some(format!("PROJCS[\"{name}\",{base},{rest},AUTHORITY[\"EPSG\",\"{code}\"]]"))
    };
    let zone = || Zone::of(code).and_then(|zone| zone.wkt(code));
    geographic(code).map(str::to_owned).or_else(projected).or_else(zone)
}

fn geographic(code: u16) -> Option<&'static str> {
    GEOGRAPHIC.iter().find(|(known, _)| *known == code).map(|(_, wkt)| *wkt)
}

#[rustfmt::skip]
const GEOGRAPHIC: &[(u16, &str)] = &[
    (4150, r#"GEOGCS["CH1903+",DATUM["CH1903+",SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],AUTHORITY["EPSG","6150"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4150"]]"#),
    (4167, r#"GEOGCS["NZGD2000",DATUM["New_Zealand_Geodetic_Datum_2000",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6167"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4167"]]"#),
    (4171, r#"GEOGCS["RGF93 v1",DATUM["Reseau_Geodesique_Francais_1993_v1",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6171"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4171"]]"#),
    (4258, r#"GEOGCS["ETRS89",DATUM["European_Terrestrial_Reference_System_1989",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6258"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4258"]]"#),
    (4269, r#"GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],AUTHORITY["EPSG","6269"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4269"]]"#),
    (4277, r#"GEOGCS["OSGB36",DATUM["Ordnance_Survey_of_Great_Britain_1936",SPHEROID["Airy 1830",6377563.396,299.3249646,AUTHORITY["EPSG","7001"]],AUTHORITY["EPSG","6277"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4277"]]"#),
    (4326, r#"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]"#),
];

#[rustfmt::skip]
const PROJECTED: &[(u16, u16, &str, &str)] = &[
    (2056, 4150, "CH1903+ / LV95", r#"PROJECTION["Hotine_Oblique_Mercator_Azimuth_Center"],PARAMETER["latitude_of_center",46.9524055555556],PARAMETER["longitude_of_center",7.43958333333333],PARAMETER["azimuth",90],PARAMETER["rectified_grid_angle",90],PARAMETER["scale_factor",1],PARAMETER["false_easting",2600000],PARAMETER["false_northing",1200000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
    (2154, 4171, "RGF93 v1 / Lambert-93", r#"PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["latitude_of_origin",46.5],PARAMETER["central_meridian",3],PARAMETER["standard_parallel_1",49],PARAMETER["standard_parallel_2",44],PARAMETER["false_easting",700000],PARAMETER["false_northing",6600000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
    (2193, 4167, "NZGD2000 / New Zealand Transverse Mercator 2000", r#"PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",173],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",1600000],PARAMETER["false_northing",10000000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Northing",NORTH],AXIS["Easting",EAST]"#),
    (3031, 4326, "WGS 84 / Antarctic Polar Stereographic", r#"PROJECTION["Polar_Stereographic"],PARAMETER["latitude_of_origin",-71],PARAMETER["central_meridian",0],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]]"#),
    (3035, 4258, "ETRS89-extended / LAEA Europe", r#"PROJECTION["Lambert_Azimuthal_Equal_Area"],PARAMETER["latitude_of_center",52],PARAMETER["longitude_of_center",10],PARAMETER["false_easting",4321000],PARAMETER["false_northing",3210000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Northing",NORTH],AXIS["Easting",EAST]"#),
    (3395, 4326, "WGS 84 / World Mercator", r#"PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
    (3413, 4326, "WGS 84 / NSIDC Sea Ice Polar Stereographic North", r#"PROJECTION["Polar_Stereographic"],PARAMETER["latitude_of_origin",70],PARAMETER["central_meridian",-45],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]]"#),
    (3857, 4326, "WGS 84 / Pseudo-Mercator", r#"PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"]"#),
    (5070, 4269, "NAD83 / Conus Albers", r#"PROJECTION["Albers_Conic_Equal_Area"],PARAMETER["latitude_of_center",23],PARAMETER["longitude_of_center",-96],PARAMETER["standard_parallel_1",29.5],PARAMETER["standard_parallel_2",45.5],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
    (6933, 4326, "WGS 84 / NSIDC EASE-Grid 2.0 Global", r#"PROJECTION["Cylindrical_Equal_Area"],PARAMETER["standard_parallel_1",30],PARAMETER["central_meridian",0],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
    (27700, 4277, "OSGB36 / British National Grid", r#"PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",49],PARAMETER["central_meridian",-2],PARAMETER["scale_factor",0.9996012717],PARAMETER["false_easting",400000],PARAMETER["false_northing",-100000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]"#),
];
