//! `perlane explore`: what its server answers, what it refuses, and that nothing is left of requests that were given up.
#![cfg(feature = "explore")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

#[path = "../common/mod.rs"]
mod common;

#[cfg(target_os = "linux")]
mod disks;
mod page;
mod requests;
mod tiles;

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Folder, bits, json, text};
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
        Self::spawn(folder.command(args))
    }

    fn spawn(mut command: Command) -> Self {
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
        let samples = || bits(content);
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
