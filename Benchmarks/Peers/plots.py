"""Draws the figures of a comparison.

python plots.py FIGURES.json FOLDER

`FIGURES.json` is what `riffle-bench compare --json` writes. Each plot becomes an SVG and a PNG.
"""

import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

Figures = dict[str, Any]

# One look a peer in all plots. Riffle's is the only thick line, and the only red one.
REDS = (6, 7)
COLOURS = [
    *(colour for number, colour in enumerate(plt.get_cmap("tab20").colors) if number not in REDS),
    *plt.get_cmap("Dark2").colors,
]
RIFFLE_COLOURS = {"riffle": "#c1121f", "riffle-session": "#f08a8f"}
MARKERS = "oDs^vP*Xp<>h"
LINES = ("-", "--", ":", "-.")


def label(peer: Figures) -> str:
    """Name a peer, with its threads where it uses more than one."""
    return peer["title"] if peer["threads"] == 1 else f"{peer['title']}, {peer['threads']} threads"


def single(figures: Figures) -> list[Figures]:
    """Give each peer once, with the fewest threads: more would only double the lines."""
    return list({peer["name"]: peer for peer in reversed(figures["peers"])}.values())[::-1]


def looks(figures: Figures) -> dict[str, dict[str, Any]]:
    """Give each peer a colour and a line of its own."""
    result: dict[str, dict[str, Any]] = {}
    for number, peer in enumerate(figures["peers"]):
        colour = RIFFLE_COLOURS.get(peer["name"])
        result[label(peer)] = {
            "color": colour or COLOURS[number % len(COLOURS)],
            "linestyle": "-" if colour else LINES[number % len(LINES)],
            "linewidth": 2.6 if colour else 1.4,
            "zorder": 3 if colour else 2,
        }
    return result


def in_decades(axis: Any) -> None:  # noqa: ANN401
    """Show plain numbers a power of ten apart, from one power to another."""
    low, high = axis.get_data_interval()
    axis.set_view_interval(
        10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high)), ignore=True
    )
    axis.set_major_formatter(lambda value, _: f"{value:,g}" if value < 1 else f"{value:,.0f}")
    axis.set_minor_formatter(NullFormatter())


def by_letters(figures: Figures, axes: Axes) -> None:
    """Draw the median keystroke by the number of letters typed."""
    for peer in single(figures):
        letters = [int(count) for count in peer["by_letters"] if int(count) <= 20]
        times = [peer["by_letters"][str(count)]["p50"] / 1000 for count in letters]
        axes.plot(letters, times, label=label(peer), **looks(figures)[label(peer)])
    axes.set_yscale("log")
    in_decades(axes.yaxis)
    axes.set_xticks(range(1, 21))
    axes.set_xlabel("letters typed")
    axes.set_ylabel("milliseconds a keystroke, median")


def distribution(figures: Figures, axes: Axes) -> None:
    """Draw how many keystrokes took no longer than a time."""
    for peer in single(figures):
        times = [max(time, 0.1) / 1000 for time in peer["quantiles_us"]]
        axes.plot(times, range(len(times)), label=label(peer), **looks(figures)[label(peer)])
    axes.set_xscale("log")
    in_decades(axes.xaxis)
    axes.set_xlabel("milliseconds a keystroke")
    axes.set_ylabel("% of keystrokes that took no longer")


def quality(figures: Figures, axes: Axes) -> None:
    """Draw what was found against what it took: the best peers stand at the top left."""
    found = {peer["name"]: peer["quality"] for peer in figures["peers"] if peer["quality"]}
    for number, peer in enumerate(figures["peers"]):
        tally = found.get(peer["judged_as"] or peer["name"], {}).get("all")
        if tally is None:
            continue
        look = looks(figures)[label(peer)]
        axes.scatter(
            peer["latency_us"]["p95"] / 1000,
            100 * tally["top10"] / tally["queries"],
            color=look["color"],
            marker=MARKERS[number % len(MARKERS)],
            s=110 if peer["name"] in RIFFLE_COLOURS else 60,
            label=label(peer),
            zorder=look["zorder"],
        )
    axes.set_ylim(0, 103)
    axes.set_xscale("log")
    in_decades(axes.xaxis)
    axes.set_xlabel("milliseconds a keystroke, 95th percentile")
    axes.set_ylabel("% of queries found among the first ten")


def growth(figures: Figures, axes: Axes, percentile: str, meaning: str) -> None:
    """Draw a percentile by the length of the list."""
    names = list(dict.fromkeys(label(p) for step in figures["growth"] for p in step["peers"]))
    for name in names:
        points = [
            (step["rows"], peer["latency_us"][percentile] / 1000)
            for step in figures["growth"]
            for peer in step["peers"]
            if label(peer) == name and peer["latency_us"]["keystrokes"] > 0
        ]
        look = {**looks(figures).get(name, {}), "linestyle": "-"}
        axes.plot(*zip(*points, strict=True), marker="o", label=name, **look)
    axes.set_xscale("log")
    axes.set_yscale("log")
    in_decades(axes.yaxis)
    in_decades(axes.xaxis)
    axes.set_xlabel("rows")
    axes.set_ylabel(f"milliseconds a keystroke, {meaning}")


def growth_median(figures: Figures, axes: Axes) -> None:
    """Draw the median keystroke by the length of the list."""
    growth(figures, axes, "p50", "median")


def growth_p95(figures: Figures, axes: Axes) -> None:
    """Draw the slow keystrokes by the length of the list."""
    growth(figures, axes, "p95", "95th percentile")


