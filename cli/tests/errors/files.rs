//! Files that are wrong, or that hold no recipe.

use crate::common::{Folder, text};

#[test]
fn wrong_files_say_where() {
    let folder = Folder::new();
    let permutation: Vec<String> = (0..256).map(|v| v.to_string()).collect();
    folder.write("words.txt", "1 2\n# fine\n3 four\n");
    folder.write("uneven.txt", "1 2\n3 4 5\n");
    folder.write("infinite.txt", "1 inf\n");
    folder.write("five.txt", "1 2 3 4 5\n");
    folder.write("empty.txt", "# nothing\n");
    folder.write("three.txt", "1 2 3\n");
    folder.write("binary.txt", [0xff, 0xfe, 0x00]);
    folder.write("twice.txt", permutation.join(" ").replacen("17", "16", 1));
    folder.write("large.txt", permutation.join("\n").replace("255", "256"));
    folder.write("short.txt", "1 2 3");
    folder.write("one.txt", "1");
    folder.write("marked.txt", "\u{feff}1 0\n0 1\n");
    let cases: &[(&str, i32, &[&str])] = &[
        ("--gradients words.txt", 2, &["words.txt line 3", "3 four", "2 finite numbers"]),
        ("--gradients uneven.txt", 2, &["uneven.txt line 2", "3 4 5", "2 finite numbers"]),
        ("--gradients infinite.txt", 2, &["infinite.txt line 1", "1 to 4 finite numbers"]),
        ("--gradients five.txt", 2, &["five.txt line 1", "1 to 4 finite numbers"]),
        ("--gradients empty.txt", 2, &["gradients is a list of none", "1 to 256 vectors"]),
        ("--gradients three.txt", 2, &["3-component vectors, in 2-D", "directions16"]),
        ("--gradients binary.txt", 2, &["gradients is binary.txt", "UTF-8"]),
        ("--gradients .", 1, &["gradients is .", "this is a folder"]),
        // What can only be a file is missing; other values may be names.
        ("--gradients none.txt", 1, &["none.txt does not exist"]),
        ("--gradients ./none", 1, &["./none does not exist"]),
        ("--permutation none/table", 1, &["none/table does not exist"]),
        ("--permutation none", 2, &["permutation is none; allowed: perlin, seeded, or a file that exists"]),
        ("--permutation twice.txt", 2, &["permutation[17] is 16", "17 is missing", "exactly once"]),
        ("--permutation large.txt", 2, &["large.txt line 256", "256", "0 to 255"]),
        ("--permutation one.txt", 2, &["permutation is 1 integer;", "256 integers"]),
        ("--permutation short.txt", 2, &["permutation is 3 integers", "256 integers"]),
    ];
    let before = folder.names();
    for (options, code, fragments) in cases {
        folder.fails(&format!("generate -o x.npy {options}"), *code, fragments);
    }
    assert_eq!(folder.names(), before);
    // A byte order mark, with which some editors begin texts, is nobody's number.
    folder.done("generate -q -o x.npy --size 8x8 --gradients marked.txt");
}

