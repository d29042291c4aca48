//! The options of the noise: what they are called, and what each does to a noise. A new option is a field here, and a line
//! in [`NoiseOptions::apply`].

use std::path::Path;
use std::{mem, slice};

use clap::{ArgMatches, Args, Command, FromArgMatches, Id};
use perlane::{
    Distance, Fade, Fractal, Gradients, Hash, Kind, Layers, Noise, Output, PerAxis, Permutation, Returns,
    Warp, Window,
};
use perlane_view::idle::{Idle, idle};
use perlane_view::seeds::reseeded;

use crate::error::{Error, Result};
use crate::input::table_file;
use crate::names::{NameParser, Suggested};
use crate::numerals::{OCTAVES, WHOLE, number, real, shortest};
use crate::values::{AxisList, Span};

/// The number of octaves of a fractal where neither an option nor a recipe says one.
const DEFAULT_OCTAVES: u32 = 6;

/// Samples per lattice cell where neither an option nor a recipe says a frequency.
pub(crate) const DEFAULT_CELL_SIZE: f64 = 256.0;

/// The group that all options of the noise are in.
const GROUP: &str = "noise-options";

/// The options of the noise, which of them, but for the seed, was given first, and what the kind was called.
#[derive(Debug)]
pub(crate) struct NoiseArgs {
    options: NoiseOptions,
    first_given: Option<String>,
    kind_word: Option<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Noise")]
#[group(id = GROUP, multiple = true)]
struct NoiseOptions {
    /// Kind of noise [default: perlin]
    #[arg(long, value_name = "KIND", value_parser = NameParser { names: Kind::NAMES, from_name: Kind::from_name })]
    noise: Option<Kind>,
    /// Seed, any unsigned 64-bit integer; with several layers: seed of the first; the other seeds shift by the same amount [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(WHOLE))]
    seed: Option<u64>,
    /// Lattice cells per world unit [default: that of cells of 256 samples along x]
    #[arg(long, value_name = "F", allow_hyphen_values = true, value_parser = real)]
    frequency: Option<f64>,
    /// Samples per lattice cell along x; sets the frequency to 1 / (SAMPLES * |spacing along x|), which is rounded: a cell may have a sample more or less [default: 256]
    #[arg(long, value_name = "SAMPLES", allow_hyphen_values = true, conflicts_with = "frequency", value_parser = real)]
    cell_size: Option<f64>,
    /// How octaves are summed; none is a single octave [default: fbm]
    #[arg(long, value_name = "KIND", value_parser = NameParser { names: Fractal::NAMES, from_name: Fractal::from_name })]
    fractal: Option<Fractal>,
    /// Number of octaves, 1 to 32 [default: 6]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u32>(OCTAVES))]
    octaves: Option<u32>,
    /// Ratio of each octave's frequency to that of the octave before [default: 2]
    #[arg(long, value_name = "L", allow_hyphen_values = true, value_parser = real)]
    lacunarity: Option<f64>,
    /// Ratio of each octave's amplitude to that of the octave before [default: 0.5]
    #[arg(long, value_name = "G", visible_alias = "persistence", allow_hyphen_values = true, value_parser = real)]
    gain: Option<f64>,
    /// How often ping-pong noise goes back and forth, 0 to 1000 [default: 2]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = real)]
    strength: Option<f64>,
    /// What octaves of ridged-multi and hybrid-multi are measured from (Musgrave's offset), 0 to 1000 [default: 1]
    #[arg(long, value_name = "L", allow_hyphen_values = true, value_parser = real)]
    level: Option<f64>,
    /// How much an octave of ridged-multi and hybrid-multi weights those after it (Musgrave's gain), 0 to 1000 [default: 2]
    #[arg(long, value_name = "F", allow_hyphen_values = true, value_parser = real)]
    feedback: Option<f64>,
    #[arg(long, value_name = "NAME|FILE", help = gradients_help(), value_parser = Suggested(Gradients::NAMES), hide_possible_values = true)]
    gradients: Option<String>,
    /// Interpolation between lattice corners, of perlin and value noise [default: quintic]
    #[arg(long, value_name = "FADE", value_parser = NameParser { names: Fade::NAMES, from_name: Fade::from_name })]
    fade: Option<Fade>,
    /// How cellular noise measures the distance to a point [default: euclidean]
    #[arg(long, value_name = "DISTANCE", value_parser = NameParser { names: Distance::NAMES, from_name: Distance::from_name })]
    distance: Option<Distance>,
    /// What cellular noise makes of the nearest points: their distances, each normalised by its own supremum, or the value of the nearest one's cell [default: f1]
    #[arg(long, value_name = "RETURNS", value_parser = NameParser { names: Returns::NAMES, from_name: Returns::from_name })]
    returns: Option<Returns>,
    /// How far the points of cellular noise may be from the centres of their cells, 0 to 1 [default: 1]
    #[arg(long, value_name = "J", allow_hyphen_values = true, value_parser = real)]
    jitter: Option<f64>,
    /// How lattice corners get their random numbers: an arithmetic hash, or a permutation table [default: mix]
    #[arg(long, value_name = "HASH", value_parser = NameParser { names: Hash::NAMES, from_name: Hash::from_name })]
    hash: Option<Hash>,
    /// Permutation table: perlin, seeded, or a file of 256 integers; implies --hash permutation
    #[arg(long, value_name = "NAME|FILE", value_parser = Suggested(Permutation::NAMES), hide_possible_values = true)]
    permutation: Option<String>,
    /// Lattice cells after which the noise repeats along each axis; with 0 it does not repeat
    #[arg(long, value_name = "PX,PY,..", allow_hyphen_values = true)]
    period: Option<AxisList<u32>>,
    /// Domain warp by Perlin noise: the most that samples move along each axis, in world units; 0 is no warp [default: 0]
    #[arg(long, value_name = "AMPLITUDE", allow_hyphen_values = true, value_parser = real)]
    warp: Option<f64>,
    /// Lattice cells of the warp's noise per world unit [default: as many as the noise has]
    #[arg(long, value_name = "F", allow_hyphen_values = true, value_parser = real)]
    warp_frequency: Option<f64>,
    /// Number of octaves of the warp's noise, 1 to 32 [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u32>(OCTAVES))]
    warp_octaves: Option<u32>,
    /// Seed of the warp's noise along x; those along y, z and w are the next ones [default: the noise's seed + 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(WHOLE))]
    warp_seed: Option<u64>,
    /// Do not normalise: output the plain sum of octaves
    #[arg(long, visible_alias = "raw")]
    no_normalize: bool,
    /// Normalise, even if the recipe or an earlier option says not to
    #[arg(long, overrides_with = "no_normalize")]
    normalize: bool,
    /// Scale and shift the noise so that its range, for most kinds -1..1, becomes this
    #[arg(long, value_name = "LO..HI", allow_hyphen_values = true, conflicts_with_all = ["scale", "bias"])]
    range: Option<Span>,
    /// Multiply the noise by this [default: 1]
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = real)]
    scale: Option<f64>,
    /// Add this to the scaled noise [default: 0]
    #[arg(long, value_name = "B", allow_hyphen_values = true, value_parser = real)]
    bias: Option<f64>,
}

