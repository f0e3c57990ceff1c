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


@dataclass(frozen=True)
class Claim:
    """Why a peer finds as much of a kind of query as it does, in words that a count can refute."""

    kind: str
    rule: Literal["at least", "at most"]
    percent: int
    """Of the queries of that kind, found among the first ten."""
    reason: str


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
    open: Callable[[list[str]], Engine] | None = None
    """Takes in a list of titles."""
    version: Callable[[], str] | None = None
    riffle_arguments: Sequence[str] | None = None
    """Riffle itself is asked through its own program, with these arguments."""
    measured: Literal["in process", "in server", "whole run", "own timing"] = "in process"
    threads: Literal["one", "any", "all"] = "one"
    """How many threads one search uses: one, as many as it is told, or always all."""
    typed_every: int = 1
    """Only every n-th query is typed letter by letter, where a keystroke takes too long for all."""
    judged_every: int = 1
    """Only every n-th query is judged. 0: not at all, because `judged_as` finds the same."""
    judged_as: str | None = None
    asked_in: Literal["both", "typing", "studies"] = "both"
    """Where it is asked: while queries are typed, in the studies of quality, or in both."""
    rows_at_most: int | None = None
    """A longer list is refused, and `rows_reason` says why."""
    rows_reason: str = field(default="")


def is_mark(character: str) -> bool:
    """Say whether it belongs to the letter before: an accent, a vowel sign."""
    return unicodedata.category(character).startswith("M")


def goes_on(text: str) -> bool:
    """Say whether the last word is still being typed."""
    return text[-1].isalnum() or is_mark(text[-1])


def words(text: str) -> list[str]:
    """Cut a text into words as they stand; how they are folded is left to the engine."""
    return "".join(c if c.isalnum() or c == "_" or is_mark(c) else " " for c in text).split()
