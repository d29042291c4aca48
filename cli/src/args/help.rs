//! What help and the manual page say beside the options: examples, and what surrounds the program.

/// Examples of a command, as help shows them behind the options.
pub(crate) const GENERATE: &str = "\
Examples:
  perlane generate -o heights.npy --size 1920x1080 --seed 42
  perlane generate -o map.png --cell-size 128 --octaves 8 --colormap terrain
  perlane generate -o dem.tif --cog --crs EPSG:32633 --origin 500005,4599995 --spacing 10,-10
  perlane generate -o clouds.apng --size 320x180 --loop 48 --fps 20
  perlane generate -o world.zarr --size 4096x4096 --chunks 512x512
  perlane generate map.png --seed 3 -o other.png
  perlane generate recipe.toml --size 256x256 -o - | program";

pub(crate) const INFO: &str = "\
Examples:
  perlane info
  perlane info map.png world.zarr
  perlane info map.png > recipe.toml";

pub(crate) const REPRODUCE: &str = "\
Examples:
  perlane reproduce world.zarr
  perlane reproduce --json *.png";

pub(crate) const VERIFY: &str = "\
Examples:
  perlane verify
  perlane verify --cases 100000 --seed 7";

pub(crate) const ZARR_INIT: &str = "\
Examples:
  perlane zarr init earth.zarr --size 10000x5000 --chunks 500x500 --seed 7
  perlane zarr init levels.zarr recipe.toml --layout pyramid";

pub(crate) const ZARR_FILL: &str = "\
Examples:
  perlane zarr fill earth.zarr
  perlane zarr fill earth.zarr --part 2/8";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  perlane completions bash > ~/.local/share/bash-completion/completions/perlane
  perlane completions zsh > ~/.zfunc/_perlane
  perlane completions fish > ~/.config/fish/completions/perlane.fish";

pub(crate) const MAN: &str = "\
Examples:
  perlane man | man -l -
  perlane man > ~/.local/share/man/man1/perlane.1";

pub(crate) const VERIFY_BACKEND: &str =
    "Check only this instruction set; may be given several times [default: all of this machine]";

pub(crate) const BENCH_BACKEND: &str =
    "Measure only this instruction set; may be given several times [default: all of this machine]";

/// The help of `--size` where the terminal's size is that of the picture.
pub(crate) const SHOW_SIZE: &str = "\
Size of the picture whose command q prints; its middle is shown, zoomed by a power of two so that its shorter side about fills a terminal of 80 x 24 characters [default: 1024x1024]";

/// Sections of the manual page: their names, and paragraphs of a term and what it means.
pub(crate) const SECTIONS: [(&str, &[(&str, &str)]); 3] = [
    (
        "EXIT STATUS",
        &[
            ("0", "Done; also where the reader of standard output or of a pipe had enough."),
            (
                "1",
                "Could not: a file is missing, broken or of a kind that is not known; folders, disk, memory; or reproduce, verify or bench found a difference.",
            ),
            ("2", "Wrong arguments or recipe. The message says which, what it was, and what is allowed."),
            (
                "129, 130, 143",
                "Ended by a signal: the terminal was closed (SIGHUP), Ctrl-C (SIGINT), SIGTERM. Shells report 128 plus the signal's number.",
            ),
        ],
    ),
    (
        "FILES",
        &[
            (
                "OUT.perlane.json",
                "The recipe and the digest of OUT, for the formats npy, raw and y4m. Other formats carry them inside.",
            ),
            ("*.toml, *.json", "Recipes. perlane schema prints what they may be."),
            (
                ".perlane-*.part",
                "Output that is not complete. What a killed program has left is removed by the next one in that folder.",
            ),
        ],
    ),
    (
        "ENVIRONMENT",
        &[
            (
                "NO_COLOR",
                "If it is set and not empty, help and progress have no colours, and perlane show draws with characters.",
            ),
            (
                "TERM, COLORTERM",
                "They say which colours perlane show may use. With TERM=dumb, it prints one picture.",
            ),
            (
                "KITTY_WINDOW_ID, TERM_PROGRAM",
                "They say whether perlane show can draw by kitty's graphics protocol; --graphics overrules them.",
            ),
            (
                "COLUMNS, LINES",
                "The size of perlane show's picture where no terminal states one, such as in a pipe. COLUMNS is the width of help, too.",
            ),
        ],
    ),
];
