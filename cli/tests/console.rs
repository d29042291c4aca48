//! What people and programs read.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::io::Read;
use std::process::Stdio;

use common::{Folder, first_backend, json, text};
use perlane::{Backend, Noise, Recipe, Window};

#[test]
fn a_summary_for_people_is_on_stderr_and_quiet_is_silent() {
    let folder = Folder::new();
    let output = folder.perlane("generate -o x.npy --size 64x32 --threads 3");
    assert!(output.stdout.is_empty());
    let summary = text(&output.stderr);
    let parts =
        ["x.npy: 64x32 f32, 8.32 kB, ", " s, ", " M samples/s, ", Backend::detect().name(), ", 3 threads\n"];
    for part in parts {
        assert!(summary.contains(part), "{part:?} is not in: {summary}");
    }
    assert_eq!(summary.lines().count(), 1, "no progress bar in: {summary}");
    let output = folder.perlane("generate -o y.npy --size 64x32 -q");
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    let one = text(&folder.perlane("generate -o z.npy --size 64x32 --threads 1").stderr);
    assert!(one.ends_with(", 1 thread\n"), "{one}");
    // A quantity has more numbers than its grid.
    let planes = text(&folder.perlane("generate -o g.npy --size 64x32 --quantity gradient").stderr);
    assert!(planes.starts_with("g.npy: 3 planes of 64x32 f32, "), "{planes}");
    let planes = text(&folder.perlane("zarr init g.zarr --size 64x32 --quantity gradient").stderr);
    assert!(planes.starts_with("g.zarr: 3 planes of 64x32 f32, 1 chunk file to fill"), "{planes}");
    let plan = text(&folder.done("generate -o z.npy --size 64x32 --threads 1 --dry-run"));
    assert!(plan.contains(" of memory, 1 thread, "), "{plan}");
}

#[test]
fn a_summary_for_programs() {
    let folder = Folder::new();
    let name = first_backend();
    let options = format!("--json --threads 1 --dtype u16 --backend {name}");
    let output = folder.perlane(&format!("generate -o x.npy --size 64x32 {options}"));
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    let report = json(&output.stdout);
    assert_eq!(report["output"], "x.npy");
    assert_eq!((&report["format"], &report["dtype"]), (&"npy".into(), &"u16".into()));
    assert_eq!(report["shape"], serde_json::json!([32, 64]));
    assert_eq!(report["sample_bytes"], 4096);
    assert_eq!((&report["backend"], &report["threads"]), (&name.into(), &1.into()));
    assert!(report["seconds"].as_f64().unwrap() > 0.0);
    assert!(report["samples_per_second"].as_f64().unwrap() > 0.0);
    assert_eq!(report["recipe"], json(&folder.read("x.npy.perlane.json")));
    assert_eq!(report["blake3"], report["recipe"]["samples"]["blake3"]);
}

#[test]
fn a_dry_run_prints_a_recipe_and_writes_nothing() {
    let folder = Folder::new();
    let plan = text(&folder.done("generate --dry-run -o x.npy --size 65536x65536 --seed 9 --start -1,2"));
    assert!(plan.contains("17179869184 bytes"), "{plan}");
    let recipe: Recipe = toml::from_str(&plan).unwrap();
    let mut window = Window::from_shape(&[65536, 65536]).unwrap();
    window.start = [2, -1].into();
    assert_eq!(recipe.grid, Some(window));
    assert_eq!(recipe.layers, Noise::perlin(9).fbm(6).frequency(1.0 / 256.0).into());

    let plan = json(&folder.done("generate --dry-run --json --size 65536x65536"));
    assert_eq!(plan["sample_bytes"], 17_179_869_184_u64);
    assert!(plan["memory"].as_u64().unwrap() < 256 << 20, "{plan}");
    assert_eq!(plan["output"], serde_json::Value::Null);
    assert!(folder.names().is_empty());
}

