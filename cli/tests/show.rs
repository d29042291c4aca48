//! `perlane show`, by itself and in a terminal.
#![allow(clippy::unwrap_used, reason = "clippy knows tests by their attribute, and not what they call")]

mod common;

use common::{Folder, text};

/// Without a terminal there is one picture, of 80 × 23 characters.
#[test]
fn one_picture_where_there_is_no_terminal() {
    let folder = Folder::new();
    let args = ["show", "--seed", "4", "--cell-size", "100", "--octaves", "5"];
    let run = |name: &str, value: &str| {
        let mut command = folder.command(args);
        command.env_remove("NO_COLOR").env("TERM", "xterm-256color").env(name, value);
        text(&command.output().unwrap().stdout)
    };
    let coloured = run("COLORTERM", "truecolor");
    assert_eq!(coloured.lines().count(), 23);
    assert!(coloured.lines().all(|line| line.starts_with("\x1b[38;2;") && line.matches('▀').count() == 80));
    let plain = run("NO_COLOR", "1");
    assert!(!plain.contains('\x1b') && plain.lines().all(|line| line.chars().count() == 80), "{plain}");
    assert!(
        plain.lines().count() == 23 && plain.chars().any(|c| c == '#') && plain.chars().any(|c| c == ':')
    );
    assert!(run("TERM", "screen-256color").contains("\x1b[38;5;"));
    folder.fails("show --octaves 40", 2, &["octaves is 40; allowed: 1 to 32"]);
    folder.fails("show --size 40", 2, &["2 to 4 axes"]);
}

/// The colours are those of the samples that `generate` writes.
#[test]
fn pixels_are_those_of_generate() {
    let folder = Folder::new();
    let noise = "--seed 4 --cell-size 30 --octaves 3";
    let shown =
        text(&folder.done(&format!("show --size 80x46 {noise} --colormap viridis --levels -0.5..0.5")));
    let options = "--size 80x46 --dtype u8 --format png --colormap viridis --levels -0.5..0.5";
    let png = folder.done(&format!("generate -o - {noise} {options}"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let first: Vec<String> =
        [pixels[0..3].to_vec(), pixels[240..243].to_vec()].concat().iter().map(u8::to_string).collect();
    let want = format!("\x1b[38;2;{};48;2;{}m▀", first[..3].join(";"), first[3..].join(";"));
    assert!(shown.starts_with(&want), "{want:?}: {:?}", &shown[..80]);
}

/// On a terminal, by the program `script`: keys work, the terminal is as before at the end, and the command is printed last.
#[cfg(target_os = "linux")]
#[test]
fn keys_in_a_terminal() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let folder = Folder::new();
    let line = format!(
        "stty cols 80 rows 24; {} show --seed 4 --size 320x240; stty -a",
        env!("CARGO_BIN_EXE_perlane")
    );
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(folder.path(""));
    script.env_remove("NO_COLOR").env("TERM", "xterm-256color").env("COLORTERM", "truecolor");
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut keys = child.stdin.take().unwrap();
    for key in ["", "o", "\x1b[C", "f", "-", "+", "q"] {
        sleep(Duration::from_millis(300));
        keys.write_all(key.as_bytes()).unwrap();
        keys.flush().unwrap();
    }
    let seen = text(&child.wait_with_output().unwrap().stdout);
    let (_, after) = seen.rsplit_once("\x1b[?1049l").unwrap();
    assert!(
        after.contains("perlane generate -o noise.png --size 320x240 --start 10,0")
            || after.contains("--start "),
        "{after:?}"
    );
    assert!(after.contains("--seed 4") && after.contains("--fractal billow --octaves 7"), "{after:?}");
    assert!(after.contains(" icanon") && after.contains(" echo "), "the terminal is as before: {after:?}");
    assert!(seen.contains("\x1b[?1049h") && seen.contains("seed 4  fbm 7"), "{seen:?}");
    // Each picture has 23 lines of 80 half blocks, and no line is longer than the terminal.
    let picture = seen.split("\x1b[?2026h").nth(1).unwrap().split("\x1b[24;1H").next().unwrap();
    assert_eq!(picture.matches('▀').count(), 80 * 23);
}
