//! The compiled half of the Python package: arguments, buffers and threads. The library computes the samples.
#![forbid(unsafe_code)]

mod arguments;
mod coordinates;
mod error;
mod fields;
mod layers;
mod masks;
mod parts;
mod pieces;
mod pool;
mod sampler;
mod single;
mod tables;
mod target;
mod window;

/// The base of `perlane`'s Python modules; not for direct use.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use std::collections::BTreeMap;

    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::fields::plane_names;
    #[pymodule_export]
    use crate::masks::perlin_masks;
    #[pymodule_export]
    use crate::sampler::{Sampler, read_recipe};
    #[pymodule_export]
    use crate::target::integers;
    #[pymodule_export]
    use crate::window::Window;

    /// The names of this machine's instruction sets, slowest first.
    #[pyfunction]
    fn backends() -> Vec<&'static str> {
        perlane::Backend::available().map(perlane::Backend::name).collect()
    }

    /// The names from which parameters choose.
    #[pyfunction]
    fn names() -> BTreeMap<&'static str, &'static [&'static str]> {
        BTreeMap::from([
            ("kind", perlane::Kind::NAMES),
            ("fade", perlane::Fade::NAMES),
            ("distance", perlane::Distance::NAMES),
            ("returns", perlane::Returns::NAMES),
            ("fractal", perlane::Fractal::NAMES),
            ("hash", perlane::Hash::NAMES),
            ("gradients", perlane::Gradients::NAMES),
            ("quantity", perlane::Quantity::NAMES),
            ("backend", perlane::Backend::NAMES),
        ])
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // NumPy's interfaces are loaded by their first use. If Ctrl-C came in between, that would be a panic.
        let array = numpy::PyArray1::<f32>::zeros(module.py(), 0, false);
        drop(numpy::PyArrayMethods::try_readwrite(&array)?);
        module.add("MOST_OCTAVES", perlane::Layers::MAX_OCTAVES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
