//! Disks that are full, folders that vanish, programs that are killed: what was there before stays, nothing else does.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use common::{Folder, SLOW, ended_by, signal, text, wait, written};

/// Runs a script with `$perlane` in a folder.
fn sh(folder: &Folder, before: &[&str], script: &str) -> Output {
    let command = [before, &["sh", "-c", script]].concat();
    let mut run = Command::new(command[0]);
    run.args(&command[1..]).current_dir(folder.path("")).stdin(Stdio::null());
    run.env("perlane", env!("CARGO_BIN_EXE_perlane")).output().unwrap()
}

/// The command that gives a script file systems of its own; `None` where nobody may mount.
fn unshare(folder: &Folder) -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&["unshare", "--mount"], &["unshare", "--mount", "--map-root-user"]];
    let mounts = "mkdir -p probe && mount -t tmpfs -o size=1m none probe";
    let way = ways.into_iter().find(|way| sh(folder, way, mounts).status.success());
    if way.is_none() {
        not_tested("mounts", "full and read-only disks, as this system refuses to mount any");
    }
    way
}

/// The command under which permissions hold; `None` where they hold for nobody.
fn unprivileged(folder: &Folder) -> Option<&'static [&'static str]> {
    let ways: [&[&str]; 2] = [&[], &["setpriv", "--bounding-set=-all", "--inh-caps=-all"]];
    let probe = "echo secret > probe && chmod 200 probe && ! cat probe; code=$?; rm -f probe; exit $code";
    let way = ways.into_iter().find(|way| sh_exists(way) && sh(folder, way, probe).status.success());
    if way.is_none() {
        not_tested("permissions", "files without permission, as all are permitted to this user");
    }
    way
}

/// The command under which files may have no second name that [`give_away`] has given to another user; `None` where this user cannot give files away.
fn no_second_names(folder: &Folder) -> Option<&'static [&'static str]> {
    let way = unprivileged(folder)?;
    folder.write("probe", "");
    let refused = give_away(folder, "probe").is_ok() && {
        let output = sh(folder, way, "LC_ALL=C ln probe second");
        text(&output.stderr).contains("not permitted")
    };
    for name in ["probe", "second"] {
        let _ = std::fs::remove_file(folder.path(name));
    }
    if !refused {
        not_tested("links", "files without a second name, as files of others have them here");
    }
    refused.then_some(way)
}

/// Makes a file one of another user, which all may read.
fn give_away(folder: &Folder, name: &str) -> std::io::Result<()> {
    use std::os::unix::fs::{PermissionsExt, chown};
    std::fs::set_permissions(folder.path(name), PermissionsExt::from_mode(0o644))?;
    chown(folder.path(name), Some(65534), Some(65534))
}

/// What a system may refuse to test.
const REFUSABLE: [&str; 4] = ["mounts", "permissions", "links", "traces"];

/// Says that something is not tested. Fails where `PERLANE_EXPECT_FAULTS` (names of [`REFUSABLE`] with commas between) says that it must be.
fn not_tested(refused: &str, what: &str) {
    let expected = std::env::var("PERLANE_EXPECT_FAULTS").unwrap_or_default();
    let expected: Vec<&str> = expected.split(',').filter(|name| !name.is_empty()).collect();
    assert!(expected.iter().all(|name| REFUSABLE.contains(name)), "PERLANE_EXPECT_FAULTS is {expected:?}");
    assert!(!expected.contains(&refused), "not tested: {what}");
    // Not by eprintln, which nobody sees of a test that passes.
    let _ = writeln!(std::io::stderr(), "NOT TESTED: {what}");
}

/// Whether the program that scripts would run under is there.
fn sh_exists(before: &[&str]) -> bool {
    before.first().is_none_or(|program| Command::new(program).arg("--version").output().is_ok())
}

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
    assert!(stderr.contains("No space left on device"), "{stderr}");
    let report = common::json(stdout.split_once("\n0\n").unwrap().1.as_bytes());
    let (written, present) = (report["written"].as_u64().unwrap(), report["present"].as_u64().unwrap());
    assert!(written + present == 300 && present > 50, "{report}");
    assert!(stderr.contains("x.zarr: same numbers"), "{stderr}");
}

