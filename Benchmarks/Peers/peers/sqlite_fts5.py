"""SQLite FTS5: word prefixes, or every run of three letters."""

import time
from collections.abc import Callable

from peers.base import (
    NO_ROMANIZING,
    NO_WIDTHS,
    PATHS_IN_WORDS,
    Claim,
    Engine,
    Found,
    Peer,
    Rows,
    Setting,
    UnavailableError,
    goes_on,
    words,
)

try:
    # Python's own is as old as the system: its trigrams know nothing of accents before 3.45.
    from pysqlite3 import dbapi2 as sqlite3
except ImportError:
    import sqlite3


class _FTS5(Engine):
    def __init__(
        self, rows: Rows, options: str, match: Callable[[str], str], is_ranked: bool
    ) -> None:
        self._database = sqlite3.connect(":memory:")
        columns = "title" if rows.texts is None else "title, text"
        try:
            self._database.execute(
                f"CREATE VIRTUAL TABLE t USING fts5({columns}, content='', {options})"
            )
        except sqlite3.OperationalError as error:
            raise UnavailableError(f"this Python's SQLite cannot do it: {error}") from error
        if rows.texts is None:
            values = ((row, title) for row, title in enumerate(rows.titles, start=1))
            self._database.executemany("INSERT INTO t(rowid, title) VALUES (?, ?)", values)
        else:
            values = (
                (row, title, text)
                for row, (title, text) in enumerate(zip(rows.titles, rows.texts, strict=True), 1)
            )
            self._database.executemany("INSERT INTO t(rowid, title, text) VALUES (?, ?, ?)", values)
            self._database.execute(f"INSERT INTO t(t, rank) VALUES ('rank', '{WEIGHTS}')")
        self._database.execute("INSERT INTO t(t) VALUES ('optimize')")
        self._database.commit()
        self._match = match
        order = "rank" if is_ranked else "rowid"
        self._sql = f"SELECT rowid FROM t WHERE t MATCH ? ORDER BY {order} LIMIT ?"

    def ask(self, text: str, limit: int, threads: int) -> Found:
        start = time.perf_counter_ns()
        match = self._match(text)
        rows = self._database.execute(self._sql, (match, limit)).fetchall() if match else []
        found = [row - 1 for (row,) in rows]
        return Found(found, time.perf_counter_ns() - start)

    def close(self) -> None:
        self._database.close()


def match_words(text: str) -> str:
    """Ask for all words, the last of which may go on."""
    clauses = [f'"{word}"' for word in words(text)]
    if clauses and goes_on(text):
        clauses[-1] += "*"
    return " ".join(clauses)


def _whole_text(text: str) -> str:
    """Ask for the query as it stands, anywhere in the title."""
    return '"' + text.replace('"', '""') + '"' if len(text) >= 3 else ""


def _letters(text: str) -> list[str]:
    """Cut a text into letters with their accents, which the tokenizer leaves out."""
    letters: list[str] = []
    for character in text:
        if letters and "\u0300" <= character <= "\u036f":
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _any_trigram(text: str) -> str:
    letters = _letters(text)
    grams = {"".join(letters[start : start + 3]) for start in range(len(letters) - 2)}
    return " OR ".join('"' + gram.replace('"', '""') + '"' for gram in sorted(grams))


