//! Requests that are foreign, unusual, too large, too slow or given up.

use std::io::{ErrorKind, Read, Write};
#[cfg(target_os = "linux")]
use std::time::Duration;

use crate::common::{Folder, text};
use crate::{Server, frames, read_reply, recipe};
use serde_json::json;

#[test]
fn foreign_requests_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let port = server.port;
    let status = |line: &str, headers: &str| server.raw(line, headers, b"{}").status;
    let body = "Content-Length: 2\r\n";
    let json = "Content-Type: application/json\r\nContent-Length: 2\r\n";
    // A second host, as it comes of a name server that leads a foreign name here.
    assert_eq!(status("GET /", "Host: evil.example\r\n"), 421);
    let rebound = |host: &str| {
        let mut stream = server.connect();
        write!(stream, "GET /api/describe HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        read_reply(stream).status
    };
    assert_eq!(rebound(&format!("127.0.0.1:{port}")), 200);
    assert_eq!(rebound(&format!("localhost:{port}")), 200);
    assert_eq!(rebound(&format!("evil.example:{port}")), 421);
    assert_eq!(rebound("127.0.0.1"), 421);
    for path in ["GET /", "GET /api/describe", "GET /tiles/16/0/0.png"] {
        assert_eq!(status(path, "Origin: http://evil.example\r\n"), 403, "{path}");
        assert_eq!(status(path, "Origin: null\r\n"), 403, "{path}");
    }
    let foreign = "Sec-Fetch-Site: cross-site\r\n";
    assert_eq!((status("GET /api/describe", foreign), status("GET /", foreign)), (403, 200));
    assert_eq!(status("GET /tiles/16/0/0.f32", foreign), 200, "pictures of tiles may be shown elsewhere");
    // What a form of a foreign page can send.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        assert_eq!(status("POST /api/check", &format!("Content-Type: {kind}\r\n{body}")), 415, "{kind}");
    }
    assert_eq!(status("POST /api/check", body), 415);
    assert_eq!(status("POST /api/check", json), 422);
    assert_eq!(
        status("POST /api/check", &format!("Origin: http://127.0.0.1:{port}\r\n{json}")),
        422,
        "its own page"
    );
    assert_eq!(status("POST /api/check", &format!("Origin: http://evil.example\r\n{json}")), 403);
    // Other methods, as a browser asks before it sends something unusual.
    for line in
        ["OPTIONS /api/tiles", "DELETE /api/tiles", "GET /api/tiles", "PUT /", "HEAD /api/tiles", "POST /"]
    {
        assert_eq!(status(line, body), 405, "{line}");
    }
}

/// An address that takes another method says which.
#[test]
fn other_methods_are_named() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    for (line, allow, message) in [
        ("GET /api/check", "POST", "method is GET; allowed: POST"),
        ("DELETE /api/describe", "GET, HEAD", "method is DELETE; allowed: GET, HEAD"),
    ] {
        let reply = server.raw(line, "", b"");
        assert_eq!((reply.status, reply.header("allow")), (405, Some(allow)), "{line}");
        assert_eq!(reply.json()["error"]["message"], message);
    }
}

/// A foreign page, also one by DNS rebinding, gets the same answers whether there is something at an address or not.
#[test]
fn strangers_do_not_learn_which_addresses_exist() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let rebound = |line: &str| {
        let mut stream = server.connect();
        let host = format!("evil.example:{}", server.port);
        write!(stream, "{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        read_reply(stream).status
    };
    let foreign = |line: &str, headers: &str| server.raw(line, headers, b"").status;
    for path in ["/api/check", "/api/describe", "/nothing"] {
        for method in ["GET", "HEAD", "POST", "OPTIONS", "DELETE"] {
            let line = format!("{method} {path}");
            assert_eq!(rebound(&line), 421, "{line}");
            assert_eq!(foreign(&line, "Origin: http://evil.example\r\n"), 403, "{line}");
            assert_eq!(foreign(&line, "Sec-Fetch-Site: cross-site\r\n"), 403, "{line}");
        }
    }
    assert_eq!((rebound("PUT /"), rebound("POST /tiles/16/0/0.png")), (421, 421));
}

/// Programs that look before they read: the answer is that of GET, without its body.
#[test]
fn answers_to_head_have_the_headers_of_get() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    for path in ["/", "/api/describe", "/tiles/16/32768/32768.png"] {
        let (head, whole) = (server.raw(&format!("HEAD {path}"), "", b""), server.get(path));
        assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
        for name in ["content-type", "content-length"] {
            assert!(whole.header(name).is_some(), "{path}: {}", whole.head);
            assert_eq!(head.header(name), whole.header(name), "{path}");
        }
    }
    let refused = server.raw("HEAD /api/tiles", "", b"");
    assert_eq!((refused.status, refused.header("allow")), (405, Some("POST")));
}

