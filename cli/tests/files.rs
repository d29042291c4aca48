//! Files come into being complete or not at all.

#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::Folder;

#[test]
fn existing_files_stay_unless_overwritten() {
    let folder = Folder::new();
    for name in ["x.npy", "x.raw", "x.png"] {
        folder.write(name, "precious");
        folder.fails(&format!("generate -o {name} --size 4x4"), 1, &[name, "exists", "--overwrite"]);
        assert_eq!(folder.read(name), b"precious");
    }
    assert_eq!(folder.names(), ["x.npy", "x.png", "x.raw"]);
    folder.done("generate -o x.npy --size 4x4 --overwrite");
    assert!(folder.read("x.npy").starts_with(b"\x93NUMPY"));
    folder.done("generate -o x.png --size 4x4 --overwrite");
    assert!(folder.read("x.png").starts_with(b"\x89PNG"));
    assert_eq!(folder.names(), ["x.npy", "x.npy.perlane.json", "x.png", "x.raw"]);
}

#[test]
fn existing_sidecars_stay_unless_overwritten() {
    let folder = Folder::new();
    folder.write("x.raw.perlane.json", "precious");
    folder.fails("generate -o x.raw --size 4x4", 1, &["x.raw.perlane.json exists", "--overwrite"]);
    assert_eq!(folder.read("x.raw.perlane.json"), b"precious");
    assert_eq!(folder.names(), ["x.raw.perlane.json"]);
    folder.done("generate -o x.raw --size 4x4 --overwrite");
    assert!(folder.read("x.raw.perlane.json").starts_with(b"{"));
}

