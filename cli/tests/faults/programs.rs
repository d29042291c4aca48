//! Programs that are killed, that others disturb, or that run at the same time.

use std::process::Stdio;

use crate::common::faults::sh;
use crate::common::{Folder, SLOW, ended_by, signal, text, wait, written};

/// A program cannot clean up after SIGKILL, but its unfinished files have no names, and vanish with it.
#[test]
fn killed_programs_leave_what_was_there() {
    let folder = Folder::new();
    for name in ["x.npy", "x.raw", "x.tiff", "x.png"] {
        folder.write(name, "precious");
        let mut command = folder.command(["generate", "-o", name, "--overwrite"].into_iter().chain(SLOW));
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        wait(&mut child, "output", |child| written(child, &folder) > Some(0));
        signal(&child, "-KILL");
        assert_eq!(child.wait().unwrap().code(), None, "{name}: the run has ended before it was killed");
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
    assert!(alive.try_wait().unwrap().is_none(), "a run has ended whose folder was to be kept");
    signal(&alive, "-INT");
    assert_eq!(ended_by(alive.wait().unwrap()), Some(2));
    assert_eq!(folder.names(), ["x.zarr", "y.npy", "y.npy.perlane.json"]);
    folder.done("reproduce x.zarr");
}

/// Others who may write to the folder can make a pipe that has the name of an unfinished file and that nobody writes to.
#[test]
fn pipes_of_temporary_names_are_not_waited_for() {
    let folder = Folder::new();
    let script = "mkfifo .perlane-x.part && exec timeout -k 1 20 $perlane generate -q -o x.npy --size 4x4";
    let output = sh(&folder, &[], script);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(folder.names(), [".perlane-x.part", "x.npy", "x.npy.perlane.json"]);
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
fn folders_that_vanish_end_a_run() {
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
        assert!(folder.names().is_empty(), "left behind: {:?}", folder.names());
    }
}

#[test]
fn arrays_that_vanish_or_are_replaced_end_workers() {
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
