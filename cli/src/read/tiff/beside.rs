//! What a TIFF has beside its data: overviews and masks. Programs that rewrite a file make them in their own ways.

use super::file::End;

/// What was found beside the pictures at full resolution.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) overviews: usize,
    /// The overviews that differ from those that this program makes, and how.
    pub(super) others: Vec<(usize, End)>,
    pub(super) masks: usize,
}

impl Beside {
    /// Notes about overviews and masks that others have made. This program's own overviews are part of what the recipe gives.
    pub(super) fn notes(mut self, is_own_layout: bool) -> Result<Vec<String>, End> {
        let mut notes = Vec::new();
        if !self.others.is_empty() && is_own_layout {
            let (number, end) = self.others.swap_remove(0);
            return Err(of_overview(number, end));
        }
        if !self.others.is_empty() {
            let are = if self.overviews == 1 { "overview is" } else { "overviews are" };
            notes.push(format!(
                "{} of its {} {are} not every second, fourth, .. sample, as those of --cog are; another program has made them",
                self.others.len(),
                self.overviews
            ));
        }
        match self.masks {
            0 => {}
            1 => notes.push("its mask is not compared, as the recipe gives no mask".to_owned()),
            masks => notes.push(format!("its {masks} masks are not compared, as the recipe gives no mask")),
        }
        Ok(notes)
    }
}

fn of_overview(number: usize, end: End) -> End {
    match end {
        End::Difference(what) => End::Difference(format!("overview {number}: {what}")),
        End::Undecodable(what) => End::Undecodable(format!("overview {number}: {what}")),
        failed @ End::Failed(_) => failed,
    }
}
