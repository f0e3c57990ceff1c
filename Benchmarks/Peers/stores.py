"""Compares engines that keep a list in files: making, opening, searching and changing it.

    python stores.py --riffle PROGRAM --items LIST.tsv --queries QUERIES.tsv --folder FOLDER \\
        --output RAW.json

Each engine makes its files in a process of its own. Then they take turns: for each opening a new
process opens the files and answers one query, another each time; what the system keeps of files in
memory is left there. Then one process of each is asked all queries once, and changes single rows,
again in turns. Times are taken inside the processes.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from compare import machine
from workers import HERE, Query, note, read_queries

TITLES = {
    "riffle": "**Riffle**",
    "fts5": "SQLite FTS5, word prefix",
    "tantivy": "tantivy, word prefix",
}


class StoppedError(Exception):
    """An engine ended, or says why it cannot go on."""


class Process:
    """An engine's process."""

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        """Start it."""
        folder = Path(options.folder) / name
        folder.mkdir(parents=True, exist_ok=True)
        if name == "riffle":
            command = [options.riffle, "answer-store", str(folder)]
        else:
            command = [sys.executable, str(HERE / "kept.py"), name, str(folder)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def request(self, **line: object) -> dict[str, Any]:
        """Send one request and wait for its answer."""
        pipes = self._process.stdin, self._process.stdout
        if pipes[0] is None or pipes[1] is None:
            raise StoppedError("it cannot be asked")
        try:
            pipes[0].write(json.dumps(line) + "\n")
            pipes[0].flush()
        except BrokenPipeError as error:
            raise StoppedError(f"it ended with status {self._process.wait()}") from error
        answer = pipes[1].readline()
        if not answer:
            raise StoppedError(f"it ended with status {self._process.wait()}")
        found = json.loads(answer)
        if "problem" in found:
            raise StoppedError(found["problem"])
        return found

    def close(self) -> None:
        """Let it end by itself."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


class Measured:
    """One engine and what has been measured of it."""

    def __init__(self, name: str, options: argparse.Namespace) -> None:
        """Measure nothing yet."""
        self.name = name
        self._options = options
        self.report: dict[str, Any] = {
            "name": name,
            "title": TITLES[name],
            "opened": [],
            "answered": [],
            "asked": [],
            "written": [],
        }

    @property
    def is_going(self) -> bool:
        """Say whether nothing has stopped it."""
        return "problem" not in self.report

    def attempt(self, step: Any, *arguments: object) -> None:  # noqa: ANN401
        """Do a step, and write down why there will be no more."""
        if not self.is_going:
            return
        try:
            step(*arguments)
        except StoppedError as error:
            self.report["problem"] = str(error)
            note(f"{self.name}: {error}")

    def make(self) -> None:
        """Make the files anew."""
        folder = Path(self._options.folder) / self.name
        shutil.rmtree(folder, ignore_errors=True)
        process = Process(self.name, self._options)
        made = process.request(
            make=self._options.items,
            rows=self._options.rows,
            search_texts=self._options.search_texts,
        )
        process.close()
        self.report |= {"made": made["seconds"], "version": made["version"]}
        self.report["bytes"] = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())

    def open(self, query: Query) -> None:
        """Open the files in a new process and ask for one answer."""
        process = Process(self.name, self._options)
        process.request(resident=True)
        opened = process.request(open=True)["nanoseconds"]
        answered = process.request(query=query.text, limit=self._options.limit)["nanoseconds"]
        process.close()
        self.report["opened"].append(opened)
        self.report["answered"].append(opened + answered)

    def start(self) -> None:
        """Open the files in the process that is asked and changed from now on."""
        self.process = Process(self.name, self._options)
        self._before = self.process.request(resident=True)["resident"]
        self.process.request(open=True)

    def ask(self, query: Query) -> None:
        """Ask one query."""
        answer = self.process.request(query=query.text, limit=self._options.limit)
        self.report["asked"].append(answer["nanoseconds"])

    def look(self) -> None:
        """See how much memory it has taken to open the files and ask."""
        self.report["resident"] = self.process.request(resident=True)["resident"] - self._before

    def write(self, row: int, number: int) -> None:
        """Change a row, and see that it is found."""
        title = f"changed zq{number}x"
        answer = self.process.request(write=row, title=title)
        self.report["written"].append(answer["nanoseconds"])
        found = self.process.request(query=title, limit=self._options.limit)["rows"]
        if row not in found:
            raise StoppedError(f"row {row} was changed, and '{title}' finds {found}")

    def end(self) -> None:
        """Let the process end."""
        self.process.close()


def run(options: argparse.Namespace, names: list[str]) -> list[dict[str, Any]]:
    """Measure all."""
    engines = [Measured(name, options) for name in names]
    queries = read_queries(options.queries)
    random.Random(1).shuffle(queries)
    for engine in engines:
        note(f"{engine.name} takes in the list")
        engine.attempt(engine.make)
    for number, query in enumerate(queries[: options.openings]):
        for engine in random.Random(number).sample(engines, len(engines)):
            engine.attempt(engine.open, query)
    for engine in engines:
        engine.attempt(engine.start)
    for number, query in enumerate(queries[: options.asked]):
        for engine in random.Random(number).sample(engines, len(engines)):
            engine.attempt(engine.ask, query)
    for engine in engines:
        engine.attempt(engine.look)
    count = max(1, options.row_count)
    for number in range(options.writes):
        row = random.Random(number).randrange(count)
        for engine in random.Random(number).sample(engines, len(engines)):
            engine.attempt(engine.write, row, number)
    for engine in engines:
        engine.attempt(engine.end)
    return [engine.report for engine in engines]


def main() -> int:
    """Measure and write the raw JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--riffle", required=True, help="the program riffle-bench")
    parser.add_argument("--items", required=True)
    parser.add_argument("--queries", required=True)
    parser.add_argument("--rows", type=int, help="only so many, from the first")
    parser.add_argument("--row-count", type=int, required=True, help="how many rows there are")
    parser.add_argument("--search-texts", action="store_true")
    parser.add_argument("--folder", required=True, help="to keep the files in")
    parser.add_argument("--output", required=True)
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--openings", type=int, default=20)
    parser.add_argument("--asked", type=int, default=100, help="how many queries are asked")
    parser.add_argument("--writes", type=int, default=100, help="how many rows are changed")
    parser.add_argument("--only", help="names of engines with commas between them")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else list(TITLES)
    unknown = [name for name in names if name not in TITLES]
    if unknown:
        note(f"there is no engine '{unknown[0]}' that keeps lists: there are {', '.join(TITLES)}")
        return 2
    report = {"machine": machine(), "engines": run(options, names)}
    Path(options.output).write_text(json.dumps(report), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
