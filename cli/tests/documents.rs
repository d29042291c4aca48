//! The commands of the documents, run as they stand there.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{Folder, PERLANE, formats, text};

const README: &str = include_str!("../../README.md");
const PROGRAM: &str = include_str!("../README.md");
const PYTHON: &str = include_str!("../../python/README.md");
const PYTHON_FILES: &str = include_str!("../../python/perlane/_files.py");
const COMMAND_LINE: &str = include_str!("../../docs/command-line.md");
const EXPLORE: &str = include_str!("../../docs/explore.md");
const NAMES: &str = include_str!("../../docs/names.md");
const RECIPES: &str = include_str!("../../docs/recipes.md");
const TUTORIALS: &str = include_str!("../../docs/tutorials.md");

/// Runs a line of a document with `perlane` in the path. What documents show is what is meant, so that nothing is noted.
#[track_caller]
fn run(folder: &Folder, line: &str) {
    let stderr = run_noted(folder, line);
    assert!(!stderr.contains("note: "), "{line}: {stderr}");
}

/// Runs a line, and returns what it writes to standard error.
#[track_caller]
fn run_noted(folder: &Folder, line: &str) -> String {
    let programs = Path::new(PERLANE).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let output = folder.script(line).env("PATH", path).output().unwrap();
    assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("panicked"), "{line}: {}", text(&output.stderr));
    text(&output.stderr)
}

/// The content of the fenced block that follows `name`.
fn block(name: &str) -> &'static str {
    let after = TUTORIALS.split_once(&format!("\n`{name}`")).unwrap().1;
    let fence = after.split_once("```").unwrap().1;
    fence.split_once('\n').unwrap().1.split_once("```").unwrap().0
}

/// The synonyms that docs/names.md lists for a parameter: the name, and what means the same.
fn synonyms(parameter: &str) -> BTreeSet<(String, String)> {
    let row = format!("| `{parameter}` | `");
    let rows = NAMES.lines().filter_map(|line| line.strip_prefix(&row)?.split_once("`: "));
    let of_row = |(name, others): (&str, &str)| -> Vec<_> {
        // What follows the names is a sentence about them.
        let others = others.split(". ").next().unwrap().split('`').skip(1).step_by(2);
        others.map(|other| (name.to_owned(), other.to_owned())).collect()
    };
    rows.flat_map(of_row).collect()
}

/// All names that mean the same, and no others, are those that the library takes.
#[test]
fn synonyms_are_those_of_the_library() {
    macro_rules! check {
        ($($parameter:literal: $type:ident),*) => {$(
            let of = |alias: &&str| perlane::$type::from_name(alias).unwrap().name().to_owned();
            let want = perlane::$type::ALIASES.iter().map(|alias| (of(alias), (*alias).to_owned()));
            assert_eq!(synonyms($parameter), want.collect(), $parameter);
        )*};
    }
    check!("kind": Kind, "distance": Distance, "returns": Returns, "fade": Fade);
    check!("fractal": Fractal, "gradients": Gradients, "quantity": Quantity);
    assert!(synonyms("kind").len() > 5);
}

/// The reference of recipes lists the names that a key takes, and so does the README of instruction sets.
#[test]
fn names_are_those_of_the_library() {
    let of_key =
        |key: &str| RECIPES.lines().find_map(|line| line.strip_prefix(&format!("| `{key}` | "))).unwrap();
    macro_rules! check {
        ($($key:literal: $type:ident),*) => {$(
            let (names, row) = (perlane::$type::NAMES.join(", "), of_key($key));
            assert!(row.strip_prefix(&names).is_some_and(|rest| rest.starts_with([' ', ';'])), "{names}: {row}");
        )*};
    }
    check!("kind": Kind, "hash": Hash, "fade": Fade, "distance": Distance, "returns": Returns);
    check!("fractal": Fractal, "quantity": Quantity);
    for name in perlane::Backend::NAMES {
        assert!(README.contains(&format!("\n| `{name}` | ")), "the README's table of backends has no {name}");
    }
}

/// Python opens each of them, and says so.
#[test]
fn formats_are_those_of_the_program() {
    let (_, python) = PYTHON.split_once("opens every file that carries a recipe: ").unwrap();
    let (_, python_files) = PYTHON_FILES.split_once("ALLOWED = ").unwrap();
    let documents = [
        ("cli/README.md", PROGRAM.split(", with the recipe").next().unwrap()),
        ("python/README.md", python.split(" of the command line").next().unwrap()),
        ("ALLOWED in python/perlane/_files.py", python_files.lines().next().unwrap()),
    ];
    for format in formats() {
        assert!(
            COMMAND_LINE.contains(&format!("\n| `.{format}`")),
            "the table of docs/command-line.md has no {format}"
        );
        for (name, list) in documents {
            // Some lists say GeoTIFF.
            let list = list.to_lowercase();
            let mut words = list.split(|c: char| !c.is_alphanumeric());
            assert!(words.any(|word| word.ends_with(&format)), "{name} has no {format}: {list}");
        }
    }
}

