"""One engine that keeps a list in files, in a process of its own.

    python kept.py ENGINE FOLDER

Answers one JSON request a line. `riffle-bench answer-store` speaks the same way.

    {"make": "LIST.tsv", "rows": 10, "search_texts": true}  {"seconds": 1.5, "version": "3.46"}
    {"open": true}                                          {"nanoseconds": 812500}
    {"query": "gothnb", "limit": 10}                        {"rows": [17, 4], "nanoseconds": 81250}
    {"write": 17, "title": "Borås"}                         {"nanoseconds": 250000}
    {"resident": true}                                      {"resident": 23068672}

A write is over when it is durable and a search would find it.
"""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from answer import read, resident_bytes, say
from peers import sqlite_fts5
from peers.base import Given, Rows, UnavailableError
from peers.tantivy import HEAP_BYTES, Asking, prefix_term

if TYPE_CHECKING:
    from tantivy import Index

sqlite3 = sqlite_fts5.sqlite3


class KeptEngine(Protocol):
    """A list in a folder."""

    version: str

    def make(self, rows: Rows) -> None:
        """Take in a list; all of it is durable in the end."""
        ...

    def open(self) -> None:
        """Be ready for the first query."""
        ...

    def ask(self, text: str, limit: int) -> list[int]:
        """Give the best rows, counted from 0."""
        ...

    def write(self, row: int, title: str) -> None:
        """Change the title of a row."""
        ...


class KeptFTS5:
    """SQLite FTS5 in a file, as an app would keep it: write-ahead log, each commit synchronised."""

    version = sqlite3.sqlite_version

    def __init__(self, folder: Path) -> None:
        """Remember where the file is."""
        self._path = folder / "fts5.db"

    def _connect(self) -> None:
        self._database = sqlite3.connect(self._path)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")

    def make(self, rows: Rows) -> None:
        """Take in a list in batches of 20,000 rows."""
        self._connect()
        self._database.execute(
            f"CREATE VIRTUAL TABLE t USING fts5(title, text, {sqlite_fts5.PREFIX})"
        )
        texts = rows.texts or [""] * len(rows)
        for start in range(0, len(rows), 20_000):
            end = start + 20_000
            values = zip(range(start + 1, end + 1), rows.titles[start:end], texts[start:end])  # noqa: B905
            self._database.executemany("INSERT INTO t(rowid, title, text) VALUES (?, ?, ?)", values)
            self._database.commit()
        self._database.execute(f"INSERT INTO t(t, rank) VALUES ('rank', '{sqlite_fts5.WEIGHTS}')")
        self._database.commit()
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._database.close()

    def open(self) -> None:
        """Open the file."""
        self._connect()

    def ask(self, text: str, limit: int) -> list[int]:
        """Ask for all words, the last of which may go on, and for their titles."""
        match = sqlite_fts5.match_words(text)
        if not match:
            return []
        sql = "SELECT rowid, title FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?"
        return [row - 1 for row, _ in self._database.execute(sql, (match, limit))]

    def write(self, row: int, title: str) -> None:
        """Change a title in a transaction of its own."""
        self._database.execute("UPDATE t SET title = ? WHERE rowid = ?", (title, row + 1))
        self._database.commit()


class KeptTantivy:
    """tantivy in a folder, with prefix queries, as its `tantivy-prefix` in memory."""

    def __init__(self, folder: Path) -> None:
        """Remember where the folder is."""
        self.version = version("tantivy")
        self._path = folder / "tantivy"
        self._asking = Asking(True, prefix_term, is_kept=True)

    def _index(self) -> "Index":
        return self._asking.index(str(self._path))

    def make(self, rows: Rows) -> None:
        """Take in a list with one commit."""
        self._path.mkdir(parents=True)
        writer = self._index().writer(heap_size=HEAP_BYTES, num_threads=1)
        for row, title in enumerate(rows.titles):
            writer.add_document(
                self._asking.document(row, title, rows.texts[row] if rows.texts else "")
            )
        writer.commit()
        writer.wait_merging_threads()

    def open(self) -> None:
        """Open the folder, for searches; a writer is opened with the first change."""
        self._opened = self._index()
        self._searcher = self._opened.searcher()
        self._writer: Any = None

    def ask(self, text: str, limit: int) -> list[int]:
        """Ask for all words, the last of which may go on, and for their titles."""
        query = self._asking.query(text)
        if query is None:
            return []
        hits = self._searcher.search(query, limit=limit, count=False).hits
        for _, address in hits:
            self._searcher.doc(address)
        return self._searcher.fast_field_values("row", [address for _, address in hits])

    def write(self, row: int, title: str) -> None:
        """Replace a document, commit, and open the index anew for searches."""
        if self._writer is None:
            self._writer = self._opened.writer(heap_size=HEAP_BYTES, num_threads=1)
        self._writer.delete_documents_by_term("row", row)
        self._writer.add_document(self._asking.document(row, title, ""))
        self._writer.commit()
        self._opened.reload()
        self._searcher = self._opened.searcher()


ENGINES = {"fts5": KeptFTS5, "tantivy": KeptTantivy}


def answer(engine: KeptEngine, request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request."""
    if "make" in request:
        rows = read(request["make"], request["rows"], Given(texts=request["search_texts"]))
        start = time.perf_counter()
        engine.make(rows)
        return {"seconds": time.perf_counter() - start, "version": engine.version}
    if "resident" in request:
        return {"resident": resident_bytes("VmRSS")}
    start = time.perf_counter_ns()
    found: dict[str, Any] = {}
    if "open" in request:
        engine.open()
    elif "query" in request:
        found["rows"] = engine.ask(request["query"], request["limit"])
    else:
        engine.write(request["write"], request["title"])
    return found | {"nanoseconds": time.perf_counter_ns() - start}


def main() -> int:
    """Answer until the driver closes the pipe, and say in one line of JSON why not."""
    _, name, folder = sys.argv
    try:
        engine = ENGINES[name](Path(folder))
        for line in sys.stdin:
            say(answer(engine, json.loads(line)))
    except UnavailableError as error:
        say({"problem": str(error)})
    except Exception as error:
        say({"problem": f"{type(error).__name__}: {error}"})
    return 0


if __name__ == "__main__":
    sys.exit(main())
