//! Coordinate reference systems, by their EPSG codes.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::format::compound;
use crate::format::epsg::{self, Unit};
use crate::format::grid_mapping::{self, GridMapping};
use crate::format::wkt;

/// The codes for which GeoTIFF has keys.
const CODES: RangeInclusive<u16> = 1024..=32766;

/// Such as `EPSG:32633`: says what world units are, and where on Earth they lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Crs {
    code: u16,
    unit: Unit,
}

/// What somebody asks for: a system, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CrsOrNone(pub(crate) Option<Crs>);

impl Crs {
    /// `None` if no system with horizontal coordinates has this code.
    pub(crate) fn of_code(code: u16) -> Option<Self> {
        let unit = epsg::unit(code).filter(|_| CODES.contains(&code))?;
        Some(Crs { code, unit })
    }

    /// The compound system of a horizontal and a vertical system; `None` if it has no code.
    pub(crate) fn of_parts(horizontal: u16, vertical: u16) -> Option<Self> {
        compound::of_parts(horizontal, vertical).and_then(Crs::of_code)
    }

    /// The code of the horizontal system, and that of the vertical one, which compound systems have.
    pub(crate) fn parts(self) -> (u16, Option<u16>) {
        compound::parts(self.code)
            .map_or((self.code, None), |(horizontal, vertical)| (horizontal, Some(vertical)))
    }

    pub(crate) fn code(self) -> u16 {
        self.code
    }

    /// Whether x is longitude, and y is latitude.
    pub(crate) fn is_geographic(self) -> bool {
        matches!(self.unit, Unit::Degree | Unit::Grad)
    }

    /// Whether world units are degrees.
    pub(crate) fn has_degrees(self) -> bool {
        self.unit == Unit::Degree
    }

    /// The unit of lengths, by its name in the CF conventions; `None` for degrees, and for rare units.
    pub(crate) fn unit_of_length(self) -> Option<&'static str> {
        match self.unit {
            Unit::Metre => Some("metre"),
            Unit::Foot => Some("foot"),
            Unit::UsSurveyFoot => Some("US_survey_foot"),
            Unit::Degree | Unit::Grad | Unit::Other => None,
        }
    }

    /// The system's definition as well-known text, if it is known here.
    pub(crate) fn wkt(self) -> Option<String> {
        wkt::wkt(self.code)
    }

    /// The system's projection as the CF conventions name it; `None` if it has none that is known here.
    pub(crate) fn grid_mapping(self) -> Option<GridMapping> {
        grid_mapping::of_wkt(&self.wkt()?)
    }
}

impl FromStr for Crs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let code = text.split_once(':').filter(|(authority, _)| authority.eq_ignore_ascii_case("epsg"));
        let digits = code.map(|(_, code)| code).filter(|code| code.bytes().all(|b| b.is_ascii_digit()));
        match digits.map(str::parse) {
            Some(Ok(code)) if CODES.contains(&code) => Crs::of_code(code).ok_or_else(|| {
                "allowed: codes of projected and geographic systems in EPSG's dataset, version 12.029, such as EPSG:32633"
                    .to_owned()
            }),
            _ => Err(format!("allowed: EPSG:{} to EPSG:{}, such as EPSG:32633", CODES.start(), CODES.end())),
        }
    }
}

impl FromStr for CrsOrNone {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(CrsOrNone(None)),
            code => {
                code.parse().map(|crs| CrsOrNone(Some(crs))).map_err(|allowed: String| allowed + ", or none")
            }
        }
    }
}

