"""RapidFuzz: a string similarity with every title."""

import time
from importlib.metadata import version

from peers.base import NO_ROMANIZING, NO_WIDTHS, Claim, Engine, Found, Peer, Setting


class _RapidFuzz(Engine):
    def __init__(self, titles: list[str]) -> None:
        from rapidfuzz.utils import default_process

        self._titles = [default_process(title) for title in titles]

    def ask(self, text: str, limit: int, threads: int) -> Found:
        from rapidfuzz import fuzz, process
        from rapidfuzz.utils import default_process

        start = time.perf_counter_ns()
        found = process.extract(
            default_process(text), self._titles, scorer=fuzz.WRatio, limit=limit
        )
        rows = [row for _, _, row in found]
        return Found(rows, time.perf_counter_ns() - start)

    def close(self) -> None:
        pass


PEERS = (
    Peer(
        name="rapidfuzz",
        title="RapidFuzz, WRatio",
        settings=(
            Setting("scorer", "WRatio", "the default of its `extract`"),
            Setting(
                "processor", "default_process", "small letters and no marks, once for the list"
            ),
            Setting("typed", "every 40th query", "a keystroke takes seconds on a million titles"),
            Setting("judged", "every 4th query", "the same"),
        ),
        claims=(
            Claim("prefix", "at least", 40, "it likens whole strings, so short titles inside win"),
            Claim("typo1", "at least", 40, "a similarity of strings forgives letters"),
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
)
