//! Disks that are too small for a download.

use serde_json::{Value, json};

use crate::common::faults::{run_under, unshare};
use crate::common::{Folder, text};
use crate::{Server, place, recipe};

fn request(format: &str, size: [usize; 2]) -> Value {
    json!({ "recipe": recipe(), "place": place(size, ["0", "0"], 0), "format": format, "dtype": "u16", "levels": [-1, 1] })
}

fn message(server: &Server, format: &str, size: [usize; 2]) -> (u16, String) {
    let reply = server.post("/api/export", &request(format, size));
    let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
    (reply.status, message)
}

/// No disk has room for these numbers, which is known before one is computed.
#[test]
fn downloads_for_which_no_disk_has_room_are_refused_at_once() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let (status, message) = message(&server, "raw", [1 << 24, 1 << 24]);
    assert_eq!(status, 507, "{message}");
    let start = format!("cannot write the download to {}: it needs ", std::env::temp_dir().display());
    assert!(message.starts_with(&start), "{message}");
    assert!(message.contains("562949953421312 bytes, and its file system has "), "{message}");
}

/// How long a compressed file is, is known at its end: the disk may be full before.
#[test]
fn downloads_that_fill_the_disk_are_refused_and_leave_nothing() {
    let folder = Folder::new();
    let Some(unshare) = unshare(&folder) else { return };
    let script = "mkdir -p full && mount -t tmpfs -o size=1m none full && export TMPDIR=$PWD/full && \
         exec $perlane explore --no-open --port 0";
    let server = Server::spawn(run_under(&folder, unshare, &["sh", "-c", script]));
    for (format, size, why) in [
        ("raw", [2000, 1500], "it needs 6000000 bytes, and its file system has 1048576 free"),
        ("png", [1000, 700], "No space left on device (os error 28)"),
    ] {
        let told = message(&server, format, size);
        let name = folder.path("full");
        assert_eq!(
            told,
            (507, format!("cannot write the download to {}: {why}", name.display())),
            "{format}"
        );
    }
    // There is room again as soon as a download has failed.
    let reply = server.post("/api/export", &request("raw", [500, 500]));
    assert_eq!(reply.status, 200, "{}", text(&reply.body));
    let recipe: usize = reply.header("perlane-recipe-bytes").unwrap().parse().unwrap();
    assert_eq!(reply.body.len() - recipe, 500_000);
}