PREFIX = "tokenize=\"unicode61 remove_diacritics 2\", prefix='1 2 3'"
ACCENTS = "remove_diacritics 1" if sqlite3.sqlite_version_info >= (3, 45) else ""
TRIGRAM = f'tokenize="trigram {ACCENTS}"'
WEIGHTS = "bm25(10.0, 1.0)"
SETTINGS = (
    Setting("database", ":memory:", "no peer reads from a disk"),
    Setting("content", "none", "only row ids are wanted, which makes it smaller"),
    Setting("optimize", "after the build", "one segment, which is best for searches"),
    Setting(
        "columns",
        "title, text",
        "a word may stand in either; text is the search text",
        when=("texts",),
    ),
)
RANKED = (
    Setting("order", "bm25", "its best order", when=("no texts",)),
    Setting(
        "order", WEIGHTS, "a word in the title counts ten times, as in its manual", when=("texts",)
    ),
)
PREFIX_SETTINGS = (
    *SETTINGS,
    Setting("tokenize", "unicode61 remove_diacritics 2", "accents must not matter, as in Riffle"),
    Setting("prefix", "1 2 3", "an index for the first letters typed"),
    Setting("last word", "a prefix", "it is still being typed"),
)
NO_ABBREVIATIONS = Claim(
    "abbrev", "at most", 10, "an index of words has no way to initials or left-out vowels"
)
UNACCENTED = Claim(
    "unaccented",
    "at least",
    80,
    "remove_diacritics leaves marks out, but takes ł, ø and ß for letters of their own",
)
NO_TYPOS = (
    Claim("typo1", "at most", 20, "a wrong letter makes another word, and every word must occur"),
    Claim("typo2", "at most", 20, "the same"),
    NO_ABBREVIATIONS,
    Claim("codespell", "at most", 20, "only where the end is missing is it the same word"),
    UNACCENTED,
    NO_WIDTHS,
    Claim(
        "form",
        "at most",
        60,
        "it leaves out the marks of Latin letters, and most Indic vowel signs; Greek, Cyrillic, "
        "kana and Hangul stay different",
    ),
    NO_ROMANIZING,
)
ONE_PIECE = (
    Claim("typo1", "at most", 20, "a wrong letter is in no title, and the query is one piece"),
    Claim("typo2", "at most", 20, "the same"),
    NO_ABBREVIATIONS,
    Claim("codespell", "at most", 20, "only a missing end or beginning is a piece of the word"),
    UNACCENTED,
    NO_WIDTHS,
    Claim(
        "form",
        "at most",
        20,
        "it leaves out the marks of Latin letters; all other scripts stay different",
    ),
    NO_ROMANIZING,
)

PEERS = (
    Peer(
        name="fts5-prefix",
        title="SQLite FTS5, prefix, unranked",
        settings=(
            *PREFIX_SETTINGS,
            Setting("order", "row id", "its fastest: it stops at ten rows"),
        ),
        claims=(
            Claim("prefix", "at least", 60, "the first ten by row, not the best", ("no paths",)),
            PATHS_IN_WORDS,
            *NO_TYPOS,
        ),
        open=lambda rows: _FTS5(rows, PREFIX, match_words, is_ranked=False),
        version=lambda: sqlite3.sqlite_version,
    ),
    Peer(
        name="fts5-prefix-ranked",
        title="SQLite FTS5, prefix, ranked",
        settings=(*PREFIX_SETTINGS, *RANKED),
        claims=(
            Claim("prefix", "at least", 90, "every word but the last is whole", ("no paths",)),
            PATHS_IN_WORDS,
            *NO_TYPOS,
        ),
        open=lambda rows: _FTS5(rows, PREFIX, match_words, is_ranked=True),
        version=lambda: sqlite3.sqlite_version,
    ),
    Peer(
        name="fts5-trigram",
        title="SQLite FTS5, trigram, ranked",
        settings=(
            *SETTINGS,
            Setting("tokenize", f"trigram {ACCENTS}", "finds a word's inside; needs three letters"),
            Setting("clauses", "the query in one piece", "finds more beginnings than word by word"),
            *RANKED,
        ),
        claims=(Claim("prefix", "at least", 90, "a piece of the title as it stands"), *ONE_PIECE),
        open=lambda rows: _FTS5(rows, TRIGRAM, _whole_text, is_ranked=True),
        version=lambda: sqlite3.sqlite_version,
    ),
    Peer(
        name="fts5-any-trigram",
        title="SQLite FTS5, any trigram, ranked",
        settings=(
            *SETTINGS,
            Setting(
                "tokenize", f"trigram {ACCENTS}", "a typo leaves the other trigrams as they are"
            ),
            Setting(
                "clauses", "any trigram", "the way to typos with FTS5; slow, for nearly all match"
            ),
            *RANKED,
            Setting("typed", "every 5th query", "a keystroke takes a tenth of a second"),
        ),
        claims=(
            Claim("prefix", "at least", 90, "all trigrams of the query are in the title"),
            Claim("typo1", "at least", 80, "most trigrams of the query are in the title"),
            Claim(
                "abbrev", "at most", 20, "an abbreviation shares hardly a trigram with its title"
            ),
            Claim(
                "codespell", "at least", 60, "most trigrams are right; of a short word only few are"
            ),
            Claim("unaccented", "at least", 90, "the trigrams without a ł, ø or ß are the title's"),
            NO_WIDTHS,
            Claim(
                "form",
                "at least",
                60,
                "trigrams without a mark are the title's; Hangul in pieces has none of them",
            ),
            NO_ROMANIZING,
        ),
        open=lambda rows: _FTS5(rows, TRIGRAM, _any_trigram, is_ranked=True),
        version=lambda: sqlite3.sqlite_version,
        typed_every=5,
    ),
)