/// Numbers for which there is just room are tried, and find no room for the recipe. A byte more is refused at once.
#[test]
fn disks_are_full_to_the_byte() {
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
fn read_only_disks() {
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

/// Not even root creates files there.
#[test]
fn folders_without_permission() {
    let folder = Folder::new();
    for name in ["x.npy", "x.png", "x.tiff", "x.zarr"] {
        folder.fails(
            &format!("generate -o /sys/{name} --size 9x9"),
            1,
            &[&format!("cannot create /sys/{name}")],
        );
    }
}

/// A limit on the length of files, which is met in the middle.
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

/// Nobody can clean up behind SIGKILL; files without a name need no cleaning.
#[test]
fn killed_programs_leave_what_was_there() {
    let folder = Folder::new();
    for name in ["x.npy", "x.raw", "x.tiff", "x.png"] {
        folder.write(name, "precious");
        let mut command = folder.command(["generate", "-o", name, "--overwrite"].into_iter().chain(SLOW));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        wait(&mut child, "output", |child| written(child, &folder) > Some(0));
        signal(&child, "-KILL");
        assert_eq!(child.wait().unwrap().code(), None);
        assert_eq!(folder.read(name), b"precious");
        assert_eq!(folder.names(), [name]);
        std::fs::remove_file(folder.path(name)).unwrap();
    }
}

/// A folder has a name from the start; the next run sweeps it away, and no folder that another run still fills.
#[test]
fn killed_programs_folders_are_swept_away() {
    let folder = Folder::new();
    folder.done("generate -o x.zarr --size 9x9");
    let start = || {
        let before = folder.names();
        let mut command = folder.command(["generate", "-o", "x.zarr", "--overwrite"].into_iter().chain(SLOW));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        wait(&mut child, "a folder of its own", |_| folder.names().iter().any(|name| !before.contains(name)));
        child
    };
    let mut killed = start();
    signal(&killed, "-KILL");
    killed.wait().unwrap();
    assert_eq!(folder.names().len(), 2, "the array and what was killed: {:?}", folder.names());
    let mut alive = start();
    folder.done("generate -o y.npy --size 9x9");
    let names = folder.names();
    assert_eq!(names.len(), 4, "the folder of the one that is alive: {names:?}");
    assert!(alive.try_wait().unwrap().is_none());
    signal(&alive, "-INT");
    assert_eq!(ended_by(alive.wait().unwrap()), Some(2));
    assert_eq!(folder.names(), ["x.zarr", "y.npy", "y.npy.perlane.json"]);
    folder.done("reproduce x.zarr");
}

/// Who may write to a folder may make a pipe there that nobody writes to.
#[test]
fn pipes_of_temporary_names_are_not_waited_for() {
    let folder = Folder::new();
    let script = "mkfifo .perlane-x.part && exec timeout -k 1 20 $perlane generate -q -o x.npy --size 4x4";
    let output = sh(&folder, &[], script);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(folder.names(), [".perlane-x.part", "x.npy", "x.npy.perlane.json"]);
}

/// Who may write to a folder may replace what is in it, read or not.
#[test]
fn files_that_may_not_be_read_are_replaced() {
    let folder = Folder::new();
    let Some(unprivileged) = unprivileged(&folder) else { return };
    for name in ["x.npy", "x.png"] {
        let script = format!(
            "echo secret > {name} && chmod 200 {name} && \
             $perlane generate -q -o {name} --size 4x4 --overwrite && chmod 600 {name} && $perlane reproduce {name}"
        );
        let output = sh(&folder, unprivileged, &script);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", text(&output.stderr));
    }
    assert_eq!(folder.names(), ["x.npy", "x.npy.perlane.json", "x.png"]);
}

/// Each sweeps away what others have left, and never what they have just begun.
#[test]
fn programs_in_one_folder_leave_each_other_alone() {
    let folder = Folder::new();
    let runs = &|n: usize| {
        for name in [format!("x{n}.zarr"), format!("x{n}.npy")].iter().cycle().take(80) {
            folder.done(&format!("generate -q -o {name} --size 4x4 --overwrite"));
        }
    };
    std::thread::scope(|scope| {
        for n in 0..6 {
            scope.spawn(move || runs(n));
        }
    });
    assert_eq!(folder.names().len(), 3 * 6, "{:?}", folder.names());
}

#[test]
fn vanishing_folders() {
    for name in ["x.npy", "x.tiff", "x.png"] {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("in")).unwrap();
        let out = format!("in/{name}");
        let mut command = folder.command(["generate", "-o", &out, "--size", "3000x3000", "--octaves", "20"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        wait(&mut child, "output", |child| written(child, &folder) > Some(0));
        std::fs::remove_dir_all(folder.path("in")).unwrap();
        let output = child.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(&format!("cannot create in/{name}")), "{message}");
        assert!(folder.names().is_empty());
    }
}

#[test]
fn vanishing_arrays() {
    for replaced in [false, true] {
        let folder = Folder::new();
        folder.done("zarr init x.zarr --size 3000x3000 --chunks 50x50 --octaves 20 --no-digest");
        let mut command = folder.command(["zarr", "fill", "x.zarr"]);
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        wait(&mut child, "chunks", |_| folder.path("x.zarr/noise/c/0").exists());
        let what = if replaced {
            folder.write("x.zarr/noise/zarr.json", "another");
            "cannot fill x.zarr/noise: another program has replaced it meanwhile"
        } else {
            std::fs::rename(folder.path("x.zarr"), folder.path("moved")).unwrap();
            "No such file or directory"
        };
        let output = child.wait_with_output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(what), "{message}");
        assert_eq!(folder.names(), if replaced { ["x.zarr"] } else { ["moved"] });
    }
}

/// What a run in the folder `in` asks the system to sync and to name, as strace tells it. `None` where nothing can be traced.
fn traced(folder: &Folder, options: &str, args: &str) -> Option<String> {
    let calls = "fsync,?rename,?renameat,?renameat2,?link,?linkat";
    let script =
        format!("strace {options} -y -e trace={calls} -o ../trace $perlane {args} || rm -f ../trace");
    std::fs::create_dir_all(folder.path("in")).unwrap();
    sh(folder, &["env", "-C", "in"], &script);
    let trace = std::fs::read_to_string(folder.path("trace")).ok();
    if trace.is_none() {
        not_tested("traces", "what is synced before it gets its name, as strace does not run here");
    }
    trace
}

/// What its first thread does for the disk: `sync` of a file, the name that a file gets, `sync folder`.
fn synced(folder: &Folder, args: &str) -> Option<Vec<String>> {
    let trace = traced(folder, "", args)?;
    let inside = std::fs::canonicalize(folder.path("in")).unwrap();
    let of_folder = format!("<{}>)", inside.display());
    let done = trace.lines().filter(|line| line.ends_with("= 0"));
    Some(
        done.filter_map(|line| match line {
            line if line.starts_with("fsync(") && line.contains(&of_folder) => Some("sync folder".to_owned()),
            line if line.starts_with("fsync(") => Some("sync".to_owned()),
            // The last text is the new name.
            line => line
                .rsplit('"')
                .nth(1)?
                .rsplit('/')
                .next()
                .filter(|name| !name.ends_with(".part"))
                .map(str::to_owned),
        })
        .collect(),
    )
}

/// A crash of the machine leaves no name of a file that is not on the disk.
#[test]
fn files_are_synced_before_they_are_named() {
    let folder = Folder::new();
    for options in ["", " --overwrite --seed 3"] {
        let Some(pair) = synced(&folder, &format!("generate -q -o x.npy --size 9x9{options}")) else {
            return;
        };
        let [numbers, recipe] = PAIR;
        assert_eq!(pair, ["sync", recipe, "sync", numbers, "sync folder", "sync folder"], "{options}");
        let alone = synced(&folder, &format!("generate -q -o x.png --size 9x9{options}")).unwrap();
        assert_eq!(alone, ["sync", "x.png", "sync folder"], "{options}");
    }
}

/// So do all files and folders of a Zarr store, before the store gets its name.
#[test]
fn stores_are_synced_before_they_are_named() {
    let folder = Folder::new();
    let run = "generate -q -o w.zarr --size 90x60 --chunks 40x40";
    let Some(trace) = traced(&folder, "-f", run) else { return };
    let named = trace.lines().position(|line| line.contains("rename") && line.contains("w.zarr\""));
    let before: Vec<&str> =
        trace.lines().take(named.unwrap()).filter(|line| line.contains("fsync(")).collect();
    let count = |end: &str| before.iter().filter(|line| line.contains(end)).count();
    // The metadata of the group, x and y, and their chunks.
    assert_eq!([count("/zarr.json>"), count("/x/c/0>"), count("/y/c/0>")], [3, 1, 1], "{trace}");
    // Chunks of samples have no names yet when they are synced, or temporary ones.
    assert_eq!([count("/noise/c/0/"), count("/noise/c/1/")], [3, 3], "{trace}");
    for inside in ["noise/c/0", "noise/c/1", "noise/c", "noise", "x/c", "x", "y/c", "y"] {
        assert!(count(&format!(".part/{inside}>")) >= 1, "{inside}: {trace}");
    }
}

/// The names of a worker's chunks are on the disk when it is done, and each folder is synced once.
#[test]
fn workers_sync_the_names_of_their_chunks() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("in")).unwrap();
    folder.done("zarr init -q in/x.zarr --size 90x60x60 --chunks 40x40x40");
    // Three chunks of twelve, all in one folder.
    let Some(trace) = traced(&folder, "-f", "zarr fill -q x.zarr --part 1/4") else { return };
    assert_eq!(synced_folders(&trace), ["noise/c/0/0", "noise/c/0", "noise/c", "noise"], "{trace}");
    let trace = traced(&folder, "-f", "zarr fill -q x.zarr").unwrap();
    let all = ["c/0/0", "c/0", "c", "c/0/1", "c/1/0", "c/1", "c/1/1", ""];
    let all = all.map(|inside| format!("noise/{inside}").trim_end_matches('/').to_owned());
    assert_eq!(synced_folders(&trace), all, "{trace}");
    let trace = traced(&folder, "-f", "zarr fill -q x.zarr").unwrap();
    assert!(!trace.contains("fsync("), "all is there, and nothing is to do: {trace}");
    folder.done("reproduce in/x.zarr");
}

