//! Arguments that are wrong, or that change nothing.

use crate::common::{Folder, backends, text};

#[test]
fn wrong_arguments_say_which_and_what_is_allowed() {
    let (folder, backends) = (Folder::new(), backends());
    let cases: &[(&str, &[&str])] = &[
        ("--frequency 0", &["frequency is 0", "above 0"]),
        ("--frequency nan", &["frequency is NaN", "finite"]),
        ("--frequency inf", &["frequency is inf", "finite"]),
        ("--frequency -1", &["frequency is -1", "above 0"]),
        ("--frequency 1 --cell-size 1", &["--frequency", "--cell-size"]),
        ("--cell-size 0", &["cell-size is 0", "above 0"]),
        ("--cell-size 1e-310", &["cell-size is 1e-310", "1 / (size * spacing)"]),
        ("--cell-size -3", &["cell-size is -3", "above 0"]),
        ("--octaves 0", &["octaves is 0", "1 to 32"]),
        ("--octaves 33", &["octaves is 33", "1 to 32"]),
        ("--octaves 2 --fractal none", &["octaves is 2", "--fractal none is one octave"]),
        ("--gain nan", &["gain is NaN", "finite"]),
        ("--gain 1e30 --raw", &["gain is", "f32"]),
        ("--lacunarity inf", &["lacunarity is inf", "finite"]),
        ("--lacunarity 0", &["lacunarity is 0", "above 0"]),
        ("--scale inf", &["scale is inf", "finite"]),
        ("--bias 1e39", &["bias is", "1e37"]),
        ("--seed -1", &["'-1' for '--seed", "allowed: whole numbers from 0 to 18446744073709551615"]),
        ("--seed abc", &["'abc' for '--seed", "allowed: whole numbers from 0 to"]),
        ("--seed 0x10", &["'0x10' for '--seed", "allowed: whole numbers from 0 to"]),
        ("--seed 18446744073709551616", &["for '--seed", "to 18446744073709551615"]),
        ("--octaves -3", &["'-3' for '--octaves", "allowed: whole numbers from 1 to 32"]),
        ("--warp 3 --warp-octaves -1", &["'-1' for '--warp-octaves", "allowed: whole numbers from 1 to 32"]),
        ("--cell-size abc", &["'abc' for '--cell-size", "allowed: numbers such as"]),
        ("--scale 1,5", &["'1,5' for '--scale", "allowed: numbers such as"]),
        ("--nodata abc", &["'abc' for '--nodata", "allowed: numbers such as"]),
        ("--loop 0", &["'0' for '--loop", "allowed: whole numbers from 1"]),
        ("--loop -2", &["'-2' for '--loop", "allowed: whole numbers from 1"]),
        ("--fps -2", &["'-2' for '--fps", "allowed: whole numbers from 1 to 65535"]),
        ("--chunks -1x5", &["'-1x5' for '--chunks", "allowed: 1 to 4 whole numbers"]),
        ("--size -5x5", &["'-5x5' for '--size", "allowed: 1 to 4 whole numbers"]),
        ("--noise simplex", &["simplex", "perlin, value, cell, cellular"]),
        ("--noise cellular --jitter 1.5", &["jitter is 1.5", "0 to 1"]),
        ("--noise cellular --permutation perlin", &["hash is permutation", "mix"]),
        ("--noise cellular --size 64", &["cellular, in 1-D", "2-D and 3-D"]),
        ("--noise cellular --distance hybrid", &["hybrid", "euclidean, squared, manhattan, chebyshev"]),
        ("--noise cellular --returns f3", &["f3", "f1, f2, f2-f1, value"]),
        ("--warp inf", &["warp.amplitude is inf", "finite"]),
        ("--warp 1e9", &["warp.amplitude is up to 1000000000", "2^20 cells"]),
        ("--warp 3 --warp-octaves 0", &["warp.octaves is 0", "1 to 32"]),
        ("--warp 3 --warp-frequency -1", &["warp.frequency is -1", "above 0"]),
        ("--warp-octaves 3", &["warp-octaves is 3", "only with --warp"]),
        ("--warp 3 --warp-seed -1", &["-1", "--warp-seed"]),
        ("--fractal fbn", &["fbn", "billow"]),
        ("--fractal basic-multi", &["basic-multi", "hybrid-multi", "ridged-multi"]),
        ("--fractal ping-pong --strength -1", &["strength is -1", "0 to 1000"]),
        ("--fractal ridged-multi --level 1e9", &["level is 1000000000", "0 to 1000"]),
        ("--fractal hybrid-multi --feedback nan", &["feedback is NaN", "0 to 1000"]),
        ("--gradients value-gradient --size 4x4x4", &["gradients is value-gradient, in 3-D", "edges"]),
        ("--gradients edgy", &["gradients is edgy", "knight-moves", "file"]),
        ("--gradients edges --size 4x4", &["gradients is edges, in 2-D", "directions16"]),
        ("--permutation ken", &["permutation is ken", "seeded", "file"]),
        ("--hash mix --permutation perlin", &["hash is mix", "permutation"]),
        // Names that are nearly right.
        (
            "--noise perlim",
            &["'perlim' for '--noise <KIND>': allowed: perlin, value", "did you mean perlin?"],
        ),
        ("--fractal fmb", &["'fmb' for '--fractal", "did you mean fbm?"]),
        ("--gradients edge", &["gradients is edge", "a file that exists (did you mean edges?)"]),
        ("--permutation perlim", &["permutation is perlim", "a file that exists (did you mean perlin?)"]),
        ("--quantity norml", &["'norml' for '--quantity", "did you mean normal?"]),
        ("--noise cellular --distance euclid", &["'euclid' for '--distance", "did you mean euclidean?"]),
        ("--period 1,2,3", &["period.z is 3", "2 axes"]),
        ("--period -1,2", &["-1,2", "--period", "whole numbers from 0 to 4294967295 for x, y, z, w"]),
        ("--period 4294967296", &["--period", "whole numbers from 0 to 4294967295"]),
        ("--start 9223372036854775808,0", &["--start", "whole numbers from -2^53 to 2^53"]),
        ("--range 0..x", &["0..x", "two finite numbers"]),
        ("--range 0...1", &["'0...1' for '--range", "two finite numbers"]),
        ("--dtype u8 --levels 0...5", &["'0...5' for '--levels", "two finite numbers"]),
        ("--dtype u8 --levels 1e300..1e300", &["levels is 1e300..1e300; allowed"]),
        ("--fractal none --gain 1e300", &["gain is 1e300, with --fractal none"]),
        ("--cell-size -1e300", &["cell-size is -1e300; allowed"]),
        (
            "--spacing 1e-320",
            &["spacing.x is 1e-320; allowed: spacings whose frequency, 1 / (256 * spacing)"],
        ),
        (
            "--spacing 1e-310",
            &[
                "spacing.x is 1e-310; allowed: spacings whose frequency, 1 / (256 * spacing), is finite in all octaves",
            ],
        ),
        (
            "--cell-size 1e-308",
            &[
                "cell-size is 1e-308; allowed: sizes whose frequency, 1 / (size * spacing), is finite in all octaves",
            ],
        ),
        (
            "--frequency 1e308",
            &["frequency is 1e308; allowed: numbers that keep the frequencies of all octaves finite"],
        ),
        ("--lacunarity 1e300", &["lacunarity is 1e300; allowed: numbers that keep the frequencies"]),
        (
            "--fractal none --frequency 1e308 --warp 1 --warp-octaves 6",
            &["frequency is 1e308", "of the warp"],
        ),
        ("--spacing 1e308", &["spacing.x is 1e308; allowed: spacings whose frequency"]),
        ("--range 0..1 --bias 2", &["--range", "--bias"]),
        ("--size 4294967296x4294967296", &["size is 4294967296x4294967296", "bytes"]),
        ("--size 18446744073709551616", &["--size", "whole numbers"]),
        ("--size 1x1x1x1x1", &["--size", "1 to 4"]),
        ("--size 4x-4", &["--size", "whole numbers"]),
        ("--start 1", &["start is a list of 1", "2 numbers"]),
        ("--start 1.5,0", &["--start", "whole numbers"]),
        ("--start 9223372036854775807,0", &["start.x is 9223372036854775807", "2^53"]),
        ("--origin inf,0", &["origin.x is inf", "finite"]),
        ("--spacing 0", &["spacing.x is 0", "other than 0"]),
        ("--spacing 0 --range 0..1", &["spacing.x is 0", "other than 0"]),
        (
            "--start 0,4611686018427387904 --frequency 1",
            &["start.y is 4611686018427387904", "from -2^53 to 2^53"],
        ),
        (
            "--origin 0,4.611686018427388e18 --frequency 1",
            &["y coordinate of sample 0 is 4.611686018427388e18", "2^52"],
        ),
        ("--scale 1e300", &["scale is 1e300", "1e37"]),
        ("--bias 1e38", &["bias is 1e38", "1e37"]),
        ("--start 4503599627370000,0 --frequency 1 --fractal none", &["x coordinate of sample 497", "2^52"]),
        ("--backend mmx", &["backend is mmx", &backends]),
        ("--threads 0", &["'0' for '--threads", "allowed: whole numbers from 1"]),
        ("--threads -1", &["'-1' for '--threads", "allowed: whole numbers from 1"]),
        ("--dtype f64", &["f64", "f32, u16, u8"]),
        ("--levels 0..1", &["levels is 0..1", "--dtype u8 or u16"]),
        ("--dtype u8 --levels 1..1", &["levels is 1..1", "two different numbers"]),
        ("--colormap viridis", &["colormap is viridis", "only in PNG"]),
        ("--colormap rainbow", &["'rainbow' for '--colormap", "terrain, viridis"]),
        ("--hash md5", &["'md5' for '--hash", "mix, permutation"]),
        ("--fade cosine", &["'cosine' for '--fade", "linear, cubic, quintic"]),
        ("--dtype u8 --scale 0", &["the range of the noise is 0..0", "scale other than 0", "--levels"]),
        ("--format jpeg", &["'jpeg' for '--format", "npy, raw, png, apng, y4m, tiff"]),
        #[cfg(not(feature = "exr"))]
        ("--format exr", &["'exr' for '--format", "exr in builds with --features exr"]),
        ("--size 99999999999999999999x2", &["--size", "whole numbers up to 18446744073709551615"]),
        ("--cog", &["cog is given", "only in TIFF"]),
        ("--pages", &["pages is given", "only in TIFF"]),
        ("--nodata 0", &["nodata is given", "only in TIFF"]),
        ("--fps 30", &["fps is 30", "only in APNG and y4m"]),
        ("--crs EPSG:4326", &["crs is EPSG:4326", "only in TIFF and Zarr"]),
        ("--crs 4326", &["'4326' for '--crs", "such as EPSG:32633"]),
        ("--layout pyramid", &["layout is pyramid", "only in Zarr"]),
        ("--frequency 1e400", &["'1e400' for '--frequency", "size from 5e-324 to 1.7e308"]),
        ("--cell-size 1e-400", &["'1e-400' for '--cell-size", "or 0"]),
        (
            "--spacing 1,1e-400",
            &["'1,1e-400' for '--spacing", "1 to 4 numbers", "size from 5e-324 to 1.7e308, or 0"],
        ),
        ("--spacing 1e400", &["'1e400' for '--spacing", "size from 5e-324 to 1.7e308, or 0"]),
        ("--origin 0,-1e400", &["'0,-1e400' for '--origin", "size from 5e-324 to 1.7e308, or 0"]),
        ("--loop 99999999999999999999", &["for '--loop", "whole numbers from 1 to 18446744073709551615"]),
        (
            "--threads 99999999999999999999",
            &["for '--threads", "whole numbers from 1 to 18446744073709551615"],
        ),
        ("--loop=", &["'' for '--loop"]),
        ("--backend=", &["backend is \"\"; allowed"]),
        ("--gradients=", &["gradients is \"\"; allowed"]),
        ("--noise=", &["'' for '--noise <KIND>': allowed: perlin, value"]),
        ("--range=-1e308..1e308", &["'-1e308..1e308' for '--range", "these are too far apart"]),
        ("--octvaes 3", &["--octvaes", "--octaves", "\n\nUsage: "]),
    ];
    for (options, fragments) in cases {
        folder.fails(&format!("generate -o x.npy {options}"), 2, fragments);
    }
    folder.fails("generate --size 4x4", 2, &["--output"]);
    folder.fails("generate -o x.npy. --size 4x4", 2, &["extension is empty", "npy, raw, png"]);
    let fragments = ["output is a.npy and b.npy", "each run writes one"];
    folder.fails("generate -o a.npy --size 4x4 -o b.npy", 2, &fragments);
    folder.fails("generate -o x.tga", 2, &["extension is tga", "npy, raw, png"]);
    folder.fails("generate -o x.png --scale 0", 2, &["the range of the noise is 0..0", "--levels"]);
    for format in ["tiff", "zarr"] {
        let fragments = [&*format!("format is {format}"), "npy, raw, png, apng, y4m on standard output"];
        folder.fails(&format!("generate -o - --format {format}"), 2, &fragments);
    }
    folder.fails("generate -o x.tiff --size 9", 2, &["size is 9, which has 1 axis;", "2 or 3 axes in TIFF"]);
    folder.fails(
        "generate -o x.tiff --size 4x4x4x4",
        2,
        &["size is 4x4x4x4, which has 4 axes", "2 or 3 axes in TIFF"],
    );
    folder.fails("generate -o x.tiff --size 4x0", 2, &["size is 0 along y;", "1 to 4294967295"]);
    // Nobody reads rows of more than a gibibyte.
    for (dtype, most) in [("f32", 1u64 << 28), ("u16", 1 << 29), ("u8", 1 << 30)] {
        let run = format!("generate -o x.tiff --dry-run --dtype {dtype} --size");
        let what = format!("size is {} along x; allowed: up to {most} along x in TIFF of {dtype}", most + 1);
        folder.fails(&format!("{run} {}x1", most + 1), 2, &[&what, "--cog and --compression make tiles"]);
        folder.done(&format!("{run} {most}x1"));
        folder.done(&format!("{run} {}x1 --cog", most + 1));
    }
    folder.fails(
        "generate -o x.tiff --compression lzw",
        2,
        &["compression is lzw", "deflate:9", "zstd:22 in TIFF"],
    );
    folder.fails(
        "generate -o x.tiff --pages --size 4x4",
        2,
        &["pages is given for the size 4x4", "several z or planes"],
    );
    folder.fails("generate -o x.tiff --cog --pages", 2, &["pages is given", "only without --cog"]);
    folder.fails(
        "generate -o x.tiff --size 4x4x70000",
        2,
        &["size is 70000 along z", "65535 bands", "--pages"],
    );
    folder.fails("generate -o x.tiff --nodata 1e40", 2, &["nodata is 1e40; allowed: numbers that f32 holds"]);
    folder.fails("generate -o x.tiff --dtype u8 --nodata -1", 2, &["nodata is -1", "numbers that u8 holds"]);
    folder.fails("generate -o x.npy --chunks 4x4", 2, &["chunks is 4x4", "only in Zarr"]);
    folder.fails("generate -o x.zarr --layout pyramid --size 9", 2, &["layout is pyramid", "2 to 4"]);
    folder.fails("generate -o x.zarr --layout tree", 2, &["'tree' for '--layout", "dataset, array, pyramid"]);
    folder.fails("generate -o x.zarr --chunks 4", 2, &["chunks is 4", "2 numbers"]);
    folder.fails("generate -o x.zarr --chunks 0x4", 2, &["chunks is 0x4", "1 to 67108864 samples"]);
    folder.fails("generate -o x.zarr --shards 9x8 --chunks 4x4", 2, &["shards is 9x8", "multiples", "4x4"]);
    folder.fails("generate -o x.zarr --compression zstd:99", 2, &["compression is zstd:99", "zstd:22"]);
    folder.fails("zarr init x.npy", 2, &["array is x.npy", "such as x.zarr"]);
    folder.fails("zarr fill none.zarr", 1, &["perlane: none.zarr does not exist"]);
    folder.fails("zarr fill none.zarr --part 0/3", 2, &["0/3", "K from 1 to N"]);
    folder.fails("zarr fill none.zarr --part -1/3", 2, &["-1/3", "K from 1 to N"]);
    folder.fails("generate -o x", 2, &["extension is missing", "npy, raw, png"]);
    folder.fails(
        "generate -o x.png --size 4x4x4",
        2,
        &[
            "size is 4x4x4, which has 3 axes",
            "2 axes in PNG; formats for 3 axes: npy, raw, apng, y4m, tiff, ",
        ],
    );
    for name in ["x.apng", "x.y4m"] {
        folder.fails(
            &format!("generate -o {name} --size 4x4"),
            2,
            &["size is 4x4", "3 axes in", "for 2 axes: npy"],
        );
        folder.fails(&format!("generate -o {name} --size 4x4x2 --fps 0"), 2, &["0", "--fps"]);
    }
    for (name, size) in [("cu.png", "8x8"), ("cu.apng", "8x8x4"), ("cu.y4m", "8x8x4")] {
        let output = folder.perlane(&format!("generate -o {name} --quantity curl --size {size}"));
        let message = text(&output.stderr);
        let (_, formats) = message.split_once("planes: ").unwrap();
        assert!(formats.starts_with("npy, raw, ") && !formats.contains("png"), "{message}");
        assert!(!formats.contains("y4m"), "{message}");
    }
    folder.fails("generate -o x.png --size 0x4", 2, &["size is 0 along x;", "1 to 2147483647"]);
    folder.fails("generate -o x.png --size 4294967296x1", 2, &["size is 4294967296", "1 to 2147483647"]);
    folder.fails("generate -o x.png --dtype f32", 2, &["dtype is f32", "u8 and u16"]);
    let json = "--json cannot be used with -o -: standard output carries the samples";
    folder.fails("generate -o - --json", 2, &[json]);
    folder.fails("zarr init - --size 4x4", 2, &["array is -; allowed: names of folders"]);
    folder.fails("paint", 2, &["paint"]);
    folder.fails("verify --cases -1", 2, &["'-1' for '--cases", "allowed: whole numbers from 0"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

/// What people type for options of other names gets a tip that leads there, and no guess that does not.
#[test]
fn unknown_options_get_tips_that_help() {
    let folder = Folder::new();
    let tips = |args: &str| -> Vec<String> {
        let message = text(&folder.perlane(args).stderr);
        assert!(
            message.starts_with("perlane: unexpected argument '--") && message.contains("\n\nUsage: "),
            "{message}"
        );
        let usage = message.lines().find(|line| line.starts_with("Usage: ")).unwrap();
        assert!(
            usage.starts_with("Usage: perlane ") && !usage.contains("--fade") && !usage.contains("--noise"),
            "{usage}"
        );
        message.lines().filter_map(|line| line.strip_prefix("  tip: ")).map(str::to_owned).collect()
    };
    for (word, option) in [
        ("--offset 3", "--origin sets world coordinates of the samples, and --start "),
        ("--kind perlin", "--noise sets the kind "),
        ("--frames=9", "--loop adds frames that loop, and a third number of --size "),
        ("--seamless", "--tile makes opposite edges meet"),
        ("--wavelength 30", "--cell-size sets how many samples "),
        ("--resolution 9x9", "--size sets how many samples "),
        ("--width 9", "--size sets how many samples "),
        ("--height 9", "--size sets how many samples "),
    ] {
        for command in ["generate -o x.npy", "zarr init x.zarr", "show"] {
            let tips = tips(&format!("{command} {word}"));
            assert!(tips.len() == 1 && tips[0].starts_with(option), "{command} {word}: {tips:?}");
        }
        // Other commands do not have these options.
        assert_eq!(tips(&format!("reproduce x.npy {word}")), [""; 0], "{word}");
    }
    for (word, guess) in [
        ("--octvaes 3", "--octaves"),
        ("--frequncy 3", "--frequency"),
        ("--normalise", "--normalize"),
        ("--over", "--overwrite"),
    ] {
        let want = format!("a similar argument exists: '{guess}'");
        assert_eq!(tips(&format!("generate -o x.npy {word}")), [want], "{word}");
    }
    assert_eq!(tips("generate -o x.npy --layers 3"), [""; 0]);
    folder.fails(
        "generate -o x.npy --spacing 10, -10",
        2,
        &["  tip: numbers for several axes are joined by commas"],
    );
}

/// An option that changes nothing is a mistake, and is said to be one: what it is, and what it would need.
#[test]
fn options_that_change_nothing_are_refused() {
    let folder = Folder::new();
    let fractals =
        "only with --fractal fbm, billow, ridged, turbulence, ping-pong, ridged-multi or hybrid-multi";
    let cases = [
        ("--returns f1", "returns is f1, with --noise perlin; allowed: only with --noise cellular"),
        ("--noise value --distance squared", "distance is squared, with --noise value"),
        (
            "--noise cell --jitter 0.5",
            "jitter is 0.5, with --noise cell; allowed: only with --noise cellular",
        ),
        (
            "--noise cell --fade linear",
            "fade is linear, with --noise cell; allowed: only with --noise perlin or value",
        ),
        ("--noise cellular --fade linear", "fade is linear, with --noise cellular"),
        (
            "--noise value --gradients signs",
            "gradients is signs, with --noise value; allowed: only with --noise perlin",
        ),
        ("--noise cell --warp 3 --gradients signs", "gradients is signs, with --noise cell"),
        ("--fractal none --gain 0.4", &format!("gain is 0.4, with --fractal none; allowed: {fractals}")),
        ("--fractal none --persistence 0.4", "gain is 0.4, with --fractal none"),
        (
            "--fractal none --lacunarity 3",
            &format!("lacunarity is 3, with --fractal none; allowed: {fractals}"),
        ),
        ("--strength 3", "strength is 3, with --fractal fbm; allowed: only with --fractal ping-pong"),
        (
            "--level 3",
            "level is 3, with --fractal fbm; allowed: only with --fractal ridged-multi or hybrid-multi",
        ),
        ("--fractal ping-pong --feedback 1", "feedback is 1, with --fractal ping-pong"),
        (
            "--hash permutation --seed 3",
            "seed is 3, with --permutation perlin; allowed: only with --permutation seeded, or --hash mix",
        ),
        ("--permutation perlin --warp 3 --warp-seed 1 --seed 3", "seed is 3, with --permutation perlin"),
    ];
    for (options, message) in cases {
        folder.fails(&format!("generate -o x.npy --size 8x8 {options}"), 2, &[message]);
        folder.fails(&format!("show --once {options}"), 2, &[message]);
        folder.fails(&format!("zarr init x.zarr --size 8x8 {options}"), 2, &[message]);
    }
    folder.write("plain.toml", "stream = 1\n[noise]\nfrequency = 0.1\n");
    folder.write("one.toml", "stream = 1\n[noise]\nfrequency = 0.1\nfractal = \"billow\"\noctaves = 1\n");
    folder.write("cells.toml", "stream = 1\n[noise]\nkind = \"cellular\"\nfrequency = 0.1\n");
    let layer = "[[layers]]\nfrequency = 0.1\nhash = \"permutation\"\n";
    folder.write("fixed.toml", format!("stream = 1\n{layer}{layer}"));
    let raw = "no-normalize, also called raw, is given for 2 layers; allowed: only with recipes of one noise";
    folder.fails("generate -o x.npy --size 8x8 fixed.toml --raw", 2, &[raw]);
    folder.write("mixed.toml", format!("stream = 1\n{layer}[[layers]]\nfrequency = 0.2\n"));
    let recipes = [
        ("plain.toml --gain 0.3", "gain is 0.3, with --fractal none"),
        ("one.toml --gain 0.3", "gain is 0.3, with --octaves 1; allowed: only with --octaves 2 to 32"),
        ("cells.toml --fade cubic", "fade is cubic, with --noise cellular"),
        ("cells.toml --noise perlin --returns f2", "returns is f2, with --noise perlin"),
        ("fixed.toml --seed 4", "seed is 4, with --permutation perlin"),
    ];
    for (options, message) in recipes {
        folder.fails(&format!("generate -o x.npy --size 8x8 {options}"), 2, &[message]);
    }
    assert!(!folder.path("x.npy").exists());
    // What scripts do: they count from one octave and from no warp on, and say what is the default.
    for options in [
        "--octaves 1 --gain 0.4 --lacunarity 3",
        "--fractal none --octaves 1",
        "--fractal fbm --gain 0.5",
        "--warp 0 --warp-octaves 2 --warp-seed 3",
        "--noise cellular --hash mix --returns f1 --distance euclidean",
        "--permutation seeded --seed 3",
        "--permutation perlin --warp 3 --seed 3",
        "--fractal hybrid-multi --level 0.7 --feedback 1.5 --gain 0.5",
        "plain.toml --fractal fbm --gain 0.3",
        "cells.toml --returns f2",
        "mixed.toml --seed 4",
    ] {
        folder.done(&format!("generate -q --overwrite -o x.npy --size 8x8 {options}"));
    }
}

#[test]
fn backends_that_this_machine_lacks_are_refused_with_the_reason() {
    let folder = Folder::new();
    for name in perlane::Backend::NAMES {
        if let Some(reason) = perlane::Backend::absence(name) {
            let allowed = format!("not {name}: {reason}");
            folder.fails(&format!("generate -o x.npy --backend {name}"), 2, &[&backends(), &allowed]);
        }
    }
}

/// Nothing is said that helps nobody.
#[test]
fn hints_about_options_lead_somewhere() {
    let folder = Folder::new();
    let message = |args: &str| {
        let output = folder.perlane(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        text(&output.stderr)
    };
    let wrong = message("generate -o x.tif --size 64x64 --spacing 10 -10");
    assert!(
        wrong.contains("tip: numbers for several axes are joined by commas, as in --spacing 10,-10"),
        "{wrong}"
    );
    for args in ["schema 5", "verify --cases -- 5"] {
        let wrong = message(args);
        assert!(wrong.contains("unexpected argument '5'") && !wrong.contains("tip:"), "{args}: {wrong}");
    }
    for (args, name) in [
        ("info -x.png", "-x.png"),
        ("reproduce -y.npy", "-y.npy"),
        ("generate -q -x.png -o a.npy", "-x.png"),
        ("bench --compare -r.json", "-r.json"),
        ("verify --golden -g.jsonl", "-g.jsonl"),
    ] {
        let wrong = message(args);
        assert!(wrong.contains(&format!("tip: a file of the name {name} is written ./{name}")), "{wrong}");
    }
    for args in ["generate -o x.tif --size 8x8 --spacing 10 -0.5,2", "generate -o x.tif --levels 0 -0.5..0.5"]
    {
        let wrong = message(args);
        assert!(wrong.contains("tip: numbers for several axes"), "{args}: {wrong}");
    }
    for args in ["info -x", "generate -q -z"] {
        assert!(!message(args).contains("tip:"), "{args} names no file");
    }
    for (args, option) in
        [("generate -o x.tif --csr EPSG:4326", "'--csr'"), ("zarr init x.zarr --cog", "'--cog'")]
    {
        let wrong = message(args);
        assert!(wrong.contains(option) && !wrong.contains("as a value"), "{wrong}");
    }
}

/// `--loop` adds an axis, which `--size` does not have.
#[test]
fn lists_have_as_many_numbers_as_the_size() {
    let folder = Folder::new();
    folder.done("generate -q -o x.npy --size 60x40 --loop 24 --spacing 1,-1 --origin 5,7");
    folder.done("generate -q -o y.npy --size 60x40 --loop 24 --spacing 1,-1,1 --origin 5,7,0");
    assert_eq!(folder.read("x.npy"), folder.read("y.npy"));
    folder.fails("generate -o z.npy --size 60x40 --loop 24 --spacing 1,-1,5", 2, &[
        "spacing is 5 along the axis of --loop; allowed: 1 or -1, as --loop sets the spacing of its frames",
    ]);
    folder.fails("generate -o z.npy --size 60x40 --loop 24 --spacing 1,2,3,4", 2, &[
        "spacing is a list of 4; allowed: 2 numbers, one for each axis of the size; or 3, with that of --loop",
    ]);
}

/// An empty name comes from a variable that is not set.
#[test]
fn empty_names_are_shown() {
    let folder = Folder::new();
    for (args, name) in [
        (&["info", ""][..], "FILE"),
        (&["reproduce", ""], "FILE"),
        (&["bench", "--compare", ""], "compare"),
        (&["verify", "--golden", ""], "golden"),
        (&["generate", "-o", ""], "output"),
        (&["generate", "", "-o", "x.npy"], "RECIPE"),
    ] {
        let output = folder.command(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(
            text(&output.stderr),
            format!("perlane: {name} is \"\"; allowed: names of files\n"),
            "{args:?}"
        );
    }
}

/// Where names are allowed, they are shown.
#[test]
fn names_are_shown_for_empty_ones() {
    let folder = Folder::new();
    for (option, name) in [("--dtype", "f32"), ("--colormap", "terrain"), ("--layout", "pyramid")] {
        let output = folder.command(["generate", "-o", "x.npy", option, ""]).output().unwrap();
        let message = text(&output.stderr);
        assert!(message.contains(name) && !message.contains("names of files"), "{option}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_shown() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"a\xff");
    let output = Folder::new().command(["bench".as_ref(), "--only".as_ref(), bytes]).output().unwrap();
    assert_eq!(text(&output.stderr), "perlane: an argument is \"a\\xFF\"; allowed: text in UTF-8\n");
    assert_eq!(output.status.code(), Some(2));
}
