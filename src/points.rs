//! `Points`: the forms in which a program may give world coordinates of scattered points.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::scattered::{List, Scattered};
use sealed::{Along, Element, Given, Number};

/// World coordinates of scattered points, in whichever form a program has them.
///
/// | form | for example | what it holds |
/// | --- | --- | --- |
/// | an array for each axis | `[&ys, &xs]`, `&[&zs, &ys, &xs]`, `&[&[f64]]` | all coordinates along an axis; the slowest axis first |
/// | an array of points | `&[[f64; 2]]`, `&Vec<[f32; 3]>` | each point's coordinates in array order, `[.., z, y, x]` |
///
/// Numbers are `f64` or `f32`. An `f32` becomes the `f64` of the same value, and samples have the bits of samples at these `f64`
/// coordinates. The array of an axis is a `Vec<f64>`, a `Box<[f64]>`, or a reference to one of these, to a slice or to `[f64; N]`, of the same type for all axes.
/// Mind the reference: `[f64; N]` itself is a point, so that `[ys, xs]` of arrays with as many numbers as there are axes are points. The arrays, or the
/// points, are in a slice, an array, a `Vec`, a `Box`, or a reference to one of these. `f64` arrays for each axis are read in place; other forms are
/// converted a few points at a time, and never copied as a whole.
///
/// ```
/// use perlane::Noise;
/// let noise = Noise::perlin(7).frequency(0.3).fbm(3);
/// let (ys, xs) = ([0.25_f32, 1.5, -8.0], [0.5_f32, 9.75, 3.0]);
/// let (mut out, mut same) = ([0.0; 3], [0.0; 3]);
/// noise.fill_points([&ys, &xs], &mut out)?;
/// noise.fill_points([[0.25, 0.5], [1.5, 9.75], [-8.0, 3.0]], &mut same)?; // (y, x), in f64
/// assert_eq!(out, same);
/// # Ok::<(), perlane::Error>(())
/// ```
///
/// The trait is sealed: no other type implements it. Arrays of a program's own structures become one of these forms by a cast, for example
/// with the crate `bytemuck`. Mind the order: a structure (x, y, z) is not in array order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no form of points",
    note = "an array for each axis is one, such as `[&ys, &xs]`, and an array of points, such as `&[[f64; 2]]`; all numbers are f64, or all f32",
    note = "where the arrays of the axes are of different types, make the first one a slice: `[&ys[..], &xs]`"
)]
pub trait Points: Given {}

impl<E: Element> Points for [E] {}
impl<E: Element, const N: usize> Points for [E; N] {}
impl<E: Element> Points for Vec<E> {}
impl<E: Element> Points for Box<[E]> {}
impl<P: Points + ?Sized> Points for &P {}

mod sealed {
    use crate::scattered::{List, Scattered};

    /// A container of points.
    pub trait Given {
        /// The number of axes, if the type states it.
        const DIMS: Option<usize>;

        fn scattered(&self) -> Scattered<'_>;
    }

    /// An element of a container: a point, or all coordinates along an axis.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is neither a point nor the coordinates along an axis",
        note = "a point is an array of numbers in array order, such as `[y, x]`; the coordinates along an axis are a slice, an array, a `Vec` or a `Box`",
        note = "a list of points is such as `&[[f64; 2]]`, and the coordinates of all axes are such as `[&ys, &xs]`"
    )]
    pub trait Element: Sized {
        /// The number of axes of a point; `None` for an axis.
        const DIMS: Option<usize>;

        fn scattered(elements: &[Self]) -> Scattered<'_>;
    }

    /// All coordinates along an axis.
    pub trait Along {
        type Number: Number;

        fn along(&self) -> &[Self::Number];
    }

    /// A coordinate.
    #[diagnostic::on_unimplemented(message = "coordinates are `f64` or `f32`, and not `{Self}`")]
    pub trait Number: Copy {
        fn scattered(list: List<'_, Self>) -> Scattered<'_>;
    }
}

/// Whether points of type `P` may have `dims` axes.
pub(crate) const fn may_have<P: Points>(dims: usize) -> bool {
    match P::DIMS {
        Some(own) => own == dims,
        None => true,
    }
}

impl<E: Element> Given for [E] {
    const DIMS: Option<usize> = E::DIMS;

    fn scattered(&self) -> Scattered<'_> {
        E::scattered(self)
    }
}

impl<E: Element, const N: usize> Given for [E; N] {
    const DIMS: Option<usize> = if E::DIMS.is_some() { E::DIMS } else { Some(N) };

    fn scattered(&self) -> Scattered<'_> {
        E::scattered(self)
    }
}

impl<E: Element> Given for Vec<E> {
    const DIMS: Option<usize> = E::DIMS;

    fn scattered(&self) -> Scattered<'_> {
        E::scattered(self)
    }
}

impl<E: Element> Given for Box<[E]> {
    const DIMS: Option<usize> = E::DIMS;

    fn scattered(&self) -> Scattered<'_> {
        E::scattered(self)
    }
}

impl<P: Given + ?Sized> Given for &P {
    const DIMS: Option<usize> = P::DIMS;

    fn scattered(&self) -> Scattered<'_> {
        (**self).scattered()
    }
}

impl<T: Number, const D: usize> Element for [T; D] {
    const DIMS: Option<usize> = Some(D);

    fn scattered(points: &[Self]) -> Scattered<'_> {
        T::scattered(List::of_points(points))
    }
}

fn of_axes<A: Along>(axes: &[A]) -> Scattered<'_> {
    A::Number::scattered(List::of_axes(axes.len(), axes.iter().map(A::along)))
}

impl<A: Along + ?Sized> Element for &A {
    const DIMS: Option<usize> = None;

    fn scattered(axes: &[Self]) -> Scattered<'_> {
        of_axes(axes)
    }
}

impl<T: Number> Element for Vec<T> {
    const DIMS: Option<usize> = None;

    fn scattered(axes: &[Self]) -> Scattered<'_> {
        of_axes(axes)
    }
}

impl<T: Number> Element for Box<[T]> {
    const DIMS: Option<usize> = None;

    fn scattered(axes: &[Self]) -> Scattered<'_> {
        of_axes(axes)
    }
}

impl<T: Number> Along for [T] {
    type Number = T;

    fn along(&self) -> &[T] {
        self
    }
}

impl<T: Number, const N: usize> Along for [T; N] {
    type Number = T;

    fn along(&self) -> &[T] {
        self
    }
}

impl<T: Number> Along for Vec<T> {
    type Number = T;

    fn along(&self) -> &[T] {
        self
    }
}

impl<T: Number> Along for Box<[T]> {
    type Number = T;

    fn along(&self) -> &[T] {
        self
    }
}

impl<A: Along + ?Sized> Along for &A {
    type Number = A::Number;

    fn along(&self) -> &[A::Number] {
        (**self).along()
    }
}

impl Number for f64 {
    fn scattered(list: List<'_, f64>) -> Scattered<'_> {
        Scattered::F64(list)
    }
}

impl Number for f32 {
    fn scattered(list: List<'_, f32>) -> Scattered<'_> {
        Scattered::F32(list)
    }
}