fn gradients_help() -> String {
    let names = Gradients::NAMES.join(", ");
    format!("Gradient set of perlin noise: {names}, or a file with one vector a line (x [y [z [w]]])")
}

impl NoiseArgs {
    /// The files that the options name.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let gradients = self.options.gradients.as_deref().filter(|name| Gradients::from_name(name).is_err());
        let permutation =
            self.options.permutation.as_deref().filter(|name| Permutation::from_name(name).is_err());
        gradients.into_iter().chain(permutation).map(Path::new)
    }

    /// The word for the kind, if it has one of another library, and not all options are given that decide what such a library shows.
    pub(crate) fn loose_kind(&self) -> Option<&str> {
        let NoiseOptions { fractal, cell_size, frequency, returns, .. } = &self.options;
        let is_decided = match self.options.noise? {
            Kind::Cell => cell_size.or(*frequency).is_some(),
            _ => returns.is_some(),
        };
        self.kind_word.as_deref().filter(|_| fractal.is_none() || !is_decided)
    }

    /// How many numbers `--period` has, if it is given.
    pub(crate) fn periods(&self) -> Option<usize> {
        self.options.period.as_ref().map(|AxisList(numbers)| numbers.len())
    }

    /// Whether the frequency is the rounded reciprocal of a cell size, and no number that somebody chose.
    pub(crate) fn rounds_frequency(&self, of_recipe: bool) -> bool {
        let NoiseOptions { frequency, cell_size, .. } = &self.options;
        cell_size.is_some() || (frequency.is_none() && !of_recipe)
    }

    /// A note, if `--scale` or `--bias` takes the place of a range that the recipe has.
    pub(crate) fn replaced_range(&self, recipe: &Layers) -> Option<String> {
        let [Noise { output: Output::Range { low, high }, .. }] = *recipe.as_slice() else { return None };
        let NoiseOptions { scale, bias, .. } = &self.options;
        let option = scale.map(|_| "scale").or(bias.map(|_| "bias"))?;
        let range = Span { low, high };
        Some(format!(
            "note: the range {range} of the recipe is left out, because --{option} scales and shifts the noise itself"
        ))
    }

    /// The recipe's layers with the given options applied; without a recipe, the noise of the defaults.
    pub(crate) fn resolve(&self, recipe: Option<Layers>, window: &Window) -> Result<Layers> {
        let noise = match &recipe {
            None => self.default_noise(window)?,
            Some(layers) => match (layers.as_slice(), &self.first_given) {
                ([noise], _) => noise.clone(),
                (several, None) => return self.reseed(several),
                (several, Some(option)) => {
                    let name = with_other_name(option);
                    let value = format!("given for {} layers", several.len());
                    return Err(Error::parameter(name, value, "only with recipes of one noise"));
                }
            },
        };
        let noise = self.options.apply(noise, window)?;
        self.options.refuse_idle(slice::from_ref(&noise))?;
        self.refuse_too_fine(&noise, recipe.is_some(), window)?;
        Ok(noise.into())
    }
}

