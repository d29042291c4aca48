//! A Zarr folder as a whole: an array, or a group with the array and its coordinates, or a group with the levels of a pyramid.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use perlane::Samples;
use serde_json::{Map, Value, json};

use crate::error::{Error, Result};
use crate::format::layout::Layout;
use crate::input::text_file;
use crate::metadata::Metadata;
use crate::output::paths::write_synced;
use crate::output::zarr::array::{METADATA, ZarrArray, has_recipe, read_metadata};
use crate::output::zarr::{attributes, coordinates};
use crate::sampling::halved::{ARRAY, halved, levels};
use crate::spec::GenerateSpec;

/// The name of a dataset's array.
pub(super) const NOISE: &str = "noise";

/// What a folder is that has not the file [`METADATA`].
const WITHOUT_METADATA: &str = "a folder without zarr.json";

/// The metadata files of Zarr's second version, which this program does not read.
const ZARR_2: [&str; 2] = [".zgroup", ".zarray"];

/// Upper bound on the bytes of members' metadata in that of a group. There is room for the rest, and for the spaces before each line.
const MOST_CONSOLIDATED: usize = text_file::MAX_BYTES - (1 << 20);

/// Upper bound on a pyramid's levels: each level has half as many samples along an axis as the level before.
const MAX_LEVELS: usize = 64;

/// A Zarr folder.
pub(crate) struct Store {
    path: PathBuf,
    pub(crate) layout: Layout,
    /// The array, or each level of a pyramid.
    pub(crate) parts: Vec<Part>,
}

/// An array of noise, and the spec that generates it.
pub(crate) struct Part {
    pub(crate) array: ZarrArray,
    pub(crate) spec: GenerateSpec,
}

/// The specs of the arrays that a spec demands: the spec itself, or the specs of all levels of a pyramid.
pub(crate) fn specs(spec: &GenerateSpec) -> Result<Vec<GenerateSpec>> {
    let longest = spec.chunking.as_ref().and_then(|chunking| chunking.chunk.iter().max().copied());
    let windows = match (spec.layout, longest) {
        (Layout::Pyramid, Some(longest)) => levels(&spec.window, longest as usize, ARRAY),
        _ => vec![spec.window],
    };
    let with = |window: perlane::Window| {
        Ok(GenerateSpec { samples: spec.layers.field(spec.field).samples(&window)?, window, ..spec.clone() })
    };
    windows.into_iter().map(with).collect()
}

impl Store {
    /// Writes the metadata of all arrays and groups, and the coordinates, into an empty folder. `digest` gives the digest of an array's samples.
    pub(crate) fn create(
        path: &Path,
        spec: &GenerateSpec,
        mut digest: impl FnMut(&GenerateSpec) -> Result<Option<Samples>>,
    ) -> Result<Self> {
        let mut parts = Vec::new();
        for (level, spec) in specs(spec)?.into_iter().enumerate() {
            let folder = folder(path, spec.layout, level);
            if folder != path {
                create_dir(&folder)?;
            }
            let samples = digest(&spec)?;
            parts.push(Part { array: ZarrArray::create(&folder, &spec, samples.as_ref())?, spec });
        }
        let store = Store { path: path.to_owned(), layout: spec.layout, parts };
        match spec.layout {
            Layout::Array => {}
            Layout::Dataset => store.write_dataset(spec)?,
            Layout::Pyramid => store.write_pyramid(spec)?,
        }
        Ok(store)
    }

    /// Opens what [`create`](Self::create) has made. `resolve` turns an array's metadata into a spec.
    pub(crate) fn open(path: &Path, resolve: impl Fn(&Metadata) -> Result<GenerateSpec>) -> Result<Self> {
        let layout = layout(path)?;
        let mut parts = Vec::new();
        for folder in folders(path)? {
            let array = ZarrArray::open(&folder)?;
            let spec = resolve(&array.metadata()?)?;
            array.check_recipe(&spec)?;
            parts.push(Part { array, spec });
        }
        let store = Store { path: path.to_owned(), layout, parts };
        store.check_levels()?;
        Ok(store)
    }

