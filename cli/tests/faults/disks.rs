//! Disks that are full or read-only, and outputs that are too large.

use crate::common::faults::{sh, unshare};
use crate::common::{Folder, json, text};

/// Something of each format that needs more than four megabytes.
const LARGE: [(&str, &str); 12] = [
    ("x.npy", ""),
    ("x.raw", ""),
    ("x.tiff", ""),
    ("x.tiff", "--cog --compression none"),
    ("x.tiff", "--compression zstd"),
    ("x.png", "--dtype u16 --cell-size 2"),
    ("x.png", "--dtype u16 --compression none"),
    ("x.apng", "--size 1000x600x20 --dtype u16 --cell-size 3"),
    ("x.y4m", "--size 1000x600x10"),
    ("x.zarr", "--compression none"),
    ("x.zarr", "--chunks 64x64"),
    ("x.zarr", "--shards 1024x1024"),
];

#[test]
fn full_disks_leave_what_was_there() {
    let folder = Folder::new();
    let Some(unshare) = unshare(&folder) else { return };
    for (name, options) in LARGE {
        let script = format!(
            "mkdir -p full && mount -t tmpfs -o size=4m none full && cd full && \
             if [ {name} != x.zarr ]; then echo precious > {name}; echo recipe > {name}.perlane.json; fi; \
             $perlane generate -o {name} --size 3000x2000 --overwrite {options}; echo code $?; ls -A; cat {name}*"
        );
        let output = sh(&folder, unshare, &script);
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        let kept = match name {
            "x.zarr" => "code 1\n".to_owned(),
            name => format!("code 1\n{name}\n{name}.perlane.json\nprecious\nrecipe\n"),
        };
        assert!(stdout == kept, "{name} {options}: {}{stderr}", stdout.get(..300).unwrap_or_default());
        let told =
            stderr.contains("No space left on device") || stderr.contains("bytes, and its file system has");
        assert!(stderr.starts_with("perlane: cannot write") && told, "{name} {options}: {stderr}");
        assert!(stderr.contains(name) && !stderr.contains(".part"), "{stderr}");
    }
}

/// Chunks that had room stay, and are not written again when there is more.
#[test]
fn full_disks_end_workers_and_no_more() {
    let folder = Folder::new();
    let Some(unshare) = unshare(&folder) else { return };
    let script = "mkdir -p full && mount -t tmpfs -o size=4m none full && cd full && \
         $perlane zarr init x.zarr --size 2000x1500 --chunks 100x100 -q && \
         $perlane zarr fill x.zarr -q; echo code $?; find . -name '*.part' | wc -l; \
         mount -o remount,size=40m none . && cd ../full && \
         $perlane zarr fill x.zarr --json && $perlane reproduce x.zarr";
    let output = sh(&folder, unshare, script);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(stdout.starts_with("code 1\n0\n"), "{stdout} {stderr}");
    // The disk is full for the whole array, and not for one of its files.
    assert!(stderr.contains("cannot write x.zarr/noise: No space left on device"), "{stderr}");
    let report = json(stdout.split_once("\n0\n").unwrap().1.as_bytes());
    let (written, present) = (report["written"].as_u64().unwrap(), report["present"].as_u64().unwrap());
    assert!(written + present == 300 && present > 50, "{report}");
    assert!(stderr.contains("x.zarr: same numbers"), "{stderr}");
}

/// Numbers for which there is just room are tried, and find no room for the recipe. A byte more is refused at once.
#[test]
fn a_byte_more_than_a_disk_has_is_refused_at_once() {
    let folder = Folder::new();
    let Some(unshare) = unshare(&folder) else { return };
    let script = "mkdir -p full && mount -t tmpfs -o size=4m none full && cd full && for size in 2048x2048 4194305; do \
         $perlane generate -q -o x.raw --size $size --dtype u8 --levels 0..1; ls -A; done";
    let output = sh(&folder, unshare, script);
    assert_eq!(text(&output.stdout), "");
    let room = "perlane: cannot write x.raw.perlane.json: No space left on device (os error 28)\n";
    let more = "perlane: cannot write x.raw: it needs 4194305 bytes, and its file system has 4194304 free\n";
    assert_eq!(text(&output.stderr), format!("{room}{more}"));
}

#[test]
fn errors_of_read_only_disks_say_so() {
    let folder = Folder::new();
    let Some(unshare) = unshare(&folder) else { return };
    let script = "mkdir -p fixed && mount -t tmpfs -o ro none fixed && \
         for name in x.npy x.png x.tiff x.zarr; do $perlane generate -o fixed/$name --size 9x9; echo $?; done";
    let output = sh(&folder, unshare, script);
    assert_eq!(text(&output.stdout), "1\n1\n1\n1\n");
    for name in ["x.npy", "x.png", "x.tiff", "x.zarr"] {
        let message = format!("perlane: cannot create fixed/{name}: Read-only file system");
        assert!(text(&output.stderr).contains(&message), "{}", text(&output.stderr));
    }
}

/// Files may not be longer than a limit, which a run meets in the middle.
#[test]
fn errors_in_the_middle_leave_what_was_there() {
    let folder = Folder::new();
    for name in ["x.npy", "x.raw", "x.tiff", "x.png"] {
        folder.write(name, "precious");
        let script = format!(
            "trap '' XFSZ; ulimit -f 2000; \
             exec $perlane generate -o {name} --size 2000x1500 --dtype u16 --overwrite --cell-size 2"
        );
        let output = sh(&folder, &[], &script);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(&format!("cannot write {name}: File too large")), "{message}");
        assert_eq!(folder.read(name), b"precious");
        assert_eq!(folder.names(), [name]);
        std::fs::remove_file(folder.path(name)).unwrap();
    }
}

#[test]
fn absurd_sizes_are_refused_at_once() {
    let folder = Folder::new();
    let cases: &[(&str, i32, &[&str])] = &[
        (
            "x.npy --size 10000000x10000000",
            1,
            &["cannot write x.npy: it needs 400000000000000 bytes", "free"],
        ),
        ("x.raw --size 10000000x10000000 --dtype u8", 1, &["it needs 100000000000000 bytes"]),
        ("x.tiff --size 10000000x10000000", 1, &["cannot write x.tiff: it needs"]),
        ("x.zarr --size 10000000x10000000 --compression none", 1, &["cannot write x.zarr: it needs"]),
        // However well they are compressed.
        (
            "x.zarr --size 999999999x999999999 --chunks 1x1",
            1,
            &["cannot write x.zarr: it needs at least 122"],
        ),
        ("x.png --size 1000000000x1000000000", 1, &["x.png: it needs at least 968992248062015 bytes"]),
        ("x.png --size 3000000000x1", 2, &["size is 3000000000", "in PNG"]),
        ("x.tiff --size 5000000000x1", 2, &["size is 5000000000", "in TIFF"]),
        ("x.npy --size 9223372036854775807", 2, &["size is 9223372036854775807", "2^63 - 1 bytes"]),
        ("x.zarr --size 4294967296x4294967296", 2, &["size is 4294967296x4294967296"]),
        ("x.zarr --chunks 100000x100000", 2, &["chunks is 100000x100000", "1 to 67108864 samples"]),
        ("x.zarr --shards 1000000x1000000 --chunks 1x1", 2, &["shards is", "1 to 67108864 samples"]),
    ];
    for (args, code, fragments) in cases {
        folder.fails(&format!("generate -o {args}"), *code, fragments);
    }
    assert!(folder.names().is_empty(), "left behind: {:?}", folder.names());
}