impl NoiseArgs {
    /// The noise where there is no recipe. Its cells depend on the spacing, unless an option says something of them.
    fn default_noise(&self, window: &Window) -> Result<Noise> {
        let noise = Noise::default().fbm(DEFAULT_OCTAVES);
        if self.options.frequency.is_some() || self.options.cell_size.is_some() {
            return Ok(noise);
        }
        let spacing = window.spacing.x;
        let frequency = frequency_of(DEFAULT_CELL_SIZE, window).ok_or_else(|| {
            let allowed = format!(
                "spacings whose frequency, 1 / ({DEFAULT_CELL_SIZE} * spacing), is finite and above 0; or set --frequency"
            );
            Error::parameter("spacing.x", shortest(spacing), allowed)
        })?;
        Ok(noise.frequency(frequency))
    }

    /// If octaves have no finite frequency, and nobody gave the frequency, names what it was computed from.
    fn refuse_too_fine(&self, noise: &Noise, of_recipe: bool, window: &Window) -> Result<()> {
        let blamed = |e| matches!(e, perlane::Error::Parameter { name, .. } if name == "frequency");
        if !self.rounds_frequency(of_recipe) || !noise.validate().is_err_and(blamed) {
            return Ok(());
        }
        Err(match self.options.cell_size {
            Some(size) => {
                let allowed = "sizes whose frequency, 1 / (size * spacing), is finite in all octaves";
                Error::parameter("cell-size", shortest(size), allowed)
            }
            None => {
                let allowed = format!(
                    "spacings whose frequency, 1 / ({DEFAULT_CELL_SIZE} * spacing), is finite in all octaves; or set --frequency"
                );
                Error::parameter("spacing.x", shortest(window.spacing.x), allowed)
            }
        })
    }

    /// The layers with the given seed for the first of them; the others keep their seeds' differences from it.
    fn reseed(&self, layers: &[Noise]) -> Result<Layers> {
        self.options.refuse_idle(layers)?;
        Ok(match self.options.seed {
            Some(seed) => reseeded(layers, seed),
            None => layers.iter().cloned().collect(),
        })
    }
}

impl NoiseOptions {
    fn apply(&self, mut noise: Noise, window: &Window) -> Result<Noise> {
        set(&mut noise.kind, self.noise);
        set(&mut noise.seed, self.seed);
        set(&mut noise.frequency, self.frequency);
        if let Some(cell_size) = self.cell_size {
            noise.frequency = frequency(cell_size, window)?;
        }
        self.apply_fractal(&mut noise)?;
        set(&mut noise.lacunarity, self.lacunarity);
        set(&mut noise.gain, self.gain);
        set(&mut noise.strength, self.strength);
        set(&mut noise.level, self.level);
        set(&mut noise.feedback, self.feedback);
        if let Some(gradients) = &self.gradients {
            noise.gradients = table_file::gradients(gradients)?;
        }
        set(&mut noise.fade, self.fade);
        set(&mut noise.distance, self.distance);
        set(&mut noise.returns, self.returns);
        set(&mut noise.jitter, self.jitter);
        self.apply_hash(&mut noise)?;
        if let Some(AxisList(period)) = &self.period {
            let xyzw = std::array::from_fn(|axis| period.get(axis).copied().unwrap_or(0));
            noise.period = PerAxis::from_xyzw(xyzw);
        }
        noise = self.apply_warp(noise)?;
        noise.normalize = (noise.normalize || self.normalize) && !self.no_normalize;
        if let Some(range) = self.range {
            noise = noise.range(range.low, range.high);
        }
        if let Some(scale) = self.scale {
            noise = noise.scale(scale);
        }
        if let Some(bias) = self.bias {
            noise = noise.bias(bias);
        }
        Ok(noise)
    }

