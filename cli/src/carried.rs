//! What a file says of its numbers, for another file of the same kind.

use perlane::Quantity;

use crate::args::quantity::QuantityArgs;
use crate::error::Result;
use crate::format::chosen::Chosen;
use crate::format::formats::Format;
use crate::metadata::NumbersTable;
use crate::read::metadata::{Source, left_out};
use crate::resolve;
use crate::values::{Dtype, Span};

/// What the options say of the numbers; what they leave out, as the file has it that the new one is made like. Notes say what the format cannot hold.
pub(crate) fn numbers(
    options: Chosen,
    source: Option<&Source>,
    quantity: &QuantityArgs,
    format: Format,
) -> Result<(Chosen, Vec<String>)> {
    let Some((source, table)) = source.and_then(|source| Some((source, source.metadata.numbers.as_ref()?)))
    else {
        return Ok((options, Vec::new()));
    };
    let before = source.metadata.recipe.field;
    let after = quantity.resolve(Some(before))?.quantity;
    let same = after == before.quantity;
    let carried = carried(source, table);
    let mut held = Held { format, numbers: options, notes: Vec::new() };
    held.take_dtype(carried.dtype);
    // Levels of samples of another quantity say nothing.
    held.take_levels(carried.levels.filter(|_| same));
    held.take_colormap(carried.colormap, after);
    Ok((held.numbers, held.notes))
}

/// What somebody has chosen of a file's numbers: what its format or its noise would not have had by itself.
fn carried(source: &Source, table: &NumbersTable) -> Chosen {
    // A recipe by itself mostly comes from a picture.
    let usual = source.format.map_or(Dtype::U8, |format| format.properties().dtypes[0]);
    Chosen {
        dtype: (table.dtype != usual).then_some(table.dtype),
        levels: (!has_default_levels(source, table))
            .then_some(Span { low: table.levels[0], high: table.levels[1] }),
        colormap: table.colormap.clone(),
    }
}

/// Whether the levels follow from the noise, as those of files of this format do; for a recipe by itself, as those of pictures or of other files. They then
/// follow from the new noise too.
fn has_default_levels(source: &Source, table: &NumbersTable) -> bool {
    let recipe = &source.metadata.recipe;
    let formats = source.format.map_or(vec![Format::Png, Format::Npy], |format| vec![format]);
    formats.into_iter().any(|format| {
        let window = recipe.grid.as_ref();
        let levels =
            window.map(|window| resolve::default_levels(format, &recipe.layers, recipe.field, window));
        matches!(levels, Some(Ok(Some(Span { low, high }))) if [low, high] == table.levels)
    })
}

/// The numbers of a file of this format, and what it cannot hold.
struct Held {
    format: Format,
    numbers: Chosen,
    notes: Vec<String>,
}

impl Held {
    fn dtype(&self) -> Dtype {
        self.numbers.dtype.unwrap_or(self.format.properties().dtypes[0])
    }

    fn leave_out(&mut self, what: &str, why: &str) {
        self.notes.push(left_out(what, why));
    }

    fn take_dtype(&mut self, dtype: Option<Dtype>) {
        let Some(dtype) = dtype.filter(|_| self.numbers.dtype.is_none()) else { return };
        let properties = self.format.properties();
        match properties.dtypes.contains(&dtype) {
            true => self.numbers.dtype = Some(dtype),
            false => {
                self.leave_out(
                    &format!("the type {}", dtype.name()),
                    &format!("{} has none", properties.title),
                );
            }
        }
    }

    fn take_levels(&mut self, levels: Option<Span>) {
        let Some(levels) = levels.filter(|_| self.numbers.levels.is_none()) else { return };
        match self.dtype() {
            Dtype::F32 => {
                self.leave_out(&format!("the range of levels {levels}"), "numbers of f32 are the samples");
            }
            Dtype::U16 | Dtype::U8 => self.numbers.levels = Some(levels),
        }
    }

    fn take_colormap(&mut self, colormap: Option<String>, quantity: Quantity) {
        let Some(colormap) = colormap.filter(|_| self.numbers.colormap.is_none()) else { return };
        match self.format.properties().colors {
            Some(_) if quantity == Quantity::Normal => {
                self.leave_out(&format!("the colormap {colormap}"), "components of normals are colours");
            }
            Some(_) if self.dtype() == Dtype::U8 => self.numbers.colormap = Some(colormap),
            _ => {
                let why =
                    format!("{} of {} has no colours", self.format.properties().title, self.dtype().name());
                self.leave_out(&format!("the colormap {colormap}"), &why);
            }
        }
    }
}
