//! The terminal: its size, its colours, single keys, and its alternate screen. The usual screen is restored at the end.
//!
//! crossterm 0.29 would read keys on Windows too, but it reads on and on when a terminal has hung up, and no signal ends that.

use std::env;
use std::io::{self, Write};

use crate::error::{Error, Result};
use crate::show::blocks::Colors;
use crate::show::keys::Key;
#[cfg(unix)]
use crate::terminal::interrupt;
use crate::values::Graphics;

/// A terminal's size in characters, and in pixels if it reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    cell: Option<(usize, usize)>,
}

/// The assumed size of terminals that do not report one.
const USUAL: Size = Size { columns: 80, rows: 24, cell: None };

/// The most columns and rows that the environment may state.
const MOST_STATED: usize = 1000;

/// How many tenths of a second a terminal has to answer what it can draw; ssh takes some of them. A terminal that does not answer gets half blocks.
#[cfg(unix)]
const ANSWER_TENTHS: usize = 4;

/// The assumed pixels of a character if the terminal does not report them.
const USUAL_CELL: (usize, usize) = (8, 16);

impl Size {
    #[cfg(unix)]
    pub(crate) fn of_terminal() -> Self {
        let Ok(size) = rustix::termios::tcgetwinsize(io::stdout()) else { return Self::of_environment() };
        let [columns, rows] = [size.ws_col, size.ws_row].map(usize::from);
        if columns == 0 || rows == 0 {
            return Self::of_environment();
        }
        let (width, height) = (usize::from(size.ws_xpixel) / columns, usize::from(size.ws_ypixel) / rows);
        let cell = (width > 0 && height > 0).then_some((width, height));
        Size { columns, rows, cell }
    }

    #[cfg(not(unix))]
    pub(crate) fn of_terminal() -> Self {
        Self::of_environment()
    }

    /// The size that the environment states where no terminal does, as for pipes into pagers.
    fn of_environment() -> Self {
        let stated = |name: &str, usual: usize| {
            let number = env::var(name).ok().and_then(|value| value.parse().ok());
            number.filter(|number| (1..=MOST_STATED).contains(number)).unwrap_or(usual)
        };
        Size { columns: stated("COLUMNS", USUAL.columns), rows: stated("LINES", USUAL.rows), cell: None }
    }

    /// The pixels of this many rows.
    pub(crate) fn pixels(self, rows: usize) -> (usize, usize) {
        let (width, height) = self.cell.unwrap_or(USUAL_CELL);
        (self.columns * width, rows * height)
    }
}

/// Whether the terminal claims to know no escape sequences.
pub(crate) fn is_dumb() -> bool {
    env::var("TERM").is_ok_and(|term| term == "dumb")
}

/// The colours that the terminal claims to support.
pub(crate) fn colors() -> Colors {
    let is = |name: &str, values: &[&str]| env::var(name).is_ok_and(|value| values.contains(&&*value));
    let term = env::var("TERM").unwrap_or_default();
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) || is_dumb() {
        Colors::None
    } else if is("COLORTERM", &["truecolor", "24bit"]) {
        Colors::True
    } else if term.contains("256color") && !term.starts_with("xterm") && !term.starts_with("tmux") {
        Colors::Indexed
    } else {
        // All recent terminals have them, but ssh does not pass on the variable that says so.
        Colors::True
    }
}

/// The terminal, while the program draws on it.
pub(crate) struct Screen {
    graphics: Graphics,
    #[cfg(unix)]
    before: rustix::termios::Termios,
    /// Keys that have come, but have not been asked for yet.
    #[cfg(unix)]
    waiting: std::collections::VecDeque<Key>,
    /// What the terminal has sent and is no key yet.
    #[cfg(unix)]
    sent: Vec<u8>,
}

#[cfg(unix)]
impl Screen {
    /// `None` if nobody could press a key.
    pub(crate) fn open(interactive: bool, asked: Option<Graphics>) -> Result<Option<Self>> {
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
        if !interactive {
            return Ok(None);
        }
        // A signal must not end the program before the terminal is restored.
        interrupt::defer_while_drawing()?;
        let before = tcgetattr(io::stdin()).map_err(failed)?;
        let mut raw = before.clone();
        raw.make_raw();
        // A read returns after a tenth of a second, so that a changed size is noticed.
        raw.special_codes[rustix::termios::SpecialCodeIndex::VMIN] = 0;
        raw.special_codes[rustix::termios::SpecialCodeIndex::VTIME] = 1;
        tcsetattr(io::stdin(), OptionalActions::Flush, &raw).map_err(failed)?;
        let (waiting, sent) = Default::default();
        let mut screen = Screen { graphics: Graphics::Blocks, before, waiting, sent };
        screen.graphics = match asked {
            Some(graphics) => graphics,
            None => screen.detect(),
        };
        screen.write("\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J")?;
        Ok(Some(screen))
    }