    /// Refuses an option that changes none of these noises, which are those that the options made. Scripts that count octaves from 1 on may
    /// give `--gain` and its like with one octave too. Noises that are wrong have errors of their own.
    fn refuse_idle(&self, noises: &[Noise]) -> Result<()> {
        if noises.iter().any(|noise| noise.validate().is_err()) {
            return Ok(());
        }
        for (option, value) in self.conditional() {
            let Some(value) = value else { continue };
            let why: Vec<_> = noises.iter().map_while(|noise| idle(option, noise)).collect();
            if let [Idle { option: of, is, needs }, ..] = &why[..]
                && why.len() == noises.len()
                && !(*of == "octaves" && self.octaves.is_some())
            {
                let value = format!("{value}, with --{of} {is}");
                return Err(Error::parameter(option, value, format!("only with --{of} {needs}")));
            }
        }
        Ok(())
    }

    /// The options that change some noises and not others, with what is given. The hash has checks of its own.
    fn conditional(&self) -> [(&'static str, Option<String>); 11] {
        let number = |value: Option<f64>| value.map(shortest);
        [
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("lacunarity", number(self.lacunarity)),
            ("gain", number(self.gain)),
            ("strength", number(self.strength)),
            ("level", number(self.level)),
            ("feedback", number(self.feedback)),
            ("gradients", self.gradients.clone()),
            ("fade", self.fade.map(|fade| fade.to_string())),
            ("distance", self.distance.map(|distance| distance.to_string())),
            ("returns", self.returns.map(|returns| returns.to_string())),
            ("jitter", number(self.jitter)),
        ]
    }

    /// `--warp` takes the place of what a recipe warps with; the other options change what is there.
    fn apply_warp(&self, mut noise: Noise) -> Result<Noise> {
        if let Some(amplitude) = self.warp {
            noise = noise.warp_by(amplitude);
        }
        let others = [
            ("warp-frequency", self.warp_frequency.map(shortest)),
            ("warp-octaves", self.warp_octaves.map(|octaves| octaves.to_string())),
            ("warp-seed", self.warp_seed.map(|seed| seed.to_string())),
        ];
        // A script that counts amplitudes from 0 on may say more of the warp with 0 too.
        let by_numbers = self.warp.is_some() || (noise.is_warped() && matches!(noise.warp, Warp::By { .. }));
        if let (false, Some((name, Some(value)))) =
            (by_numbers, others.into_iter().find(|(_, value)| value.is_some()))
        {
            return Err(Error::parameter(
                name,
                value,
                "only with --warp, or a recipe whose warp has an amplitude",
            ));
        }
        if let Some(frequency) = self.warp_frequency {
            noise = noise.warp_frequency(frequency);
        }
        if let Some(octaves) = self.warp_octaves {
            noise = noise.warp_octaves(octaves);
        }
        Ok(match self.warp_seed {
            Some(seed) => noise.warp_seed(seed),
            None => noise,
        })
    }

    fn apply_fractal(&self, noise: &mut Noise) -> Result<()> {
        if let Some(fractal) = self.fractal {
            let before = mem::replace(&mut noise.fractal, fractal);
            // A recipe without a fractal has one octave, and a fractal of one octave would be none.
            if before == Fractal::None && noise.octaves == 1 {
                noise.octaves = DEFAULT_OCTAVES;
            }
        }
        match (noise.fractal, self.octaves) {
            (Fractal::None, Some(octaves)) if octaves != 1 => {
                return Err(Error::parameter("octaves", octaves, "1, because --fractal none is one octave"));
            }
            (Fractal::None, _) => noise.octaves = 1,
            (_, octaves) => set(&mut noise.octaves, octaves),
        }
        Ok(())
    }

    fn apply_hash(&self, noise: &mut Noise) -> Result<()> {
        let is_permutation = |hash: &Hash| matches!(hash, Hash::Permutation(_));
        match (&self.hash, &self.permutation) {
            (Some(hash), Some(_)) if !is_permutation(hash) => {
                let allowed = "permutation, because --permutation is given";
                return Err(Error::parameter("hash", hash.name(), allowed));
            }
            (_, Some(permutation)) => noise.hash = Hash::Permutation(table_file::permutation(permutation)?),
            // The recipe has chosen a permutation already.
            (Some(hash), None) if is_permutation(hash) && is_permutation(&noise.hash) => {}
            (Some(hash), None) => noise.hash = hash.clone(),
            (None, None) => {}
        }
        Ok(())
    }
}

fn set<T>(to: &mut T, given: Option<T>) {
    if let Some(value) = given {
        *to = value;
    }
}

/// The frequency at which a lattice cell has so many samples along x.
fn frequency(cell_size: f64, window: &Window) -> Result<f64> {
    if !(cell_size.is_finite() && cell_size > 0.0) {
        return Err(Error::parameter(
            "cell-size",
            shortest(cell_size),
            "finite numbers above 0 (samples per lattice cell)",
        ));
    }
    frequency_of(cell_size, window).ok_or_else(|| {
        let allowed = "sizes whose frequency, 1 / (size * spacing), is finite and above 0";
        Error::parameter("cell-size", shortest(cell_size), allowed)
    })
}

/// The same, if it is a number that noises can have.
fn frequency_of(cell_size: f64, window: &Window) -> Option<f64> {
    let frequency = 1.0 / (cell_size * window.spacing.x.abs());
    (frequency.is_finite() && frequency > 0.0).then_some(frequency)
}

/// Options that have a second name, and that name. Nobody knows which of them was given.
const OTHER_NAMES: [(&str, &str); 2] = [("no-normalize", "raw"), ("gain", "persistence")];

/// The name of an option for an error about it.
fn with_other_name(option: &str) -> String {
    match OTHER_NAMES.iter().find(|(name, _)| *name == option) {
        Some((name, other)) => format!("{name}, also called {other},"),
        None => option.to_owned(),
    }
}

impl Args for NoiseArgs {
    fn group_id() -> Option<Id> {
        NoiseOptions::group_id()
    }

