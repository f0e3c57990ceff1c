#!/usr/bin/env python3
"""Types the same queries into the pickers of riffle and fzf, on pseudo terminals, in turns, and compares what that takes.

compare.py [options] LIST...; see README.md beside it.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Terminal"))

from pickers import Picker  # noqa: E402

ROWS, COLUMNS = 40, 120


def percentile(values: list[float], share: float) -> float:
    """Give the value that a share of all is no greater than."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def spread(values: list[float]) -> dict[str, float | int]:
    """Say how times are spread, in milliseconds."""
    return {
        "count": len(values),
        "p50": percentile(values, 0.5),
        "p90": percentile(values, 0.9),
        "p99": percentile(values, 0.99),
        "max": max(values, default=float("nan")),
    }


def made_up_queries(path: str, count: int, seed: int) -> list[str]:
    """Make queries of what stands in a list: the beginning of one or two words of a line."""
    chooser = random.Random(seed)
    size = os.path.getsize(path)
    queries: list[str] = []
    with open(path, "rb") as file:
        for _ in range(100 * count):
            if len(queries) == count:
                break
            file.seek(chooser.randrange(max(1, size)))
            file.readline()
            words = file.readline().decode(errors="ignore").replace("/", " ").replace("\t", " ").split()
            words = [word for word in words if word.isalnum() and 3 <= len(word) <= 20]
            if not words:
                continue
            first = chooser.randrange(len(words))
            chosen = words[first : first + chooser.randint(1, 2)]
            chosen[-1] = chosen[-1][: chooser.randint(3, max(3, len(chosen[-1])))]
            queries.append(" ".join(chosen).lower())
    return queries


def given_queries(path: str, count: int) -> list[str]:
    """Take queries from a file: one a line, or the third column of a query set of riffle-bench."""
    lines = Path(path).read_text().splitlines()
    queries = [line.split("\t")[2] if line.count("\t") >= 2 else line for line in lines]
    step = max(1, len(queries) // count)
    return [query for query in queries[::step] if query][:count]


def session(command: list[str], path: str, queries: list[str]) -> dict[str, object]:
    """Measure one run of a picker: until it shows something, while it reads, and afterwards a session of queries."""
    with Picker(command, path, ROWS, COLUMNS) as picker:
        result: dict[str, object] = {"first_frame_ms": picker.first_frame()}
        result["while_reading_ms"] = picker.type_while_reading("the")
        result["loaded_ms"] = picker.wait_until_idle()
        result["loaded_cpu_seconds"] = picker.cpu_seconds()
        before = picker.cpu_seconds()
        times: list[float] = []
        for query in queries:
            for letter in query:
                times.append(picker.key(letter))
            picker.key("\x15")
        result["keystroke_ms"] = times
        result["session_cpu_seconds"] = picker.cpu_seconds() - before
        result["memory_bytes"] = picker.peak_memory()
        result["screen"] = picker.key_screen(queries[0]) if queries else ""
        return result


def version(program: str) -> str:
    return subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()


def summary(name: str, program: str, runs: list[dict[str, object]]) -> dict[str, object]:
    """Put the runs of a program together."""
    keystrokes = [time for run in runs for time in run["keystroke_ms"]]
    return {
        "name": name,
        "version": version(program),
        "first_frame_ms": spread([run["first_frame_ms"] for run in runs]),
        "while_reading_ms": spread([time for run in runs for time in run["while_reading_ms"]]),
        "loaded_ms": statistics.median(run["loaded_ms"] for run in runs),
        "loaded_cpu_seconds": statistics.median(run["loaded_cpu_seconds"] for run in runs),
        "keystroke_ms": spread(keystrokes),
        "quantiles_ms": [percentile(keystrokes, share / 100) for share in range(101)],
        "session_cpu_seconds": statistics.median(run["session_cpu_seconds"] for run in runs),
        "memory_bytes": max(run["memory_bytes"] for run in runs),
    }


def table(comparison: dict[str, object]) -> str:
    """Make a table in Markdown."""
    head = (
        "| picker | first frame ms p50 / max | loaded s | key while reading ms p50 / p99 | keystroke ms p50 / p99 / max "
        "| session CPU s | memory MiB |\n|---|--:|--:|--:|--:|--:|--:|\n"
    )
    rows = ""
    for picker in comparison["pickers"]:
        first, reading, key = (picker[name] for name in ("first_frame_ms", "while_reading_ms", "keystroke_ms"))
        rows += (
            f"| {picker['name']} {picker['version']} | {first['p50']:.0f} / {first['max']:.0f} "
            f"| {picker['loaded_ms'] / 1000:.2f} | {reading['p50']:.1f} / {reading['p99']:.1f} "
            f"| {key['p50']:.1f} / {key['p99']:.1f} / {key['max']:.1f} | {picker['session_cpu_seconds']:.2f} "
            f"| {picker['memory_bytes'] / 2**20:.0f} |\n"
        )
    about = f"{comparison['list']}: {comparison['lines']} lines, {comparison['queries']} queries, {comparison['passes']} passes\n\n"
    return about + head + rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lists", nargs="+", help="files with a line for each item")
    parser.add_argument("--riffle", default=".build/release/riffle")
    parser.add_argument("--fzf", default="fzf", help="by default the one on the path; left out where there is none")
    parser.add_argument("--queries", help="a file with queries; by default they are made of words of the list")
    parser.add_argument("--count", type=int, default=200, help="how many queries to type")
    parser.add_argument("--passes", type=int, default=3, help="how many times each picker is run, in turns")
    parser.add_argument("--paths", action="store_true", help="the lists hold paths: say so to both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="write all figures to this file")
    parser.add_argument("--plots", help="draw plots into this folder, as SVG and PNG (needs matplotlib)")
    options = parser.parse_args()

    commands = {"riffle": [options.riffle, "--interactive"] + (["--paths"] if options.paths else [])}
    if shutil.which(options.fzf):
        commands["fzf"] = [options.fzf] + (["--scheme=path"] if options.paths else [])
    else:
        print(f"fzf is left out: {options.fzf} is not there (apt-get install fzf)", file=sys.stderr)
    comparisons = []
    for path in options.lists:
        queries = (
            given_queries(options.queries, options.count)
            if options.queries
            else made_up_queries(path, options.count, options.seed)
        )
        with open(path, "rb") as file:
            lines = sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))
        runs: dict[str, list[dict[str, object]]] = {name: [] for name in commands}
        for number in range(options.passes):
            # Whoever comes first in one pass comes last in the next.
            for name in list(commands)[:: 1 if number % 2 == 0 else -1]:
                started = time.monotonic()
                runs[name].append(session(commands[name], path, queries))
                print(f"{path}, pass {number + 1}: {name} in {time.monotonic() - started:.0f} s", file=sys.stderr)
        comparison = {
            "list": path, "lines": lines, "queries": len(queries), "passes": options.passes,
            "pickers": [summary(name, commands[name][0], runs[name]) for name in commands],
        }
        comparisons.append(comparison)
        print(table(comparison), flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(comparisons, indent=1) + "\n")
    if options.plots:
        from plots import draw

        draw(comparisons, options.plots)


if __name__ == "__main__":
    main()
