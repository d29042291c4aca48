//! The options of what is sampled of the noise: its value, its derivatives, or normals, slopes, hillshade and curl made of these.

use perlane::{FieldParameters, Quantity};

use crate::error::{Error, Result};
use crate::names::NameParser;
use crate::numerals::{real, shortest};

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct QuantityArgs {
    /// What to sample; where it has several planes, they are the first axis: gradient has value, .., dy, dx; normal has x, y, z; curl has x, y[, z] [default: value]
    ///
    /// All but value need perlin or value noise, no warp, and none of the fractals ping-pong, ridged-multi, hybrid-multi.
    #[arg(long, value_name = "QUANTITY", value_parser = NameParser { names: Quantity::NAMES, from_name: Quantity::from_name })]
    quantity: Option<Quantity>,
    /// World units of height that a sample of 1 stands for, in normals, slopes and hillshade [default: 1]
    #[arg(long, value_name = "H", allow_hyphen_values = true, value_parser = real)]
    relief: Option<f64>,
    /// Direction to the light of hillshade; z points out of the surface [default: -1,-1,2, which is top left in a picture; if the spacing along y is negative, top left is -1,1,2]
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, value_parser = direction)]
    light: Option<[f64; 3]>,
}

/// Parses a direction in space.
fn direction(text: &str) -> Result<[f64; 3], String> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    let Ok([x, y, z]) = <[&str; 3]>::try_from(numbers) else {
        return Err("allowed: three numbers, X,Y,Z, to the light".to_owned());
    };
    Ok([real(x)?, real(y)?, real(z)?])
}

impl QuantityArgs {
    /// What the recipe says, with what the options say instead.
    pub(crate) fn resolve(&self, recipe: Option<FieldParameters>) -> Result<FieldParameters> {
        let before = recipe.unwrap_or_default();
        let mut field = self.quantity.map_or(before, FieldParameters::from);
        if field.quantity == before.quantity {
            field = before;
        } else if field.quantity.has_relief() && before.quantity.has_relief() {
            field.relief = before.relief;
        }
        if let Some(relief) = self.relief {
            if !field.quantity.has_relief() {
                let value = format!("{}, with --quantity {}", shortest(relief), field.quantity);
                return Err(Error::parameter(
                    "relief",
                    value,
                    "only with --quantity normal, slope, hillshade",
                ));
            }
            field.relief = relief;
        }
        if let Some(light) = self.light {
            if field.quantity != Quantity::Hillshade {
                let value = format!("{}, with --quantity {}", light.map(shortest).join(","), field.quantity);
                return Err(Error::parameter("light", value, "only with --quantity hillshade"));
            }
            field.light = light;
        }
        field.validate()?;
        Ok(field)
    }
}
