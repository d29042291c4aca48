//! Files, folders and links that may not be read, entered or replaced.

use std::process::Stdio;

use crate::PAIR;
use crate::common::faults::{not_tested, run_under, sh};
use crate::common::{Folder, PERLANE, program, text, wait, written};

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

/// Whether the program that scripts would run under is there.
fn sh_exists(before: &[&str]) -> bool {
    before.first().is_none_or(|name| program(name).arg("--version").output().is_ok())
}

/// Not even root may create files in /sys.
#[test]
fn folders_without_permission_are_refused() {
    let folder = Folder::new();
    for name in ["x.npy", "x.png", "x.tiff", "x.zarr"] {
        folder.fails(
            &format!("generate -o /sys/{name} --size 9x9"),
            1,
            &[&format!("cannot create /sys/{name}")],
        );
    }
}

/// A user who may write to a folder may replace a file in it that he may not read.
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

/// Runs the program, and makes a folder of one of the pair before it is replaced, so that the program fails. Asserts that the other one is as before.
fn blocked(folder: &Folder, under: &[&str], blocked: &str) {
    let other = PAIR.into_iter().find(|name| *name != blocked).unwrap();
    let before = std::fs::read(folder.path(other)).ok();
    let mut run = run_under(folder, under, &[PERLANE, "generate", "-o", "x.npy", "--overwrite"]);
    run.args(["--size", "3000x3000", "--octaves", "20"]);
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
    assert!(!folder.path("nothing").exists(), "a run has made what the links lead to");
}

/// Messages say neither that a folder is empty that may not be entered, nor that a file is missing to which a link cannot be followed.
#[test]
fn folders_that_may_not_be_entered_are_neither_empty_nor_missing() {
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