#[test]
fn files_without_recipes_are_refused() {
    let folder = Folder::new();
    folder.write("x.npy", "");
    for command in ["info x.npy", "reproduce x.npy", "generate x.npy -o y.npy"] {
        folder.fails(command, 1, &["perlane: x.npy is empty\n"]);
    }
    folder.write("x.npy", b"\x93NUMPY\x01\x00");
    folder.fails("info x.npy", 1, &["x.npy.perlane.json, which should hold the recipe, does not exist"]);
    folder.write("x.npy.perlane.json", "{");
    folder.fails("info x.npy", 1, &["x.npy.perlane.json, line 1, column 1: EOF"]);
    folder.write("x.png", "no picture");
    let fragments = [
        "the content of x.png is of no kind that perlane knows; allowed: npy, PNG",
        ".perlane.json beside them",
    ];
    folder.fails("info x.png", 1, &fragments);
    folder.write("x.png", b"\x89PNG\r\n\x1a\n...");
    folder.fails("info x.png", 1, &["cannot read x.png"]);
    folder.write("x.tiff", b"II*\0....");
    folder.fails("info x.tiff", 1, &["cannot read x.tiff"]);
    std::fs::create_dir(folder.path("plain")).unwrap();
    for command in ["info plain", "generate plain -o b.png", "zarr fill plain", "reproduce plain"] {
        folder.fails(command, 1, &["plain is a folder without zarr.json; allowed: Zarr arrays, and files"]);
    }
    folder.fails("reproduce none", 1, &["perlane: none does not exist"]);
    let mut plain = Vec::new();
    let mut writer = png::Encoder::new(&mut plain, 1, 1).write_header().unwrap();
    writer.write_image_data(&[0, 0, 0]).unwrap_err();
    writer.write_image_data(&[0]).unwrap();
    writer.finish().unwrap();
    folder.write("plain.png", plain);
    folder.fails("info plain.png", 1, &["plain.png", "iTXt"]);
    folder.write("x.yaml", "stream: 1");
    folder.fails("info x.yaml", 1, &["x.yaml", ".toml or .json"]);
    folder.fails("zarr fill x.yaml", 1, &["perlane: x.yaml is no folder; allowed: folders of Zarr arrays\n"]);
}

/// Other programs describe their TIFF in their own way, and Zarr folders hold JSON that is no recipe.
#[test]
fn what_other_programs_write_is_no_recipe() {
    let folder = Folder::new();
    folder.done("generate -q -o x.tif --size 9x9");
    let own = folder.read("x.tif");
    let place = own.windows(10).position(|bytes| bytes == b"{\n  \"strea").unwrap();
    for description in ["{\"shape\": [9, 9]}\0", "hello\0", "\"stream\": 1\0"] {
        let mut other = own.clone();
        other[place..place + description.len()].copy_from_slice(description.as_bytes());
        folder.write("o.tif", other);
        let message =
            "perlane: cannot find a recipe in o.tif: its ImageDescription is not one of perlane's\n";
        for command in ["info o.tif", "reproduce o.tif", "generate o.tif -o y.npy"] {
            folder.fails(command, 1, &[message]);
        }
    }
    folder.done("generate -q -o w.zarr --size 9x9");
    for (file, name) in [("w.zarr/zarr.json", "w.zarr"), ("w.zarr/noise/zarr.json", "w.zarr/noise")] {
        let message =
            format!("perlane: {file}: it is a part of a Zarr folder; allowed: the folder's name, {name}\n");
        for command in ["info", "reproduce", "generate -o y.npy"] {
            folder.fails(&format!("{command} {file}"), 2, &[&message]);
        }
        folder.done(&format!("info {name}"));
    }
}

/// However much of a file is missing, the message has no words of the decoders.
#[test]
fn files_that_end_too_early_are_said_to() {
    let folder = Folder::new();
    for (name, options) in [("x.tif", ""), ("c.tif", "--cog"), ("x.png", ""), ("x.apng", "--loop 3")] {
        folder.done(&format!("generate -q -o {name} --size 30x20 --cell-size 9 {options}"));
        let whole = folder.read(name);
        let mut early = 0;
        for length in (8..whole.len()).step_by(whole.len() / 40) {
            folder.write(name, &whole[..length]);
            for command in ["info", "reproduce", "generate --overwrite -o y.npy"] {
                let output = folder.perlane(&format!("{command} {name}"));
                let message = text(&output.stderr);
                let rust = ["fill whole buffer", "end of file", "UnexpectedEof"];
                assert!(
                    !rust.iter().any(|words| message.contains(words)),
                    "{name}, {length} bytes: {message}"
                );
                early += usize::from(message.contains(": it ends too early"));
            }
        }
        assert!(early > 30, "{name}: {early}");
        folder.write(name, whole);
    }
}