def bars(figures: Figures, axes: Axes, value: Callable[[Figures], float | None]) -> None:
    """Draw one bar a peer, the shortest at the top."""
    values: dict[str, tuple[float, str]] = {}
    for peer in figures["peers"]:
        amount = value(peer)
        if amount is not None and peer["title"] not in values:
            values[peer["title"]] = (amount, RIFFLE_COLOURS.get(peer["name"], "#7a8b99"))
    names = sorted(values, key=lambda name: values[name][0], reverse=True)
    drawn = axes.barh(names, [values[n][0] for n in names], color=[values[n][1] for n in names])
    axes.bar_label(drawn, fmt="%.3g", padding=3, fontsize=8)
    axes.margins(x=0.12)


def memory(figures: Figures, axes: Axes) -> None:
    """Draw what each peer holds for its index, or for its run where it is a program."""

    def added(peer: Figures) -> float | None:
        resident = peer["resident_bytes"]
        if peer["measured"] in ("whole run", "own timing"):
            return resident["peak"] / 2**20 if resident["peak"] else None
        if peer["measured"] == "in server" or resident["after"] is None:
            return None
        return (resident["after"] - resident["before"]) / 2**20

    bars(figures, axes, added)
    axes.set_xlabel("MiB that the index added; of programs that run anew, the most they took")


def build_time(figures: Figures, axes: Axes) -> None:
    """Draw how long taking in the list took."""
    bars(figures, axes, lambda peer: peer["build_seconds"])
    axes.set_xlabel("seconds to take in the list")


def found(tally: Figures | None, most: str) -> float:
    """Give the percentage found so far up; not a number where none was asked."""
    return 100 * tally[most] / tally["queries"] if tally else math.nan


def quality_by_kind(figures: Figures) -> Figure:
    """Draw a table of what was found: peers down, kinds across, grouped by query set."""
    sets = [study for study in (figures, *figures["quality"]) if study["peers"]]
    columns = [
        (study, kind)
        for study in sets
        for kind in dict.fromkeys(k for p in study["peers"] for k in p["quality"] if k != "all")
    ]
    titles = {p["name"]: p["title"] for study in sets for p in study["peers"] if p["quality"]}
    names = sorted(titles, key=lambda name: not name.startswith("riffle"))
    tallies = [{p["name"]: p["quality"] for p in study["peers"] if p["quality"]} for study in sets]
    first, cells = (
        [
            [found(tallies[sets.index(s)].get(name, {}).get(kind), most) for s, kind in columns]
            for name in names
        ]
        for most in ("top1", "top10")
    )
    size = (2.4 + 1.15 * len(columns), 1.5 + 0.36 * len(names))
    picture, axes = plt.subplots(figsize=(max(size[0], 7), size[1]), layout="constrained")
    axes.imshow(cells, cmap="YlGn", vmin=0, vmax=150, aspect="auto")
    for row, values in enumerate(cells):
        for column, value in enumerate(values):
            text = "" if math.isnan(value) else f"{first[row][column]:.0f} / {value:.0f}"
            weight = "bold" if names[row].startswith("riffle") else "normal"
            axes.text(column, row, text, ha="center", va="center", fontsize=10, weight=weight)
    axes.set_yticks(range(len(names)), [titles[name] for name in names])
    axes.set_xticks(range(len(columns)), [kind for _, kind in columns])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for number, study in enumerate(sets):
        places = [place for place, (other, _) in enumerate(columns) if other is study]
        if number > 0:
            axes.axvline(places[0] - 0.5, color="black", linewidth=1.5)
        axes.annotate(
            f"{study['query_set'].split('.')[0]}\non {study['list'].removesuffix('.tsv')}",
            (sum(places) / len(places), 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 24),
            textcoords="offset points",
            ha="center",
            weight="bold",
        )
    axes.set_title("% of queries found first / among the first ten, by kind of query", pad=62)
    return picture


PLOTS: dict[str, tuple[str, Callable[[Figures, Axes], None], bool]] = {
    "latency-by-letters": ("Latency by letters typed", by_letters, True),
    "latency-distribution": ("Distribution of latency", distribution, True),
    "quality-latency": ("Quality against latency", quality, True),
    "growth-median": ("Growth with the length of the list", growth_median, True),
    "growth-p95": ("Growth with the length of the list", growth_p95, True),
    "memory": ("Memory", memory, False),
    "build-time": ("Time to build", build_time, False),
}


def save(picture: Figure, folder: Path, name: str) -> None:
    """Write a plot as SVG and PNG."""
    for ending in ("svg", "png"):
        # Without the date, the same figures give the same file.
        metadata = {"Date": None} if ending == "svg" else None
        picture.savefig(folder / f"{name}.{ending}", dpi=150, metadata=metadata)
    plt.close(picture)


def main() -> int:
    """Draw everything there are figures for."""
    source, folder = sys.argv[1:]
    figures: Figures = json.loads(Path(source).read_text(encoding="utf-8"))
    Path(folder).mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"svg.hashsalt": "riffle", "svg.fonttype": "none", "font.size": 9})
    if figures["quality"]:
        save(quality_by_kind(figures), Path(folder), "quality-by-kind")
    for name, (title, draw, has_legend) in PLOTS.items():
        if not figures["peers"] or (name.startswith("growth") and not figures["growth"]):
            continue
        picture, axes = plt.subplots(figsize=(10, 5.6), layout="constrained")
        draw(figures, axes)
        list_name = f"{figures['items']:,} rows of {figures['list']}"
        axes.set_title(title if name.startswith("growth") else f"{title}, {list_name}")
        axes.grid(alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
        if has_legend:
            picture.legend(loc="outside right center", fontsize=8, frameon=False)
        save(picture, Path(folder), name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