#[test]
fn all_answers_have_the_headers_that_protect() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    for reply in [
        server.get("/"),
        server.get("/app.js"),
        server.get("/api/describe"),
        server.get("/nothing"),
        server.get("/tiles/16/32768/32768.png"),
        server.raw("GET /", "Origin: http://evil.example\r\n", b""),
        server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": [{ "z": 0, "x": 0, "y": 0 }] })),
        server.post("/api/check", &json!({})),
    ] {
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert!(!reply.head.to_ascii_lowercase().contains("access-control-"), "{}", reply.head);
    }
}

#[test]
fn large_and_slow_requests_are_refused() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let large = "x".repeat((4 << 20) + (64 << 10) + 1);
    let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", large.len());
    assert_eq!(server.raw("POST /api/check", &headers, large.as_bytes()).status, 413);
    let long = format!("X-Long: {}\r\n", "x".repeat(64 << 10));
    assert_eq!(server.raw("GET /", &long, b"").status, 431);
    // A head that never ends.
    let mut slow = server.connect();
    write!(slow, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port).unwrap();
    let mut answer = Vec::new();
    let end = slow.read_to_end(&mut answer).map_err(|error| error.kind());
    // Reading fails so if the server has not hung up within the patience of `connect`.
    let waits = matches!(end, Err(ErrorKind::WouldBlock | ErrorKind::TimedOut));
    assert!(!waits, "the server does not hang up");
    assert!(!text(&answer).contains(" 200 "), "{}", text(&answer));
    assert_eq!(server.get("/").status, 200);
}

/// The page sends the whole recipe with each request, and one of layers with tables of their own is long.
#[test]
fn long_recipes_are_explored() {
    let vectors: Vec<_> = (1..=256).map(|n| json!([f64::from(n) / 257.0, 1.0 / f64::from(n)])).collect();
    let layer = json!({ "frequency": 0.0123, "gradients": vectors });
    let long = json!({ "stream": 1, "layers": vec![layer; 12] });
    assert!(long.to_string().len() > 100 << 10);
    let folder = Folder::new();
    folder.write("long.json", long.to_string());
    let server = Server::start(&folder, "long.json");
    let recipe = &server.get("/api/describe").json()["start"];
    let reply =
        server.post("/api/tiles", &json!({ "recipe": recipe, "tiles": [{ "z": 0, "x": 0, "y": 0 }] }));
    assert_eq!(reply.status, 200, "{}", text(&reply.body));
    assert!(frames(&reply.body)[0].1.is_ok());
}

/// A page that moves on gives up its requests: nothing is left of them, and the next one is answered.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_requests_that_were_given_up() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let tiles: Vec<_> = (0..256).map(|n| json!({ "z": 0, "x": n % 16, "y": n / 16 })).collect();
    let mut heavy = recipe();
    heavy["noise"]["fractal"]["octaves"] = json!(32);
    heavy["noise"]["fractal"]["lacunarity"] = json!(1.3);
    let body = json!({ "recipe": heavy, "tiles": tiles }).to_string();
    let give_up = || {
        let mut stream = server.connect();
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
        let head =
            format!("POST /api/tiles HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{headers}\r\n\r\n", server.port);
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).unwrap();
        stream.read_exact(&mut [0; 100]).unwrap();
    };
    for _ in 0..20 {
        give_up();
    }
    let (threads, memory) = (server.status("Threads"), server.status("VmRSS"));
    for _ in 0..200 {
        give_up();
    }
    let reply =
        server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": [{ "z": 0, "x": 0, "y": 0 }] }));
    assert_eq!(frames(&reply.body).len(), 1);
    assert!(
        server.status("Threads") <= threads.max(16),
        "{} threads, before {threads}",
        server.status("Threads")
    );
    let now = server.status("VmRSS");
    assert!(now < memory + (24 << 10), "{now} KiB, before {memory} KiB");
    // The work for them has ended too: the server's time stands still.
    let ticks = || {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.child.id())).unwrap();
        let fields: Vec<u64> =
            stat.rsplit_once(") ").unwrap().1.split(' ').filter_map(|f| f.parse().ok()).collect();
        fields[10] + fields[11]
    };
    let settled = (0..50).any(|_| {
        let before = ticks();
        std::thread::sleep(Duration::from_millis(300));
        ticks() <= before + 3
    });
    assert!(settled, "the server goes on computing");
}