/// The folders in a store that a run syncs, which must be after it has named the last file.
fn synced_folders(trace: &str) -> Vec<&str> {
    let lines: Vec<&str> = trace.lines().collect();
    let named = lines.iter().rposition(|line| line.contains("link") || line.contains("rename"));
    let folders = lines.iter().enumerate().filter_map(|(at, line)| {
        let synced = line.split_once("fsync(")?.1.split_once(".zarr/")?.1.split_once('>')?.0;
        let is_folder = !synced.contains('#') && !synced.ends_with(".part");
        assert!(!is_folder || Some(at) > named, "{synced} is synced before the last name: {trace}");
        is_folder.then_some(synced)
    });
    folders.collect()
}

/// Numbers, and their recipe beside them.
const PAIR: [&str; 2] = ["x.npy", "x.npy.perlane.json"];

/// Runs the program, and makes a folder of one of the pair before it is replaced, so that the program fails. Asserts that the other one is as before.
fn blocked(folder: &Folder, under: &[&str], blocked: &str) {
    let other = PAIR.into_iter().find(|name| *name != blocked).unwrap();
    let before = std::fs::read(folder.path(other)).ok();
    let command =
        [under, &[env!("CARGO_BIN_EXE_perlane"), "generate", "-o", "x.npy", "--overwrite"]].concat();
    let mut run = Command::new(command[0]);
    run.args(&command[1..]).args(["--size", "3000x3000", "--octaves", "20"]).current_dir(folder.path(""));
    let mut child = run.stderr(Stdio::piped()).spawn().unwrap();
    wait(&mut child, "output", |child| written(child, folder) > Some(0));
    let _ = std::fs::remove_file(folder.path(blocked));
    std::fs::create_dir(folder.path(blocked)).unwrap();
    let output = child.wait_with_output().unwrap();
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{blocked}: {message}");
    assert!(message.contains(&format!("cannot create {blocked}: ")), "{message}");
    assert!(std::fs::read(folder.path(other)).ok() == before, "{other} is not what it was");
    let left = if before.is_some() { &PAIR[..] } else { &[blocked] };
    assert_eq!(folder.names(), left, "{blocked}");
}