/// A recipe's frequency of 1 makes Perlin noise 0 on whole numbers, which looks like a mistake of the program.
#[test]
fn samples_on_lattice_points_are_noted() {
    let folder = Folder::new();
    folder.write("r.toml", "stream = 1\n[noise]");
    let note = |options: &str| text(&folder.perlane(&format!("generate r.toml --dry-run {options}")).stderr);
    let want = "note: frequency 1 puts every sample on a lattice point, where Perlin noise is 0; \
                --cell-size 256 makes cells of 256 samples\n";
    assert_eq!(note(""), want);
    assert_eq!(note("--fractal fbm --origin 3,-4 --spacing 2"), want);
    for other in [
        "-q",
        "--cell-size 256",
        "--origin 0.5,0",
        "--spacing 1,0.5",
        "--noise value",
        "--fractal fbm --lacunarity 1.9",
    ] {
        assert_eq!(note(other), "", "{other}");
    }
}

/// A period that does not do what it is mostly given for.
#[test]
fn periods_whose_edges_do_not_meet_are_noted() {
    let folder = Folder::new();
    let note = |options: &str| text(&folder.perlane(&format!("generate --dry-run {options}")).stderr);
    let short = "note: --period has 1 of 2 numbers, and the noise repeats along x alone; \
                 say 0 for axes along which it does not repeat\n";
    let open = |axis: &str, after: usize, size: usize, cells: &str| {
        format!(
            "note: along {axis}, the noise repeats after {after} samples, and there are {size}: the edges do not meet; \
             with cells of {cells} samples they do\n"
        )
    };
    assert_eq!(note("--period 4"), short);
    assert_eq!(note("--period 8"), [short, &open("x", 2048, 1024, "128")].concat());
    assert_eq!(note("--period 4,3"), open("y", 768, 1024, "85.33333333333333"));
    assert_eq!(note("--period 4,3 --cell-size 85.33333333333333"), "");
    // All axes that fail are named, and no cells that mend one at the cost of another.
    assert_eq!(
        note("--size 2048x100 --period 8,8"),
        "note: along y, the noise repeats after 2048 samples, and there are 100: the edges do not meet\n"
    );
    let both = "note: along x, the noise repeats after 100 samples, and there are 2048; \
                along y, it repeats after 100, and there are 130: the edges do not meet\n";
    assert_eq!(note("--size 2048x130 --period 8,8 --cell-size 12.5"), both);
    assert_eq!(
        note("--size 96x64 --period 2,2 --spacing 1,3"),
        "note: along x, the noise repeats after 512 samples, and there are 96; along y, it repeats after 170.666667, \
         and there are 64: the edges do not meet; with cells of 48 samples they do\n"
    );
    assert_eq!(note("--size 96x64 --period 2,2 --spacing 1,3 --cell-size 48"), "");
    let rounded = note("--size 64x64 --period 3,3 --cell-size 33.3");
    assert!(rounded.starts_with("note: along x, the noise repeats after 99.9 samples, "), "{rounded}");
    let absurd = note("--period 4000000000,4");
    assert!(
        absurd.contains("along x") && absurd.ends_with(", and there are 1024: the edges do not meet\n"),
        "{absurd}"
    );
    for fine in [
        "--period 4,4",
        "--period 4,2",
        "--period 0,4",
        "--period 0",
        "--period 10,10 --cell-size 102.4",
        "--period 8 -q",
    ] {
        assert_eq!(note(fine), "", "{fine}");
    }
}

/// Recipes have powers of ten in place of hundreds of zeros, and the same numbers.
#[test]
fn recipes_have_short_numbers() {
    let folder = Folder::new();
    for (options, number) in [
        ("--frequency 1e-320", "1e-320"),
        ("--spacing 1e300 --frequency 1e-300", "1e300"),
        ("--spacing 1e300 --frequency 1e-300", "1e-300"),
        ("--origin=-2.5e-300,0", "-2.5e-300"),
    ] {
        let plan = text(&folder.done(&format!("generate -q --dry-run --size 8x8 --noise value {options}")));
        assert!(plan.contains(number) && plan.lines().all(|line| line.len() < 100), "{plan}");
        folder.write("r.toml", &plan);
        let samples = |run: &str| folder.done(&format!("generate -q --size 8x8 --noise value -o - {run}"));
        assert_eq!(samples("r.toml"), samples(options), "{options}");
    }
}