impl Display for Crs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "EPSG:{}", self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        for (text, geographic, unit) in [
            ("EPSG:4326", true, None),
            ("epsg:32633", false, Some("metre")),
            ("EPSG:4258", true, None),
            ("EPSG:3857", false, Some("metre")),
            ("EPSG:4471", false, Some("metre")),
            ("EPSG:2263", false, Some("US_survey_foot")),
            ("EPSG:2222", false, Some("foot")),
            ("EPSG:3167", false, None),
            // Compound systems, and one of three dimensions.
            ("EPSG:5554", false, Some("metre")),
            ("EPSG:9518", true, None),
            ("EPSG:4979", true, None),
            // Grads.
            ("EPSG:4807", true, None),
        ] {
            let crs: Crs = text.parse().unwrap();
            assert_eq!(crs.to_string(), text.to_uppercase());
            assert_eq!((crs.is_geographic(), crs.unit_of_length()), (geographic, unit), "{text}");
        }
        for bad in
            ["", "4326", "EPSG:", "EPSG:1", "EPSG:+32633", "EPSG:99999", "ESRI:54009", "EPSG:4326:1", "none"]
        {
            assert!(bad.parse::<Crs>().is_err(), "{bad}");
        }
        // No system, heights alone, and one whose coordinates are from the middle of the Earth.
        for bad in ["EPSG:9999", "EPSG:5773", "EPSG:4978"] {
            assert!(bad.parse::<Crs>().unwrap_err().contains("projected and geographic systems"), "{bad}");
        }
    }

    /// The horizontal part of a compound system is in the same unit.
    #[test]
    fn parts() {
        let of = |code: u16| Crs::of_code(code).unwrap();
        assert_eq!((of(5554).parts(), of(9518).parts()), ((25831, Some(5783)), (4326, Some(3855))));
        assert_eq!((of(32633).parts(), of(4979).parts()), ((32633, None), (4979, None)));
        assert_eq!((Crs::of_parts(25831, 5783), Crs::of_parts(32633, 5773)), (Some(of(5554)), None));
        let compound = CODES.filter_map(Crs::of_code).filter_map(|crs| match crs.parts() {
            (horizontal, Some(vertical)) => Some((crs, horizontal, vertical)),
            (_, None) => None,
        });
        let mut count = 0;
        for (crs, horizontal, vertical) in compound {
            assert_eq!((of(horizontal).unit, of(horizontal).parts().1), (crs.unit, None), "{crs}");
            assert_eq!(Crs::of_code(vertical), None, "{crs}");
            let again = Crs::of_parts(horizontal, vertical).unwrap();
            assert!(again == crs || (crs.code, again.code) == (7412, 7411), "{crs}");
            count += 1;
        }
        assert_eq!(count, 471);
    }

    /// Every projection of a system with a definition has a name in CF, but for that of the pseudo-Mercator system.
    #[test]
    fn projections() {
        for crs in CODES.filter_map(Crs::of_code).filter(|crs| crs.wkt().is_some() && !crs.is_geographic()) {
            let Some(mapping) = crs.grid_mapping() else {
                assert_eq!(crs.code, 3857);
                continue;
            };
            let numbers = |name: &str| {
                let found = mapping.parameters.iter().filter(|(known, _)| *known == name);
                found.map(|(_, numbers)| numbers.clone()).collect::<Vec<_>>().concat()
            };
            assert_eq!(numbers("false_easting").len() + numbers("false_northing").len(), 2, "{crs}");
            let (name, parallels) = match crs.code {
                2154 => ("lambert_conformal_conic", vec![49.0, 44.0]),
                3031 => ("polar_stereographic", vec![-71.0]),
                6933 => ("lambert_cylindrical_equal_area", vec![30.0]),
                27700 => ("transverse_mercator", vec![]),
                _ => continue,
            };
            assert_eq!((mapping.name, numbers("standard_parallel")), (name, parallels), "{crs}");
            let origin = match crs.code {
                3031 => vec![-90.0],
                6933 => vec![],
                code => vec![if code == 2154 { 46.5 } else { 49.0 }],
            };
            assert_eq!(numbers("latitude_of_projection_origin"), origin, "{crs}");
        }
    }

    #[test]
    fn definitions() {
        let wkt = |code| Crs::of_code(code).unwrap().wkt();
        for (code, start) in [
            (4326, "GEOGCS[\"WGS 84\","),
            (32633, "PROJCS[\"WGS 84 / UTM zone 33N\",GEOGCS[\"WGS 84\","),
            (32759, "PROJCS[\"WGS 84 / UTM zone 59S\","),
            (25832, "PROJCS[\"ETRS89 / UTM zone 32N\",GEOGCS[\"ETRS89\","),
            (2154, "PROJCS[\"RGF93 v1 / Lambert-93\",GEOGCS[\"RGF93 v1\","),
        ] {
            let text = wkt(code).unwrap();
            assert!(text.starts_with(start), "{text}");
            assert!(text.ends_with(&format!(",AUTHORITY[\"EPSG\",\"{code}\"]]")), "{text}");
            assert_eq!(text.matches('[').count(), text.matches(']').count());
        }
        for (code, meridian, northing) in [
            (32601, -177, 0),
            (32633, 15, 0),
            (32660, 177, 0),
            (32733, 15, 10_000_000),
            (32759, 171, 10_000_000),
        ] {
            let text = wkt(code).unwrap();
            assert!(text.contains(&format!("\"central_meridian\",{meridian}]")), "{text}");
            assert!(text.contains(&format!("\"false_northing\",{northing}]")), "{text}");
        }
        assert_eq!(wkt(2263), None);
        let known = CODES.filter_map(Crs::of_code).filter(|crs| crs.wkt().is_some()).count();
        assert_eq!(known, 172, "a test compares each of them with PROJ's");
    }
}
