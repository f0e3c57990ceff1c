"""tantivy: an inverted index of words, asked for prefixes and for words within an edit distance."""

import time
from collections.abc import Callable
from importlib.metadata import version
from typing import TYPE_CHECKING

from peers.base import (
    NO_ROMANIZING,
    PATHS_IN_WORDS,
    Claim,
    Engine,
    Found,
    Peer,
    Rows,
    Setting,
    goes_on,
)

if TYPE_CHECKING:
    from tantivy import Document, Index, Query, Schema

HEAP_BYTES = 512_000_000
TITLE_BOOST = 2


class Asking:
    """How a list is written as documents, and a query asked of them."""

    def __init__(
        self,
        has_texts: bool,
        term: "Callable[[Schema, str, str, bool], Query]",
        is_kept: bool = False,
    ) -> None:
        """Say what a document has; one that is kept can be found by its row and shown."""
        import tantivy

        builder = tantivy.SchemaBuilder()
        for field in ("title", "text") if has_texts else ("title",):
            builder.add_text_field(
                field, tokenizer_name="folded", stored=is_kept and field == "title"
            )
        builder.add_unsigned_field("row", fast=True, indexed=is_kept)
        self.schema = builder.build()
        self._analyzer = (
            tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
            # Folded first: a small İ would be an i and a mark apart, which nothing folds.
            .filter(tantivy.Filter.ascii_fold())
            .filter(tantivy.Filter.lowercase())
            .build()
        )
        self._term = term
        self._has_texts = has_texts

    def index(self, path: str | None = None) -> "Index":
        """Make an index in memory, or make or open one in a folder."""
        import tantivy

        index = tantivy.Index(self.schema, path=path)
        index.register_tokenizer("folded", self._analyzer)
        return index

    def document(self, row: int, title: str, text: str | None) -> "Document":
        """Give a row as it is written."""
        import tantivy

        document = tantivy.Document(title=title)
        if text is not None:
            document.add_text("text", text)
        document.add_unsigned("row", row)
        return document

    def query(self, text: str) -> "Query | None":
        """Ask for every word; nothing where there is none."""
        from tantivy import Occur, Query

        words = self._analyzer.analyze(text)
        is_last_open = goes_on(text)
        clauses = [
            (Occur.Must, self._word(word, is_last_open and number == len(words) - 1))
            for number, word in enumerate(words)
        ]
        if len(clauses) > 1:
            return Query.boolean_query(clauses)
        return clauses[0][1] if clauses else None

    def _word(self, word: str, is_open: bool) -> "Query":
        """Ask for a word in the title, or in the search text where there is one."""
        from tantivy import Occur, Query

        in_title = self._term(self.schema, "title", word, is_open)
        if not self._has_texts:
            return in_title
        in_text = self._term(self.schema, "text", word, is_open)
        return Query.boolean_query(
            [(Occur.Should, Query.boost_query(in_title, TITLE_BOOST)), (Occur.Should, in_text)]
        )


class _Tantivy(Engine):
    def __init__(self, rows: Rows, term: "Callable[[Schema, str, str, bool], Query]") -> None:
        self._asking = Asking(rows.texts is not None, term)
        index = self._asking.index()
        writer = index.writer(heap_size=HEAP_BYTES, num_threads=1)
        for row, title in enumerate(rows.titles):
            text = rows.texts[row] if rows.texts is not None else None
            writer.add_document(self._asking.document(row, title, text))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        self._searcher = index.searcher()

    def ask(self, text: str, limit: int, threads: int) -> Found:
        start = time.perf_counter_ns()
        query = self._asking.query(text)
        if query is None:
            return Found([], time.perf_counter_ns() - start)
        hits = self._searcher.search(query, limit=limit, count=False).hits
        rows = self._searcher.fast_field_values("row", [address for _, address in hits])
        return Found(rows, time.perf_counter_ns() - start)

    def close(self) -> None:
        pass


def prefix_term(schema: "Schema", field: str, word: str, is_open: bool) -> "Query":
    """Ask for the word itself, and for those that begin with it when it may go on."""
    from tantivy import Occur, Query

    exact = Query.term_query(schema, field, word)
    if not is_open:
        return exact
    longer = Query.fuzzy_term_query(schema, field, word, distance=0, prefix=True)
    return Query.boolean_query(
        [(Occur.Should, Query.boost_query(exact, 2)), (Occur.Should, longer)]
    )


