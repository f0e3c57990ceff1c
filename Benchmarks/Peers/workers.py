"""The peers' processes, and what they are asked."""

import json
import statistics
import subprocess
import sys
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from peers.base import Claim, Given, Peer, Setting

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
        self, peer: Peer, command: list[str], given: Given, threads: list[int], typed_every: int
    ) -> None:
        """Start it and wait until it has taken in the list."""
        self.peer = peer
        self._given = given
        own = (given.texts and peer.typed_every_with_texts) or peer.typed_every
        self._typed_every = max(typed_every, own)
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

    def find(self, query: Query, limit: int) -> None:
        """Ask the whole query at once, with the fewest threads."""
        if self.problem is not None:
            return
        measurement = self.measurements[0]
        try:
            answer = self.request(
                {
                    "query": query.text,
                    "limit": limit,
                    "threads": measurement.threads,
                    "begins": True,
                }
            )
        except PeerStopped as error:
            self.problem = f"query {query.id} ('{query.text}'): {error}"
            return
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

    def _said(self, all_said: Sequence[Setting] | Sequence[Claim]) -> list[dict[str, Any]]:
        """Give what the peer says of lists like this one."""
        return [
            {name: value for name, value in asdict(said).items() if name != "when"}
            for said in all_said
            if self._given.includes(said.when)
        ]

    def report(self) -> dict[str, Any]:
        """Give all that is known of the peer."""
        peer = self.peer
        return {
            "name": peer.name,
            "title": peer.title,
            "measured": peer.measured,
            "judged_as": peer.judged_as,
            "settings": self._said(peer.settings),
            "claims": self._said(peer.claims),
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


def start(
    peer: Peer,
    riffle: str,
    items: str,
    given: Given,
    rows: int | None,
    threads: list[int],
    typed_every: int = 1,
) -> Worker:
    """Start a peer on a list, or on its first rows."""
    if peer.riffle_arguments is not None:
        command = [riffle, "answer", "--items", items, *peer.riffle_arguments]
    else:
        command = [sys.executable, str(HERE / "answer.py"), peer.name, items]
    command += ["--rows", str(rows)] if rows is not None else []
    command += ["--search-texts"] if given.texts else []
    command += ["--paths"] if given.paths else []
    note(f"{peer.name}: takes in the list")
    worker = Worker(peer, command, given, threads, typed_every)
    if worker.problem is not None:
        note(f"{peer.name}: not measured: {worker.problem}")
    return worker