/// A picture carries its recipe, and only the recipe of what it replaces goes with that.
#[test]
fn files_beside_pictures_stay_unless_they_are_recipes() {
    let folder = Folder::new();
    for name in ["x.png", "x.tiff"] {
        let sidecar = format!("{name}.perlane.json");
        folder.write(&sidecar, "precious");
        for _ in 0..2 {
            folder.done(&format!("generate -o {name} --size 5x5 --overwrite"));
            assert_eq!(folder.read(&sidecar), b"precious", "{name}");
        }
        // A recipe without a digest was written by hand, and one without a file is nobody's.
        folder.write(&sidecar, r#"{"stream": 1, "noise": {}}"#);
        folder.done(&format!("generate -o {name} --size 5x5 --overwrite"));
        assert!(folder.path(&sidecar).exists(), "{name}");
        folder.done("generate -o x.npy --size 5x5 --overwrite");
        std::fs::rename(folder.path("x.npy.perlane.json"), folder.path(&sidecar)).unwrap();
        std::fs::remove_file(folder.path(name)).unwrap();
        folder.done(&format!("generate -o {name} --size 5x5 --overwrite"));
        assert!(folder.path(&sidecar).exists(), "{name}");
        folder.done(&format!("generate -o {name} --size 5x5 --overwrite"));
        assert!(!folder.path(&sidecar).exists(), "{name}");
    }
}

#[test]
fn missing_folders_and_folders_for_files() {
    let folder = Folder::new();
    folder.fails(
        "generate -o none/x.npy --size 4x4",
        1,
        &["cannot create none/x.npy: the folder none does not exist"],
    );
    folder.fails(
        "generate -o a/b.zarr --size 4x4",
        1,
        &["cannot create a/b.zarr: the folder a does not exist"],
    );
    folder.fails(
        "zarr init a/b.zarr --size 4x4",
        1,
        &["cannot create a/b.zarr: the folder a does not exist"],
    );
    folder.fails("generate -o none/ --format npy --size 4x4", 2, &["output is none/", "the name of a file"]);
    std::fs::create_dir(folder.path("d.npy")).unwrap();
    folder.fails("generate -o d.npy --size 4x4 --overwrite", 1, &["d.npy is a folder; allowed"]);
    assert_eq!(folder.names(), ["d.npy"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use super::common::{Folder, SLOW, ended_by, signal, text, wait};

    #[cfg(target_os = "linux")]
    use super::common::{PERLANE, program, written};

    #[test]
    fn recipes_are_beside_the_file_that_a_link_leads_to() {
        let folder = Folder::new();
        folder.done("generate -q -o a.npy --size 4x4");
        symlink("a.npy", folder.path("link.npy")).unwrap();
        folder.done("reproduce -q link.npy");
        folder.done("generate -q -o link.npy --size 5x5 --overwrite");
        assert_eq!(folder.names(), ["a.npy", "a.npy.perlane.json", "link.npy"]);
        folder.done("reproduce -q a.npy link.npy");
        // Links into a store, whose files have other names.
        std::fs::create_dir(folder.path("store")).unwrap();
        for (name, stored) in [("a.npy", "1"), ("a.npy.perlane.json", "2")] {
            std::fs::rename(folder.path(name), folder.path("store").join(stored)).unwrap();
            symlink(format!("store/{stored}"), folder.path(name)).unwrap();
        }
        folder.done("reproduce -q a.npy");
    }

    fn mode(folder: &Folder, name: &str) -> u32 {
        std::fs::metadata(folder.path(name)).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn permissions_are_the_ordinary_ones() {
        let folder = Folder::new();
        folder.write("ordinary", "");
        folder.done("generate -o x.npy --size 4x4");
        assert_eq!(mode(&folder, "x.npy"), mode(&folder, "ordinary"));
        assert_eq!(mode(&folder, "x.npy.perlane.json"), mode(&folder, "ordinary"));
        // Who has restricted a file means its successor, too.
        std::fs::set_permissions(folder.path("x.npy"), PermissionsExt::from_mode(0o640)).unwrap();
        folder.done("generate -o x.npy --size 4x4 --overwrite");
        assert_eq!(mode(&folder, "x.npy"), 0o640);
    }

    #[test]
    fn links_stay_links() {
        let folder = Folder::new();
        folder.write("real.png", "");
        symlink("real.png", folder.path("link.png")).unwrap();
        folder.done("generate -o link.png --size 4x4 --overwrite");
        assert!(folder.path("link.png").is_symlink());
        assert!(folder.read("real.png").starts_with(b"\x89PNG"));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn full_disks_are_told() {
        let folder = Folder::new();
        for format in ["raw", "npy", "png"] {
            let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
            let mut command =
                folder.command(["generate", "-o", "-", "--format", format, "--size", "640x480"]);
            let output = command.stdout(full).output().unwrap();
            let message = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{format}: {message}");
            assert!(message.contains("cannot write standard output: No space left"), "{format}: {message}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn interrupts_leave_nothing() {
        for (name, sign) in [("x.npy", "-INT"), ("x.png", "-INT"), ("x.tiff", "-INT"), ("x.raw", "-TERM")] {
            let folder = Folder::new();
            let mut command = folder.command(["generate", "-o", name].into_iter().chain(SLOW));
            let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
            wait(&mut child, "output", |child| written(child, &folder) > Some(0));
            signal(&child, sign);
            let output = child.wait_with_output().unwrap();
            let number = if sign == "-TERM" { 15 } else { 2 };
            assert_eq!(ended_by(output.status), Some(number), "{name}");
            assert!(text(&output.stderr).starts_with("perlane: interrupted"), "{name}");
            assert!(folder.names().is_empty(), "{name}: {:?}", folder.names());
        }
    }

    #[test]
    fn interrupts_of_arrays() {
        let folder = Folder::new();
        for (args, sign) in [(["generate", "-o"].as_slice(), "-INT"), (&["zarr", "init"], "-TERM")] {
            let mut command = folder.command(args.iter().copied().chain(["x.zarr"]).chain(SLOW));
            let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
            wait(&mut child, "a folder", |_| !folder.names().is_empty());
            signal(&child, sign);
            let output = child.wait_with_output().unwrap();
            let number = if sign == "-TERM" { 15 } else { 2 };
            assert_eq!(ended_by(output.status), Some(number), "{args:?}");
            assert!(folder.names().is_empty(), "{args:?}: {:?}", folder.names());
        }
        folder.done(&format!("zarr init x.zarr {} --no-digest", SLOW.join(" ")));
        let mut child = folder.command(["zarr", "fill", "x.zarr"]).stderr(Stdio::piped()).spawn().unwrap();
        wait(&mut child, "a chunk", |_| folder.path("x.zarr/noise/c/0/0").exists());
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(ended_by(output.status), Some(2));
        assert_eq!(text(&output.stderr), "perlane: interrupted; chunks that were complete are kept\n");
    }

    /// A hangup removes what is not complete, wherever standard error goes. (The tests themselves may run under nohup.)
    #[cfg(target_os = "linux")]
    #[test]
    fn hangups_leave_nothing() {
        let folder = Folder::new();
        for args in [["generate", "-o", "x.zarr"].as_slice(), &["zarr", "init", "x.zarr"]] {
            let mut command = folder.here("env");
            command.args(["--default-signal=HUP", PERLANE]).args(args).args(SLOW);
            let mut child = command.stderr(Stdio::null()).spawn().unwrap();
            wait(&mut child, "a folder", |_| !folder.names().is_empty());
            signal(&child, "-HUP");
            assert_eq!(ended_by(child.wait().unwrap()), Some(1), "{args:?}");
            assert!(folder.names().is_empty(), "{args:?}: {:?}", folder.names());
        }
    }

    /// Ctrl-C does not end what a script started in the background.
    #[cfg(target_os = "linux")]
    #[test]
    fn interrupts_are_ignored_where_they_were() {
        let folder = Folder::new();
        let script = format!("trap '' INT; exec $perlane generate -o x.raw {}", SLOW.join(" "));
        let mut child = folder.script(&script).stderr(Stdio::piped()).spawn().unwrap();
        wait(&mut child, "output", |child| written(child, &folder) > Some(0));
        signal(&child, "-INT");
        let before = written(&child, &folder).unwrap();
        wait(&mut child, "more output", |child| written(child, &folder) > Some(before + (1 << 24)));
        signal(&child, "-TERM");
        assert_eq!(ended_by(child.wait().unwrap()), Some(15));
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }

    /// A shell goes on after a program that ends with an exit code, whichever it is, and ends with one that Ctrl-C has ended.
    #[cfg(target_os = "linux")]
    #[test]
    fn interrupts_end_loops_of_shells() {
        use std::os::unix::process::CommandExt;
        for (output, name) in [("-o x.zarr", ".perlane-"), ("-o - >out", "out")] {
            let folder = Folder::new();
            let options = SLOW.join(" ");
            let script =
                format!("for i in 1 2 3; do echo run; $perlane generate {options} {output}; done; echo end");
            // Ctrl-C goes to all programs in the foreground, which are a group of their own.
            let mut command = folder.here("env");
            command.args(["--default-signal=INT", "bash", "-c", &script]).process_group(0);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            wait(&mut child, "output", |_| {
                let started = |file: &String| {
                    file.starts_with(name) && folder.path(file).metadata().is_ok_and(|m| m.len() > 0)
                };
                folder.names().iter().any(started)
            });
            let group = format!("-{}", child.id());
            assert!(program("kill").args(["-INT", "--", &group]).status().unwrap().success());
            let output = child.wait_with_output().unwrap();
            assert_eq!(text(&output.stdout), "run\n");
            assert_eq!(ended_by(output.status), Some(2), "{}", text(&output.stderr));
        }
    }

    /// Under nohup the end of a terminal is none of a program's business.
    #[cfg(target_os = "linux")]
    #[test]
    fn hangups_are_ignored_where_they_were() {
        let folder = Folder::new();
        let script = format!("trap '' HUP; exec $perlane generate -o x.raw {}", SLOW.join(" "));
        let mut child = folder.script(&script).stderr(Stdio::piped()).spawn().unwrap();
        wait(&mut child, "output", |child| written(child, &folder) > Some(0));
        signal(&child, "-HUP");
        let before = written(&child, &folder).unwrap();
        wait(&mut child, "more output", |child| written(child, &folder) > Some(before + (1 << 24)));
        signal(&child, "-TERM");
        assert_eq!(ended_by(child.wait().unwrap()), Some(15));
        assert!(folder.names().is_empty(), "{:?}", folder.names());
    }

    /// A reader that is slow, or stuck, is no reason not to end.
    #[test]
    fn interrupts_end_writers_that_wait() {
        use std::io::Read;
        let folder = Folder::new();
        let mut command = folder.command(["generate", "-o", "-", "--size", "65536x65536"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Once there is output, the program is in its loop; from then on nobody reads.
        let mut out = child.stdout.take().unwrap();
        out.read_exact(&mut [0; 64]).unwrap();
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, "-INT");
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().unwrap() {
                assert_eq!(ended_by(status), Some(2));
                return;
            }
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("still there after a minute");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