/// One cell that repeats is a blob, or flat.
#[test]
fn periods_of_a_single_cell_are_noted() {
    let folder = Folder::new();
    let note = |options: &str| text(&folder.perlane(&format!("generate --dry-run {options}")).stderr);
    let single = |axes: &str| {
        format!(
            "note: along {axes}, the noise repeats after a single lattice cell, and has little to show; \
             a smaller --cell-size, or a larger --period, makes more cells\n"
        )
    };
    assert_eq!(note("--size 256x256 --tile"), single("x, y"));
    assert_eq!(note("--size 1024x256 --tile"), single("y"));
    assert_eq!(note("--period 4,1"), single("y"));
    for fine in ["--size 256x256 --tile --cell-size 64", "--size 1024x1 --tile", "--size 256x256 --tile -q"] {
        assert_eq!(note(fine), "", "{fine}");
    }
}

#[test]
fn the_help_of_help_is_help() {
    let folder = Folder::new();
    assert_eq!(folder.done("zarr help --help"), folder.done("zarr help"));
    assert_eq!(folder.done("help -h"), folder.done("help"));
}

/// Samples that are all the same are rarely meant.
#[test]
fn constants_are_noted() {
    let folder = Folder::new();
    let note =
        |options: &str| text(&folder.perlane(&format!("generate --dry-run --size 64x64 {options}")).stderr);
    assert_eq!(note("--scale 0"), "note: every sample is 0, because the noise has no other range\n");
    assert_eq!(note("--range 1..1"), "note: every sample is 1, because the noise has no other range\n");
    assert!(note("--frequency 1e-300").contains(
        "note: the window has 2.05e-297 lattice cells along its longest axis, so that samples hardly differ"
    ));
    assert!(note("--range 1e37..1e37").contains("every sample is 1e37, because"));
    assert!(note("--spacing 1e-310 --frequency 1e-20").contains("has 0 lattice cells"));
    assert_eq!(note("--cell-size 10000"), "");
    assert_eq!(note("--size 1x1 --frequency 1e-300"), "");
}

/// A fractal has the octaves that --help says, whether or not the recipe had none.
#[test]
fn fractals_of_recipes_without_one_have_the_default_octaves() {
    let folder = Folder::new();
    folder.write("r.toml", "stream = 1\n[noise]\nfrequency = 0.01");
    for (options, octaves) in [("", 6), (" --octaves 1", 1), (" --octaves 3", 3)] {
        let plan = text(&folder.done(&format!("generate r.toml --dry-run --fractal fbm{options}")));
        let recipe: Recipe = toml::from_str(&plan).unwrap();
        assert_eq!(recipe.layers, Noise::perlin(0).fbm(octaves).frequency(0.01).into());
    }
}

#[test]
fn help_is_printed_as_it_is_or_not_at_all() {
    let folder = Folder::new();
    let output = folder.perlane("");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("Bulk Perlin noise"), "{}", text(&output.stderr));
    #[cfg(target_os = "linux")]
    for args in ["--help", "--version", "generate --help"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = folder.command(args.split(' ')).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args}");
        assert!(text(&output.stderr).contains("cannot write to standard output: No space"), "{args}");
    }
}

/// What is written to a pipe that closes is not an error: whoever reads has enough.
#[test]
fn closed_pipes_are_no_errors() {
    let folder = Folder::new();
    for format in ["raw", "npy", "png"] {
        let mut command = folder.command(["generate", "-o", "-", "--format", format, "--size", "8000x8000"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 10]).unwrap();
        drop(out);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}: {}", text(&output.stderr));
        assert!(output.stderr.is_empty(), "{format}: {}", text(&output.stderr));
    }
}

