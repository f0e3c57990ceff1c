"""frizbee: a scan of all titles with SIMD Smith-Waterman."""

import time
from importlib.metadata import version

from peers.base import (
    NO_ACCENTS,
    NO_FORMS,
    NO_ROMANIZING,
    NO_TEXTS,
    NO_WIDTHS,
    ONLY_LEFT_OUT,
    Claim,
    Engine,
    Found,
    Peer,
    Rows,
    Setting,
    better_of,
)


class _Frizbee(Engine):
    def __init__(self, rows: Rows, has_typos: bool) -> None:
        from frizbee import Haystacks

        self._columns = [Haystacks(column) for column in (rows.titles, rows.texts) if column]
        self._has_typos = has_typos

    def ask(self, text: str, limit: int, threads: int) -> Found:
        from frizbee import Matcher

        typos = len(text) // 4 if self._has_typos else 0
        start = time.perf_counter_ns()
        matcher = Matcher(text, max_typos=typos, max_items=limit, casing="ignore")
        matches = [
            matcher.match_list(column)
            if threads == 1
            else matcher.match_list_parallel(column, threads)
            for column in self._columns
        ]
        if len(matches) == 1:
            rows = [match.index for match in matches[0]]
        else:
            scored = [[(match.score, match.index) for match in column] for column in matches]
            rows = better_of(*scored, limit)
        return Found(rows, time.perf_counter_ns() - start)

    def close(self) -> None:
        pass


SETTINGS = (
    Setting("casing", "ignore", "the titles have capitals, the queries none"),
    Setting("max_items", "the limit", "hits beyond it need no sorting"),
    Setting(
        "haystacks", "Haystacks", "the list is copied once, so that Python's strings cost nothing"
    ),
    Setting(
        "search texts",
        "a list of their own",
        "a row counts with the better of its two scores, of equal ones the title's first",
        when=("texts",),
    ),
)
NO_ABBREVIATIONS = Claim(
    "abbrev",
    "at most",
    80,
    "letters in order are enough to match, but scattered letters score low among so many rows",
)

PEERS = (
    Peer(
        name="frizbee",
        title="frizbee, no typos",
        settings=(*SETTINGS, Setting("max_typos", "0", "its default, and its fastest")),
        claims=(
            Claim("prefix", "at least", 95, "a run of letters at the start scores highest"),
            Claim(
                "typo1",
                "at most",
                50,
                "a wrong letter, or two swapped, is in no title's order",
                NO_TEXTS,
            ),
            Claim("typo2", "at most", 30, "the same, twice", NO_TEXTS),
            NO_ABBREVIATIONS,
            ONLY_LEFT_OUT,
            NO_ACCENTS,
            NO_WIDTHS,
            NO_FORMS,
            NO_ROMANIZING,
        ),
        open=lambda rows: _Frizbee(rows, has_typos=False),
        version=lambda: version("frizbee"),
        threads="any",
    ),
    Peer(
        name="frizbee-typos",
        title="frizbee, with typos",
        settings=(
            *SETTINGS,
            Setting("max_typos", "length / 4", "the example in its documentation"),
        ),
        claims=(
            Claim("prefix", "at least", 95, "typos cost score, so that exact titles stay in front"),
            Claim("typo1", "at least", 80, "one letter of four may be missing from the title"),
            NO_ABBREVIATIONS,
            Claim("codespell", "at least", 80, "one letter of four may be missing from the title"),
            Claim("unaccented", "at least", 70, "a letter with a mark counts as a typo"),
            NO_WIDTHS,
            Claim(
                "form",
                "at most",
                70,
                "a mark apart, and the letter before it, count as typos: in kana and Hangul they "
                "are too many",
            ),
            NO_ROMANIZING,
        ),
        open=lambda rows: _Frizbee(rows, has_typos=True),
        version=lambda: version("frizbee"),
        threads="any",
    ),
)
