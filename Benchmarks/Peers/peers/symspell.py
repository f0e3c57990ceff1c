"""symspellpy: a spelling corrector of whole words, by deletions made beforehand."""

import time
from importlib.metadata import version

from peers.base import NO_ROMANIZING, NO_WIDTHS, Claim, Engine, Found, Peer, Rows, Setting

MAX_DISTANCE = 2


class _SymSpell(Engine):
    def __init__(self, rows: Rows) -> None:
        from symspellpy import SymSpell, Verbosity

        self._symspell = SymSpell(max_dictionary_edit_distance=MAX_DISTANCE, prefix_length=7)
        self._verbosity = Verbosity.ALL
        self._rows: dict[str, int] = {}
        for row, title in enumerate(rows.titles):
            word = title.lower()
            if word not in self._rows:
                self._rows[word] = row
                self._symspell.create_dictionary_entry(word, 1)

    def ask(self, text: str, limit: int, threads: int) -> Found:
        start = time.perf_counter_ns()
        suggestions = self._symspell.lookup(text, self._verbosity, max_edit_distance=MAX_DISTANCE)
        rows = [self._rows[suggestion.term] for suggestion in suggestions[:limit]]
        return Found(rows, time.perf_counter_ns() - start)

    def close(self) -> None:
        pass


PEERS = (
    Peer(
        name="symspell",
        title="symspellpy",
        settings=(
            Setting("max edit distance", "2", "its default, and what the queries need"),
            Setting("prefix length", "7", "its default"),
            Setting("verbosity", "ALL", "ten answers are wanted, not only the nearest ones"),
            Setting("frequencies", "1 for all", "the lists have none"),
            Setting(
                "terms", "whole titles in small letters", "it corrects terms; it has no ranges"
            ),
            Setting(
                "search texts",
                "left out",
                "a text is no term that somebody would misspell as a whole",
                when=("texts",),
            ),
        ),
        claims=(
            Claim("codespell", "at least", 80, "what it is made for: a whole word, misspelt"),
            Claim(
                "prefix", "at most", 30, "the end of the title is missing by more than two letters"
            ),
            Claim("typo1", "at most", 40, "the same"),
            Claim("abbrev", "at most", 10, "more than two letters are missing"),
            Claim(
                "unaccented",
                "at most",
                75,
                "a mark is one edit of two, and the end of a longer title is missing",
            ),
            NO_WIDTHS,
            Claim("form", "at most", 75, "a mark apart takes both edits; Hangul many more"),
            NO_ROMANIZING,
        ),
        open=_SymSpell,
        version=lambda: version("symspellpy"),
        rows_at_most=400_000,
        rows_reason="it keeps every deletion of every title in Python's dictionaries; "
        "ask it about a list of words",
    ),
)
