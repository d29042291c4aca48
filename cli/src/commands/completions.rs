//! `perlane completions`.

use clap::{Arg, Command, CommandFactory, ValueHint};
use clap_complete::Shell;

use crate::args::Args;
use crate::error::Result;
use crate::terminal::console;

pub(crate) fn run(shell: Shell) -> Result<()> {
    let (mut command, mut script) = (without_files(Args::command()), Vec::new());
    clap_complete::generate(shell, &mut command, "perlane", &mut script);
    // clap writes only valid UTF-8.
    let mut script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Zsh => script = with_escaped_names(&script, &command),
        Shell::Bash => script = with_files_at_once(&script, &command, "perlane"),
        _ => {}
    }
    let mut done = Vec::new();
    for (option, names) in names_or_files(&command) {
        if !done.contains(&option) {
            script = with_files(&script, shell, &option, &names);
            done.push(option);
        }
    }
    console::write(script.as_bytes())
}

/// The command, whose options offer files only if they take some. Where clap does not know what an option takes, bash would offer files.
fn without_files(command: Command) -> Command {
    let known = |arg: Arg| match arg.get_value_hint() {
        ValueHint::Unknown if arg.get_possible_values().is_empty() => arg.value_hint(ValueHint::Other),
        _ => arg,
    };
    command.mut_args(known).mut_subcommands(without_files)
}

/// The options that take a name or a file, with their names: those of a command, and of its subcommands.
fn names_or_files(command: &Command) -> Vec<(String, Vec<String>)> {
    let names = |arg: &Arg| -> Option<(String, Vec<String>)> {
        let takes_file = arg.get_value_names()?.iter().any(|name| name.contains("|FILE"));
        let names = arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        takes_file.then(|| Some((arg.get_long()?.to_owned(), names)))?
    };
    let own = command.get_arguments().filter_map(names);
    own.chain(command.get_subcommands().flat_map(names_or_files)).collect()
}

/// The script for bash. Commands that take files offer nothing before a dash, because bash offers files only where nothing else is offered.
fn with_files_at_once(script: &str, command: &Command, label: &str) -> String {
    let takes_files = command.get_positionals().any(|arg| {
        matches!(arg.get_value_hint(), ValueHint::FilePath | ValueHint::AnyPath | ValueHint::DirPath)
    });
    let own = if takes_files { with_options_after_dash(script, label) } else { script.to_owned() };
    command.get_subcommands().fold(own, |script, command| {
        with_files_at_once(&script, command, &format!("{label}__subcmd__{}", command.get_name()))
    })
}

/// The script, in which the part with this label offers options only after a dash.
fn with_options_after_dash(script: &str, label: &str) -> String {
    const END: &str = "\n            ;;\n";
    const ALL: &str = r#"COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )"#;
    let Some((before, part)) = script.split_once(&format!("\n        {label})\n")) else {
        return script.to_owned();
    };
    let (part, after) = part.split_once(END).unwrap_or((part, ""));
    let after_dash = part.split_once(" || ${COMP_CWORD}").and_then(|(condition, rest)| {
        let (_, rest) = rest.split_once(" ]]")?;
        let (rest, done) = rest.rsplit_once(ALL)?;
        Some(format!("{condition} ]]{rest}COMPREPLY=(){done}"))
    });
    let part = after_dash.as_deref().unwrap_or(part);
    format!("{before}\n        {label})\n{part}{END}{after}")
}

/// The script for zsh. Colons in value names are escaped, because a colon would end the name.
fn with_escaped_names(script: &str, command: &Command) -> String {
    let names = command.get_arguments().filter_map(Arg::get_value_names).flatten();
    let script = names.filter(|name| name.contains(':')).fold(script.to_owned(), |script, name| {
        script.replace(&format!(":{name}:"), &format!(":{}:", name.replace(':', "\\:")))
    });
    command.get_subcommands().fold(script, |script, command| with_escaped_names(&script, command))
}

/// The script, extended to offer files too where clap offers only names. Elvish and PowerShell offer options, but no values.
fn with_files(script: &str, shell: Shell, option: &str, names: &[String]) -> String {
    let words = names.join(" ");
    match shell {
        Shell::Bash => script.replace(
            &format!("compgen -W \"{words}\" -- \"${{cur}}\""),
            &format!("compgen -f -W \"{words}\" -- \"${{cur}}\""),
        ),
        Shell::Fish => {
            let of_option = format!(" -l {option} ");
            let line = |line: &str| match line.contains(&of_option) {
                true => line.replacen(" -r -f -a ", " -r -F -a ", 1),
                false => line.to_owned(),
            };
            script.lines().map(|text| line(text) + "\n").collect()
        }
        Shell::Zsh => {
            let function = format!("_perlane_{option}");
            let offers = script.replace(&format!("|FILE:({words})'"), &format!("|FILE:{function}'"));
            // Before the script's last lines, which complete immediately when zsh loads it.
            let defined = format!("{function}() {{ compadd -- {words}; _files }}\n\nif [ \"$funcstack[1]\"");
            offers.replacen("if [ \"$funcstack[1]\"", &defined, 1)
        }
        _ => script.to_owned(),
    }
}
