"""Types the same queries into every peer and writes down what each took and found.

    python compare.py --riffle PROGRAM --items LIST.tsv --queries QUERIES.tsv --output RAW.json

Every peer runs in a process of its own. They take turns query by query, so that noise hits all
alike, each time in another order, so that nobody always comes after the same one. A keystroke's
time is taken inside the peer, without the way through the pipe. What was found is judged by
`riffle-bench compare`, which runs this and makes the report.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import unicodedata
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import peers
from peers.base import Peer

HERE = Path(__file__).resolve().parent


class PeerStopped(Exception):  # noqa: N818
    """A peer ended, or said that it cannot run."""


@dataclass(frozen=True)
class Query:
    """A query, as it stands in its file."""

    id: str
    text: str

    def keystrokes(self) -> list[str]:
        """Give what stands in the search field after each letter; marks belong to their letter."""
        ends = [
            end
            for end in range(1, len(self.text) + 1)
            if end == len(self.text) or not unicodedata.combining(self.text[end])
        ]
        return [self.text[:end] for end in ends]


@dataclass
class Measurement:
    """What one peer did, with one number of threads."""

    threads: int
    passes: list[list[tuple[int, int, int]]] = field(default_factory=list)
    """Letters typed, nanoseconds and rows found, keystroke by keystroke, a list for each pass."""
    found: dict[str, list[int]] = field(default_factory=dict)
    """What the last keystroke of each judged query found."""

    def median(self) -> float:
        """Give the median of all keystrokes, in nanoseconds."""
        times = [nanoseconds for samples in self.passes for _, nanoseconds, _ in samples]
        return statistics.median(times) if times else float("inf")


class Worker:
    """A peer's process."""

    def __init__(
        self, peer: Peer, command: list[str], threads: list[int], typed_every: int
    ) -> None:
        """Start it and wait until it has taken in the list."""
        self.peer = peer
        self._typed_every = max(typed_every, peer.typed_every)
        self.problem: str | None = None
        counts = {"one": threads[:1], "any": threads, "all": threads[-1:]}[peer.threads]
        self.measurements = [Measurement(count) for count in counts]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.facts: dict[str, Any] = {}
        try:
            self.facts = self._read()
        except PeerStopped as error:
            self.problem = str(error)

    def _read(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout else ""
        if not line:
            raise PeerStopped(f"it ended with status {self._process.wait()}")
        answer = json.loads(line)
        if "problem" in answer:
            raise PeerStopped(answer["problem"])
        return answer

    def request(self, line: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        if self._process.stdin is None:
            raise PeerStopped("it cannot be asked")
        try:
            self._process.stdin.write(json.dumps(line) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise PeerStopped(f"it ended with status {self._process.wait()}") from error
        return self._read()

    def type(self, query: Query, number: int, pass_number: int, limit: int) -> None:
        """Type a query with each number of threads, as far as this peer is asked it at all."""
        if self.problem is not None:
            return
        try:
            for measurement in self.measurements:
                self._type(query, number, pass_number, limit, measurement)
        except PeerStopped as error:
            self.problem = f"query {query.id} ('{query.text}'): {error}"

    def _type(
        self, query: Query, number: int, pass_number: int, limit: int, measurement: Measurement
    ) -> None:
        every = self.peer.judged_every
        is_typed = number % self._typed_every == 0
        # More threads find the same.
        is_judged = (
            pass_number == 0
            and measurement is self.measurements[0]
            and every > 0
            and number % every == 0
        )
        while len(measurement.passes) <= pass_number:
            measurement.passes.append([])
        keystrokes = query.keystrokes()
        if not is_typed:
            keystrokes = keystrokes[-1:] if is_judged else []
        for letters, text in enumerate(keystrokes, start=1):
            answer = self.request(
                {
                    "query": text,
                    "limit": limit,
                    "threads": measurement.threads,
                    "begins": letters == 1,
                }
            )
            if is_typed:
                sample = (letters, answer["nanoseconds"], len(answer["rows"]))
                measurement.passes[pass_number].append(sample)
            if is_judged and text == query.text:
                measurement.found[query.id] = answer["rows"]

    def close(self) -> None:
        """Ask for the peak of memory, then let it go."""
        if self.problem is None:
            try:
                self.facts |= self.request({"ends": True})
            except PeerStopped as error:
                self.problem = str(error)
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def report(self) -> dict[str, Any]:
        """Give all that is known of the peer."""
        peer = self.peer
        return {
            "name": peer.name,
            "title": peer.title,
            "measured": peer.measured,
            "judged_as": peer.judged_as,
            "settings": [asdict(setting) for setting in peer.settings],
            "claims": [asdict(claim) for claim in peer.claims],
            "problem": self.problem,
            "version": self.facts.get("version"),
            "build_seconds": self.facts.get("build_seconds"),
            "resident_before": self.facts.get("resident_before"),
            "resident_after": self.facts.get("resident_after"),
            "resident_peak": self.facts.get("resident_peak"),
            "runs": [asdict(measurement) for measurement in self.measurements],
        }


def read_queries(path: str) -> list[Query]:
    """Read a query set; rows of one id are one query with several targets."""
    queries: dict[str, Query] = {}
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            columns = line.rstrip("\r\n").split("\t")
            queries.setdefault(columns[0], Query(columns[0], columns[2]))
    return list(queries.values())


def note(text: str) -> None:
    """Tell the person how far it is."""
    print(text, file=sys.stderr, flush=True)


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
                note(f"{name}: takes in the list")
                workers.append(self._start(peers.ALL[name], items, rows, threads))
                if (problem := workers[-1].problem) is not None:
                    note(f"{name}: not measured: {problem}")
            for pass_number in range(passes):
                self._type(workers, pass_number, f"pass {pass_number + 1} of {passes}")
        finally:
            for worker in workers:
                worker.close()
        return workers

    def _start(self, peer: Peer, items: str, rows: int | None, threads: list[int]) -> Worker:
        if peer.riffle_arguments is not None:
            command = [self._options.riffle, "answer", "--items", items, *peer.riffle_arguments]
            command += ["--rows", str(rows)] if rows is not None else []
        else:
            command = [sys.executable, str(HERE / "answer.py"), peer.name, items]
            command += [str(rows)] if rows is not None else []
        return Worker(peer, command, threads, self._options.typed_every)

    def _type(self, workers: list[Worker], pass_number: int, name: str) -> None:
        last_note = time.monotonic()
        for number, query in enumerate(self._queries):
            for worker in random.Random(f"{pass_number} {number}").sample(workers, len(workers)):
                worker.type(query, number, pass_number, self._options.limit)
            if time.monotonic() - last_note > 15:
                last_note = time.monotonic()
                note(f"{name}: {number + 1} of {len(self._queries)} queries")


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
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--riffle", required=True, help="the program riffle-bench")
    parser.add_argument("--items", required=True)
    parser.add_argument("--queries", required=True)
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
    threads = sorted({1, options.threads})
    workers = Comparison(options, names).run(options.items, None, options.passes, threads)
    report = {
        "machine": machine(),
        "limit": options.limit,
        "passes": options.passes,
        "typed_every": options.typed_every,
        "growth_typed_every": options.growth_typed_every,
        "peers": [worker.report() for worker in workers],
        "growth": [],
    }
    # Growing takes long: what there is should not be lost with it.
    Path(options.output).write_text(json.dumps(report), encoding="utf-8")
    report["growth"] = grow(options, workers)
    Path(options.output).write_text(json.dumps(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
