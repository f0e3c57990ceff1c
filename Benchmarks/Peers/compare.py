"""Types the same queries into every peer and writes down what each took and found.

    python compare.py --riffle PROGRAM --items LIST.tsv --queries QUERIES.tsv --output RAW.json
    python compare.py --riffle PROGRAM --quality LIST.tsv=QUERIES.tsv --output RAW.json

All peers are given titles alone, or with `--search-texts` also what stands in the third column;
with `--paths` they are told that titles are file paths. That goes for every list of a comparison.

Every peer runs in a process of its own. They take turns query by query, so that noise hits all
alike, each time in another order, so that nobody always comes after the same one. A keystroke's
time is taken inside the peer, without the way through the pipe. What was found is judged by
`riffle-bench compare`, which runs this and makes the report.
"""

import argparse
import datetime
import json
import os
import platform
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import peers
import quality
from peers.base import Given
from workers import Worker, note, read_queries, start


class Comparison:
    """One run over all peers."""

    def __init__(self, options: argparse.Namespace, names: list[str]) -> None:
        """Remember what to measure; nothing starts yet."""
        self._options = options
        self._names = names
        self._queries = read_queries(options.queries)

    def run(self, items: str, rows: int | None, passes: int, threads: list[int]) -> list[Worker]:
        """Start all peers one after the other, type into them in turns, and end them."""
        workers: list[Worker] = []
        try:
            for name in self._names:
                options = self._options
                worker = start(
                    peers.ALL[name],
                    options.riffle,
                    items,
                    given(options),
                    rows,
                    threads,
                    options.typed_every,
                )
                workers.append(worker)
            for pass_number in range(passes):
                self._type(workers, pass_number, f"pass {pass_number + 1} of {passes}")
        finally:
            for worker in workers:
                worker.close()
        return workers

    def _type(self, workers: list[Worker], pass_number: int, name: str) -> None:
        last_note = time.monotonic()
        for number, query in enumerate(self._queries):
            for worker in random.Random(f"{pass_number} {number}").sample(workers, len(workers)):
                worker.type(query, number, pass_number, self._options.limit)
            if time.monotonic() - last_note > 15:
                last_note = time.monotonic()
                note(f"{name}: {number + 1} of {len(self._queries)} queries")


def given(options: argparse.Namespace) -> Given:
    """Say what all peers are told of the lists."""
    return Given(texts=options.search_texts, paths=options.paths)


GROWTH_RIFFLE = ("riffle", "riffle-session")


def fastest(workers: list[Worker], count: int) -> list[str]:
    """Name the peers beside Riffle with the smallest median."""
    others = [w for w in workers if w.problem is None and w.peer.riffle_arguments is None]
    others.sort(key=lambda worker: worker.measurements[0].median())
    return [worker.peer.name for worker in others[:count]]


def grow(options: argparse.Namespace, workers: list[Worker]) -> list[dict[str, Any]]:
    """Measure Riffle and the two fastest peers, or those asked for, on first rows of a list."""
    sizes = [int(size) for size in options.growth.split(",")] if options.growth else []
    others = options.growth_peers.split(",") if options.growth_peers else fastest(workers, 2)
    every = options.growth_typed_every
    options = argparse.Namespace(**{**vars(options), "typed_every": every})
    comparison = Comparison(options, [*GROWTH_RIFFLE, *others])
    growth: list[dict[str, Any]] = []
    for size in sizes:
        note(f"growth: {size:,} rows")
        grown = comparison.run(options.growth_items or options.items, size, 1, [1])
        reports = [worker.report() for worker in grown]
        for report in reports:
            # The targets lie beyond the first rows: there is nothing to judge.
            for run in report["runs"]:
                run["found"] = {}
        items = max((worker.facts.get("items", 0) for worker in grown), default=0)
        if items < size:
            note(f"growth: the list has only {items:,} rows, so {size:,} is left out")
            continue
        growth.append({"rows": size, "peers": reports})
    return growth


def system() -> str:
    """Name the system and its C library, without what tells one installation from another."""
    release = ".".join(platform.release().split(".")[:2])
    return f"{platform.system()} {release}, {' '.join(platform.libc_ver())}".rstrip(", ")


def machine() -> dict[str, Any]:
    """Say what it was measured on."""
    name = platform.processor() or platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    return {
        "processor": name,
        "cores": len(os.sched_getaffinity(0)),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": system(),
        "python": platform.python_version(),
        "commit": commit(),
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
    }


def commit() -> str | None:
    """Name the commit that is checked out, with `+` behind it where files differ; None without one."""
    command = ["git", "describe", "--always", "--dirty=+", "--abbrev=10", "--exclude=*"]
    try:
        named = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return named.stdout.strip()


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--riffle", required=True, help="the program riffle-bench")
    parser.add_argument("--items", help="without it, nothing is typed")
    parser.add_argument("--queries")
    parser.add_argument(
        "--search-texts", action="store_true", help="give all peers the search texts too"
    )
    parser.add_argument("--paths", action="store_true", help="titles are file paths")
    parser.add_argument("--output", required=True)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument(
        "--typed-every", type=int, default=1, help="type only every n-th query letter by letter"
    )
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--only", help="names of peers with commas between them")
    parser.add_argument("--growth", help="numbers of rows with commas between them")
    parser.add_argument("--growth-items", help="a longer list for --growth")
    parser.add_argument("--growth-peers", help="instead of the two fastest")
    parser.add_argument("--growth-typed-every", type=int, default=5)
    parser.add_argument(
        "--quality",
        action="append",
        default=[],
        type=quality.Study.named,
        metavar="LIST=QUERIES",
        help="ask these queries whole, for what is found; may be given several times",
    )
    parser.add_argument("--quality-queries", type=int, default=300, help="how many of each set")
    return parser.parse_args()


def main() -> int:
    """Measure and write the raw JSON."""
    options = parse()
    names = options.only.split(",") if options.only else list(peers.ALL)
    grown = options.growth_peers.split(",") if options.growth_peers else []
    unknown = [name for name in [*names, *grown] if name not in peers.ALL]
    if unknown:
        note(f"there is no peer '{unknown[0]}': there are {', '.join(peers.ALL)}")
        return 2
    workers: list[Worker] = []
    if options.items is not None:
        threads = sorted({1, options.threads})
        typed = [name for name in names if peers.ALL[name].asked_in != "studies"]
        workers = Comparison(options, typed).run(options.items, None, options.passes, threads)
    judged = [name for name in names if peers.ALL[name].asked_in != "typing"]
    report = {
        "machine": machine(),
        "search_texts": options.search_texts,
        "paths": options.paths,
        "limit": options.limit,
        "passes": options.passes,
        "typed_every": options.typed_every,
        "growth_typed_every": options.growth_typed_every,
        "peers": [worker.report() for worker in workers],
        "growth": [],
        "quality": [],
    }
    # All this takes long: what there is should not be lost with what comes.
    output = Path(options.output)
    output.write_text(json.dumps(report), encoding="utf-8")
    if options.items is not None:
        report["growth"] = grow(options, workers)
        output.write_text(json.dumps(report), encoding="utf-8")
    for study in options.quality:
        report["quality"].append(
            quality.run(
                study,
                judged,
                options.riffle,
                given(options),
                options.quality_queries,
                options.limit,
            )
        )
        output.write_text(json.dumps(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
