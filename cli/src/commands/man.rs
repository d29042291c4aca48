//! `perlane man`: one manual page for all commands.

use std::io;

use clap::{Arg, Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Args, help};
use crate::error::{Error, Result};
use crate::terminal::console;

pub(crate) fn run() -> Result<()> {
    let page = page().map_err(|source| Error::Io { doing: "make the manual page".to_owned(), source })?;
    console::write(&page)
}

fn page() -> io::Result<Vec<u8>> {
    let mut program = Args::command();
    program.build();
    let mut page = Vec::new();
    let man = Man::new(program.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    for command in leaves(&program) {
        page.extend(section(command)?);
    }
    page.extend(examples(&program).bytes());
    for (name, paragraphs) in help::SECTIONS {
        page.extend(paragraphs_of(name, paragraphs).bytes());
    }
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The commands without subcommands: `zarr init` and `zarr fill`, but not `zarr`.
fn leaves(command: &Command) -> Vec<&Command> {
    let below: Vec<&Command> =
        command.get_subcommands().filter(|command| command.get_name() != "help").collect();
    if below.is_empty() { vec![command] } else { below.into_iter().flat_map(leaves).collect() }
}

/// The examples of all commands, which their help shows after the options.
fn examples(program: &Command) -> String {
    let lines = leaves(program).into_iter().filter_map(Command::get_after_help).flat_map(|help| {
        let help = help.to_string();
        help.lines().skip(1).map(str::trim).map(str::to_owned).collect::<Vec<_>>()
    });
    format!(".SH EXAMPLES\n.nf\n{}\n.fi\n", lines.map(|line| escape(&line)).collect::<Vec<_>>().join("\n"))
}

fn paragraphs_of(name: &str, paragraphs: &[(&str, &str)]) -> String {
    let paragraph = |(term, meaning): &(&str, &str)| format!(".TP\n{}\n{}\n", escape(term), escape(meaning));
    format!(".SH \"{name}\"\n{}", paragraphs.iter().map(paragraph).collect::<String>())
}

/// Text that roff shows as it is: it does not start with a request, and its minus signs can be copied.
fn escape(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with('.') { format!("\\&{text}") } else { text }
}

/// An option whose help names its aliases, as `--help` does. By itself, the manual page leaves them out.
fn with_aliases(option: Arg) -> Arg {
    let (Some(aliases), Some(help)) = (option.get_visible_aliases(), option.get_help()) else {
        return option;
    };
    if aliases.is_empty() {
        return option;
    }
    let help = format!("{help} [alias: --{}]", aliases.join(", --"));
    option.help(help)
}

/// An option that is needed unless another is given. clap's page would call it optional.
fn with_need(option: Arg) -> Arg {
    if option.get_id() == "output" { option.required(true) } else { option }
}

/// A command's own page, as a section of the program's page.
fn section(command: &Command) -> io::Result<Vec<u8>> {
    let mut own = Vec::new();
    let man = Man::new(command.clone().mut_args(with_aliases));
    Man::new(command.clone().mut_args(with_need)).render_synopsis_section(&mut own)?;
    man.render_description_section(&mut own)?;
    man.render_options_section(&mut own)?;
    let own = String::from_utf8_lossy(&own).replace("\n.SH ", "\n.SS ");
    let name = command.get_display_name().unwrap_or(command.get_name()).replace('-', " ").to_uppercase();
    Ok(format!(".SH {name}\n{}", own.replacen(".SH ", ".SS ", 1)).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::formats::{RecipePlace, titles};

    /// The manual's section on files, and the options' help, name formats in texts that are written out.
    #[test]
    fn texts_name_the_formats() {
        let beside = titles(|format| format.recipe == RecipePlace::Sidecar);
        let paragraphs = help::SECTIONS.iter().flat_map(|(_, paragraphs)| *paragraphs);
        let text: String = paragraphs.map(|(_, text)| *text).collect();
        assert!(text.contains(&format!("for the formats {beside}. Other formats")), "{beside}: {text}");
        let command = Args::command();
        let generate = command.find_subcommand("generate").unwrap();
        let starts = |option: &str, text: &str| {
            let option = generate.get_arguments().find(|arg| arg.get_long() == Some(option)).unwrap();
            let help = option.get_help().unwrap().to_string();
            assert!(help.starts_with(text), "{text}: {help}");
        };
        starts("colormap", &format!("Colours of {} of type u8", titles(|format| format.colors.is_some())));
        starts("fps", &format!("{}: ", titles(|format| format.film).replace(" and ", ", ")));
        starts("crs", &format!("{}: ", titles(|format| format.has_place).replace(" and ", ", ")));
        starts("chunks", &format!("{}: ", titles(|format| format.chunked)));
    }
}