    /// The number of chunk files in all arrays.
    pub(crate) fn file_count(&self) -> u64 {
        self.parts.iter().map(|part| part.array.file_count()).sum()
    }

    /// The arrays, each with those of its chunk files that are in a range of all files.
    pub(crate) fn files(&self, range: Range<u64>) -> impl Iterator<Item = (&Part, Range<u64>)> {
        let mut before = 0;
        self.parts.iter().map(move |part| {
            let count = part.array.file_count();
            let within = |file: u64| file.saturating_sub(before).min(count);
            let files = within(range.start)..within(range.end);
            before += count;
            (part, files)
        })
    }

    /// The first file of coordinates that differs from those that the recipe gives.
    pub(crate) fn coordinates_difference(&self) -> Option<String> {
        let Part { array, spec } = self.parts.first().filter(|_| self.layout == Layout::Dataset)?;
        let has = |name: &&'static str| self.path.join(array.dimension_name(name)).join(METADATA).exists();
        let names = coordinates::names(&spec.window);
        if !names.iter().any(has) && !self.follows_cf() {
            // Other programs, such as Dask, store arrays without coordinates.
            return None;
        }
        let differs = |name| {
            let folder = self.path.join(array.dimension_name(name));
            coordinates::difference(&folder, name, &spec.window)
        };
        names.into_iter().find_map(differs)
    }

    /// Whether the group says that it follows the conventions by which coordinates are arrays beside the noise.
    fn follows_cf(&self) -> bool {
        group_attributes(&self.path)["Conventions"].is_string()
    }

    /// Refuses a level whose recipe is not the recipe of the level before at twice the spacing.
    fn check_levels(&self) -> Result<()> {
        for (level, pair) in self.parts.windows(2).enumerate() {
            let (before, after) = (&pair[0].spec, &pair[1].spec);
            if after.window != halved(&before.window, ARRAY)
                || (&after.layers, after.field) != (&before.layers, before.field)
            {
                let what = format!("level {} is not level {level} at twice the spacing", level + 1);
                return Err(Error::Mismatch { name: self.path.display().to_string(), what });
            }
        }
        Ok(())
    }

    fn write_dataset(&self, spec: &GenerateSpec) -> Result<()> {
        let mut members = Map::new();
        members.insert(NOISE.to_owned(), self.parts[0].array.metadata_value()?);
        for name in coordinates::names(&spec.window) {
            let folder = self.path.join(name);
            let metadata = coordinates::metadata(name, &spec.window, spec.crs);
            create_dir(&folder)?;
            write_metadata(&folder, &metadata)?;
            coordinates::write(&folder, name, &spec.window)?;
            members.insert(name.to_owned(), metadata);
        }
        if let Some(crs) = spec.crs {
            let folder = self.path.join(attributes::GRID_MAPPING);
            let metadata = coordinates::grid_mapping(crs, &spec.window);
            create_dir(&folder)?;
            write_metadata(&folder, &metadata)?;
            members.insert(attributes::GRID_MAPPING.to_owned(), metadata);
        }
        self.write_group(attributes::of_group(spec), members)
    }

    fn write_pyramid(&self, spec: &GenerateSpec) -> Result<()> {
        let mut members = Map::new();
        for (level, part) in self.parts.iter().enumerate() {
            members.insert(level.to_string(), part.array.metadata_value()?);
        }
        let specs: Vec<GenerateSpec> = self.parts.iter().map(|part| part.spec.clone()).collect();
        let mut group = attributes::of_group(spec);
        group.insert("ome".to_owned(), attributes::of_levels(&specs));
        self.write_group(group, members)
    }

    /// Writes the group's metadata, including the metadata of its members, so that one request to a remote store gets all of it. Each member has the
    /// recipe: where that is very long, its readers would refuse all of it, and each member has its own.
    fn write_group(&self, attributes: Map<String, Value>, members: Map<String, Value>) -> Result<()> {
        let consolidated = json!({"kind": "inline", "must_understand": false, "metadata": members});
        let mut group = json!({"zarr_format": 3, "node_type": "group", "attributes": attributes});
        if crate::text::to_json(&consolidated)?.len() <= MOST_CONSOLIDATED {
            group["consolidated_metadata"] = consolidated;
        }
        write_metadata(&self.path, &group)
    }
}

