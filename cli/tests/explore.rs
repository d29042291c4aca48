//! `perlane explore`: what its server answers, what it refuses, and that nothing is left of requests that were given up.
#![cfg(feature = "explore")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

mod common;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, json, read, text};
use serde_json::{Value, json};

/// A server that ends with its test.
struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{}", self.head);
        json(&self.body)
    }
}

impl Server {
    fn start(folder: &Folder, args: &str) -> Self {
        let args = ["explore", "--no-open", "--port", "0"].into_iter().chain(args.split_whitespace());
        let mut command = folder.command(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port =
            line.trim().strip_prefix("http://127.0.0.1:").unwrap().trim_end_matches('/').parse().unwrap();
        Server { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends a request as it is written; `Host` and the end of the connection are added.
    fn raw(&self, line: &str, headers: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        let head =
            format!("{line} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{headers}\r\n", self.port);
        stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
        read_reply(stream)
    }

    fn get(&self, path: &str) -> Reply {
        self.raw(&format!("GET {path}"), "", b"")
    }

    fn post(&self, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        self.raw(&format!("POST {path}"), &headers, body.as_bytes())
    }

    /// A line of the system's account of the server, such as `Threads`.
    #[cfg(target_os = "linux")]
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(&format!("{name}:"))).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }
}

fn read_reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(e) if e.kind() != ErrorKind::ConnectionReset => panic!("{e}"),
        _ => {}
    }
    let end =
        bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or_else(|| panic!("{}", text(&bytes)));
    let head = text(&bytes[..end]);
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut body = bytes.split_off(end + 4);
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Reply { status, head, body }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    loop {
        let end = body.windows(2).position(|two| two == b"\r\n").unwrap();
        let length = usize::from_str_radix(&text(&body[..end]), 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.extend(&body[end + 2..][..length]);
        body = &body[end + 2 + length + 2..];
    }
}

/// The tiles of an answer: numbers, and samples or messages.
fn frames(mut body: &[u8]) -> Vec<(u32, Result<Vec<u32>, String>)> {
    let mut frames = Vec::new();
    while !body.is_empty() {
        let word = |at: usize| u32::from_le_bytes(body[4 * at..][..4].try_into().unwrap());
        let (number, kind, length) = (word(0), word(1), word(2) as usize);
        let content = &body[12..][..length];
        let samples = || common::bits(content);
        frames.push((number, if kind == 0 { Ok(samples()) } else { Err(text(content)) }));
        body = &body[12 + length..];
    }
    frames
}

fn recipe() -> Value {
    json!({
        "stream": 1,
        "noise": { "seed": 9, "frequency": 0.0123, "fractal": { "kind": "fbm", "octaves": 5 } },
    })
}

fn place(size: [usize; 2], start: [&str; 2], level: i32) -> Value {
    json!({ "size": size, "start": start, "level": level })
}

#[test]
fn the_page_and_its_description() {
    let folder = Folder::new();
    let server = Server::start(&folder, "--seed 77 --size 640x480x9");
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(text(&page.body).contains("./app.js"));
    assert_eq!(server.get("/app.js").header("content-type"), Some("text/javascript; charset=utf-8"));
    let description = server.get("/api/describe").json();
    assert_eq!(description["start"]["noise"]["seed"], "77");
    assert_eq!(description["start"]["grid"]["size"], json!({ "x": 640, "y": 480, "z": 9 }));
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/api/describe/",
        "/api/tiles/1",
        "/tiles/1/2.png",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

/// The samples of tiles are those that `generate` writes, also far away and on coarse levels.
#[test]
fn tiles_have_the_samples_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let tiles = json!([
        { "z": 0, "x": "0", "y": "-1" },
        { "z": 0, "x": "4294967296", "y": "3" },
        { "z": 3, "x": "-2", "y": "1" },
        { "z": 40, "x": "1099511627776", "y": "0" },
    ]);
    let reply = server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": tiles }));
    assert_eq!(reply.status, 200, "{}", text(&reply.body));
    let mut got = frames(&reply.body);
    got.sort_by_key(|(number, _)| *number);
    assert_eq!(got.len(), 4);
    let message = got.pop().unwrap().1.unwrap_err();
    assert!(message.contains("2^52 cells"), "{message}");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5";
    for ((_, samples), window) in
        got.into_iter().zip(["--start -1,-257", "--start 1099511627775,767", "--start -513,255 --spacing 8"])
    {
        let want = folder.done(&format!("generate -o - --size 258x258 {noise} {window}"));
        assert!(samples.unwrap() == common::bits(&want), "{window}");
    }
}

