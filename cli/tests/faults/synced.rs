//! What is on the disk before it has its name.

use crate::PAIR;
use crate::common::Folder;
use crate::common::faults::{not_tested, sh};

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

/// All files and folders of a Zarr store are on the disk before the store gets its name.
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