/// The folders of the arrays of noise in a Zarr folder. The array at full resolution comes first.
pub(crate) fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let layout = layout(path)?;
    let level = |level| folder(path, layout, level);
    Ok(match layout {
        Layout::Array => vec![level(0)],
        Layout::Dataset => vec![with_recipe(path).unwrap_or_else(|| level(0))],
        Layout::Pyramid => {
            let there = (0..MAX_LEVELS).take_while(|number| level(*number).join(METADATA).is_file()).count();
            (0..there.max(listed_levels(path))).map(level).collect()
        }
    })
}

/// How many levels the metadata of a pyramid lists, at least one. A level that it lists is missing if its folder is not there.
fn listed_levels(path: &Path) -> usize {
    let listed = &group_attributes(path)["ome"]["multiscales"][0]["datasets"];
    listed.as_array().map_or(1, Vec::len).clamp(1, MAX_LEVELS)
}

/// The attributes of a group; null if they cannot be read.
fn group_attributes(path: &Path) -> Value {
    let text = read_metadata(&path.join(METADATA)).unwrap_or_default();
    let mut metadata: Value = serde_json::from_str(&text).unwrap_or_default();
    metadata["attributes"].take()
}

/// The folder of a dataset's array that has a recipe: the noise, or the first one by name. xarray stores a quantity under its own name.
fn with_recipe(path: &Path) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort_by_key(|folder| (!folder.ends_with(NOISE), folder.clone()));
    folders.into_iter().find(|folder| has_recipe(folder))
}

fn folder(path: &Path, layout: Layout, level: usize) -> PathBuf {
    match layout {
        Layout::Array => path.to_owned(),
        Layout::Dataset => path.join(NOISE),
        Layout::Pyramid => path.join(level.to_string()),
    }
}

/// The layout of a Zarr folder, from its metadata.
pub(crate) fn layout(path: &Path) -> Result<Layout> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_dir()) {
        let (name, value) = (path.display().to_string(), "no folder".to_owned());
        return Err(Error::File { name, value, allowed: "folders of Zarr arrays".to_owned() });
    }
    let file = path.join(METADATA);
    // A folder that may not be entered has an error of its own.
    let is_missing = fs::metadata(&file).is_err_and(|e| e.kind() == ErrorKind::NotFound);
    if is_missing && !path.is_dir() {
        // People have named the folder, and not the file in it.
        return Err(text_file::read_error("the array's metadata", path, ErrorKind::NotFound.into()));
    }
    if is_missing {
        let is_zarr_2 = ZARR_2.iter().any(|file| path.join(file).is_file());
        let (value, allowed) = match is_zarr_2 {
            true => ("Zarr 2", "Zarr 3; the Python package's perlane.open reads Zarr 2"),
            false => (WITHOUT_METADATA, "Zarr arrays, and files that perlane wrote"),
        };
        return Err(Error::File {
            name: path.display().to_string(),
            value: value.to_owned(),
            allowed: allowed.to_owned(),
        });
    }
    let text = read_metadata(&file)?;
    let failed = |message: String| Error::broken(&file, message);
    let metadata: Value = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
    match (metadata["node_type"].as_str(), &metadata["attributes"]["ome"]) {
        (Some("array"), _) => Ok(Layout::Array),
        (Some("group"), Value::Null) => Ok(Layout::Dataset),
        (Some("group"), _) => Ok(Layout::Pyramid),
        (other, _) => {
            Err(failed(format!("node_type is {}; allowed: array, group", other.unwrap_or("missing"))))
        }
    }
}

fn create_dir(folder: &Path) -> Result<()> {
    fs::create_dir(folder)
        .map_err(|source| Error::Io { doing: format!("create {}", folder.display()), source })
}

fn write_metadata(folder: &Path, metadata: &Value) -> Result<()> {
    let file = folder.join(METADATA);
    let text = crate::text::to_json(metadata)?;
    write_synced(&file, text.as_bytes())
        .map_err(|source| Error::Io { doing: format!("write {}", file.display()), source })
}