/// Tiles of a quantity are planes of what `generate` writes, by world unit on every level.
#[test]
fn tiles_of_quantities_have_the_samples_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5";
    for (field, options, plane, number) in [
        (json!({ "quantity": "hillshade", "relief": 9.0 }), "hillshade --relief 9", None, 0),
        (json!({ "quantity": "slope", "relief": 3.0 }), "slope --relief 3", Some("slope"), 0),
        (json!({ "quantity": "gradient" }), "gradient", Some("dx"), 2),
        (json!({ "quantity": "normal", "relief": -50.0 }), "normal --relief -50", Some("y"), 1),
        (json!({ "quantity": "curl" }), "curl", None, 0),
    ] {
        let mut recipe = recipe();
        recipe["field"] = field;
        let tiles = json!([{ "z": 0, "x": "4294967296", "y": "-1" }, { "z": 3, "x": "-2", "y": "1" }]);
        let reply = server.post("/api/tiles", &json!({ "recipe": recipe, "plane": plane, "tiles": tiles }));
        assert_eq!(reply.status, 200, "{}", text(&reply.body));
        let mut got = frames(&reply.body);
        got.sort_by_key(|(number, _)| *number);
        for ((_, samples), window) in
            got.into_iter().zip(["--start 1099511627775,-257", "--start -513,255 --spacing 8"])
        {
            let want =
                folder.done(&format!("generate -o - --size 258x258 {noise} {window} --quantity {options}"));
            let want = &common::bits(&want)[number * 258 * 258..][..258 * 258];
            assert!(samples.unwrap() == want, "{options}, {window}");
        }
    }
    let mut cells = recipe();
    cells["noise"] = json!({ "kind": "cell" });
    cells["field"] = json!({ "quantity": "slope" });
    let reply = server.post("/api/check", &json!({ "recipe": cells }));
    let error = reply.json();
    assert_eq!((reply.status, &error["error"]["parameter"]), (422, &json!("quantity")), "{error}");
    assert!(
        error["error"]["message"].as_str().unwrap().starts_with("quantity is slope of cell noise"),
        "{error}"
    );
    let mut curl = recipe();
    curl["field"] = json!({ "quantity": "curl" });
    let tile = json!([{ "z": 0, "x": 0, "y": 0 }]);
    let reply = server.post("/api/tiles", &json!({ "recipe": curl, "plane": "z", "tiles": tile }));
    assert_eq!(reply.json()["error"]["message"], "plane is z, of curl; allowed: x, y");
    let report = server
        .post("/api/seams", &json!({ "recipe": curl, "place": place([100, 80], ["-5", "1099511627776"], 0) }))
        .json();
    assert_eq!((&report["identical"], &report["samples"]), (&json!(true), &json!(2 * 100 * 80)));
}