def _fuzzy(schema: "Schema", field: str, word: str, is_open: bool) -> "Query":
    """Ask for the word and its prefix first, then for words one edit away, then two."""
    from tantivy import Occur, Query

    exact = prefix_term(schema, field, word, is_open)
    distance = 0 if len(word) < 3 else 1 if len(word) < 6 else 2
    if distance == 0:
        return exact
    near = [
        Query.fuzzy_term_query(schema, field, word, distance=edits, prefix=is_open)
        for edits in range(1, distance + 1)
    ]
    clauses = [Query.boost_query(exact, 3), *near]
    return Query.boolean_query([(Occur.Should, clause) for clause in clauses])


SETTINGS = (
    Setting("tokenizer", "simple, ascii_fold, lowercase", "accents must not matter, as in Riffle"),
    Setting("clauses", "every word must occur", "otherwise common words push the meant title away"),
    Setting("last word", "a prefix", "it is still being typed"),
    Setting("count", "off", "lets the engine skip what cannot reach the first ten"),
    Setting(
        "row ids", "fast field", "its documentation says this is the quick way to read a number"
    ),
    Setting(
        "fields",
        "title, text",
        "a word may stand in either; text is the search text",
        when=("texts",),
    ),
    Setting(
        "title",
        f"boosted by {TITLE_BOOST}",
        "prefixes and fuzzy words score alike in both, and a title is what is meant",
        when=("texts",),
    ),
    Setting("writer", "1 thread, 512 MB", "one segment or few, which is best for searches"),
)
NO_ABBREVIATIONS = Claim(
    "abbrev", "at most", 10, "an index of whole words has no way to initials or left-out vowels"
)
OTHER_LETTERS = (
    Claim("unaccented", "at least", 90, "ascii_fold leaves out the marks of Latin letters"),
    Claim(
        "width",
        "at most",
        75,
        "ascii_fold knows Latin letters in full width, not Katakana in half width",
    ),
    NO_ROMANIZING,
)

PEERS = (
    Peer(
        name="tantivy-prefix",
        title="tantivy, word prefix",
        settings=SETTINGS,
        claims=(
            Claim("prefix", "at least", 95, "every word but the last is whole", ("no paths",)),
            PATHS_IN_WORDS,
            Claim(
                "typo1",
                "at most",
                20,
                "a wrong letter makes another word, and every word must occur",
            ),
            Claim("typo2", "at most", 20, "the same"),
            NO_ABBREVIATIONS,
            Claim("codespell", "at most", 20, "only where the end is missing is it the same word"),
            *OTHER_LETTERS,
            Claim("form", "at most", 10, "a mark apart ends the word for its tokenizer"),
        ),
        open=lambda rows: _Tantivy(rows, prefix_term),
        version=lambda: version("tantivy"),
    ),
    Peer(
        name="tantivy-fuzzy",
        title="tantivy, fuzzy prefix",
        settings=(
            *SETTINGS,
            Setting(
                "edits",
                "0 to 2 letters, 1 to 5, 2 beyond",
                "the rule AUTO of its kind, 2 is its most",
            ),
            Setting("exact", "boosted by 3", "fuzzy words all score alike"),
            Setting("one edit", "asked beside two", "so that nearer words match twice"),
        ),
        claims=(
            Claim("prefix", "at least", 90, "the exact words are boosted", ("no paths",)),
            PATHS_IN_WORDS,
            Claim(
                "typo1",
                "at least",
                70,
                "not in words of one or two letters",
            ),
            Claim(
                "typo2", "at least", 60, "two edits are allowed in a long word, one in a short one"
            ),
            NO_ABBREVIATIONS,
            Claim(
                "codespell",
                "at least",
                75,
                "nearer words come first, also those that only begin so",
            ),
            *OTHER_LETTERS,
            Claim(
                "form",
                "at most",
                40,
                "a mark apart ends the word for its tokenizer, and what is left is seldom near",
            ),
        ),
        open=lambda rows: _Tantivy(rows, _fuzzy),
        version=lambda: version("tantivy"),
    ),
)