/// What was found is told, and is the exit code, also where nobody reads the report any more.
#[test]
fn closed_pipes_hide_no_failure() {
    let folder = Folder::new();
    for name in ["a.npy", "b.npy"] {
        folder.done(&format!("generate -q -o {name} --size 4x4 --seed {}", name.len()));
    }
    let bytes = folder.read("a.npy");
    folder.write("a.npy", [&bytes[..128], &[0; 64]].concat());
    let golden = text(&folder.done("info --json b.npy")).replace('\n', " ");
    let digest = json(golden.as_bytes())["samples"]["blake3"].as_str().unwrap().to_owned();
    let line = format!("{{\"name\":\"n\",\"recipe\":{}}}", golden.replace(&digest, &"0".repeat(64)));
    folder.write("wrong.jsonl", line);
    for (args, fragment) in [
        ("reproduce --json a.npy", "a.npy does not match its recipe"),
        ("reproduce --json b.npy a.npy", "a.npy does not match its recipe"),
        ("info --json missing.npy", "missing.npy does not exist"),
        ("info --json missing.npy b.npy", "missing.npy does not exist"),
        ("info missing.npy b.npy a.npy", "missing.npy does not exist"),
        ("verify --cases 0 --golden wrong.jsonl", "wrong.jsonl"),
    ] {
        let mut command = folder.command(args.split(' '));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args}: {message}");
        assert!(message.contains(fragment), "{args}: {message}");
    }
}

#[test]
fn standard_output_is_like_a_file() {
    let folder = Folder::new();
    folder.done("generate -o x.npy --size 64x32");
    assert!(folder.done("generate -o - --format npy --size 64x32") == folder.read("x.npy"));
    assert!(folder.done("generate -o - --size 64x32") == folder.read("x.npy")[128..]);
}

#[test]
fn info_lists_all_backends() {
    let folder = Folder::new();
    let info = json(&folder.done("info --json"));
    let backends = info["backends"].as_array().unwrap();
    let names: Vec<&str> = backends.iter().map(|b| b["name"].as_str().unwrap()).collect();
    assert_eq!(names, Backend::NAMES);
    for backend in backends {
        let name = backend["name"].as_str().unwrap();
        assert_eq!(backend["available"], Backend::from_name(name).is_ok());
        assert_eq!(backend["reason"].as_str(), Backend::absence(name));
    }
    let table = text(&folder.done("info"));
    for name in Backend::NAMES {
        assert!(table.contains(name), "{table}");
    }
    let default = table.lines().find(|line| line.ends_with("yes, the default")).unwrap();
    assert!(default.starts_with(Backend::detect().name()), "{table}");
}

#[test]
fn completions_and_manual_name_the_options() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&folder.done(&format!("completions {shell}")));
        for option in ["persistence", "lacunarity", "--raw"] {
            let fish = option.replace("--", "-l ");
            assert!(script.contains(option) || script.contains(&fish), "{shell}: {option}");
        }
    }
    let bash = text(&folder.done("completions bash"));
    for offered in ["portable avx2", "knight-moves", "dataset array pyramid", "compgen -f"] {
        assert!(bash.contains(offered), "{offered}");
    }
    for command in ["generate", "info", "reproduce", "verify", "zarr init", "zarr fill", "completions"] {
        assert!(
            text(&folder.done(&format!("{command} --help"))).contains("\nExamples:\n  perlane "),
            "{command}"
        );
    }
    let page = text(&folder.done("man"));
    for section in [".SH EXAMPLES", ".SH \"EXIT STATUS\"", ".SH \"FILES\"", ".SH \"ENVIRONMENT\""] {
        assert!(page.contains(section), "{section}");
    }
    assert!(page.contains(".TH perlane 1") && page.contains("lacunarity"), "{page}");
    // What must be given is not in brackets.
    assert!(page.contains(r" <\fB\-o\fR|\fB\-\-output\fR> "), "{page}");
    let help = text(&folder.done("generate --help"));
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for limit in [
        "Index of the first sample along each axis; from -2^53 to 2^53",
        "a cell may have a sample more or less",
    ] {
        assert!(help.contains(limit), "{limit}: {help}");
    }
    for alias in ["persistence", "raw"] {
        assert!(page.contains(&format!("[alias: \\-\\-{alias}]")), "{alias}");
        assert!(text(&folder.done("generate --help")).contains(&format!("[alias: --{alias}]")), "{alias}");
    }
    for command in ["GENERATE", "INFO", "REPRODUCE", "ZARR INIT", "ZARR FILL", "COMPLETIONS", "MAN"] {
        assert!(page.contains(&format!("\n.SH PERLANE {command}\n")), "{command}: {page}");
    }
    assert!(text(&folder.done("generate --help")).contains("--lacunarity"));
    assert!(text(&folder.done("--version")).starts_with("perlane "));
}