#[test]
fn checks_and_errors() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let checked = server.post("/api/check", &json!({ "recipe": recipe() })).json();
    assert_eq!(checked["bounds"], json!([-1.0, 1.0]));
    let mut wrong = recipe();
    wrong["noise"]["fractal"]["octaves"] = json!(33);
    let reply = server.post("/api/check", &json!({ "recipe": wrong }));
    let want = json!({ "error": { "message": "octaves is 33; allowed: 1 to 32", "parameter": "octaves" } });
    assert_eq!((reply.status, reply.json()), (422, want));
    let mut misspelt = recipe();
    misspelt["noise"]["sede"] = json!(3);
    let reply = server.post("/api/check", &json!({ "recipe": misspelt })).json();
    let message = reply["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("unknown key `sede`; did you mean `seed`? expected one of `"), "{message}");
    let many = vec![json!({ "z": 0, "x": 0, "y": 0 }); 257];
    let reply = server.post("/api/tiles", &json!({ "recipe": recipe(), "tiles": many }));
    assert_eq!(reply.status, 422);
    assert!(text(&reply.body).contains("the number of tiles is 257; allowed: 1 to 256"));
    let report = server.post(
        "/api/seams",
        &json!({ "recipe": recipe(), "place": place([300, 200], ["-5", "1099511627776"], 0) }),
    );
    assert_eq!(report.json()["identical"], true);
}

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
    for line in ["OPTIONS /api/tiles", "DELETE /api/tiles", "GET /api/tiles", "PUT /", "HEAD /api/tiles"] {
        assert_eq!(status(line, body), 405, "{line}");
    }
}

/// Programs that look before they read: the answer is that of GET, without its body.
#[test]
fn heads_are_those_of_what_is_read() {
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
    let large = "x".repeat(65 << 10);
    let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", large.len());
    assert_eq!(server.raw("POST /api/check", &headers, large.as_bytes()).status, 413);
    let long = format!("X-Long: {}\r\n", "x".repeat(64 << 10));
    assert_eq!(server.raw("GET /", &long, b"").status, 431);
    // A head that never ends.
    let mut slow = server.connect();
    write!(slow, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.port).unwrap();
    let start = Instant::now();
    let mut answer = Vec::new();
    let _ = slow.read_to_end(&mut answer);
    assert!(start.elapsed() < Duration::from_secs(25), "the server hangs up");
    assert!(!text(&answer).contains(" 200 "), "{}", text(&answer));
    assert_eq!(server.get("/").status, 200);
}

/// A page that moves on gives up its requests: nothing is left of them, and the next one is answered.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_of_requests_that_were_given_up() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let tiles: Vec<Value> = (0..256).map(|n| json!({ "z": 0, "x": n % 16, "y": n / 16 })).collect();
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

/// Downloads come from the writers of `generate`, and `reproduce` takes them.
#[test]
fn downloads_are_files_of_generate() {
    let folder = Folder::new();
    let server = Server::start(&folder, "");
    let noise = "--seed 9 --frequency 0.0123 --fractal fbm --octaves 5 --size 300x200 --start -40,1099511627776 --spacing 2";
    let place = place([300, 200], ["-40", "1099511627776"], 1);
    let value = || json!({ "quantity": "value" });
    let colours = |levels: [f64; 2]| json!({ "colormap": "viridis", "levels": levels });
    for (number, (format, dtype, options, field, more)) in [
        ("npy", "f32", "", value(), json!({})),
        ("npy", "u16", "", value(), json!({})),
        ("tiff", "f32", "", value(), json!({})),
        ("png", "u16", "", value(), json!({})),
        ("png", "u8", "--colormap viridis --levels -0.5..0.5", value(), colours([-0.5, 0.5])),
        ("npy", "f32", "--quantity gradient", json!({ "quantity": "gradient" }), json!({})),
        ("tiff", "f32", "--quantity curl", json!({ "quantity": "curl" }), json!({})),
        (
            "png",
            "u8",
            "--quantity normal --relief 9",
            json!({ "quantity": "normal", "relief": 9 }),
            json!({}),
        ),
        ("png", "u16", "--quantity hillshade", json!({ "quantity": "hillshade" }), json!({})),
        (
            "png",
            "u8",
            "--quantity slope --colormap viridis --levels 0..0.2",
            json!({ "quantity": "slope" }),
            colours([0.0, 0.2]),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let mut recipe = recipe();
        recipe["field"] = field;
        let mut request = json!({ "recipe": recipe, "place": place, "format": format, "dtype": dtype });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let reply = server.post("/api/export", &request);
        assert_eq!(reply.status, 200, "{}", text(&reply.body));
        assert_eq!(reply.header("content-length"), Some(&*reply.body.len().to_string()));
        let name = format!("download-{number}.{format}");
        folder.write(&name, &reply.body);
        if let Some(recipe) = reply.header("perlane-recipe") {
            folder.write(&format!("{name}.perlane.json"), recipe);
        }
        folder.done(&format!("reproduce {name}"));
        folder.done(&format!("generate -o same-{name} {noise} --dtype {dtype} {options} -q"));
        assert!(folder.read(&format!("same-{name}")) == reply.body, "{name}");
    }
    let mut gradient = recipe();
    gradient["field"] = json!({ "quantity": "gradient" });
    let wrong = json!({ "recipe": gradient, "place": place, "format": "png", "dtype": "u8" });
    let reply = server.post("/api/export", &wrong);
    assert_eq!((reply.status, &reply.json()["error"]["parameter"]), (422, &json!("quantity")));
    let wrong = json!({ "recipe": recipe(), "place": place, "format": "zarr", "dtype": "f32" });
    let reply = server.post("/api/export", &wrong);
    assert!(
        reply.status == 422 && text(&reply.body).contains("formats that are one file"),
        "{}",
        text(&reply.body)
    );
}

/// Tiles for maps, of the recipe that the server was started with.
#[test]
fn map_tiles() {
    let folder = Folder::new();
    folder.write("r.toml", "stream = 1\n[noise]\nseed = 3\nfrequency = 0.01\nfractal = { kind = \"billow\", octaves = 3 }\n[grid]\nsize = { x = 64, y = 64 }\n");
    let server = Server::start(&folder, "r.toml");
    let noise = "r.toml --size 256x256";
    for (tile, window) in [
        ("16/32768/32768", "--start 0,0"),
        ("16/32767/32769", "--start -256,256"),
        ("13/4096/4095", "--start 0,-256 --spacing 8"),
        ("18/131073/131072", "--start 256,0 --spacing 0.25"),
        ("0/0/0", "--start -128,-128 --spacing 65536"),
    ] {
        let reply = server.get(&format!("/tiles/{tile}.f32"));
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/octet-stream")));
        assert!(reply.body == folder.done(&format!("generate -o - {noise} {window}")), "{tile}");
        for (query, options) in
            [("", ""), ("?colormap=viridis&levels=-0.8..0.2", "--colormap viridis --levels -0.8..0.2")]
        {
            let reply = server.get(&format!("/tiles/{tile}.png{query}"));
            assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/png")));
            let want = folder.done(&format!("generate -o - --format png {noise} {window} {options}"));
            assert!(pixels(&reply.body) == pixels(&want), "{tile}{query}");
        }
    }
    let foreign = server.get("/tiles/16/0/0.png");
    assert_eq!(foreign.header("cross-origin-resource-policy"), Some("cross-origin"));
    for wrong in ["/tiles/31/0/0.png", "/tiles/1/2/0.png", "/tiles/1/0/0.jpg", "/tiles/a/0/0.png"] {
        assert_eq!(server.get(wrong).status, 404, "{wrong}");
    }
    for wrong in ["colormap=rainbow", "levels=1..1", "levels=x", "size=9"] {
        assert_eq!(server.get(&format!("/tiles/1/0/0.png?{wrong}")).status, 422, "{wrong}");
    }
    // Numbers have no colours.
    for wrong in ["colormap=terrain", "levels=0..1"] {
        let reply = server.get(&format!("/tiles/1/0/0.f32?{wrong}"));
        let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
        assert_eq!(message, format!("the query is {wrong}; allowed: plane=NAME for .f32"));
    }
}

/// Tiles for maps show what the recipe says: a plane of it.
#[test]
fn map_tiles_of_quantities() {
    let folder = Folder::new();
    folder.write("h.toml", "stream = 1\n[noise]\nseed = 3\nfrequency = 0.01\nfractal = { kind = \"billow\", octaves = 3 }\n[field]\nquantity = \"hillshade\"\nrelief = 30\n");
    let server = Server::start(&folder, "h.toml");
    let window = "--size 256x256 --start 0,-256 --spacing 8";
    let tile = server.get("/tiles/13/4096/4095.f32");
    assert!(tile.body == folder.done(&format!("generate -o - h.toml {window}")));
    let tile = server.get("/tiles/13/4096/4095.png");
    assert!(
        pixels(&tile.body) == pixels(&folder.done(&format!("generate -o - --format png h.toml {window}")))
    );
    assert_eq!(server.get("/tiles/13/4096/4095.png?plane=dx").status, 422);

    let server = Server::start(&folder, "h.toml --quantity gradient");
    let planes = folder.done(&format!("generate -o - h.toml {window} --quantity gradient"));
    for (query, number) in [("", 0), ("?plane=value", 0), ("?plane=dy", 1), ("?plane=dx", 2)] {
        let tile = server.get(&format!("/tiles/13/4096/4095.f32{query}"));
        assert!(tile.body == planes[number * 4 * 65536..][..4 * 65536], "{query}");
    }
    let [one, other] =
        ["dx", "dy"].map(|plane| server.get(&format!("/tiles/13/4096/4095.png?plane={plane}")).body);
    assert_ne!(pixels(&one), pixels(&other));
    let reply = server.get("/tiles/1/0/0.png?plane=z");
    assert!(text(&reply.body).contains("plane is z; allowed: value, dy, dx"), "{}", text(&reply.body));
}

/// GDAL, and so QGIS and rasterio, reads the tiles as a layer, on two zoom levels.
#[test]
fn gdal_reads_map_tiles() {
    let folder = Folder::new();
    let noise = "--cell-size 100 --seed 5";
    let server = Server::start(&folder, noise);
    let options = format!("{noise} --size 600x400 --start -300,-200 --dtype u8 --levels -0.5..0.5");
    folder.done(&format!("generate -q -o near.raw {options}"));
    let far = options.replace("--cell-size 100", "--frequency 0.01 --spacing 4");
    folder.done(&format!("generate -q -o far.raw {far}"));
    read(&folder, &["xyz", &format!("http://127.0.0.1:{}/", server.port)]);
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// The page says of each parameter what `--help` says of its option, and every option of noises has a parameter.
#[test]
fn parameters_are_those_of_the_options() {
    let folder = Folder::new();
    let help = text(&folder.command(["generate", "--help"]).env("COLUMNS", "100").output().unwrap().stdout);
    let (_, rest) = help.split_once("\nNoise:\n").unwrap();
    let (section, output) = rest.split_once("\nOutput:\n").unwrap();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut options: Vec<&str> = section.lines().filter_map(|line| line.trim().strip_prefix("--")).collect();
    for parameter in perlane_view::parameters::PARAMETERS {
        let inverse = match &parameter.control {
            perlane_view::parameters::Control::Number { inverse: Some(inverse), .. } => {
                vec![(inverse.option, inverse.help)]
            }
            _ => Vec::new(),
        };
        for (option, help) in [(parameter.option, parameter.help)].into_iter().chain(inverse) {
            let at = options.iter().position(|line| line.split([' ', '<']).next() == Some(option));
            options.remove(at.unwrap_or_else(|| panic!("there is no option --{option}")));
            assert!(one_line(section).contains(&one_line(help)), "--{option}: {help}");
        }
    }
    // --normalize takes back --no-normalize, whose parameter does both.
    options.retain(|line| *line != "normalize");
    assert!(options.is_empty(), "options without a parameter: {options:?}");
    for parameter in perlane_view::parameters::FIELD {
        assert!(
            output.contains(&format!("--{} <", parameter.option)),
            "there is no option --{}",
            parameter.option
        );
        assert!(
            one_line(output).contains(&one_line(parameter.help)),
            "--{}: {}",
            parameter.option,
            parameter.help
        );
    }
}
