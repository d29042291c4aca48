//! Pipes and devices: as `-o`, they take what standard output would; a recipe comes from them as from standard input.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::process::Output;

use common::{Folder, json, text};

/// Runs a script with `$perlane` in a folder, for not more than a minute: what waits for a pipe may wait for ever.
fn sh(folder: &Folder, script: &str) -> Output {
    folder.here("timeout").args(["60", "bash", "-c", script]).output().unwrap()
}

#[track_caller]
fn done(folder: &Folder, script: &str) -> Output {
    let output = sh(folder, script);
    assert_eq!(output.status.code(), Some(0), "{script}: {}", text(&output.stderr));
    output
}

#[test]
fn standard_output_has_other_names() {
    let folder = Folder::new();
    let want = folder.done("generate -o - --size 40x30 --seed 3");
    assert_eq!(want.len(), 40 * 30 * 4);
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let run = format!("$perlane generate -o {name} --size 40x30 --seed 3");
        assert!(done(&folder, &format!("{run} | cat")).stdout == want, "{name}, a pipe");
        done(&folder, &format!("{run} > x && {run} >> x"));
        assert!(folder.read("x") == [&*want, &*want].concat(), "{name}, a file that is appended to");
    }
    assert_eq!(folder.names(), ["x"]);
    let refused = "--json cannot be used with -o -: standard output carries the samples";
    folder.fails("generate -o /dev/stdout --json", 2, &[refused]);
}

/// A pipe without an extension gets the samples alone, as standard output does; the extension of others names the format.
#[test]
fn pipes_take_what_standard_output_takes() {
    let folder = Folder::new();
    for (name, format) in [("pipe", "raw"), ("pipe.npy", "npy"), ("pipe.PNG", "png")] {
        let want = folder.done(&format!("generate -o - --size 40x30 --format {format}"));
        done(&folder, &format!("mkfifo {name} && ln -s {name} link-{name}"));
        for out in [name, &format!("link-{name}")] {
            let run = format!("$perlane generate -q -o {out} --size 40x30 --overwrite");
            let output = done(&folder, &format!("cat {name} & {run}; code=$?; wait; exit $code"));
            assert!(output.stdout == want, "{out}");
            assert!(output.stderr.is_empty(), "{out}: {}", text(&output.stderr));
        }
    }
    assert_eq!(folder.names().len(), 6, "no recipe is beside a pipe: {:?}", folder.names());
    // What a shell makes of >(..) is a pipe too.
    let want = folder.done("generate -o - --size 40x30");
    assert!(done(&folder, "$perlane generate -o >(cat) --size 40x30 | cat").stdout == want);
}

#[test]
fn devices_take_what_standard_output_takes() {
    let folder = Folder::new();
    let png = folder.done("generate -o - --format png --size 40x30");
    let report = folder.done("generate -o /dev/null --format png --size 40x30 --json");
    let report = json(&report);
    assert_eq!((&report["output"], &report["file_bytes"]), (&"/dev/null".into(), &png.len().into()));
    folder.done("generate -o /dev/null --size 40x30 --overwrite");
    let full = "cannot write /dev/full: No space left";
    folder.fails("generate -o /dev/full --size 640x480", 1, &[full]);
}

/// A recipe comes through any pipe, whatever its name is; a file of numbers does not, because it is read more than once.
#[test]
fn recipes_come_through_pipes() {
    let folder = Folder::new();
    folder.done("generate -q -o x.png --size 40x30 --seed 3");
    folder.write("toml", folder.done("info x.png"));
    folder.write("json", folder.done("info --json x.png"));
    for text in ["toml", "json"] {
        for command in [
            &format!("$perlane info <(cat {text})"),
            &format!("cat {text} | $perlane info /dev/stdin"),
            &format!(
                "mkfifo pipe-{text}.toml; cat {text} > pipe-{text}.toml & $perlane info pipe-{text}.toml"
            ),
        ] {
            assert_eq!(done(&folder, command).stdout, folder.read("toml"), "{command}");
        }
        done(&folder, &format!("$perlane generate -q <(cat {text}) -o {text}.png && cmp {text}.png x.png"));
    }
    let allowed = "allowed: a text in UTF-8, TOML or JSON; a file of numbers is read by its name";
    for (command, code, fragment) in [
        ("info <(cat x.png)", 2, allowed),
        ("generate -o y.npy <(cat x.png)", 2, allowed),
        ("info <(true)", 2, "it is empty; allowed: recipes in TOML or JSON"),
        ("generate -o y.npy /dev/null", 2, "/dev/null: it is empty; allowed: recipes"),
    ] {
        let output = sh(&folder, &format!("$perlane {command}"));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{command}: {message}");
        assert!(message.contains(fragment), "{command}: {message}");
    }
}

/// A reader that has had enough is no error, and what is no stream is refused at once.
#[test]
fn readers_may_close_pipes() {
    let folder = Folder::new();
    done(&folder, "mkfifo pipe");
    // A summary would have the digest of samples that were not made.
    for quiet in ["-q", "--json"] {
        let run = format!("$perlane generate {quiet} -o pipe --size 2000x2000");
        let output = done(&folder, &format!("(head -c 10 pipe > x) & {run}; code=$?; wait; exit $code"));
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{quiet}: {}", text(&output.stderr));
        assert_eq!(folder.read("x").len(), 10);
    }
    for (options, code, fragment) in [
        ("-o pipe --format tiff", 2, "format is tiff; allowed: npy, raw, png, apng, y4m on standard output"),
        ("-o pipe --format zarr", 2, "format is zarr; allowed: npy, raw, png, apng, y4m on standard output"),
        ("-o pipe --format png --quantity normal", 2, "quantity is normal on standard output or in a pipe"),
        ("-o .", 1, ". is a folder; allowed: regular files, pipes, or - for"),
        ("-o . --format npy", 1, ". is a folder; allowed: regular files, pipes, or - for"),
        (
            "-o pipe --dry-run --format png --quantity normal",
            2,
            "quantity is normal on standard output or in a pipe",
        ),
    ] {
        let output = sh(&folder, &format!("exec $perlane generate --size 9x9 {options}"));
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{options}: {message}");
        assert!(message.contains(fragment), "{options}: {message}");
    }
    let plan = json(&folder.done("generate --dry-run -o pipe --size 9x9 --json"));
    assert_eq!((&plan["output"], &plan["format"]), (&"pipe".into(), &"raw".into()));
    assert_eq!(folder.names(), ["pipe", "x"]);
}

/// Outputs may be pipes, and the recipe beside a file may not: what is refused says so, before anything is written.
#[test]
fn the_place_of_a_recipe_is_no_pipe() {
    let folder = Folder::new();
    done(&folder, "mkfifo x.npy.perlane.json && mkdir y.npy.perlane.json");
    for (name, kind) in [("x.npy", "pipe"), ("y.npy", "folder")] {
        let message = format!(
            "perlane: {name}.perlane.json, the place of the output's recipe, is a {kind}; allowed: a regular file, or none\n"
        );
        folder.fails(&format!("generate -o {name} --size 4x4 --overwrite"), 1, &[&message]);
    }
    assert_eq!(folder.names(), ["x.npy.perlane.json", "y.npy.perlane.json"]);
}
