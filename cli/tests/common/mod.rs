//! Running the real program in a folder of its own.
#![allow(dead_code, reason = "each test uses a part")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy knows tests by their attribute, and not what they call"
)]

#[cfg(target_os = "linux")]
pub(crate) mod faults;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A grid that takes long enough to be interrupted, and that fits on disks with a gigabyte to spare.
pub(crate) const SLOW: [&str; 6] = ["--size", "30000x30000", "--dtype", "u8", "--octaves", "32"];

/// The program that is tested, for arguments of other programs; scripts have it as `$perlane`.
pub(crate) const PERLANE: &str = env!("CARGO_BIN_EXE_perlane");

/// What perlane, the libraries that it uses and bash read of an environment, and what would be another one's, not the test's.
const FOREIGN: [&str; 13] = [
    "BASH_ENV",
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "DISPLAY",
    "KITTY_WINDOW_ID",
    "LINES",
    "NO_COLOR",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "WAYLAND_DISPLAY",
];

/// A program that sees nothing of the terminal, the language and the shell of whoever runs the tests. Tests start all programs by this function, and
/// `tests_start_programs_in_one_environment` in `modules.rs` checks that.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    for variable in FOREIGN {
        command.env_remove(variable);
    }
    // The program `script` runs its line by the user's shell, which may be none that knows `code=$?`.
    command.env("TERM", "xterm-256color").env("LC_ALL", "C").env("SHELL", "/bin/sh").env("perlane", PERLANE);
    command
}

/// A folder that is gone after the test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Folder(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The names of all files, hidden ones too, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.here(PERLANE);
        command.args(args);
        command
    }

    /// `perlane` with these arguments, and with a limit of the system, as in `ulimit -t 5`. A program that takes more time is ended, and has no
    /// exit code then.
    #[cfg(unix)]
    pub(crate) fn limited(&self, ulimit: &str, args: &str) -> Command {
        let script = format!("ulimit {ulimit} && exec \"$0\" \"$@\"");
        let mut command = self.here("sh");
        command.args(["-c", &script, PERLANE]).args(args.split_whitespace());
        command
    }

    /// A program in this folder, without input.
    pub(crate) fn here(&self, name: &str) -> Command {
        let mut command = program(name);
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// A script for `sh` in this folder, with `$perlane`.
    pub(crate) fn script(&self, script: &str) -> Command {
        let mut command = self.here("sh");
        command.args(["-c", script]);
        command
    }

    /// Runs `perlane` with these arguments, which have spaces between.
    pub(crate) fn perlane(&self, args: &str) -> Output {
        self.command(args.split_whitespace()).output().unwrap()
    }

    /// Runs `perlane`, which must succeed; its standard output.
    #[track_caller]
    pub(crate) fn done(&self, args: &str) -> Vec<u8> {
        let output = self.perlane(args);
        assert_eq!(output.status.code(), Some(0), "{args}: {}", text(&output.stderr));
        output.stdout
    }

    /// Runs `perlane`, which must end with this code and a message with these fragments.
    #[track_caller]
    pub(crate) fn fails(&self, args: &str, code: i32, fragments: &[&str]) {
        let output = self.perlane(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args}: {message}");
        assert!(message.starts_with("perlane: "), "{args}: {message}");
        assert!(!message.contains("panicked"), "{args}: {message}");
        // Fragments have the separators of paths that Unix has.
        let message = if cfg!(windows) { message.replace('\\', "/") } else { message };
        for fragment in fragments {
            assert!(message.contains(fragment), "{args}: {fragment:?} is not in: {message}");
        }
    }
}

/// The notes of a run that succeeds.
#[track_caller]
pub(crate) fn notes(folder: &Folder, args: &str) -> String {
    let output = folder.perlane(args);
    assert!(output.status.success(), "{args}: {}", text(&output.stderr));
    let stderr = text(&output.stderr);
    stderr.lines().filter(|line| line.starts_with("note: ")).map(|line| line.to_owned() + "\n").collect()
}

/// Replaces bytes by as many others.
#[track_caller]
pub(crate) fn exchange(folder: &Folder, name: &str, from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let mut bytes = folder.read(name);
    let places: Vec<usize> =
        (0..bytes.len() - from.len()).filter(|at| bytes[*at..].starts_with(from)).collect();
    assert!(!places.is_empty(), "{name}");
    places.into_iter().for_each(|at| bytes[at..at + to.len()].copy_from_slice(to));
    folder.write(name, bytes);
}

/// All files below a folder, hidden ones too, with their content.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            files.extend(tree(&path).into_iter().map(|(file, content)| (format!("{name}/{file}"), content)));
        } else {
            files.insert(name, std::fs::read(&path).unwrap());
        }
    }
    files
}