/// Numbers and recipe are replaced both, or none.
#[test]
fn what_cannot_be_replaced_keeps_the_other() {
    for name in PAIR {
        for existing in [true, false] {
            let folder = Folder::new();
            if existing {
                folder.done("generate -o x.npy --size 40x30");
            }
            blocked(&folder, &[], name);
        }
    }
}

/// The same where files may have no second name, through which they would survive.
#[test]
fn what_cannot_be_replaced_keeps_the_other_without_second_names() {
    for name in PAIR {
        let folder = Folder::new();
        let Some(under) = no_second_names(&folder) else { return };
        folder.done("generate -o x.npy --size 40x30");
        for name in PAIR {
            give_away(&folder, name).unwrap();
        }
        blocked(&folder, under, name);
    }
}

/// A recipe of another user is replaced if it could be restored, which it could not if nobody may read it.
#[test]
fn what_may_have_no_second_name_is_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let Some(under) = no_second_names(&folder) else { return };
    folder.done("generate -o x.npy --size 40x30");
    for name in PAIR {
        give_away(&folder, name).unwrap();
    }
    let script = "$perlane generate -q -o x.npy --size 9x9 --overwrite && $perlane reproduce -q x.npy";
    let output = sh(&folder, under, script);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(folder.names(), PAIR);
    let before = PAIR.map(|name| folder.read(name));
    give_away(&folder, PAIR[1]).unwrap();
    std::fs::set_permissions(folder.path(PAIR[1]), PermissionsExt::from_mode(0o600)).unwrap();
    let output = sh(&folder, under, "$perlane generate -q -o x.npy --size 8x8 --overwrite");
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert_eq!(message, "perlane: cannot create x.npy.perlane.json: Permission denied (os error 13)\n");
    assert!(PAIR.map(|name| folder.read(name)) == before, "both stay");
    assert_eq!(folder.names(), PAIR);
}

