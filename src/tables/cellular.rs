//! An octave of cellular noise: `bits.md` section 4.

use crate::noise::{Distance, Noise, Returns};

/// The most cells that may lie between a sample's own and one that holds its nearest or second nearest point.
pub(crate) const MOST_RADIUS: usize = 3;

/// What decides an octave's samples, besides their places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cellular {
    pub(crate) dims: usize,
    pub(crate) keys: (u32, u32),
    pub(crate) distance: Distance,
    pub(crate) returns: Returns,
    /// A point lies at `field * unit + least` in its cell.
    pub(crate) unit: f32,
    pub(crate) least: f32,
    pub(crate) amplitude: f32,
    /// How many cells on either side of a sample's own are searched for the nearest points, along each axis.
    pub(crate) radius: usize,
}

impl Cellular {
    /// For a noise that is valid in `dims` dimensions.
    pub(crate) fn new(noise: &Noise, dims: usize, keys: (u32, u32), amplitude: f64) -> Self {
        let unit = if dims == 2 { 1.0 / 65_536.0 } else { 1.0 / 1024.0 };
        Cellular {
            dims,
            keys,
            distance: noise.distance,
            returns: noise.returns,
            unit: (noise.jitter * unit) as f32,
            least: (0.5 - 0.5 * noise.jitter) as f32,
            amplitude: amplitude as f32,
            radius: radius(noise.distance, dims, noise.jitter),
        }
    }

    /// The number of nearest points that a sample is made of.
    pub(crate) fn points(&self) -> usize {
        match self.returns {
            Returns::F1 | Returns::Value => 1,
            Returns::F2 | Returns::Difference => 2,
        }
    }
}

/// Cells on either side of a sample's own beyond which no point is nearer than the second nearest one.
///
/// With e = (1 - jitter) / 2, a cell's point is at least e away from the cell's sides. Let m be the greatest of t and 1 - t over the axes.
/// The own cell's point is at most m - e away along each of the D axes; the point of the neighbour on the nearer side of m's axis at most
/// 2 - e - m along that axis and m - e along the others; both bound F1, and the greater one F2. A point in a cell r + 1 away is at least
/// r + 1 + e - m away. Radius r suffices where that is no less than the bound for every m from 1/2 to 1. It is worst at m = 1:
///
/// - euclidean, F1: sqrt(D) (1 - e) <= r + e; F2: (1 - e)^2 D <= (r + e)^2, the same;
/// - manhattan: D (1 - e) <= r + e, for both;
/// - chebyshev: 1 - e <= r + e, and 2 - e - m <= r + 1 + e - m, for every jitter.
///
/// The limits below are a little stricter. Where jitter is 1 and a distance just equals the bound, the farther point changes no distance,
/// and a nearest point on the far side of an earlier cell would lie on the side that belongs to the cell after it.
fn radius(distance: Distance, dims: usize, jitter: f64) -> usize {
    let (one, two) = match (distance, dims) {
        (Distance::Euclidean | Distance::Squared, 2) => (0.65, 1.0),
        (Distance::Euclidean | Distance::Squared, _) => (0.46, 1.0),
        (Distance::Manhattan, 2) => (0.33, 1.0),
        (Distance::Manhattan, _) => (0.0, 0.49),
        (Distance::Chebyshev, _) => (1.0, 1.0),
    };
    if jitter <= one {
        1
    } else if jitter <= two {
        2
    } else {
        MOST_RADIUS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;

    /// The inequalities of the proof above, for every jitter.
    #[test]
    fn the_radius_is_that_of_the_proof() {
        for distance in Distance::ALL.iter().copied() {
            for (dims, k) in (2..=3usize).flat_map(|dims| (0..=1000).map(move |k| (dims, k))) {
                let jitter = f64::from(k) / 1000.0;
                let (r, e) = (radius(distance, dims, jitter) as f64, (1.0 - jitter) / 2.0);
                // How far the own cell's point may be from a corner: at m = 1.
                let farthest = match distance {
                    Distance::Euclidean | Distance::Squared => exact::sqrt(dims as f64) * (1.0 - e),
                    Distance::Manhattan => dims as f64 * (1.0 - e),
                    Distance::Chebyshev => 1.0 - e,
                };
                assert!(farthest <= r + e, "{distance:?} {dims}-D, jitter {jitter}: {farthest}");
            }
        }
    }
}
