//! The projections of coordinate reference systems by the names of the CF conventions, from the systems' well-known texts.

/// A projection, as CF names it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GridMapping {
    pub(crate) name: &'static str,
    /// The parameters, one number each. Cones may have two standard parallels.
    pub(crate) parameters: Vec<(&'static str, Vec<f64>)>,
}

/// The names of a parameter: that of well-known text, and CF's.
type Names = (&'static str, &'static str);

/// What CF calls a projection of well-known text, and the names of its parameters, which depend on the projection. A parameter without a name is none of
/// CF's.
const PROJECTIONS: &[(&str, &str, &[Names])] = &[
    (
        "Transverse_Mercator",
        "transverse_mercator",
        &[
            ("latitude_of_origin", LATITUDE),
            ("central_meridian", MERIDIAN),
            ("scale_factor", "scale_factor_at_central_meridian"),
        ],
    ),
    (
        "Lambert_Conformal_Conic_2SP",
        "lambert_conformal_conic",
        &[
            ("standard_parallel_1", PARALLEL),
            ("standard_parallel_2", PARALLEL),
            ("latitude_of_origin", LATITUDE),
            ("central_meridian", MERIDIAN),
        ],
    ),
    (
        "Albers_Conic_Equal_Area",
        "albers_conical_equal_area",
        &[
            ("standard_parallel_1", PARALLEL),
            ("standard_parallel_2", PARALLEL),
            ("latitude_of_center", LATITUDE),
            ("longitude_of_center", MERIDIAN),
        ],
    ),
    (
        "Lambert_Azimuthal_Equal_Area",
        "lambert_azimuthal_equal_area",
        &[("latitude_of_center", LATITUDE), ("longitude_of_center", LONGITUDE)],
    ),
    (
        "Cylindrical_Equal_Area",
        "lambert_cylindrical_equal_area",
        &[("standard_parallel_1", PARALLEL), ("central_meridian", MERIDIAN)],
    ),
    ("Mercator_1SP", "mercator", &[("central_meridian", LONGITUDE), ("scale_factor", SCALE)]),
    (
        "Polar_Stereographic",
        POLAR,
        &[("latitude_of_origin", PARALLEL), ("central_meridian", "straight_vertical_longitude_from_pole")],
    ),
    (
        "Hotine_Oblique_Mercator_Azimuth_Center",
        "oblique_mercator",
        &[
            ("latitude_of_center", LATITUDE),
            ("longitude_of_center", LONGITUDE),
            ("azimuth", "azimuth_of_central_line"),
            ("scale_factor", SCALE),
        ],
    ),
];

const POLAR: &str = "polar_stereographic";
const LATITUDE: &str = "latitude_of_projection_origin";
const LONGITUDE: &str = "longitude_of_projection_origin";
const MERIDIAN: &str = "longitude_of_central_meridian";
const PARALLEL: &str = "standard_parallel";
const SCALE: &str = "scale_factor_at_projection_origin";

/// The parameters that all projections have.
const OFFSETS: [Names; 2] = [("false_easting", "false_easting"), ("false_northing", "false_northing")];

/// The projection of a system; `None` for geographic systems, and for projections that CF does not have. The projection of EPSG:3857 is one of them: it
/// takes coordinates on an ellipsoid for those on a sphere, and its text has that in an extension.
pub(super) fn of_wkt(wkt: &str) -> Option<GridMapping> {
    let projection = wkt.split_once("PROJECTION[\"")?.1.split('"').next()?;
    let &(_, name, names) = PROJECTIONS.iter().find(|(known, ..)| *known == projection)?;
    if wkt.contains("EXTENSION[") {
        return None;
    }
    let mut parameters: Vec<(&str, Vec<f64>)> = Vec::new();
    for (parameter, number) in parameters_of(wkt) {
        let named = names.iter().chain(&OFFSETS).find(|(known, _)| *known == parameter);
        match (named, parameters.last_mut()) {
            (None, _) => {}
            (Some((_, PARALLEL)), Some((PARALLEL, numbers))) => numbers.push(number),
            (Some((_, name)), _) => parameters.push((name, vec![number])),
        }
    }
    // CF demands the pole, which well-known text has in the sign of the parallel.
    if let (POLAR, Some((_, parallels))) = (name, parameters.first()) {
        let pole = parallels.iter().map(|parallel| 90f64.copysign(*parallel)).collect();
        parameters.push((LATITUDE, pole));
    }
    Some(GridMapping { name, parameters })
}

/// The names and numbers of all parameters in a text, in its order.
fn parameters_of(wkt: &str) -> impl Iterator<Item = (&str, f64)> {
    wkt.split("PARAMETER[\"").skip(1).filter_map(|text| {
        let (name, rest) = text.split_once("\",")?;
        Some((name, rest.split(']').next()?.parse().ok()?))
    })
}