#[test]
fn links_to_nothing_are_found_at_once() {
    let folder = Folder::new();
    for name in ["x.npy", "x.png", "x.zarr"] {
        std::os::unix::fs::symlink("nothing", folder.path(name)).unwrap();
        for options in ["", "--overwrite"] {
            let args = format!("generate -o {name} --size 60000x60000 {options}");
            folder.fails(&args, 1, &[&format!("{name} is a link to a file that does not exist")]);
        }
    }
    std::os::unix::fs::symlink("nothing", folder.path("y.raw.perlane.json")).unwrap();
    folder.fails("generate -o y.raw --size 60000x60000", 1, &["y.raw.perlane.json is a link"]);
    assert!(!folder.path("nothing").exists());
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
    assert!(folder.names().is_empty());
}

/// What may not be entered is not called empty, and what a link leads to not missing.
#[test]
fn folders_that_may_not_be_entered() {
    let folder = Folder::new();
    let Some(unprivileged) = unprivileged(&folder) else { return };
    folder.done("generate -q -o x.zarr --size 9x9");
    folder.done("generate -q -o a.npy --size 9x9");
    let script = "mkdir closed && mv x.zarr a.npy closed && ln -s closed/a.npy l.npy && ln -s loop.npy loop.npy && \
         chmod 0 closed/x.zarr && for command in info 'zarr fill' 'generate -o y.npy'; do \
             $perlane $command closed/x.zarr; echo $?; done; \
         chmod 700 closed/x.zarr; chmod 0 closed; $perlane generate -o l.npy --size 9x9 --overwrite; echo $?; \
         $perlane generate -o loop.npy --size 9x9; echo $?; \
         chmod 700 closed; chmod 0 closed/x.zarr; \
         $perlane generate -o closed/x.zarr --size 9x9 --overwrite; echo $?; chmod 700 closed/x.zarr";
    let output = sh(&folder, unprivileged, script);
    assert_eq!(text(&output.stdout), "1\n".repeat(6), "{}", text(&output.stderr));
    let closed = "perlane: cannot read closed/x.zarr/zarr.json: Permission denied (os error 13)\n".repeat(3);
    let links = "perlane: cannot follow the link l.npy: Permission denied (os error 13)\n\
                 perlane: cannot follow the link loop.npy: Too many levels of symbolic links (os error 40)\n\
                 perlane: closed/x.zarr may not be read; with the format zarr, --overwrite replaces only what perlane wrote\n";
    assert_eq!(text(&output.stderr), closed + links);
}

/// Runs that replace the same array at the same time all succeed, and one of them is the last.
#[test]
fn arrays_are_replaced_by_many_runs_at_once() {
    let folder = Folder::new();
    let script = "for round in 1 2 3 4 5 6 7 8 9 10; do rm -rf r.zarr; for i in 1 2 3 4; do \
        ($perlane generate -q -o r.zarr --size 20x20 --seed $i --overwrite || echo failed) & done; wait; done; \
        $perlane reproduce -q r.zarr && ls -A";
    let output = sh(&folder, &[], script);
    assert_eq!(text(&output.stdout), "r.zarr\n", "{}", text(&output.stderr));
}
