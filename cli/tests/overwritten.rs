//! Zarr folders that exist: which of them `--overwrite` replaces, and what is said of the others.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, json, tree};

#[test]
fn existing_arrays_stay_unless_overwritten() {
    let folder = Folder::new();
    folder.done("generate -o x.zarr --size 100x100");
    let before = tree(&folder.path("x.zarr"));
    for command in ["generate -o x.zarr --size 50x50", "zarr init x.zarr --size 50x50"] {
        folder.fails(command, 1, &["x.zarr exists", "--overwrite"]);
        assert!(tree(&folder.path("x.zarr")) == before);
    }
    // Only arrays are replaced.
    std::fs::create_dir(folder.path("photos")).unwrap();
    folder.write("photos/a", "precious");
    folder.write("file", "precious");
    for option in ["", "--overwrite"] {
        folder.fails(
            &format!("generate -o photos --format zarr {option}"),
            1,
            &["photos is a folder without the zarr.json", "only what perlane wrote"],
        );
        folder.fails(&format!("generate -o file --format zarr {option}"), 1, &["file is no folder; with"]);
    }
    folder.fails("generate -o x.zarr --format npy --overwrite", 1, &["x.zarr is a folder"]);
    folder.fails("generate -o none/x.zarr", 1, &["cannot create none/x.zarr"]);
    folder.done("generate -o x.zarr --size 50x50 --overwrite");
    assert_eq!(json(&folder.read("x.zarr/noise/zarr.json"))["shape"], serde_json::json!([50, 50]));
    folder.done("zarr init x.zarr --size 40x40 --overwrite");
    assert!(!tree(&folder.path("x.zarr")).keys().any(|file| file.starts_with("noise/c/")));
    assert_eq!(folder.names(), ["file", "photos", "x.zarr"], "nothing else stays");
}

/// Replacing a folder removes all that is in it, so it must hold nothing of others.
#[test]
fn what_others_wrote_is_not_overwritten() {
    let folder = Folder::new();
    let array = |attributes: &str, axis: &str| {
        format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [4], "dimension_names": ["{axis}"], "attributes": {attributes}}}"#
        )
    };
    let write = |name: &str, content: &str| {
        let path = folder.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    };
    let refused = |name: &str, what: &str| {
        let before = tree(&folder.path(name));
        for command in ["generate -q -o", "zarr init"] {
            // Also without the option, so that nobody is told to give one that does not help.
            for option in ["", "--overwrite"] {
                let args = format!("{command} {name} --size 9x9 {option}");
                folder.fails(&args, 1, &[what, "only what perlane wrote"]);
            }
        }
        assert!(tree(&folder.path(name)) == before);
    };
    write("other.zarr/zarr.json", r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#);
    refused("other.zarr", "other.zarr is a Zarr group without an array that has the attribute perlane");
    for name in ["temperature", "pressure", "x"] {
        write(&format!("other.zarr/{name}/zarr.json"), &array("{}", "x"));
    }
    refused("other.zarr", "other.zarr holds pressure, temperature, x, which perlane did not write");
    write("array.zarr/zarr.json", &array("{}", "x"));
    refused("array.zarr", "array.zarr is a Zarr array without the attribute perlane");
    // Something of others in what perlane wrote.
    for (name, layout, added, what) in [
        ("a.zarr", "dataset", "pressure/zarr.json", "a.zarr holds pressure, which"),
        ("b.zarr", "dataset", "z/zarr.json", "b.zarr holds z, which"),
        ("c.zarr", "dataset", "notes.txt", "c.zarr holds notes.txt, which"),
        ("d.zarr", "dataset", "noise/c/0/notes.txt", "d.zarr holds noise/c, which"),
        ("e.zarr", "pyramid", "9/zarr.json", "e.zarr holds 9, which"),
        ("f.zarr", "array", "mine/zarr.json", "f.zarr holds mine, which"),
    ] {
        folder.done(&format!("generate -q -o {name} --size 9x9 --chunks 5x5 --layout {layout}"));
        write(&format!("{name}/{added}"), &array("{}", "z"));
        refused(name, what);
    }
    // What has a name that perlane gives, but is something else.
    for (file, content) in [
        ("spatial_ref", array("{}", "x")),
        ("quantity", array("{}", "quantity")),
        ("x", r#"{"node_type": "group", "dimension_names": ["x"]}"#.to_owned()),
        ("noise", array(r#"{"perlane": "{}", "recipe": "{}"}"#, "x")),
    ] {
        std::fs::remove_dir_all(folder.path("a.zarr")).unwrap();
        folder.done("generate -q -o a.zarr --size 9x9 --chunks 5x5 --quantity gradient");
        write(&format!("a.zarr/{file}/zarr.json"), &content);
        refused("a.zarr", &format!("a.zarr holds {file}"));
    }
    #[cfg(unix)]
    {
        folder.done("generate -q -o l.zarr --size 9x9 --chunks 5x5");
        std::os::unix::fs::symlink("0", folder.path("l.zarr/noise/c/0/7")).unwrap();
        refused("l.zarr", "l.zarr holds noise/c, which");
    }
}

/// All that perlane writes is replaced.
#[test]
fn what_perlane_wrote_is_overwritten() {
    let folder = Folder::new();
    for options in [
        "--size 9x9 --crs EPSG:32633",
        "--size 9",
        "--size 9x9x9x9 --chunks 4x4x4x4",
        "--size 90x90 --chunks 16x16 --layout pyramid",
        "--size 90x90 --layout array --shards 64x64",
        "--size 9x9 --quantity gradient",
    ] {
        folder.done(&format!("generate -q -o x.zarr --overwrite {options}"));
        std::fs::create_dir_all(folder.path("x.zarr/noise/c")).unwrap();
        if folder.path("x.zarr/noise/zarr.json").exists() {
            folder.write("x.zarr/noise/c/.perlane-killed.part", "");
        } else {
            std::fs::remove_dir_all(folder.path("x.zarr/noise")).unwrap();
        }
        folder.done("zarr init -q x.zarr --overwrite --size 4x4");
    }
}
