//! `perlane show`: a preview in the terminal. If the terminal is interactive, keys move and change the noise. Otherwise one picture is printed.
//!
//! `model` is what is shown, and what keys do to it. `picture` computes its colours. `blocks`, `kitty` and `sixel` write them for terminals.
//! `screen` is the terminal itself.

mod blocks;
mod camera;
#[cfg_attr(not(unix), allow(dead_code, reason = "single keys are read only on Unix"))]
mod keys;
mod kitty;
mod model;
mod picture;
mod screen;
mod sixel;

use std::io::{self, IsTerminal};

use crate::args::Show;
use crate::error::{After, Result};
use crate::read::metadata;
use crate::resolve;
use crate::terminal::console;
use crate::values::Graphics;
use keys::Key;
use model::{Model, Step};
use picture::Pixels;
use screen::{Screen, Size};

pub(crate) fn run(args: &Show) -> Result<()> {
    let recipe = args.recipe.as_deref().map(metadata::read_recipe).transpose()?;
    let recipe = resolve::shown(recipe, &args.window, &args.noise, &args.quantity)?;
    let mut model = Model::new(recipe, args.plane.clone(), args.colormap.clone(), args.levels)?;
    // What draws over itself needs a terminal that moves its cursor.
    let draws = io::stdin().is_terminal() && io::stdout().is_terminal() && !screen::is_dumb();
    let interactive = draws && !args.once;
    match Screen::open(interactive, args.graphics)? {
        Some(screen) => explore(&mut model, screen).map_err(|e| e.leaving(After::Viewer)),
        // A terminal whose answers are not read cannot be asked what it can draw.
        None => once(&mut model, args.graphics.unwrap_or(Graphics::Blocks)),
    }
}

/// Prints one picture of the terminal's size.
fn once(model: &mut Model, graphics: Graphics) -> Result<()> {
    let size = Size::of_terminal();
    let after = match graphics {
        Graphics::Blocks => String::new(),
        // The cursor stays at the start of the picture, and what is printed next should be below the picture.
        Graphics::Kitty => "\n".repeat(rows(size)),
        Graphics::Sixel => "\n".to_owned(),
    };
    model.keep_within(pixels(graphics, size));
    console::write((frame(model, graphics, size)? + &after).as_bytes())
}

/// Draws the picture, waits for keys, and prints the command at the end.
fn explore(model: &mut Model, mut screen: Screen) -> Result<()> {
    let mut message = String::new();
    loop {
        let size = Size::of_terminal();
        model.keep_within(pixels(screen.graphics(), size));
        screen.draw(&frame(model, screen.graphics(), size)?, &status(model, &message, size.columns))?;
        message.clear();
        if !obey(model, &mut screen, size, &mut message)? {
            break;
        }
    }
    drop(screen);
    console::write(model.command()?.as_bytes())
}

/// Does what keys stand for, until there is something to draw: all keys that wait, as a picture may take longer than the next key. Returns
/// false at the end.
fn obey(model: &mut Model, screen: &mut Screen, drawn: Size, message: &mut String) -> Result<bool> {
    let pixels = pixels(screen.graphics(), drawn);
    let mut draws = false;
    while !(draws && screen.is_idle()) {
        let key = screen.key(drawn)?;
        if key == Key::Resized {
            return Ok(true);
        }
        match model.press(key, pixels) {
            Ok(Step::Quit) => return Ok(false),
            Ok(Step::Nothing) => continue,
            Ok(Step::Changed) => message.clear(),
            Ok(Step::Refused(why)) => *message = why,
            // A message says what a key could not do, and the noise stays as it was.
            Err(e) => *message = e.to_string(),
        }
        draws = true;
    }
    Ok(true)
}

/// The rows of a picture: all but the last row, which has a text or the cursor.
fn rows(size: Size) -> usize {
    size.rows.saturating_sub(1).max(1)
}

/// The width and the height of a picture in pixels.
fn pixels(graphics: Graphics, size: Size) -> [usize; 2] {
    let rows = rows(size);
    let (width, height) = size.pixels(rows);
    match graphics {
        Graphics::Blocks => [size.columns, 2 * rows],
        Graphics::Kitty => [width, height],
        // Sixels come in bands of six rows, and a picture that touches the last line scrolls.
        Graphics::Sixel => [width, height / 6 * 6],
    }
}

fn frame(model: &Model, graphics: Graphics, size: Size) -> Result<String> {
    let [width, height] = pixels(graphics, size);
    let picture: Pixels = model.picture(width, height)?;
    Ok(match graphics {
        Graphics::Blocks => blocks::lines(&picture, screen::colors()),
        Graphics::Kitty => kitty::image(&picture, size.columns, rows(size)),
        Graphics::Sixel => sixel::image(&picture),
    })
}

/// The last line: an error message, or the picture's place and the keys.
fn status(model: &Model, message: &str, columns: usize) -> String {
    let text = if message.is_empty() { model.status() } else { message.to_owned() };
    text.chars().take(columns.saturating_sub(1)).collect()
}
