//! The attributes of arrays and groups, for the programs that open them: names, units, and where on Earth they lie.

use perlane::{Fractal, Quantity, Window};
use serde_json::{Map, Value, json};

use crate::format::crs::Crs;
use crate::format::layout::Layout;
use crate::format::pixels::corner;
use crate::spec::GenerateSpec;

/// The names of axes, x first.
pub(crate) const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// The variable that describes the coordinate reference system, as CF demands.
pub(super) const GRID_MAPPING: &str = "spatial_ref";

/// The attribute with the code of the coordinate reference system.
pub(crate) const CODE: &str = "proj:code";

/// The axis of a quantity's planes.
const PLANES: &str = "quantity";

/// The names of an array's axes, slowest first.
pub(super) fn dimension_names(spec: &GenerateSpec) -> Vec<&'static str> {
    let planes = (spec.planes() > 1).then_some(PLANES);
    planes.into_iter().chain(AXES[..spec.window.dims()].iter().rev().copied()).collect()
}

/// The attributes of an array of noise, except its recipe.
pub(super) fn of_array(spec: &GenerateSpec) -> Map<String, Value> {
    let mut attributes = Map::new();
    attributes.insert("long_name".to_owned(), long_name(spec).into());
    // World units have no unit.
    attributes.insert("units".to_owned(), "1".into());
    if let Some(numbers) = spec.numbers.table() {
        // CF's names, by which xarray and GDAL turn integers into samples.
        let (scale, offset) = numbers.scale_and_offset();
        attributes.insert("scale_factor".to_owned(), scale.into());
        attributes.insert("add_offset".to_owned(), offset.into());
    }
    if let Some(planes) = spec.plane_names() {
        attributes.insert("planes".to_owned(), planes.join(" ").into());
    }
    if let Some(crs) = spec.crs {
        attributes.insert(CODE.to_owned(), crs.to_string().into());
        if spec.layout == Layout::Dataset {
            attributes.insert("grid_mapping".to_owned(), GRID_MAPPING.into());
            // This makes it a coordinate of the array. Otherwise it would be a variable beside the array.
            attributes.insert("coordinates".to_owned(), GRID_MAPPING.into());
        } else {
            attributes.extend(of_place(crs, &spec.window));
        }
    }
    attributes
}

fn long_name(spec: &GenerateSpec) -> String {
    let noise = noise_name(spec);
    match spec.field.quantity {
        Quantity::Value => noise,
        other => format!("{other} of {noise}"),
    }
}

fn noise_name(spec: &GenerateSpec) -> String {
    match spec.layers.as_slice() {
        [noise] if noise.fractal == Fractal::None => format!("{} noise", noise.kind),
        [noise] => format!("{} noise, {} of {} octaves", noise.kind, noise.fractal, noise.octaves),
        several => format!("sum of {} noises", several.len()),
    }
}

/// Where an array lies, for GDAL and by the GeoZarr conventions `proj:` and `spatial:`. Datasets say so by CF's grid mapping instead: xarray copies
/// attributes into NetCDF, which has neither objects nor lists of texts.
fn of_place(crs: Crs, window: &Window) -> Map<String, Value> {
    let (spacing, [left, top]) = (window.spacing, corner(window));
    let value = json!({
        "_CRS": {"url": format!("http://www.opengis.net/def/crs/EPSG/0/{}", crs.code())},
        "spatial:dimensions": ["y", "x"],
        "spatial:transform": [spacing.x, 0.0, left, 0.0, spacing.y, top],
        "spatial:transform_type": "affine",
        "spatial:registration": "pixel",
        "zarr_conventions": [
            convention("proj", "f17cb550-5864-4468-aeb7-f3180cfb622f", "Coordinate reference system information for geospatial data"),
            convention("spatial", "689b58e2-cf7b-45e0-9fff-9cfc0883d6b4", "Spatial coordinate information"),
        ],
    });
    object(value)
}

/// The description of a convention that the convention itself demands.
fn convention(name: &str, uuid: &str, description: &str) -> Value {
    let place = format!("zarr-conventions/{name}");
    json!({
        "name": format!("{name}:"),
        "uuid": uuid,
        "schema_url": format!("https://raw.githubusercontent.com/{place}/refs/tags/v0.1/schema.json"),
        "spec_url": format!("https://github.com/{place}/blob/v0.1/README.md"),
        "description": description,
    })
}

/// The attributes of the coordinates along an axis.
pub(super) fn of_axis(name: &str, crs: Option<Crs>) -> Map<String, Value> {
    let value = match (name, crs) {
        ("x" | "y", Some(crs)) if crs.is_geographic() => return of_geographic_axis(name, crs),
        ("x" | "y", Some(crs)) => return of_projected_axis(name, crs),
        _ => json!({"long_name": format!("{name}, in world units"), "units": "1"}),
    };
    object(value)
}

