"""Draws the charts of scripts/benchmarks.sh, and the page around them.

usage: benchmark_page.py FOLDER      with peers.txt, bench.json, python.md, machine.txt, commands.txt; fastnoise2.txt if there is one
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update(
    {"svg.hashsalt": "perlane", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
)
import matplotlib.pyplot as plt  # noqa: E402

Ratios = dict[str, dict[str, float]]


def times(ratio: float) -> str:
    """A ratio, by two digits."""
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}"


def cells(line: str) -> list[str]:
    """The cells of a row of text; columns are two spaces or more apart."""
    return re.split(r" {2,}", line.strip())


def peers(text: str) -> tuple[Ratios, Ratios]:
    """For each work, the rates of the libraries and of perlane's backends, in million samples a second."""
    table = text.split("\n\n")[1].splitlines()
    names = cells(table[0])[3:]
    theirs: Ratios = {}
    ours: Ratios = {}
    work = ""
    for line in table[1:]:
        if not line.startswith(" "):
            work, _fill, _rate, *rates = cells(line)
            theirs[work] = {name: float(rate) for name, rate in zip(names, rates, strict=True)}
            ours[work] = {}
        else:
            backend, rate, *_ = cells(line)
            ours[work][backend] = float(rate)
    return theirs, ours


def tiles(text: str) -> dict[str, list[tuple[int, dict[str, float]]]]:
    """For each kind of 2-D work, the edge of a tile and the rates of perlane and quick-noise; nothing where there is no AVX2."""
    if "Tiles, another one each call" not in text:
        return {}
    lines = text.split("Tiles, another one each call")[1].splitlines()
    rows = [line for line in lines if line.startswith("2-D ")]
    columns = cells(next(line for line in lines if line.startswith("work")))[1:5]
    series: dict[str, list[tuple[int, dict[str, float]]]] = {}
    for row in rows:
        name, *rates = cells(row)
        size, _, what = name.partition(", ")
        edge = int(size.removeprefix("2-D ").removesuffix("^2"))
        series.setdefault(what, []).append((edge, dict(zip(columns, map(float, rates[:4]), strict=True))))
    return series


def fastnoise2(text: str) -> Iterator[tuple[str, float]]:
    """FastNoise2's rate of each work and instruction set."""
    for line in text.split("\n\n")[1].splitlines()[1:]:
        work, _instructions, _perlane, rate, _ratio = cells(line)
        yield work, float(rate)


def ratio_chart(theirs: Ratios, ours: Ratios, path: Path) -> list[str]:
    """How many times as fast perlane's best backend is as the fastest of the others; returns the rows of a table."""
    works = list(theirs)
    fastest = [max(theirs[work].items(), key=lambda item: item[1]) for work in works]
    best = [max(ours[work].items(), key=lambda item: item[1]) for work in works]
    ratios = [mine[1] / other[1] for mine, other in zip(best, fastest, strict=True)]
    figure, axes = plt.subplots(figsize=(8, 0.5 * len(works) + 1), layout="constrained")
    bars = axes.barh(works, ratios, color="#34618a")
    axes.bar_label(bars, [f" {times(r)}×  {name}" for r, (name, _) in zip(ratios, fastest, strict=True)])
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlim(min([*ratios, 1]) / 1.5, max(ratios) * 4)
    axes.invert_yaxis()
    axes.set_xlabel("perlane's rate over that of the fastest other library, one thread")
    figure.savefig(path, metadata={"Date": None})
    return [
        f"| {work} | {mine[0]}: {mine[1]:,.0f} | {other[0]}: {other[1]:,.1f} | {times(ratio)} |"
        for work, mine, other, ratio in zip(works, best, fastest, ratios, strict=True)
    ]


