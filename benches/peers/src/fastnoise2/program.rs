//! FastNoise2's program, which does as it is told.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub(super) struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    pub(super) fn start(path: &Path) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(to), Some(from)) => Ok(Program { child, to, from: BufReader::new(from) }),
            _ => Err("a program was started without pipes".into()),
        }
    }

    /// Prepares a work, which `command` names.
    pub(super) fn ask_for(&mut self, command: &str) -> Result<(), Box<dyn Error>> {
        match self.answer(command)?.as_str() {
            "ready" => Ok(()),
            wrong => Err(format!("FastNoise2's program, asked for `{command}`: {wrong}").into()),
        }
    }

    /// Does the work for so many seconds. Returns the seconds of a call.
    pub(super) fn turn(&mut self, seconds: f64) -> Result<f64, Box<dyn Error>> {
        Ok(self.answer(&format!("turn {seconds}"))?.parse()?)
    }

    fn answer(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        let asked = writeln!(self.to, "{command}").and_then(|()| self.from.read_line(&mut line));
        match (asked, line.trim_end()) {
            (Err(_), _) | (_, "") => Err(format!("FastNoise2's program ended at `{command}`").into()),
            (_, answer) => Ok(answer.to_owned()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