/// The attributes of longitudes and latitudes.
fn of_geographic_axis(name: &str, crs: Crs) -> Map<String, Value> {
    let (angle, unit) =
        if name == "x" { ("longitude", "degrees_east") } else { ("latitude", "degrees_north") };
    let mut attributes =
        object(json!({"axis": name.to_uppercase(), "standard_name": angle, "long_name": angle}));
    if crs.has_degrees() {
        attributes.insert("units".to_owned(), unit.into());
    }
    attributes
}

/// The attributes of coordinates in a unit of length.
fn of_projected_axis(name: &str, crs: Crs) -> Map<String, Value> {
    let standard_name = format!("projection_{name}_coordinate");
    let axis = json!({"axis": name.to_uppercase(), "standard_name": standard_name, "long_name": name});
    let mut attributes = object(axis);
    if let Some(unit) = crs.unit_of_length() {
        attributes.insert("units".to_owned(), unit.into());
    }
    attributes
}

/// The attributes of the variable of a coordinate reference system: by CF, and as GDAL and rioxarray write them. They read well-known text only; if the
/// system's is not known, rioxarray still takes its code.
pub(super) fn of_grid_mapping(crs: Crs, window: &Window) -> Map<String, Value> {
    let ([left, top], spacing) = (corner(window), window.spacing);
    let mut attributes = of_projection(crs);
    match crs.wkt() {
        Some(wkt) => {
            attributes.insert("crs_wkt".to_owned(), wkt.clone().into());
            attributes.insert(GRID_MAPPING.to_owned(), wkt.into());
        }
        None => {
            attributes.insert(GRID_MAPPING.to_owned(), crs.to_string().into());
        }
    }
    let transform = format!("{left} {} 0 {top} 0 {}", spacing.x, spacing.y);
    attributes.insert("GeoTransform".to_owned(), transform.into());
    attributes
}

/// The projection by its names in CF. A system has none if perlane knows only its code, or if CF does not have its projection.
fn of_projection(crs: Crs) -> Map<String, Value> {
    if crs.is_geographic() {
        return object(json!({"grid_mapping_name": "latitude_longitude"}));
    }
    let Some(mapping) = crs.grid_mapping() else { return Map::new() };
    let number = |numbers: &[f64]| match numbers {
        [number] => json!(number),
        numbers => json!(numbers),
    };
    let parameters = mapping.parameters.iter();
    let parameters = parameters.map(|(name, numbers)| ((*name).to_owned(), number(numbers)));
    [("grid_mapping_name".to_owned(), mapping.name.into())].into_iter().chain(parameters).collect()
}

/// The attributes of a group.
pub(super) fn of_group(spec: &GenerateSpec) -> Map<String, Value> {
    let mut attributes = Map::new();
    if spec.layout == Layout::Dataset {
        attributes.insert("Conventions".to_owned(), "CF-1.11".into());
    }
    attributes.insert("title".to_owned(), long_name(spec).into());
    if let Some(crs) = spec.crs {
        attributes.insert(CODE.to_owned(), crs.to_string().into());
        if spec.layout != Layout::Dataset {
            attributes.extend(of_place(crs, &spec.window));
        }
    }
    attributes
}

/// The levels of a pyramid, in OME-NGFF 0.5's layout for images.
pub(super) fn of_levels(levels: &[GenerateSpec]) -> Value {
    let dims = levels[0].window.dims();
    let slowest_first = |xyzw: [f64; 4]| -> Vec<f64> { xyzw[..dims].iter().rev().copied().collect() };
    let axes: Vec<Value> = (dimension_names(&levels[0]).into_iter())
        .map(|name| if name == "w" { json!({"name": name}) } else { json!({"name": name, "type": "space"}) })
        .collect();
    let datasets: Vec<Value> = (levels.iter().enumerate())
        .map(|(level, spec)| {
            let first = spec.window.world(perlane::PerAxis::default());
            let transformations = json!([
                {"type": "scale", "scale": slowest_first(spec.window.spacing.xyzw())},
                {"type": "translation", "translation": slowest_first(first.xyzw())},
            ]);
            json!({"path": level.to_string(), "coordinateTransformations": transformations})
        })
        .collect();
    let multiscale = json!({
        "name": "noise",
        "axes": axes,
        "datasets": datasets,
        "type": "noise at twice the spacing",
        "metadata": {"description": "Each level is generated; none is a mean of samples of another."},
    });
    json!({"version": "0.5", "multiscales": [multiscale]})
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
