"""Draws the figures of compare.py: how long keystrokes take, and what each picker needs."""

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402

COLOURS = {"riffle": "#c1121f", "fzf": "#3a6ea5"}


def keystrokes(comparison: dict[str, Any], axes: Any) -> None:
    """Draw how many keystrokes took no longer than a time."""
    for picker in comparison["pickers"]:
        times = [max(time, 0.1) for time in picker["quantiles_ms"]]
        axes.plot(
            times, range(len(times)), label=f"{picker['name']} {picker['version'].split()[0]}",
            color=COLOURS.get(picker["name"]), linewidth=2.6 if picker["name"] == "riffle" else 1.4,
        )
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("milliseconds from a key to the finished frame")
    axes.set_ylabel("% of keystrokes that took no longer")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)


def needs(comparison: dict[str, Any], figure: Any, place: Any) -> None:
    """Draw a bar a picker for each thing that it takes."""
    measures = [
        ("first frame, ms", lambda picker: picker["first_frame_ms"]["p50"]),
        ("list read and searched, s", lambda picker: picker["loaded_ms"] / 1000),
        ("processor for the session, s", lambda picker: picker["session_cpu_seconds"]),
        ("memory, MiB", lambda picker: picker["memory_bytes"] / 2**20),
    ]
    grid = place.subgridspec(len(measures), 1)
    for number, (title, value) in enumerate(measures):
        axes = figure.add_subplot(grid[number])
        names = [picker["name"] for picker in comparison["pickers"]][::-1]
        values = [value(picker) for picker in comparison["pickers"]][::-1]
        drawn = axes.barh(names, values, color=[COLOURS.get(name) for name in names])
        axes.bar_label(drawn, fmt="%.3g", padding=3, fontsize=8)
        axes.margins(x=0.15)
        axes.set_title(title, fontsize=9, loc="left")
        axes.tick_params(labelsize=8)


def draw(comparisons: list[dict[str, Any]], folder: str) -> None:
    """Draw one plot for each list."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for comparison in comparisons:
        figure = plt.figure(figsize=(10, 5.5), layout="constrained")
        grid = figure.add_gridspec(1, 2)
        keystrokes(comparison, figure.add_subplot(grid[0]))
        needs(comparison, figure, grid[1])
        name = Path(comparison["list"]).stem
        figure.suptitle(f"{name}: {comparison['lines']:,} lines, {comparison['queries']} queries typed letter by letter")
        for ending in ("svg", "png"):
            figure.savefig(Path(folder) / f"picker-{name}.{ending}", dpi=150)
        plt.close(figure)
