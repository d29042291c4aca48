//! The options of the window: which samples are generated.

use perlane::Window;

use crate::error::{Error, Result};
use crate::values::{PerAxis, Size};

/// The size where neither an option nor a recipe says one.
const DEFAULT_SIZE: [usize; 2] = [1024, 1024];

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Window")]
pub(crate) struct WindowArgs {
    /// Number of samples along x, y, z, w [default: 1024x1024]
    #[arg(long, value_name = "WxH[xD[xT]]")]
    size: Option<Size>,
    /// Index of the first sample along each axis; any 64-bit integer [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    start: Option<PerAxis<i64>>,
    /// World coordinates of the sample with index 0 [default: 0]
    #[arg(long, value_name = "X,Y,..", allow_hyphen_values = true)]
    origin: Option<PerAxis<f64>>,
    /// World units between neighbouring samples; one number for all axes, or one for each [default: 1]
    #[arg(long, value_name = "S|X,Y,..", allow_hyphen_values = true)]
    spacing: Option<PerAxis<f64>>,
}

impl WindowArgs {
    /// The window of the options; what they leave out comes from the recipe's window.
    pub(crate) fn resolve(&self, recipe: Option<Window>) -> Result<Window> {
        let mut window = match (&self.size, recipe) {
            (None, Some(recipe)) => recipe,
            (None, None) => Window::new(&DEFAULT_SIZE)?,
            (Some(Size(size)), None) => Window::new(size)?,
            (Some(Size(size)), Some(recipe)) => resized(&recipe, size)?,
        };
        let dims = window.dims();
        set_axes("start", self.start.as_ref(), &mut window.start[..dims])?;
        set_axes("origin", self.origin.as_ref(), &mut window.origin[..dims])?;
        match &self.spacing {
            Some(PerAxis(one)) if one.len() == 1 => window.spacing[..dims].fill(one[0]),
            spacing => set_axes("spacing", spacing.as_ref(), &mut window.spacing[..dims])?,
        }
        window.validate()?;
        Ok(window)
    }
}

/// A window of another size, at the same place as far as both have the same axes.
fn resized(window: &Window, size: &[usize]) -> Result<Window> {
    let mut resized = Window::new(size)?;
    let shared = resized.dims().min(window.dims());
    resized.start[..shared].copy_from_slice(&window.start[..shared]);
    resized.origin[..shared].copy_from_slice(&window.origin[..shared]);
    resized.spacing[..shared].copy_from_slice(&window.spacing[..shared]);
    Ok(resized)
}

fn set_axes<T: Copy>(name: &str, given: Option<&PerAxis<T>>, to: &mut [T]) -> Result<()> {
    let Some(PerAxis(values)) = given else { return Ok(()) };
    if values.len() != to.len() {
        let value = format!("a list of {}", values.len());
        let allowed = format!("{} numbers, one for each axis of the size", to.len());
        return Err(Error::parameter(name, value, allowed));
    }
    to.copy_from_slice(values);
    Ok(())
}
