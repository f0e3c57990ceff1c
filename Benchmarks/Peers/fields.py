"""Measures filters, facets and orders of SQLite and tantivy, beside `riffle-bench fields`.

    riffle-bench fields --items LIST.tsv --queries QUERIES.tsv --values VALUES.tsv
    python fields.py --items LIST.tsv --queries QUERIES.tsv --values VALUES.tsv

VALUES.tsv holds the fields of each row, as `riffle-bench fields` makes them up. SQLite has an FTS5
table of titles, a table of the fields with an index of each, and a table of tags; tantivy has a
fast field of each. Keystrokes search for words, the last of which may go on, without typos. Prints
a table of medians and 95th percentiles in milliseconds.
"""

import argparse
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import tantivy

from peers.base import goes_on, words
from peers.tantivy import HEAP_BYTES, Asking, prefix_term
from workers import read_queries

NAMES = ["share", "country", "city", "tags", "population", "rating", "added", "closed"]
SHARES = [("0.1 %", 1), ("1 %", 10), ("10 %", 100), ("50 %", 500), ("100 %", 1000)]


class Times:
    """Times by engine and operation."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.times: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))

    def take(
        self, operation: str, engine: str, body: Callable[..., object], *given: object
    ) -> object:
        """Run something once and keep how long it took."""
        start = time.perf_counter_ns()
        result = body(*given)
        self.times[operation][engine].append(time.perf_counter_ns() - start)
        return result

    def table(self, engines: list[str]) -> str:
        """Give all as Markdown."""
        lines = [
            "| p50, p95 in ms | " + " | ".join(engines) + " |",
            "|---|" + "--:|" * len(engines),
        ]
        for operation, times in self.times.items():
            cells = []
            for engine in engines:
                taken = sorted(times.get(engine, []))
                at = [taken[int(share * (len(taken) - 1))] / 1e6 for share in (0.5, 0.95) if taken]
                cells.append(", ".join(f"{value:.3g}" for value in at))
            lines.append(f"| {operation} | " + " | ".join(cells) + " |")
        return "\n".join(lines)


class SQLite:
    """Titles in FTS5, joined with indexed columns."""

    def __init__(self, titles: list[str], values: list[list[str]]) -> None:
        """Fill the tables."""
        self.base = sqlite3.connect(":memory:")
        run = self.base.execute
        run("CREATE VIRTUAL TABLE t USING fts5(title, content='', tokenize='unicode61')")
        run(
            "CREATE TABLE f(id INTEGER PRIMARY KEY, share INT, country TEXT, "
            "city TEXT COLLATE NOCASE, population INT, rating REAL, added INT, closed INT)"
        )
        run("CREATE TABLE tags(tag TEXT, id INT, PRIMARY KEY (tag, id)) WITHOUT ROWID")
        for row, (title, fields) in enumerate(zip(titles, values, strict=True)):
            self._insert(row, title, fields)
        for name in NAMES:
            if name != "tags":
                run(f"CREATE INDEX f_{name} ON f({name})")
        run("ANALYZE")
        self.base.commit()

    def _insert(self, row: int, title: str, fields: list[str]) -> None:
        run = self.base.execute
        run("INSERT INTO t(rowid, title) VALUES (?, ?)", (row, title))
        some = [fields[NAMES.index(name)] or None for name in NAMES if name != "tags"]
        run("INSERT OR REPLACE INTO f VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (row, *some))
        for tag in filter(None, fields[NAMES.index("tags")].split(",")):
            run("INSERT OR IGNORE INTO tags VALUES (?, ?)", (tag, row))

    def keystroke(self, text: str, below: int) -> list[int]:
        """Find the first rows that hold all words, within a share of the rows."""
        found = words(text)
        if not found:
            return []
        parts = [f'"{word}"' for word in found]
        if goes_on(text):
            parts[-1] += "*"
        join = "" if below == 1000 else "JOIN f ON f.id = t.rowid AND f.share < ? "
        return self._ids(
            f"SELECT t.rowid FROM t {join}WHERE t MATCH ? LIMIT 10",
            *([] if below == 1000 else [below]),
            " ".join(parts),
        )

    def _ids(self, sql: str, *values: object) -> list[int]:
        return [row for (row,) in self.base.execute(sql, values)]

    def count(self, name: str, value: str) -> int:
        """Count the rows that have a keyword."""
        table = "tags WHERE tag" if name == "tags" else f"f WHERE {name}"
        return self._ids(f"SELECT count(*) FROM {table} = ?", value)[0]

    def count_from(self, name: str, least: int) -> int:
        """Count the rows that have at least a number."""
        return self._ids(f"SELECT count(*) FROM f WHERE {name} >= ?", least)[0]

    def facet(self, name: str, below: int) -> list[tuple[str, int]]:
        """Count the values of a field within a share of the rows."""
        within = "" if below == 1000 else f"WHERE share < {below}"
        # Without the sign it would read all rows in the order of the field.
        by = name if below == 1000 else f"+{name}"
        sql = f"SELECT {name}, count(*) FROM f {within} GROUP BY {by} ORDER BY 2 DESC LIMIT 201"
        return self.base.execute(sql).fetchall()

    def first(self, name: str, offset: int = 0) -> list[int]:
        """Give a window of all rows by a field, the greatest first."""
        return self._ids(f"SELECT id FROM f ORDER BY {name} DESC LIMIT 20 OFFSET {offset}")

    def upsert(self, row: int, title: str, fields: list[str]) -> None:
        """Replace the fields of a row and make that visible."""
        some = [fields[NAMES.index(name)] or None for name in NAMES if name != "tags"]
        self.base.execute("INSERT OR REPLACE INTO f VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (row, *some))
        self.base.commit()


class Tantivy:
    """Titles by words, and a fast field of each other one."""

    def __init__(self, titles: list[str], values: list[list[str]]) -> None:
        """Fill the index."""
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("title", tokenizer_name="folded")
        builder.add_integer_field("row", indexed=True, fast=True)
        for name in ("share", "population", "added"):
            builder.add_integer_field(name, indexed=True, fast=True)
        builder.add_float_field("rating", indexed=True, fast=True)
        builder.add_boolean_field("closed", indexed=True, fast=True)
        for name in ("country", "city", "tags"):
            builder.add_text_field(name, tokenizer_name="raw", index_option="basic", fast=True)
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema)
        self._asking = Asking(False, prefix_term)
        self._asking.schema = self._schema
        self._index.register_tokenizer("folded", self._asking._analyzer)
        writer = self._index.writer(heap_size=HEAP_BYTES, num_threads=1)
        for row, (title, fields) in enumerate(zip(titles, values, strict=True)):
            writer.add_document(self._document(row, title, fields))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()
        self._writer = self._index.writer(heap_size=HEAP_BYTES, num_threads=1)

    def _document(self, row: int, title: str, fields: list[str]) -> "tantivy.Document":
        document = tantivy.Document()
        document.add_text("title", title)
        document.add_integer("row", row)
        by_name = dict(zip(NAMES, fields, strict=True))
        for name in ("share", "population", "added"):
            if by_name[name]:
                document.add_integer(name, int(by_name[name]))
        document.add_float("rating", float(by_name["rating"]))
        document.add_boolean("closed", by_name["closed"] == "1")
        for name in ("country", "city"):
            if by_name[name]:
                document.add_text(name, by_name[name])
        for tag in filter(None, by_name["tags"].split(",")):
            document.add_text("tags", tag)
        return document

    def _range(self, name: str, least: int, most: int) -> "tantivy.Query":
        return tantivy.Query.range_query(
            self._schema, name, tantivy.FieldType.Integer, least, most, include_upper=False
        )

    def _within(self, below: int) -> "tantivy.Query":
        return tantivy.Query.all_query() if below == 1000 else self._range("share", 0, below)

    def keystroke(self, text: str, below: int) -> list[int]:
        """Find the best rows that hold all words, within a share of the rows."""
        query = self._asking.query(text)
        if query is None:
            return []
        if below < 1000:
            within = tantivy.Query.const_score_query(self._within(below), 0)
            must = tantivy.Occur.Must
            query = tantivy.Query.boolean_query([(must, query), (must, within)])
        hits = self._searcher.search(query, limit=10, count=False).hits
        return self._searcher.fast_field_values("row", [address for _, address in hits])

    def _count(self, query: "tantivy.Query") -> int:
        return self._searcher.search(query, limit=1, count=True).count

    def count(self, name: str, value: str) -> int:
        """Count the rows that have a keyword."""
        return self._count(tantivy.Query.term_query(self._schema, name, value))

    def count_from(self, name: str, least: int) -> int:
        """Count the rows that have at least a number."""
        return self._count(self._range(name, least, 1 << 62))

    def facet(self, name: str, below: int) -> object:
        """Count the values of a field within a share of the rows."""
        counted = {"values": {"terms": {"field": name, "size": 201}}}
        return self._searcher.aggregate(self._within(below), counted)

    def first(self, name: str, offset: int = 0) -> list[object]:
        """Give a window of all rows in the order of a field."""
        return self._searcher.search(
            tantivy.Query.all_query(), limit=20, offset=offset, count=False, order_by_field=name
        ).hits

    def upsert(self, row: int, title: str, fields: list[str]) -> None:
        """Replace a row and make that visible."""
        self._writer.delete_documents_by_term("row", row)
        self._writer.add_document(self._document(row, title, fields))
        self._writer.commit()
        self._index.reload()
        self._searcher = self._index.searcher()


def measure(options: argparse.Namespace) -> Times:
    """Fill both and ask both the same, in turns."""
    titles = [line.split("\t")[1] for line in Path(options.items).read_text().splitlines()]
    values = [line.split("\t") for line in Path(options.values).read_text().splitlines()]
    queries = read_queries(options.queries)
    step = max(1, len(queries) // 40)
    typed = [query.text[:end] for query in queries[::step] for end in range(1, len(query.text) + 1)]
    times = Times()
    engines: dict[str, Any] = {
        name: times.take("building", name, make, titles, values)
        for name, make in (("SQLite", SQLite), ("tantivy", Tantivy))
    }

    def ask(operation: str, method: str, *given: object) -> list[object]:
        return [
            times.take(operation, name, getattr(engine, method), *given)
            for name, engine in engines.items()
        ]

    for about, below in SHARES:
        for text in typed:
            ask(f"keystroke within {about}", "keystroke", text, below)
    for number in range(60):
        moment = datetime(2016 + number % 8, 1 + number // 8, 15, tzinfo=UTC).timestamp()
        for about, method, *given in (
            ("equality", "count", "country", f"country {number * 3}"),
            ("equality of several keywords", "count", "tags", f"tag {number % 50}"),
            ("range of integers", "count_from", "population", 1000 + number * 5000),
            ("range of times", "count_from", "added", int(moment * 1000)),
        ):
            counts = ask(about, method, *given)
            if len(set(counts)) > 1:
                raise SystemExit(f"{about} {given}: {list(engines)} count {counts}")
    for _ in range(5):
        for about, below in (("1 %", 10), ("100 %", 1000)):
            for name in ("country", "city"):
                ask(f"facet of {name} within {about}", "facet", name, below)
        ask("first window by an integer", "first", "population")
        ask("first window by a time", "first", "added")
        ask("deep window", "first", "population", len(titles) // 2)
    for number in range(50):
        row = number * 487 % len(titles)
        ask("upsert visible", "upsert", row, titles[row], values[row])
    return times


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in ("items", "queries", "values"):
        parser.add_argument(f"--{name}", required=True)
    print(measure(parser.parse_args()).table(["SQLite", "tantivy"]))
