//! The program `perlane`.

use std::process::ExitCode;

fn main() -> ExitCode {
    perlane_cli::main()
}