def size_chart(series: dict[str, list[tuple[int, dict[str, float]]]], path: Path) -> None:
    """Rates against the edge of a tile, a panel for each work."""
    figure, panels = plt.subplots(
        1, len(series), figsize=(3 * len(series), 3), sharey=True, layout="constrained", squeeze=False
    )
    for axes, (what, points) in zip(panels[0], series.items(), strict=True):
        for column in points[0][1]:
            edges, rates = [edge for edge, _ in points], [rate[column] for _, rate in points]
            axes.plot(edges, rates, marker=".", label=column, linestyle="--" if column.startswith("quick") else "-")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_title(what, fontsize=9)
        axes.set_xlabel("edge of the tile")
    panels[0][0].set_ylabel("million samples a second")
    panels[0][0].legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})


def backend_chart(bench: dict, path: Path) -> None:
    """Each backend's rate, and that of a plain fill, for each row of `perlane bench`."""
    rows = bench["rows"]
    names = [backend["name"] for backend in rows[0]["backends"]]
    figure, axes = plt.subplots(figsize=(8, 0.42 * len(rows) + 1), layout="constrained")
    height = 0.8 / len(names)
    for k, name in enumerate(names):
        rates = [row["backends"][k]["samples_per_second"] / 1e6 for row in rows]
        axes.barh([i + (k - len(names) / 2 + 0.5) * height for i in range(len(rows))], rates, height, label=name)
    fills = [row["fill"]["samples_per_second"] / 1e6 for row in rows]
    axes.scatter(fills, range(len(rows)), marker="|", s=120, color="black", label="a plain fill")
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
    axes.margins(y=0.01)
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel("million samples a second, one thread")
    axes.legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Writes index.md and its charts."""
    folder = Path(sys.argv[1])
    text = (folder / "peers.txt").read_text("utf-8")
    theirs, ours = peers(text)
    notes = []
    beside = folder / "fastnoise2.txt"
    if beside.exists():
        for work, rate in fastnoise2(beside.read_text("utf-8")):
            if work in theirs:
                theirs[work]["FastNoise2"] = max(rate, theirs[work].get("FastNoise2", 0.0))
        version = (folder / "fastnoise2.version").read_text("utf-8").strip()
        notes.append(f"FastNoise2 {version} was measured after the others, in turns with perlane.")
    table = ratio_chart(theirs, ours, folder / "ratios.svg")
    series = tiles(text)
    if series:
        size_chart(series, folder / "sizes.svg")
    backend_chart(json.loads((folder / "bench.json").read_text("utf-8")), folder / "backends.svg")

    day, processor, cores, system, rustc, commit, effort = (folder / "machine.txt").read_text("utf-8").splitlines()
    if effort == "--quick":
        notes.insert(0, "Quick: these figures say where things are, and no more.")
    page = [
        "# Benchmarks\n",
        f"{processor}, {cores} cores, {system}; {rustc}; perlane at {commit}; {day}. {' '.join(notes)}\n",
        "## Ratio to the fastest other library\n",
        "![Ratios](ratios.svg)\n",
        "| work | perlane, million samples a second | fastest other | ratio |\n| --- | --- | --- | --- |",
        *table,
        "\nAll of them, as printed:\n",
        "```text",
        text.split("\n\nTiles")[0].strip(),
        "```\n",
    ]
    if series:
        page += ["## Rate against size\n", "Beside quick-noise, another tile each call.\n", "![Rates](sizes.svg)\n"]
    page += ["## Rate by instruction set\n", "![Rates](backends.svg)\n"]
    page += ["## Packages for Python\n", (folder / "python.md").read_text("utf-8")]
    page += ["## Commands\n", "```text", (folder / "commands.txt").read_text("utf-8").strip(), "```\n"]
    versions = [
        line
        for line in Path("benches/peers/Cargo.toml").read_text("utf-8").splitlines()
        if re.match(r'[a-z-]+ = .*"=', line)
    ]
    page += ["## Versions\n", "```toml", *versions, "```\n"]
    (folder / "index.md").write_text("\n".join(page), "utf-8")
    print(folder / "index.md")


if __name__ == "__main__":
    main()