/// How much a program has written to a file of this folder, under whatever name or none; `None` before it has one.
#[cfg(target_os = "linux")]
pub(crate) fn written(child: &Child, folder: &Folder) -> Option<u64> {
    let inside = std::fs::canonicalize(folder.path("")).unwrap();
    let files = std::fs::read_dir(format!("/proc/{}/fd", child.id())).ok()?;
    let files = files.flatten().map(|entry| entry.path());
    let mut ours = files.filter(|file| std::fs::read_link(file).is_ok_and(|to| to.starts_with(&inside)));
    ours.find_map(|file| std::fs::metadata(file).ok().filter(|m| m.is_file()).map(|m| m.len()))
}

/// Waits until `holds`, for not more than a minute.
#[track_caller]
pub(crate) fn wait(child: &mut Child, what: &str, holds: impl Fn(&Child) -> bool) {
    let start = Instant::now();
    while !holds(child) {
        assert!(child.try_wait().unwrap().is_none(), "ended before {what}");
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The exit code of a run, and the most memory that it had at a time, in MiB: the last that the system said of it.
#[cfg(target_os = "linux")]
pub(crate) fn code_and_peak(mut command: Command) -> (Option<i32>, u64) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        if let Some(kib) = line.and_then(|line| line.trim().strip_suffix(" kB")) {
            peak = kib.parse().unwrap();
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    (child.wait().unwrap().code(), peak >> 10)
}

/// The most memory that a run had at a time, in MiB; it must succeed.
#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn peak(folder: &Folder, args: &str) -> u64 {
    let (code, peak) = code_and_peak(folder.command(args.split_whitespace()));
    assert_eq!(code, Some(0), "{args}");
    peak
}

pub(crate) fn signal(child: &Child, signal: &str) {
    let status = program("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// The number of the signal that has ended a program; `None` if it has ended itself with an exit code.
#[cfg(unix)]
pub(crate) fn ended_by(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

/// The backends of this machine, as messages list them.
pub(crate) fn backends() -> String {
    perlane::Backend::available().map(perlane::Backend::name).collect::<Vec<_>>().join(", ")
}

/// The name of a backend that this machine has.
pub(crate) fn first_backend() -> &'static str {
    perlane::Backend::available().next().unwrap().name()
}

/// The names of all formats, which the error of a wrong one lists.
pub(crate) fn formats() -> Vec<String> {
    let message = text(&Folder::new().perlane("generate -o x --format none").stderr);
    let (_, formats) = message.split_once("allowed: ").unwrap();
    let formats =
        formats.split(['\n', ';']).next().unwrap().split(", ").map(str::to_owned).collect::<Vec<_>>();
    assert!(["npy", "zarr"].iter().all(|name| formats.iter().any(|format| format == name)), "{message}");
    formats
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn json(bytes: &[u8]) -> serde_json::Value {
    serde_json::from_slice(bytes).unwrap_or_else(|e| panic!("{e}: {}", text(bytes)))
}

/// Little-endian `f32`s as bits.
pub(crate) fn bits(bytes: &[u8]) -> Vec<u32> {
    assert_eq!(bytes.len() % 4, 0);
    bytes.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect()
}

/// Fails at the first sample that differs; thousands of numbers help nobody.
#[track_caller]
pub(crate) fn assert_samples(got: &[u8], want: &[f32]) {
    let got = bits(got);
    assert_eq!(got.len(), want.len());
    let differs = got.iter().zip(want).position(|(g, w)| *g != w.to_bits());
    assert_eq!(differs, None, "the index of the first sample that differs");
}

/// The integer that a sample becomes, as `docs/bits.md` says it (section 7). `round` takes the greater one of two as near, as none is negative.
pub(crate) fn level(sample: f32, max: u16, low: f64, high: f64) -> u16 {
    let max = f64::from(max);
    let factor = max / (high - low);
    ((f64::from(sample) - low) * factor).clamp(0.0, max).round() as u16
}

/// The shape, type and numbers of a .npy file.
#[track_caller]
pub(crate) fn npy(bytes: &[u8]) -> (String, String, &[u8]) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, data) = bytes[10..].split_at(length);
    assert_eq!((10 + length) % 64, 0, "aligned");
    let header = std::str::from_utf8(header).unwrap();
    assert!(header.ends_with('\n') && header.contains("'fortran_order': False, "), "{header}");
    let between = |from: &str, to: &str| {
        let rest = header.split_once(from).unwrap().1;
        rest.split_once(to).unwrap().0.to_owned()
    };
    (between("'shape': ", "), ") + ")", between("'descr': '", "'"), data)
}

/// Python with the readers. Installs them where they are missing; a test run without them fails.
pub(crate) fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/readers.sh");
        let target = env!("CARGO_TARGET_TMPDIR");
        let output = program(script)
            .env("CARGO_TARGET_DIR", std::path::Path::new(target).parent().unwrap())
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "the independent readers cannot be installed, and these tests mean nothing without: {}",
            text(&output.stderr)
        );
        text(&output.stdout).trim().to_owned()
    })
}

/// Runs readers.py; its output.
#[track_caller]
pub(crate) fn read(folder: &Folder, args: &[&str]) -> Vec<u8> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/readers.py");
    let output = folder.here(python()).arg(script).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output.stdout
}
