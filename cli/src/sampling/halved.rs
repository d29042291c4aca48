//! Windows at twice the spacing: the levels of pyramids, and the overviews of pictures. Their samples are noise too, not means of other samples.

use perlane::Window;

/// How many axes of a picture are halved: x and y, but not its bands.
pub(crate) const PICTURE: usize = 2;

/// How many axes of an array are halved: x, y and z, but not the fourth one.
pub(crate) const ARRAY: usize = 3;

/// Every second sample along the first `axes` of x, y, z, w, from the first one on.
///
/// If the start is even, and spacings are far from the limits of `f64`, the samples have the same bits as those of the window. An odd start becomes
/// part of the origin, which is rounded.
pub(crate) fn halved(window: &Window, axes: usize) -> Window {
    let first = window.world(perlane::PerAxis::default()).xyzw();
    let mut half = *window;
    for axis in 0..window.dims().min(axes) {
        let start = half.start.xyzw()[axis];
        *half.size.xyzw_mut()[axis] = half.size.xyzw()[axis].div_ceil(2);
        *half.spacing.xyzw_mut()[axis] *= 2.0;
        if start % 2 == 0 {
            *half.start.xyzw_mut()[axis] = start / 2;
        } else {
            *half.start.xyzw_mut()[axis] = 0;
            *half.origin.xyzw_mut()[axis] = first[axis];
        }
    }
    half
}

/// The window, then its halves, until one is no longer than `longest` along the axes that are halved.
pub(crate) fn levels(window: &Window, longest: usize, axes: usize) -> Vec<Window> {
    let mut levels = vec![*window];
    let mut last = *window;
    while last.size.xyzw()[..last.dims().min(axes)].iter().any(|len| *len > longest.max(1)) {
        last = halved(&last, axes);
        levels.push(last);
    }
    levels
}

#[cfg(test)]
mod tests {
    use perlane::Noise;

    use super::*;

    #[test]
    fn halves_have_the_bits_of_every_second_sample() {
        let noise = Noise::perlin(3).frequency(0.013).fbm(4);
        let places = [(0, 1.0), (-6, 0.7), (1 << 40, -0.3), (5, 1.0), (-3, 0.25), (1, 0.5), (-1, 2.0)];
        for (start, spacing) in places {
            let mut window = Window::from_xyzw(&[33, 18]).unwrap();
            (window.start.x, window.start.y) = (start, start);
            (window.spacing.x, window.spacing.y) = (spacing, spacing);
            let half = halved(&window, PICTURE);
            assert_eq!(half.shape(), [9, 17]);
            let (all, some) = (noise.generate(&window).unwrap(), noise.generate(&half).unwrap());
            for (i, sample) in some.iter().enumerate() {
                let at = i / 17 * 2 * 33 + i % 17 * 2;
                assert_eq!(all[at].to_bits(), sample.to_bits(), "{start} {spacing} {i}");
            }
        }
    }

    #[test]
    fn levels_end_where_they_are_short() {
        let sizes = |size: &[usize], longest| -> Vec<Vec<usize>> {
            levels(&Window::from_xyzw(size).unwrap(), longest, ARRAY).iter().map(Window::shape).collect()
        };
        assert_eq!(sizes(&[1000, 300], 256), [vec![300, 1000], vec![150, 500], vec![75, 250]]);
        assert_eq!(sizes(&[256, 1], 256), [vec![1, 256]]);
        assert_eq!(sizes(&[3, 3, 3, 900], 2), [vec![900, 3, 3, 3], vec![900, 2, 2, 2]]);
        assert_eq!(sizes(&[0], 1), [vec![0]]);
        let picture = levels(&Window::from_xyzw(&[8, 4, 7]).unwrap(), 4, PICTURE);
        assert_eq!(picture[1].shape(), [7, 2, 4]);
    }
}
