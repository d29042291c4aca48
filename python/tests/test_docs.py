"""Everything public is described, and what can be called is shown (the examples run as doctests)."""

import inspect

import pytest

import perlane

pytest.importorskip("dask.array")
pytest.importorskip("xarray")
import perlane.dask
import perlane.ml
import perlane.xarray


def public():
    for module in (perlane, perlane.dask, perlane.ml, perlane.xarray):
        for name in [*module.__all__, *["open"] * (module is perlane)]:
            thing = getattr(module, name)
            if name.startswith("__") or name == "RecipeBackend":  # whose methods xarray calls
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in inspect.getmembers(thing):
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


THINGS = dict(public())


@pytest.mark.parametrize("name", THINGS)
def test_described(name):
    thing = THINGS[name]
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert ">>> " in inspect.getdoc(thing)
    elif isinstance(thing, property) or (inspect.ismemberdescriptor(thing) and "Lazy" in name):
        assert inspect.getdoc(thing)


@pytest.mark.parametrize("module", [perlane, perlane.dask, perlane.ml, perlane.xarray], ids=lambda each: each.__name__)
def test_modules_list_what_people_use(module):
    listed = {name for name in dir(module) if not name.startswith("_")}
    others = {"dask", "ml", "open", "xarray"} if module is perlane else set()
    assert listed == {name for name in module.__all__ if not name.startswith("_")} | others


def test_there_is_something_to_describe():
    assert {"perlane.Noise.grid", "perlane.Layers.points", "perlane.LazyGrid.shape", "perlane.dask.grid"} <= set(THINGS)
    assert len(THINGS) > 30
