//! The options of the window: which samples are generated.

use std::num::NonZeroUsize;

use perlane::{PerAxis, Window};

use crate::error::{Error, Result};
use crate::numerals::{COUNT, number};
use crate::values::{AxisList, Size};

/// The size where neither an option nor a recipe says one.
const DEFAULT_SIZE: [usize; 2] = [1024, 1024];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Window")]
pub(crate) struct WindowArgs {
    /// Number of samples along x, y, z, w [default: 1024x1024]
    #[arg(long, value_name = "W[xH[xD[xT]]]", allow_hyphen_values = true)]
    size: Option<Size>,
    /// Index of the first sample along each axis; from -2^53 to 2^53 [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    start: Option<AxisList<i64>>,
    /// World coordinates of the sample with index 0 [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    origin: Option<AxisList<f64>>,
    /// World units between neighbouring samples; one number for all axes, or one for each [default: 1]
    #[arg(long, value_name = "S|X,Y,..", allow_hyphen_values = true)]
    spacing: Option<AxisList<f64>>,
    #[command(flatten)]
    pub(crate) seamless: SeamlessArgs,
}

/// What makes opposite edges of the window meet.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Window")]
pub(crate) struct SeamlessArgs {
    /// Make opposite edges meet: fit a whole number of lattice cells, of about the cell size, into the window, and repeat the noise after them
    #[arg(long, conflicts_with = "period")]
    pub(crate) tile: bool,
    /// Add an axis of this many frames, which loop: the first frame follows the last
    #[arg(long = "loop", value_name = "FRAMES", conflicts_with = "period", allow_negative_numbers = true, value_parser = number::<NonZeroUsize>(COUNT))]
    pub(crate) frames: Option<NonZeroUsize>,
}

impl SeamlessArgs {
    /// Whether edges must meet along some axis.
    pub(crate) fn is_given(&self) -> bool {
        self.tile || self.frames.is_some()
    }
}

impl WindowArgs {
    /// The window of the options; what they leave out comes from the recipe's window.
    pub(crate) fn resolve(&self, recipe: Option<Window>) -> Result<Window> {
        let mut window = match (&self.size, recipe) {
            (None, Some(recipe)) => recipe,
            (None, None) => Window::from_xyzw(&DEFAULT_SIZE)?,
            (Some(Size(size)), None) => Window::from_xyzw(size)?,
            (Some(Size(size)), Some(recipe)) => {
                let Window { start, origin, spacing, .. } = recipe;
                let mut window = Window::from_xyzw(size)?;
                (window.start, window.origin, window.spacing) = (start, origin, spacing);
                window
            }
        };
        if let Some(frames) = self.seamless.frames {
            window = with_frames(&window, frames.get())?;
        }
        let axes = Axes { count: window.dims(), has_loop: self.seamless.frames.is_some() };
        axes.set("start", self.start.as_ref(), &mut window.start)?;
        axes.set("origin", self.origin.as_ref(), &mut window.origin)?;
        match &self.spacing {
            Some(AxisList(one)) if one.len() == 1 => window.spacing = PerAxis::splat(one[0]),
            spacing => axes.set("spacing", spacing.as_ref(), &mut window.spacing)?,
        }
        axes.check_spacing_of_loop(self.spacing.as_ref())?;
        window.validate()?;
        Ok(window)
    }
}

/// The window with an axis of frames behind its own.
fn with_frames(window: &Window, frames: usize) -> Result<Window> {
    let size = Size::of(window);
    if size.0.len() == 4 {
        return Err(Error::parameter("size", size, "1 to 3 axes with --loop, which adds one"));
    }
    let mut longer = Window::from_xyzw(&[&size.0[..], &[frames]].concat())?;
    (longer.start, longer.origin, longer.spacing) = (window.start, window.origin, window.spacing);
    Ok(longer)
}

/// The axes of a window.
struct Axes {
    count: usize,
    /// Whether the last one is that of `--loop`, which lists may leave out.
    has_loop: bool,
}

impl Axes {
    /// Refuses a spacing along the axis of `--loop` that would change nothing.
    fn check_spacing_of_loop(&self, spacing: Option<&AxisList<f64>>) -> Result<()> {
        let of_loop = spacing.filter(|list| self.has_loop && list.0.len() == self.count);
        match of_loop.and_then(|list| list.0.last()) {
            Some(last) if last.abs() != 1.0 => Err(Error::parameter(
                "spacing",
                format!("{last} along the axis of --loop"),
                "1 or -1, as --loop sets the spacing of its frames",
            )),
            _ => Ok(()),
        }
    }

    /// Sets the value of each axis to that of a list, if one is given.
    fn set<T: Copy + Default + PartialEq>(
        &self,
        name: &str,
        given: Option<&AxisList<T>>,
        to: &mut PerAxis<T>,
    ) -> Result<()> {
        let Some(AxisList(values)) = given else { return Ok(()) };
        if values[..] == [T::default()] {
            // As the help says the default.
            *to = PerAxis::splat(values[0]);
            return Ok(());
        }
        let count = self.count;
        let fits = values.len() == count || (self.has_loop && values.len() + 1 == count);
        if !fits {
            let value = format!("a list of {}", values.len());
            let allowed = match self.has_loop {
                true => format!(
                    "{} numbers, one for each axis of the size; or {count}, with that of --loop",
                    count - 1
                ),
                false => format!("{count} numbers, one for each axis of the size"),
            };
            return Err(Error::parameter(name, value, allowed));
        }
        for (to, &value) in to.xyzw_mut().into_iter().zip(values) {
            *to = value;
        }
        Ok(())
    }
}