    fn augment_args(command: Command) -> Command {
        NoiseOptions::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        NoiseOptions::augment_args_for_update(command)
    }
}

impl FromArgMatches for NoiseArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        // Read first, because reading the options removes them.
        let (first_given, kind_word) = (first_given(matches), kind_word(matches));
        Ok(NoiseArgs { options: NoiseOptions::from_arg_matches_mut(matches)?, first_given, kind_word })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.first_given = first_given(matches).or(self.first_given.take());
        self.kind_word = kind_word(matches).or(self.kind_word.take());
        self.options.update_from_arg_matches(matches)
    }
}

/// The name of the first option of the group on the command line, but for the seed, which layers can have.
fn first_given(matches: &ArgMatches) -> Option<String> {
    let mut given = matches.try_get_many::<Id>(GROUP).ok()??.filter(|id| id.as_str() != "seed");
    given.next().map(|id| id.as_str().replace('_', "-"))
}

/// What `--noise` says, as it was typed.
fn kind_word(matches: &ArgMatches) -> Option<String> {
    let word = matches.try_get_raw("noise").ok()??.next_back()?;
    word.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perlane_view::parameters::PARAMETERS;

    /// An option that some noises ignore is refused with these. The three others have checks of their own.
    #[test]
    fn options_that_some_noises_ignore_are_checked() {
        let none_given = NoiseArgs::augment_args(Command::new("perlane")).get_matches_from(["perlane"]);
        let args = NoiseArgs::from_arg_matches(&none_given).unwrap();
        let checked = args.options.conditional().map(|(option, _)| option);
        let conditional = PARAMETERS.iter().filter(|parameter| !parameter.when.is_empty());
        let options: Vec<&str> = conditional.map(|parameter| parameter.option).collect();
        assert!(options.len() >= 13, "{options:?}");
        for option in
            options.into_iter().filter(|option| !["octaves", "hash", "permutation"].contains(option))
        {
            assert!(checked.contains(&option), "--{option} is not checked");
        }
    }
}
