"""Programs can ask for the types of all that is public: `typing.get_type_hints` finds every name that annotations have."""

import inspect
import subprocess
import sys
import typing

import pytest

import perlane

pytest.importorskip("dask.array")
pytest.importorskip("xarray")
import perlane.dask
import perlane.ml
import perlane.xarray


def members(name, kind):
    """A class's public methods, its `__init__` and operators, and the functions of its properties."""
    yield name, kind
    for member, value in inspect.getmembers(kind):
        if isinstance(value, property):
            value = value.fget
        if (inspect.isfunction(value) or inspect.ismethod(value)) and value.__module__.startswith("perlane"):
            yield f"{name}.{member}", value


def annotated():
    for module in (perlane, perlane.dask, perlane.ml, perlane.xarray):
        for name in [*module.__all__, *["open"] * (module is perlane)]:
            thing = getattr(module, name)
            full = f"{module.__name__}.{name}"
            if inspect.isclass(thing):
                yield from members(full, thing)
            elif inspect.isroutine(thing):
                yield full, thing


THINGS = {name: thing for name, thing in annotated()}


@pytest.mark.parametrize("name", THINGS)
def test_hints(name):
    thing = THINGS[name]
    hints = typing.get_type_hints(thing)
    wanted = {} if inspect.isclass(thing) else inspect.get_annotations(inspect.unwrap(thing))
    assert set(wanted) <= set(hints)
    for overload in typing.get_overloads(inspect.unwrap(thing)) if inspect.isroutine(thing) else ():
        assert typing.get_type_hints(overload)


def test_hints_are_the_types():
    assert typing.get_type_hints(perlane.open)["return"] == perlane.LazyGrid | perlane.LazyField
    assert typing.get_type_hints(perlane.LazyGrid)["noise"] == perlane.Noise | perlane.Layers
    assert {"perlane.LazyGrid.__init__", "perlane.Noise.__add__", "perlane.LazyField.shape"} <= set(THINGS)
    assert {"perlane.dask.to_zarr", "perlane.xarray.RecipeBackend.open_dataset", "perlane.ml.perlin_masks"} <= set(
        THINGS
    )


@pytest.mark.parametrize("first", ["", "._lazy", "._noise", "._files", "._sampling"])
def test_importing_needs_neither_dask_nor_xarray(first):
    code = f"import sys, typing, perlane{first}; typing.get_type_hints(perlane.LazyGrid.__init__)\n"
    code += "print([name for name in ('dask', 'xarray', 'zarr', 'pandas', 'pyproj') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
