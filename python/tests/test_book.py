"""The book's programs run, each page in a folder of its own."""

import re
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "docs" / "book"
if not BOOK.exists():
    pytest.skip("the book is in the repository, and not in this package", allow_module_level=True)
PAGES = [page for page in sorted(BOOK.rglob("*.md")) if "```python\n" in page.read_text("utf-8")]


def test_there_are_pages():
    assert len(PAGES) >= 9


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_page(page, tmp_path, monkeypatch):
    pytest.importorskip("PIL")
    pytest.importorskip("dask.array")
    pytest.importorskip("zarr")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.S):
        exec(compile(block, page.name, "exec"), names)