/// Texts that somebody has written by hand are not replaced by what is made from them.
#[test]
fn inputs_are_not_replaced_by_outputs() {
    let folder = Folder::new();
    let permutation: Vec<String> = (0..256).map(|i| i.to_string()).collect();
    for (name, content, options) in [
        ("r.toml", "stream = 1\nnoise = {}\n".to_owned(), "r.toml --format npy"),
        ("p.txt", permutation.join(" "), "--permutation p.txt --format raw"),
        ("g.npy", "1 0\n0 1\n".to_owned(), "--gradients g.npy"),
    ] {
        folder.write(name, &content);
        for overwrite in ["", "--overwrite", "--overwrite --dry-run"] {
            let fragments =
                [&*format!("output is ./{name}, in place of "), "which this run reads; allowed: other files"];
            folder.fails(&format!("generate -o ./{name} --size 4x4 {options} {overwrite}"), 2, &fragments);
        }
        assert_eq!(folder.read(name), content.as_bytes());
    }
    // Neither is the recipe beside the output, which is replaced or removed with it.
    folder.done("generate -q -o y.npy --size 4x4");
    let recipe = folder.read("y.npy.perlane.json");
    for output in ["y.npy", "y.npy --seed 9"] {
        let fragments = ["output is y.npy, in place of y.npy.perlane.json, which this run reads"];
        folder.fails(&format!("generate y.npy.perlane.json -o {output} --overwrite"), 2, &fragments);
    }
    assert_eq!(folder.read("y.npy.perlane.json"), recipe);
    // Neither is what GDAL would keep beside the output, and what goes with the file that is replaced.
    folder.done("generate -q -o o.tif --size 4x4");
    folder.done("generate -q -o o.tif.ovr --format tiff --size 4x4");
    folder.write("o.tif.msk", "1 0\n0 1\n");
    for (options, input) in [("--size 4x4 --gradients o.tif.msk", "o.tif.msk"), ("o.tif.ovr", "o.tif.ovr")] {
        let fragments = [&*format!("output is o.tif, in place of {input}, which this run reads")];
        folder.fails(&format!("generate -o o.tif --overwrite {options}"), 2, &fragments);
        assert!(folder.path(input).exists());
    }
    // What perlane wrote is replaced by what is made like it.
    folder.done("generate -q -o x.npy --size 4x4");
    folder.done("generate -q x.npy -o x.npy --seed 3 --overwrite");
    folder.done("reproduce -q x.npy");
    // A file whose recipe alone were replaced would not be what its recipe says.
    let fragments = ["output is x.npy.perlane.json, in place of x.npy.perlane.json, which this run reads"];
    folder.fails("generate x.npy -o x.npy.perlane.json --format raw --overwrite", 2, &fragments);
    folder.done("reproduce -q x.npy");
}

/// What is written into the folder that is read would replace its metadata, or stay there as a file that belongs to nothing.
#[test]
fn outputs_are_not_in_the_array_that_is_read() {
    let folder = Folder::new();
    folder.done("generate -q -o w.zarr --size 4x4");
    folder.done("generate -q -o y.npy --size 4x4");
    let metadata = ["w.zarr/zarr.json", "w.zarr/noise/zarr.json"].map(|name| folder.read(name));
    for output in ["w.zarr/zarr.json", "w.zarr/noise/zarr.json", "./w.zarr/noise/c/0/0"] {
        for options in ["", "--overwrite", "--overwrite --dry-run"] {
            let command = format!("generate w.zarr -o {output} --format raw {options}");
            let what =
                format!("output is {output}, inside w.zarr, which this run reads; allowed: other places");
            folder.fails(&command, 2, &[&what]);
        }
    }
    folder.fails(
        "zarr init w.zarr/noise/y w.zarr/noise",
        2,
        &["array is w.zarr/noise/y, inside w.zarr/noise"],
    );
    folder.fails("generate w.zarr -o w.zarr/y.npy", 2, &["output is w.zarr/y.npy, inside w.zarr"]);
    assert_eq!(["w.zarr/zarr.json", "w.zarr/noise/zarr.json"].map(|name| folder.read(name)), metadata);
    assert!(!folder.path("w.zarr/y.npy").exists());
    folder.done("reproduce -q w.zarr");
    // Beside the folder, and in its place, there may be others.
    folder.done("generate -q w.zarr -o w.zarr2 --format zarr");
    folder.done("generate -q w.zarr -o w.zarr --overwrite --seed 2");
    folder.done("generate -q y.npy -o y2.npy");
}
