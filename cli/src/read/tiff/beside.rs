//! What a TIFF has beside its data: overviews and masks. Programs that rewrite a file make them in their own ways.

use super::file::End;

/// What was found beside the pictures at full resolution.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) overviews: usize,
    /// The overviews that differ from those that this program makes, and how.
    pub(super) others: Vec<(usize, String)>,
    pub(super) masks: usize,
}

impl Beside {
    /// Notes about overviews and masks that others have made. This program's own overviews are part of what the recipe gives.
    pub(super) fn notes(mut self, is_own_layout: bool) -> Result<Vec<String>, End> {
        let mut notes = Vec::new();
        if !self.others.is_empty() && is_own_layout {
            let (number, what) = self.others.swap_remove(0);
            return Err(of_overview(number, End::Difference(what)));
        }
        if !self.others.is_empty() {
            notes.push(match (self.others.len(), self.overviews) {
                (1, 1) => {
                    "its overview is not made as --cog makes it, by leaving out samples; another program has made it"
                        .to_owned()
                }
                (others, all) => format!(
                    "{others} of its {all} overviews, which another program has made, are not made as --cog makes them, by leaving out samples"
                ),
            });
        }
        match self.masks {
            0 => {}
            1 => notes.push("its mask is not compared, as the recipe gives no mask".to_owned()),
            masks => notes.push(format!("its {masks} masks are not compared, as the recipe gives no mask")),
        }
        Ok(notes)
    }
}

/// The same, said of an overview.
pub(super) fn of_overview(number: usize, end: End) -> End {
    match end {
        End::Difference(what) => End::Difference(format!("overview {number}: {what}")),
        End::Undecodable(what) => End::Undecodable(format!("overview {number}: {what}")),
        failed @ End::Failed(_) => failed,
    }
}
