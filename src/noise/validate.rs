//! Checks of parameters that need no number of dimensions.

use alloc::format;

use crate::error::{Error, Result, as_there_are, listed, number, require};
use crate::grid::AXES;
use crate::noise::choices::{Hash, Kind};
use crate::noise::output::{Output, within};
use crate::noise::parameters::Noise;
use crate::noise::period::of_last_octave;

/// Whether the frequencies of all octaves are finite, the first of which has this one.
pub(super) fn are_finite(frequency: f64, lacunarity: f64, octaves: u32) -> bool {
    of_last_octave(frequency, lacunarity, octaves).is_finite()
}

impl Noise {
    /// Checks the ranges of parameters. Two checks need the number of dimensions: [`bounds`](Self::bounds) refuses amplitudes and weights beyond `f32`,
    /// and whatever samples the noise also refuses periods with too many cells in an octave.
    ///
    /// # Errors
    /// The first parameter outside its range.
    pub fn validate(&self) -> Result<()> {
        let positive = self.frequency.is_finite() && self.frequency > 0.0;
        require(
            positive,
            "frequency",
            number(self.frequency),
            "finite numbers above 0 (lattice cells per world unit, 1 / cell size)",
        )?;
        require((1..=Self::MAX_OCTAVES).contains(&self.octaves), "octaves", self.octaves, "1 to 32")?;
        let positive = self.lacunarity.is_finite() && self.lacunarity > 0.0;
        require(positive, "lacunarity", number(self.lacunarity), "finite numbers above 0")?;
        self.validate_octaves()?;
        for (offset, axis) in self.offset.xyzw().into_iter().zip(AXES) {
            if !offset.is_finite() {
                let name = format!("offset.{axis}");
                return Err(Error::parameter(name, number(offset), "finite numbers (world units)"));
            }
        }
        require(self.gain.is_finite(), "gain", number(self.gain), "finite numbers")?;
        for (name, value) in [("strength", self.strength), ("level", self.level), ("feedback", self.feedback)]
        {
            require((0.0..=1000.0).contains(&value), name, number(value), "0 to 1000")?;
        }
        require((0.0..=1.0).contains(&self.jitter), "jitter", number(self.jitter), "0 to 1")?;
        let hashed = self.kind != Kind::Cellular || self.hash == Hash::Mix;
        require(hashed, "hash", self.hash.name(), "mix, as cellular noise has no permutation")?;
        self.validate_warp()?;
        self.validate_output()
    }

    /// Checks that the frequencies of all octaves are finite. The lacunarity is blamed only if it is too great for most frequencies.
    fn validate_octaves(&self) -> Result<()> {
        let are_finite = |frequency| are_finite(frequency, self.lacunarity, self.octave_count());
        if are_finite(self.frequency) {
            return Ok(());
        }
        let (name, value) =
            if are_finite(1.0) { ("frequency", self.frequency) } else { ("lacunarity", self.lacunarity) };
        Err(Error::parameter(name, number(value), "numbers that keep the frequencies of all octaves finite"))
    }

    /// Refuses a weight that could not go into the output.
    pub(crate) fn validate_weight(&self) -> Result<()> {
        require(self.weight.is_finite(), "weight", number(self.weight), "finite numbers")?;
        let allowed = "finite numbers with which the weighted scale, bias and range are from -1e37 to 1e37";
        require(self.weight == 1.0, "weight", number(self.weight), allowed)
    }

    fn validate_output(&self) -> Result<()> {
        self.validate_weight()?;
        match self.output {
            Output::ScaleBias { scale, bias } => {
                require(within(scale), "scale", number(scale), "finite numbers from -1e37 to 1e37")?;
                require(within(bias), "bias", number(bias), "finite numbers from -1e37 to 1e37")
            }
            Output::Range { .. } => {
                let ((name, value), allowed) = (self.output.named(), "two finite numbers from -1e37 to 1e37");
                require(self.output.is_valid(), name, value, allowed)
            }
        }
    }

    fn validate_kind(&self, dims: usize) -> Result<()> {
        if self.kind.dims().contains(&dims) {
            return Ok(());
        }
        let everywhere = Kind::ALL.iter().filter(|kind| kind.dims() == (1..=4));
        let everywhere = listed(&mut everywhere.map(Kind::name), ", ");
        let (least, most) = self.kind.dims().into_inner();
        let allowed = format!("{everywhere}; {} in {least}-D and {most}-D", self.kind);
        Err(Error::parameter("kind", format!("{}, in {dims}-D", self.kind), allowed))
    }

    /// Checks that the kind exists in `dims` dimensions, and that offset and period are 0 for the axes that the grid does not have.
    pub(crate) fn validate_dims(&self, dims: usize) -> Result<()> {
        self.validate_kind(dims)?;
        for (axis, offset) in self.offset.xyzw().into_iter().enumerate().skip(dims) {
            if offset != 0.0 {
                let name = format!("offset.{}", AXES[axis]);
                return Err(Error::parameter(name, number(offset), format!("0, {}", as_there_are(dims))));
            }
        }
        for (axis, period) in self.period.xyzw().into_iter().enumerate().skip(dims) {
            if period != 0 {
                let name = format!("period.{}", AXES[axis]);
                return Err(Error::parameter(name, period, format!("0, {}", as_there_are(dims))));
            }
        }
        self.validate_warp_dims(dims)
    }
}
