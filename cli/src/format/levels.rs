//! Which samples become 0 and the maximum of an integer type.

use perlane_view::Levels;

use crate::error::{Error, Result};
use crate::values::Span;

/// The requested range, or else a default one.
pub(crate) fn resolve(asked: Option<Span>, default: Span, max: u16) -> Result<Levels> {
    let span = asked.unwrap_or(default);
    Levels::new([span.low, span.high], max).ok_or_else(|| match asked {
        Some(span) => Error::parameter("levels", span, Levels::ALLOWED),
        None => {
            let allowed = "noise whose samples differ, as with a scale other than 0 and a smaller bias; or set \
                           --levels LO..HI, the samples that become 0 and the maximum";
            Error::parameter("the range of the noise", span, allowed)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Span = Span { low: -1.0, high: 1.0 };

    #[test]
    fn the_default_is_taken_if_nothing_is_asked() {
        let default = Span { low: -4.0, high: 1.0 };
        assert_eq!(resolve(None, default, 255).unwrap().ends(), [-4.0, 1.0]);
        assert_eq!(resolve(Some(UNIT), default, 255).unwrap().ends(), [-1.0, 1.0]);
    }

    #[test]
    fn empty_spans_are_refused() {
        let empty = Span { low: 2.0, high: 2.0 };
        let refused = |asked, default| resolve(asked, default, 255).unwrap_err().to_string();
        assert!(refused(Some(empty), UNIT).starts_with("levels is 2..2; allowed: LO..HI"));
        assert!(refused(None, empty).starts_with("the range of the noise is 2..2; allowed: "));
        // Options have such levels refused before, but recipes and requests have not.
        let wide = refused(Some(Span { low: -1e308, high: 1e308 }), UNIT);
        assert!(
            wide.starts_with("levels is -1e308..1e308; ") && wide.ends_with("a finite difference"),
            "{wide}"
        );
    }
}