/// What bash offers after a line, when the last word is to be completed.
fn bash_offers(folder: &Folder, line: &str) -> Vec<String> {
    let words: Vec<String> = line.split(' ').map(|word| format!("'{word}'")).collect();
    let script = format!(
        "source completions; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _perlane perlane \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words = words.join(" "),
    );
    let output = folder.here("bash").args(["-c", &script]).output().unwrap();
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_values_and_files() {
    let folder = Folder::new();
    folder.write("completions", folder.done("completions bash"));
    folder.write("slopes.txt", "");
    for (line, offered) in [
        ("perlane generate --gradients ", &["slopes.txt", "knight-moves", "default"][..]),
        ("perlane generate --gradients sl", &["slopes.txt"]),
        ("perlane zarr init x.zarr --permutation ", &["slopes.txt", "perlin", "seeded"]),
        ("perlane generate --compression ", &["none", "deflate", "zstd"]),
        ("perlane zarr init x.zarr --compression z", &["zstd"]),
        ("perlane generate --noise ", &["perlin", "value"]),
        ("perlane generate --fractal ", &["fbm", "ridged", "none"]),
        ("perlane generate --fade ", &["quintic"]),
        ("perlane generate --hash ", &["mix", "permutation"]),
        ("perlane generate --format ", &["apng", "y4m", "tiff"]),
        ("perlane generate --dtype ", &["f32", "u8"]),
        ("perlane generate --layout ", &["pyramid"]),
        ("perlane generate --colormap ", &["terrain", "viridis"]),
        ("perlane generate --backend ", &["portable"]),
        ("perlane bench --backend ", &["portable"]),
        ("perlane generate -o sl", &["slopes.txt"]),
        ("perlane completions ", &["bash", "powershell"]),
    ] {
        let found = bash_offers(&folder, line);
        for word in offered {
            assert!(found.iter().any(|found| found == word), "{line}: {word} is not in {found:?}");
        }
    }
    for line in ["perlane show --plane sl", "perlane generate --seed sl"] {
        assert_eq!(bash_offers(&folder, line), ["sl"], "{line}: no files");
    }
    // Where nothing is offered, bash itself offers files.
    for line in [
        "reproduce sl",
        "reproduce ",
        "info ",
        "info --json ",
        "generate ",
        "zarr fill ",
        "zarr fill x.zarr ",
    ] {
        assert_eq!(bash_offers(&folder, &format!("perlane {line}")), [""], "{line}");
    }
    for (line, offered) in
        [("info -", "--json"), ("zarr fill x.zarr -", "--part"), ("zarr ", "fill"), ("verify ", "--cases")]
    {
        let found = bash_offers(&folder, &format!("perlane {line}"));
        assert!(found.iter().any(|found| found == offered), "{line}: {offered} is not in {found:?}");
    }
    assert!(text(&folder.read("completions")).contains("-o default perlane"));
    // Names alone, where a file means nothing.
    for option in ["fade", "compression", "backend"] {
        let found = bash_offers(&folder, &format!("perlane generate --{option} "));
        assert!(!found.contains(&"slopes.txt".to_owned()), "{found:?}");
    }
}

/// Other shells are not on every machine, and their scripts are read as text.
#[test]
fn other_shells_are_offered_values_and_files() {
    let folder = Folder::new();
    let zsh = text(&folder.done("completions zsh"));
    for option in ["gradients", "permutation"] {
        assert!(zsh.contains(&format!(":NAME|FILE:_perlane_{option}'")), "{option}");
        assert_eq!(zsh.matches(&format!("\n_perlane_{option}() {{ compadd -- ")).count(), 1, "{option}");
    }
    assert!(zsh.contains(":METHOD[\\:LEVEL]:(none deflate zstd"), "{zsh}");
    let fish = text(&folder.done("completions fish"));
    for option in ["gradients", "permutation"] {
        let of_option = format!(" -l {option} ");
        let mut lines = fish.lines().filter(|line| line.contains(&of_option));
        assert_eq!(lines.clone().count(), 4, "of generate, zarr init, explore and show");
        assert!(lines.all(|line| line.contains(" -r -F -a ")), "{option}");
    }
    let compression = fish.lines().find(|line| line.contains(" -l compression ")).unwrap();
    assert!(compression.contains(" -r -f -a \"none"), "{compression}");
}

/// Runs `perlane` on a terminal, by the program `script`; what is seen there, and the exit code.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Folder, args: &str, no_color: bool) -> (String, Option<i32>) {
    let mut script = folder.here("script");
    script.args(["-qec", &format!("$perlane {args}"), "/dev/null"]);
    if no_color {
        script.env("NO_COLOR", "1");
    }
    let output = script.output().unwrap();
    (text(&output.stdout), output.status.code())
}