#[test]
fn commands_of_the_readme_and_the_manual() {
    let folder = Folder::new();
    let blocks = [README, COMMAND_LINE, EXPLORE]
        .into_iter()
        .flat_map(|text| text.split("```sh\n").skip(1))
        .map(|rest| rest.split_once("```").unwrap().0);
    // ffmpeg's has a test of its own.
    let lines: Vec<&str> = blocks
        .flat_map(str::lines)
        .filter(|line| line.starts_with("perlane ") && !line.contains("ffmpeg"))
        .collect();
    assert!(lines.len() >= 14, "{lines:?}");
    // Benchmarks take ten seconds each: of two that differ in their last options, the longer one is run.
    let command = |line: &'static str| line.split('#').next().unwrap_or_default().trim_end();
    let is_in_a_longer_one = |line: &'static str| {
        let of = command(line);
        lines.iter().any(|other| command(other).len() > of.len() && other.starts_with(of))
    };
    for line in &lines {
        match command(line) {
            of if of.starts_with("perlane bench") && is_in_a_longer_one(line) => {}
            // Its thousand random cases take half a minute, and have tests of their own.
            "perlane verify" => run(&folder, "perlane verify --cases 10"),
            _ => run(&folder, line),
        }
    }
    for name in ["heights.npy", "tile.png", "clip.npy", "map.tif", "world.zarr"] {
        assert!(folder.path(name).exists(), "{name}");
    }
}

/// All pages of the book, each in a folder of its own.
#[test]
fn commands_of_the_book() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book");
    let entries =
        [book.clone(), book.join("cookbook")].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let pages = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "md"));
    let mut ran = 0;
    for page in pages {
        let content = fs::read_to_string(&page).unwrap();
        let folder = Folder::new();
        for block in content.split("```sh\n").skip(1).map(|rest| rest.split_once("```").unwrap().0) {
            for line in block.lines() {
                assert!(
                    line.starts_with("perlane "),
                    "{}: {line}: this test does not run it",
                    page.display()
                );
                run(&folder, line);
                ran += 1;
            }
        }
    }
    assert!(ran >= 20, "{ran}");
}

#[test]
fn recipes_of_the_reference() {
    let folder = Folder::new();
    let recipes: Vec<&str> =
        RECIPES.split("```toml\n").skip(1).map(|rest| rest.split_once("```").unwrap().0).collect();
    assert!(recipes.len() >= 3, "{recipes:?}");
    for (place, recipe) in recipes.into_iter().enumerate() {
        folder.write(&format!("{place}.toml"), recipe);
        run(&folder, &format!("perlane generate {place}.toml -o {place}.npy"));
        run(&folder, &format!("perlane reproduce {place}.npy -q"));
    }
}

#[test]
fn commands_of_the_tutorials() {
    let folder = Folder::new();
    for name in ["octaves.toml", "waves.toml", "layers.toml", "masked.txt"] {
        folder.write(name, block(name));
    }
    let table: Vec<String> = (0..256).map(|i| (i * 77 % 256).to_string()).collect();
    folder.write("table.txt", table.join(" "));
    let spans = TUTORIALS.split('`').skip(1).step_by(2);
    let commands: Vec<&str> = spans.filter(|span| span.starts_with("perlane generate")).collect();
    assert!(commands.len() >= 18, "{commands:?}");
    for command in commands {
        let output = command.split_whitespace().skip_while(|word| *word != "-o").nth(1).unwrap();
        run(&folder, command);
        run(&folder, &format!("perlane reproduce {output} -q"));
    }
}

/// The algorithms' options in the README's table are options.
#[test]
fn options_of_the_readme() {
    let folder = Folder::new();
    folder.write("table.txt", (0..256).map(|i| format!("{i} ")).collect::<String>());
    folder.write("masked.txt", block("masked.txt"));
    let rows = README.lines().filter(|line| line.starts_with("| ") && line.contains("`--"));
    let (mut tried, mut base) = (0, "");
    for row in rows {
        let cell = row.rsplit('|').nth(1).unwrap();
        for options in cell.split('`').skip(1).step_by(2).filter(|span| span.starts_with("--")) {
            // A name alone is followed by a value of one's own.
            if options.split_whitespace().count() == 1 {
                continue;
            }
            let three = row.contains("3-D") || options.contains("7,7,7") || options.contains("0,0,4");
            let size = if row.contains("1-D") {
                "50"
            } else if three {
                "20x20x20"
            } else {
                "40x40"
            };
            // The windows are small, and periods are longer than they.
            run_noted(&folder, &format!("perlane generate -o - --size {size} {options} > {tried}.raw"));
            (tried, base) = (tried + 1, options);
        }
    }
    assert!(tried >= 14, "{tried}, the last of them {base}");
}
