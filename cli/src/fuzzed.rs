//! What the fuzzer of files runs (`fuzz/fuzz_targets/files.rs`), and `tests/fuzzed.rs`: what the program does with files that anybody may have made.
//!
//! An input is one file or several, such as those of a Zarr folder, or a recipe beside its numbers: a line with the name of each, its bytes, and between
//! two files the line `--perlane--`.

#![allow(clippy::expect_used, clippy::panic, reason = "a fuzzer sees by a panic that something is wrong")]

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path};
use std::sync::OnceLock;

use clap::Parser;
use perlane::Samples;

use crate::args::{Args, Command, Generate, Reproduce};
use crate::commands::reproduce::reproduce;
use crate::commands::{generate, info};
use crate::error::Result;
use crate::format::formats::{Format, RecipePlace};
use crate::metadata::Metadata;
use crate::output::encoder::{Encoder, FileEncoder};
use crate::output::zarr::store::Store;
use crate::output::{sidecar, write};
use crate::read::detect::Content;
use crate::read::metadata::{self, read_source};
use crate::read::{extent, storage::Storage};
use crate::resolve;
use crate::sampling::digest::digest;
use crate::spec::GenerateSpec;
use crate::terminal::progress::Progress;

/// The most samples that are computed. Of files with more, only the recipe is read.
const MOST: usize = 1 << 10;

/// What is between two files of an input.
const BETWEEN: &[u8] = b"\n--perlane--\n";

/// The longest name of a file, and the most files of an input.
const MOST_NAME: usize = 40;
const MOST_FILES: usize = 16;

/// Writes the files of an input into a folder, which is emptied first. Reads the first one, or the Zarr folder that it is in, as `perlane info`,
/// `reproduce` and `generate` do, and writes another one like it, if it is small. Whether it could be read.
///
/// # Panics
///
/// If a recipe changes when it is written and read, or if what was written does not reproduce.
pub fn run(input: &[u8], folder: &Path) -> bool {
    let files = files(input);
    let Some(name) = files.first().and_then(|(name, _)| Path::new(name).components().next()) else {
        return false;
    };
    let (given, made) = (folder.join("given"), folder.join("made"));
    for folder in [&given, &made] {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder");
    }
    write_all(&given, &files).is_ok() && check(&given.join(name), &made.join("fresh"))
}

/// The files of an input: their names and their bytes.
fn files(mut input: &[u8]) -> Vec<(&str, &[u8])> {
    let mut files = Vec::new();
    while files.len() < MOST_FILES {
        let end = input.windows(BETWEEN.len()).position(|part| part == BETWEEN);
        let file = &input[..end.unwrap_or(input.len())];
        if let Some(line) = file.iter().position(|byte| *byte == b'\n')
            && let Ok(name) = std::str::from_utf8(&file[..line])
            && is_inside(name)
        {
            files.push((name, &file[line + 1..]));
        }
        let Some(end) = end else { break };
        input = &input[end + BETWEEN.len()..];
    }
    files
}

/// Whether a path stays in its folder.
fn is_inside(name: &str) -> bool {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    (1..=MOST_NAME).contains(&name.len()) && Path::new(name).components().all(is_plain)
}

/// Writes files. Fails where a name is that of a file and of a folder.
fn write_all(folder: &Path, files: &[(&str, &[u8])]) -> io::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// Reads a file or a folder, and writes another one like it, named `fresh`.
fn check(path: &Path, fresh: &Path) -> bool {
    let Ok((content, metadata)) = metadata::read(path) else { return false };
    let _ = info::describe(path, content, &metadata);
    keeps(&metadata);
    let Content::Numbers(format) = content else { return true };
    let _ = (extent::note(path, format, &metadata), Storage::of(path, format, &metadata));
    if resolve::from_metadata(&metadata, format, &reproducing().run).is_ok_and(|spec| spec.samples <= MOST) {
        let _ = reproduce(path, reproducing());
        make_like(path, format, fresh);
    }
    true
}

/// Checks that a recipe survives writing and reading.
fn keeps(metadata: &Metadata) {
    let Ok(written) = metadata.to_carried_json() else { return };
    let read =
        Metadata::from_json(Path::new("written"), &written).expect("a recipe that was written is read");
    assert_eq!(read.to_carried_json().expect("it was written before"), written);
}

/// Writes a file like the source, as `perlane generate SOURCE` does, and checks that it reproduces.
fn make_like(source: &Path, format: Format, fresh: &Path) {
    let Ok(source) = read_source(source) else { return };
    // A recipe that cannot be sampled in this format, or not with the layout of the source, is refused.
    let Ok((spec, _)) = generate::spec(generating(), Some(source), format) else { return };
    let recipe = write(&spec, fresh);
    let (_, metadata) = metadata::read(fresh).expect("a file that was written is read");
    assert_eq!(metadata.to_carried_json().expect("it was written before"), recipe);
    match reproduce(fresh, reproducing()) {
        Ok((_, None)) => {}
        Ok((_, Some(error))) | Err(error) => panic!("{error}: {recipe}"),
    }
}

/// Writes a file or a folder, and returns its recipe.
fn write(spec: &GenerateSpec, path: &Path) -> String {
    let samples = match Encoder::of(spec.format) {
        Encoder::File(encoder) => write_file(spec, encoder, path),
        Encoder::Chunked => write_folder(spec, path),
    };
    let samples = samples.expect("what is not refused is written");
    let recipe = spec.metadata(Some(&samples)).to_carried_json().expect("it was read");
    if spec.format.properties().recipe == RecipePlace::Sidecar {
        fs::write(sidecar::path(path), &recipe).expect("a recipe beside the file");
    }
    recipe
}

fn write_file(spec: &GenerateSpec, encoder: FileEncoder, path: &Path) -> Result<Samples> {
    let mut file = File::create(path).expect("a new file");
    write::to_file(spec, encoder.for_spec(spec), &mut file, "fresh", false)
}

fn write_folder(spec: &GenerateSpec, path: &Path) -> Result<Samples> {
    fs::create_dir(path).expect("a new folder");
    let quiet = |spec: &GenerateSpec| Progress::of_samples("", spec.samples, false);
    let store = Store::create(path, spec, |spec| digest(spec, &quiet(spec)).map(Some))?;
    for part in &store.parts {
        part.array.fill(&part.spec, 0..part.array.file_count(), &quiet(&part.spec))?;
    }
    digest(spec, &quiet(spec))
}

/// The arguments of `perlane generate`, but for the file that it reads.
fn generating() -> &'static Generate {
    static ARGUMENTS: OnceLock<Command> = OnceLock::new();
    match ARGUMENTS.get_or_init(|| parsed(&["generate", "-o", "fresh"])) {
        Command::Generate(arguments) => arguments,
        _ => unreachable!("of another command"),
    }
}

/// Those of `perlane reproduce`.
fn reproducing() -> &'static Reproduce {
    static ARGUMENTS: OnceLock<Command> = OnceLock::new();
    match ARGUMENTS.get_or_init(|| parsed(&["reproduce", "fresh"])) {
        Command::Reproduce(arguments) => arguments,
        _ => unreachable!("of another command"),
    }
}

/// The arguments of a command that prints nothing.
fn parsed(command: &[&str]) -> Command {
    let arguments = [&["perlane"], command, &["--quiet", "--threads", "1"]].concat();
    Args::try_parse_from(arguments).expect("arguments").command
}