#[cfg(target_os = "linux")]
#[test]
fn terminals_get_progress_and_no_samples() {
    let folder = Folder::new();
    for name in ["-", "/dev/tty"] {
        let (seen, code) = on_terminal(&folder, &format!("generate -o {name} --size 64x64"), false);
        assert_eq!(code, Some(2), "{seen}");
        let refused =
            format!("output is {name}, which is a terminal; allowed: a file, or - with standard output");
        assert!(seen.contains(&refused), "{seen}");
    }
    for name in ["x.npy", "x.zarr"] {
        let slow = "--size 3000x3000 --octaves 32";
        let (seen, code) = on_terminal(&folder, &format!("generate -o {name} {slow}"), false);
        assert_eq!(code, Some(0), "{seen}");
        assert!(seen.contains("% of 9,000,000 samples, ") && seen.contains(" M/s, "), "{seen}");
        assert!(
            seen.trim_end().lines().last().unwrap().contains("x.") && seen.contains(" M samples/s"),
            "{seen}"
        );
        let (seen, _) = on_terminal(&folder, &format!("generate -o {name} {slow} --overwrite -q"), false);
        assert_eq!(seen, "");
    }
}

/// Help is as wide as `COLUMNS` says, if it says anything.
#[test]
fn help_is_as_wide_as_the_environment_says() {
    let folder = Folder::new();
    let widest = |columns: &str| {
        let mut command = folder.command(["generate", "--help"]);
        let help = text(&command.env("COLUMNS", columns).output().unwrap().stdout);
        help.lines().map(|line| line.chars().count()).max().unwrap()
    };
    for (columns, least, most) in
        [("0", 70, 80), ("50", 40, 50), ("80", 70, 80), ("1000", 90, 100), ("", 90, 100)]
    {
        let widest = widest(columns);
        assert!((least..=most).contains(&widest), "COLUMNS={columns}: {widest}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn colours_are_left_out_on_request() {
    let folder = Folder::new();
    let bold = "\u{1b}[1m";
    assert!(on_terminal(&folder, "generate --help", false).0.contains(bold));
    for args in ["generate --help", "generate --octvaes 3", "generate -o x.npy --size 2000x2000"] {
        let (seen, _) = on_terminal(&folder, args, true);
        assert!(!seen.contains(bold) && !seen.contains("\u{1b}[3"), "{args}: {seen:?}");
    }
}
