//! `perlane show`, by itself and in a terminal.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

mod common;

use common::{Folder, text};

/// Without a terminal there is one picture, of 80 × 23 characters.
#[test]
fn one_picture_where_there_is_no_terminal() {
    let folder = Folder::new();
    let args = ["show", "--seed", "4", "--cell-size", "100", "--octaves", "5"];
    let run = |name: &str, value: &str| {
        let mut command = folder.command(args);
        text(&command.env(name, value).output().unwrap().stdout)
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
    for (name, value) in [("TERM", "tmux-256color"), ("TERM", "xterm-kitty"), ("NO_COLOR", "")] {
        assert!(run(name, value).contains("\x1b[38;2;"), "{name}={value}");
    }
    let mut command = folder.command(args);
    command.env("TERM", "screen-256color").env("COLORTERM", "24bit");
    assert!(text(&command.output().unwrap().stdout).contains("\x1b[38;2;"));
    // Environments may state another size.
    let mut command = folder.command(args);
    command.env("NO_COLOR", "1").env("COLUMNS", "50").env("LINES", "11");
    let small = text(&command.output().unwrap().stdout);
    assert!(small.lines().count() == 10 && small.lines().all(|line| line.chars().count() == 50), "{small}");
    command.env("COLUMNS", "0").env("LINES", "1001");
    let usual = text(&command.output().unwrap().stdout);
    assert!(usual.lines().count() == 23 && usual.lines().all(|line| line.chars().count() == 80), "{usual}");
    command.env("COLUMNS", "1000").env("LINES", "1");
    let wide = text(&command.output().unwrap().stdout);
    assert!(wide.lines().count() == 1 && wide.lines().all(|line| line.chars().count() == 1000), "{wide}");
    folder.fails("show --octaves 40", 2, &["octaves is 40; allowed: 1 to 32"]);
    folder.fails("show --size 40", 2, &["2 to 4 axes"]);
}

/// The picture is as large as the terminal, and the help does not say that `--size` sets it.
#[test]
fn sizes_are_those_of_the_command() {
    let folder = Folder::new();
    assert_eq!(text(&folder.done("show --once --size 16x16")).lines().count(), 23);
    let help = |command: &str| {
        text(&folder.command([command, "--help"]).env("COLUMNS", "300").output().unwrap().stdout)
    };
    assert!(help("show").contains("Size of the picture whose command q prints"), "{}", help("show"));
    assert!(!help("show").contains("Number of samples along x"));
    assert!(help("generate").contains("Number of samples along x"));
}

/// What is asked for by name is written, to a pipe too.
#[test]
fn graphics_that_are_named_are_written() {
    let folder = Folder::new();
    let once = |options: &str| text(&folder.done(&format!("show --once --seed 4 {options}")));
    let sixel = once("--graphics sixel");
    assert!(
        sixel.starts_with("\x1bP0;1q\"1;1;640;366#") && sixel.ends_with("-\x1b\\\n"),
        "{:?}",
        &sixel[..40]
    );
    let kitty = once("--graphics kitty");
    assert!(
        kitty.starts_with("\x1b_Ga=T,q=2,C=1,i=1,p=1,f=24,s=640,v=368,c=80,r=23,m=1;"),
        "{:?}",
        &kitty[..80]
    );
    assert!(kitty.ends_with(&format!("\x1b\\{}", "\n".repeat(23))) && !kitty.contains('▀'));
    assert_eq!(once("--graphics blocks"), once(""));
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

/// Quantities are shown by their planes, the first one where none is chosen.
#[test]
fn quantities_are_shown() {
    let folder = Folder::new();
    let noise = "--size 80x46 --seed 4 --cell-size 30 --octaves 3";
    let show = |options: &str| text(&folder.done(&format!("show {noise} {options}")));
    let value = show("");
    assert_eq!(show("--quantity gradient"), value, "its first plane is the value");
    let mut seen = vec![value];
    for options in [
        "--quantity gradient --plane dy",
        "--quantity gradient --plane dx",
        "--quantity slope",
        "--quantity normal --relief 8",
        "--quantity hillshade --relief 8",
        "--quantity hillshade --relief 8 --light 1,0,1",
    ] {
        let shown = show(options);
        assert!(shown.lines().count() == 23 && !seen.contains(&shown), "{options}");
        seen.push(shown);
    }
    assert_eq!(show("--quantity curl"), seen[1], "its first plane is the derivative by y");
    let levels = "--colormap viridis --levels 0..0.1";
    folder.done(&format!("generate -q {noise} --quantity slope -o s.png {levels}"));
    let mut reader = png::Decoder::new(std::io::Cursor::new(folder.read("s.png"))).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let first = pixels[..3].iter().map(u8::to_string).collect::<Vec<_>>().join(";");
    let shown = show(&format!("--quantity slope {levels}"));
    assert!(shown.starts_with(&format!("\x1b[38;2;{first};48;2;")), "{first}: {:?}", &shown[..40]);
    let grey = show("--colormap grey --levels 0..1e-30");
    assert!(grey.contains("\x1b[38;2;0;0;0;48;2;") && grey.contains(";255;255;255m"), "{:?}", &grey[..80]);
    folder.fails("show --quantity slope --fractal ping-pong", 2, &["quantity is slope of ping-pong noise"]);
    folder.fails("show --plane dx", 2, &["plane is dx, of value; allowed: value"]);
}

/// `perlane show` on a terminal of 80 by 24, made by the program `script`.
#[cfg(target_os = "linux")]
struct Terminal {
    script: std::process::Child,
    seen: std::sync::Arc<std::sync::Mutex<Vec<u8>>>,
    reader: std::thread::JoinHandle<()>,
}

#[cfg(target_os = "linux")]
impl Terminal {
    fn open(folder: &Folder, args: &str, variables: &[(&str, &str)]) -> Self {
        use std::io::Read;
        use std::process::Stdio;

        let line = format!(
            "stty cols 80 rows 24; sh -c 'echo $$ > pid; exec $perlane show {args}'; code=$?; stty -a; echo code $code"
        );
        let mut script = folder.here("script");
        script.args(["-qec", &line, "/dev/null"]);
        script.env("COLORTERM", "truecolor").envs(variables.iter().copied());
        let mut script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = script.stdout.take().unwrap();
        let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
        let into = seen.clone();
        let reader = std::thread::spawn(move || {
            let mut some = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut some) {
                into.lock().unwrap().extend(&some[..count]);
            }
        });
        Terminal { script, seen, reader }
    }

    fn seen(&self) -> String {
        text(&self.seen.lock().unwrap())
    }

    /// Waits until the program has written something since it was sent keys.
    #[track_caller]
    fn wait(&self, since: usize, what: &str) {
        for _ in 0..400 {
            if self.seen().get(since..).is_some_and(|seen| seen.contains(what)) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        panic!("no {what:?} in {:?}", self.seen());
    }

    #[track_caller]
    fn press(&mut self, keys: &str, answer: &str) {
        use std::io::Write;

        let since = self.seen().len();
        let input = self.script.stdin.as_mut().unwrap();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
        self.wait(since, answer);
    }

    /// Ends the program. What it wrote, and what stands on the usual screen then.
    fn quit(mut self) -> (String, String) {
        self.press("q", "\x1b[?1049l");
        self.end()
    }

    /// Sends a signal to the program, which ends it. What it wrote, and what stands on the usual screen then.
    fn signal(self, folder: &Folder, signal: &str) -> (String, String) {
        let pid = text(&folder.read("pid"));
        let status = common::program("kill").args([signal, pid.trim()]).status().unwrap();
        assert!(status.success());
        self.wait(0, "\x1b[?1049l");
        self.end()
    }

    fn end(mut self) -> (String, String) {
        self.script.wait().unwrap();
        self.reader.join().unwrap();
        let seen = text(&self.seen.lock().unwrap());
        let after = seen.rsplit_once("\x1b[?1049l").unwrap().1.to_owned();
        (seen, after)
    }
}

/// Keys work, the terminal is as before at the end, and the command is printed last.
#[cfg(target_os = "linux")]
#[test]
fn keys_in_a_terminal() {
    let folder = Folder::new();
    let mut terminal = Terminal::open(&folder, "--seed 4 --size 320x240", &[]);
    terminal.wait(0, "160, 120  1 px = 4 samples  seed 4  fbm 6");
    terminal.press("o", "fbm 7");
    terminal.press("\x1b[C", "200, 120");
    terminal.press("f", "billow 7");
    terminal.press("-", "1 px = 8 samples");
    terminal.press("+", "1 px = 4 samples");
    // More than is read at once, as of keys that are held down. The end of an arrow key by itself would make cells wider.
    terminal.press(&("\x1b[B".repeat(12) + &"\x1b[A".repeat(12)), "200, 120");
    // Keys that wait share a picture, so that it does not lag behind a key that is held.
    let before = terminal.seen().matches("\x1b[?2026h").count();
    terminal.press(&("\x1b[C".repeat(40) + &"\x1b[D".repeat(38)), "280, 120");
    terminal.press("\x1b[D\x1b[D", "200, 120");
    let pictures = terminal.seen().matches("\x1b[?2026h").count() - before;
    assert!(pictures < 30, "{pictures} pictures for 80 keys");
    let (seen, after) = terminal.quit();
    assert!(after.contains("perlane generate -o noise.png --size 320x240 --start 40,0"), "{after:?}");
    assert!(after.contains("--seed 4") && after.contains("--fractal billow --octaves 7"), "{after:?}");
    assert!(after.contains("--cell-size 256 "), "{after:?}");
    assert!(after.contains(" icanon") && after.contains(" echo "), "the terminal is as before: {after:?}");
    // Each picture has 23 lines of 80 half blocks, and no line is longer than the terminal.
    let picture = seen.split("\x1b[?2026h").nth(1).unwrap().split("\x1b[24;1H").next().unwrap();
    assert_eq!(picture.matches('▀').count(), 80 * 23);
    // A shell takes the command as it stands there.
    let (_, command) = after.split_once("perlane ").unwrap();
    let (command, _) = command.split_once("speed ").unwrap();
    let line = format!("$perlane {}", command.replace('\r', ""));
    let output = folder.script(&line).output().unwrap();
    assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    assert!(folder.read("noise.png").len() > 1000);
}

/// A terminal that knows no escape sequences gets one picture, and is asked for no keys.
#[cfg(target_os = "linux")]
#[test]
fn dumb_terminals_get_one_picture() {
    let folder = Folder::new();
    let terminal = Terminal::open(&folder, "--seed 4", &[("TERM", "dumb")]);
    terminal.wait(0, "code 0");
    let seen = terminal.seen();
    assert!(!seen.contains('\x1b') && seen.contains('#'), "{seen:?}");
}

/// Signals leave the terminal as it was too, and end the program with the code that they do elsewhere.
#[cfg(target_os = "linux")]
#[test]
fn signals_restore_the_terminal() {
    let folder = Folder::new();
    for (signal, args, code) in [
        ("-TERM", "", "code 143"),
        ("-HUP", "", "code 129"),
        ("-HUP", "2>log", "code 129"),
        ("-INT", "", "code 130"),
    ] {
        let terminal = Terminal::open(&folder, &format!("--graphics blocks --size 320x240 {args}"), &[]);
        terminal.wait(0, "160, 120");
        let (seen, after) = terminal.signal(&folder, signal);
        assert!(seen.contains("\x1b[?25h"), "the cursor is there again: {seen:?}");
        assert!(after.contains(code), "{signal}: {after:?}");
        // It would have written no file anyway.
        assert!(!after.contains("nothing was written"), "{signal}: {after:?}");
        assert!(after.contains("perlane: interrupted\r\n") != (args == "2>log"), "{signal}: {after:?}");
        assert!(
            after.contains(" icanon") && after.contains(" echo "),
            "the terminal is as before: {after:?}"
        );
    }
}

/// A terminal that says that it knows sixels, or kitty's protocol, gets them; one that wants no colours gets none.
#[cfg(target_os = "linux")]
#[test]
fn pictures_where_the_terminal_knows_them() {
    let folder = Folder::new();
    let mut sixel = Terminal::open(&folder, "--seed 4", &[]);
    sixel.wait(0, "\x1b[c");
    sixel.press("\x1b[?62;4;22c", "fbm 6");
    let (seen, after) = sixel.quit();
    assert!(seen.contains("\x1bP0;1q\"1;1;640;366#") && !seen.contains('▀'), "{seen:?}");
    assert!(after.contains("perlane generate") && !after.contains('\x1b'), "{after:?}");

    let kitty = Terminal::open(&folder, "--seed 4", &[("KITTY_WINDOW_ID", "1")]);
    kitty.wait(0, "fbm 6");
    let (seen, after) = kitty.quit();
    assert!(seen.contains("\x1b_Ga=T,q=2,C=1,i=1,p=1,f=24,s=640,v=368,c=80,r=23,m=1;"), "{seen:?}");
    assert!(seen.contains("\x1b_Ga=d,q=2\x1b\\") && after.contains("perlane generate"), "{after:?}");

    let plain = Terminal::open(&folder, "--seed 4", &[("NO_COLOR", "1"), ("KITTY_WINDOW_ID", "1")]);
    plain.wait(0, "fbm 6");
    let (seen, _) = plain.quit();
    assert!(!seen.contains("38;2") && !seen.contains("\x1b_G") && seen.contains('#'), "{seen:?}");
}
