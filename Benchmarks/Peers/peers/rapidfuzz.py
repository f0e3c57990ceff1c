"""RapidFuzz: a string similarity with every title, and every search text."""

import time
from collections.abc import Callable
from importlib.metadata import version

from peers.base import (
    NO_ROMANIZING,
    NO_WIDTHS,
    Claim,
    Engine,
    Found,
    Peer,
    Rows,
    Setting,
    better_of,
)


class _RapidFuzz(Engine):
    # Whether more is better, or less.
    _worth = 1

    def __init__(self, rows: Rows) -> None:
        from rapidfuzz import fuzz
        from rapidfuzz.utils import default_process

        self._scorer: Callable[..., float] = fuzz.WRatio

        self._columns = [
            [default_process(text) for text in column]
            for column in (rows.titles, rows.texts)
            if column
        ]

    def ask(self, text: str, limit: int, threads: int) -> Found:
        from rapidfuzz import process
        from rapidfuzz.utils import default_process

        start = time.perf_counter_ns()
        query = default_process(text)
        found = [
            process.extract(query, column, scorer=self._scorer, limit=limit)
            for column in self._columns
        ]
        if len(found) == 1:
            rows = [row for _, _, row in found[0]]
        else:
            best = [[(self._worth * score, row) for _, score, row in part] for part in found]
            rows = better_of(*best, limit)
        return Found(rows, time.perf_counter_ns() - start)

    def close(self) -> None:
        pass


class _Distance(_RapidFuzz):
    """The fewest letters swapped, changed, added or left out: optimal string alignment."""

    _worth = -1

    def __init__(self, rows: Rows) -> None:
        from rapidfuzz.distance import OSA

        super().__init__(rows)
        self._scorer = OSA.distance


PEERS = (
    Peer(
        name="rapidfuzz",
        title="RapidFuzz, WRatio",
        settings=(
            Setting("scorer", "WRatio", "the default of its `extract`"),
            Setting(
                "processor", "default_process", "small letters and no marks, once for the list"
            ),
            Setting(
                "search texts",
                "a list of their own",
                "a row counts with the better of its two scores, of equal ones the title's first",
                when=("texts",),
            ),
            Setting("typed", "every 40th query", "a keystroke takes seconds on a million titles"),
            Setting("judged", "every 4th query", "the same"),
        ),
        claims=(
            Claim("prefix", "at least", 40, "it likens whole strings, so short titles inside win"),
            Claim(
                "typo1", "at least", 40, "a similarity of strings forgives letters", ("no paths",)
            ),
            Claim("abbrev", "at most", 20, "an abbreviation is unlike its title as a string"),
            Claim(
                "codespell",
                "at least",
                50,
                "it forgives letters, but words of one letter inside win",
            ),
            Claim("unaccented", "at least", 60, "the letters without marks are like enough"),
            NO_WIDTHS,
            Claim("form", "at least", 60, "the same; but Hangul in pieces has no letter in common"),
            NO_ROMANIZING,
        ),
        open=_RapidFuzz,
        version=lambda: version("rapidfuzz"),
        typed_every=40,
        judged_every=4,
    ),
    Peer(
        name="rapidfuzz-osa",
        title="RapidFuzz, edit distance",
        settings=(
            Setting(
                "scorer",
                "OSA.distance",
                "optimal string alignment: what misspelt whole titles are best found by",
            ),
            Setting(
                "processor", "default_process", "small letters and no marks, once for the list"
            ),
            Setting(
                "search texts",
                "a list of their own",
                "a row counts with the better of its two distances, of equal ones the title's first",
                when=("texts",),
            ),
            Setting("typed", "every 40th query", "a keystroke takes a second on a million titles"),
        ),
        claims=(
            Claim("prefix", "at most", 60, "what is not typed yet counts as left out"),
            Claim("abbrev", "at most", 20, "an abbreviation lacks most letters of its title"),
            Claim("codespell", "at least", 80, "it looks at every title, however many slips"),
            Claim("unaccented", "at least", 60, "the letters without marks are like enough"),
            NO_WIDTHS,
            NO_ROMANIZING,
        ),
        open=_Distance,
        version=lambda: version("rapidfuzz"),
        typed_every=40,
    ),
)