    /// What the terminal says that it can draw. If it may show no colours, pictures are no use.
    fn detect(&mut self) -> Graphics {
        let has = |name: &str| env::var_os(name).is_some();
        let program = env::var("TERM_PROGRAM").unwrap_or_default();
        if colors() == Colors::None {
            Graphics::Blocks
        } else if has("KITTY_WINDOW_ID") || program == "WezTerm" || program == "ghostty" {
            Graphics::Kitty
        } else if self.says_sixel() {
            Graphics::Sixel
        } else {
            Graphics::Blocks
        }
    }

    /// Asks for the terminal's attributes. The attribute 4 stands for sixels. Keys that are pressed meanwhile are not lost.
    fn says_sixel(&mut self) -> bool {
        if self.write("\x1b[c").is_err() {
            return false;
        }
        for _ in 0..ANSWER_TENTHS {
            self.sent.extend(read_some().unwrap_or_default());
            if let Some(list) = crate::show::keys::take_attributes(&mut self.sent) {
                return list.split(';').skip(1).any(|attribute| attribute == "4");
            }
        }
        false
    }

    /// Whether no key waits of those that have been read.
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The next key, or that the terminal has no longer the size for which a picture was drawn. Fails after a signal.
    pub(crate) fn key(&mut self, drawn: Size) -> Result<Key> {
        loop {
            if let Some(key) = self.waiting.pop_front() {
                return Ok(key);
            }
            let bytes = read_some();
            // This comes first, because a terminal that has hung up cannot be read.
            interrupt::check()?;
            let bytes = bytes.map_err(failed)?;
            self.sent.extend(&bytes);
            self.waiting.extend(crate::show::keys::take(&mut self.sent, !bytes.is_empty()));
            if bytes.is_empty() && Size::of_terminal() != drawn {
                return Ok(Key::Resized);
            }
        }
    }
}

/// What has been typed; empty if nothing is typed within a tenth of a second.
#[cfg(unix)]
fn read_some() -> io::Result<Vec<u8>> {
    let mut bytes = [0; 64];
    let count = rustix::io::read(io::stdin(), &mut bytes)?;
    Ok(bytes[..count].to_vec())
}

#[cfg(unix)]
fn failed(source: impl Into<io::Error>) -> Error {
    Error::Io { doing: "use the terminal".to_owned(), source: source.into() }
}

#[cfg(not(unix))]
impl Screen {
    /// Single keys are read only on Unix. Elsewhere one picture is printed.
    pub(crate) fn open(_interactive: bool, _asked: Option<Graphics>) -> Result<Option<Self>> {
        Ok(None)
    }

    pub(crate) fn is_idle(&self) -> bool {
        true
    }

    pub(crate) fn key(&mut self, _drawn: Size) -> Result<Key> {
        Ok(Key::End)
    }
}

impl Screen {
    pub(crate) fn graphics(&self) -> Graphics {
        self.graphics
    }

    /// Draws a picture and the last line.
    pub(crate) fn draw(&mut self, picture: &str, status: &str) -> Result<()> {
        let rows = Size::of_terminal().rows;
        let picture = picture.trim_end_matches('\n').replace('\n', "\r\n");
        // Terminals that support synchronised updates show all of it at once.
        self.write(&format!("\x1b[?2026h\x1b[H{picture}\x1b[{rows};1H\x1b[K{status}\x1b[?2026l"))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|source| Error::Io { doing: "write to the terminal".to_owned(), source })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if self.graphics == Graphics::Kitty {
            let _ = self.write("\x1b_Ga=d,q=2\x1b\\");
        }
        let _ = self.write("\x1b[?7h\x1b[?25h\x1b[?1049l");
        #[cfg(unix)]
        let _ =
            rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Flush, &self.before);
    }
}
