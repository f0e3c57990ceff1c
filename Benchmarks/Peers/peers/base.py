"""What every peer tells about itself, and what it can be asked."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol


class UnavailableError(Exception):
    """A peer cannot run here. The message says why, and what to do, in one sentence."""


@dataclass(frozen=True)
class Found:
    """The answer to one keystroke."""

    rows: list[int]
    """The best rows first, counted from 0."""
    nanoseconds: int
    """What the search took, without the way to the driver and back."""


@dataclass(frozen=True)
class Given:
    """What all peers are told of a list, so that each is asked in the best way it has."""

    texts: bool = False
    """Each row has a search text beside its title, to be searched but not shown."""
    paths: bool = False
    """Titles are file paths."""

    def includes(self, when: "Sequence[Fact]") -> bool:
        """Say whether all these facts are true of the list."""
        facts = {"texts" if self.texts else "no texts", "paths" if self.paths else "no paths"}
        return facts.issuperset(when)


Fact = Literal["texts", "no texts", "paths", "no paths"]


@dataclass(frozen=True)
class Rows:
    """What a peer takes in."""

    titles: list[str]
    texts: list[str] | None = None
    """A search text for each title; none where titles alone are searched."""
    are_paths: bool = False

    def __len__(self) -> int:
        """Count them."""
        return len(self.titles)

    def lines(self) -> list[str]:
        """Give each row as one line, its title and its search text with a tab between them."""
        if self.texts is None:
            return self.titles
        return [f"{title}\t{text}" for title, text in zip(self.titles, self.texts, strict=True)]


class Engine(Protocol):
    """A peer that holds a list."""

    def ask(self, text: str, limit: int, threads: int) -> Found:
        """Search as if every keystroke were the first."""
        ...

    def close(self) -> None:
        """Leave nothing behind: no process, no folder."""
        ...


@dataclass(frozen=True)
class Setting:
    """One line of the table of settings."""

    name: str
    value: str
    reason: str
    when: Sequence[Fact] = ()
    """What a list must be like for this to be set."""


@dataclass(frozen=True)
class Claim:
    """Why a peer finds as much of a kind of query as it does, in words that a count can refute."""

    kind: str
    rule: Literal["at least", "at most"]
    percent: int
    """Of the queries of that kind, found among the first ten."""
    reason: str
    when: Sequence[Fact] = ()
    """What a list must be like for the reason to be one."""


# Nearly any letters stand in order somewhere in a long text.
NO_TEXTS: Sequence[Fact] = ("no texts",)
PATHS_IN_WORDS = Claim(
    "prefix",
    "at most",
    95,
    "it counts words, not where they stand, and many paths have the same ones",
    when=("paths",),
)
NO_WIDTHS = Claim("width", "at most", 5, "a letter of another width is another letter to it")
NO_ACCENTS = Claim("unaccented", "at most", 5, "a letter with a mark is another letter to it")
NO_FORMS = Claim("form", "at most", 5, "a mark apart is a letter that the title has not")
ONLY_LEFT_OUT = Claim("codespell", "at most", 50, "it finds them only where letters are missing")
NO_ROMANIZING = Claim(
    "romanized", "at most", 5, "it knows no spelling of other scripts in Latin letters"
)


@dataclass(frozen=True)
class Peer:
    """A search engine in one set of settings."""

    name: str
    """Names it on the command line and in the JSON."""
    title: str
    settings: Sequence[Setting]
    claims: Sequence[Claim]
    open: Callable[[Rows], Engine] | None = None
    """Takes in a list."""
    version: Callable[[], str] | None = None
    riffle_arguments: Sequence[str] | None = None
    """Riffle itself is asked through its own program, with these arguments."""
    measured: Literal["in process", "in server", "whole run", "own timing"] = "in process"
    threads: Literal["one", "any", "all"] = "one"
    """How many threads one search uses: one, as many as it is told, or always all."""
    typed_every: int = 1
    """Only every n-th query is typed letter by letter, where a keystroke takes too long for all."""
    typed_every_with_texts: int | None = None
    """The same, where search texts make it slower."""
    judged_every: int = 1
    """Only every n-th query is judged. 0: not at all, because `judged_as` finds the same."""
    judged_as: str | None = None
    asked_in: Literal["both", "typing", "studies"] = "both"
    """Where it is asked: while queries are typed, in the studies of quality, or in both."""
    rows_at_most: int | None = None
    """A longer list is refused, and `rows_reason` says why."""
    rows_reason: str = field(default="")


def better_of(
    titles: Sequence[tuple[float, int]], texts: Sequence[tuple[float, int]], limit: int
) -> list[int]:
    """Merge the best titles and the best texts, each as a score and its row, best first.

    A row counts with the better of its scores. Of equal ones a title's stands before a text's.
    """
    best: dict[int, float] = {}
    for score, row in (*titles, *texts):
        best[row] = max(score, best.get(row, score))
    # Sorting keeps the order of equals, and titles were put in first.
    return sorted(best, key=lambda row: -best[row])[:limit]


def is_mark(character: str) -> bool:
    """Say whether it belongs to the letter before: an accent, a vowel sign."""
    return unicodedata.category(character).startswith("M")


def goes_on(text: str) -> bool:
    """Say whether the last word is still being typed."""
    return text[-1].isalnum() or is_mark(text[-1])


def words(text: str) -> list[str]:
    """Cut a text into words as they stand; how they are folded is left to the engine."""
    return "".join(c if c.isalnum() or c == "_" or is_mark(c) else " " for c in text).split()
