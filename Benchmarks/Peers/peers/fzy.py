"""fzy, as a filter."""

import shutil
import subprocess

from peers.base import (
    NO_ACCENTS,
    NO_FORMS,
    NO_ROMANIZING,
    NO_TEXTS,
    NO_WIDTHS,
    ONLY_LEFT_OUT,
    Claim,
    Engine,
    Peer,
    Rows,
    Setting,
    UnavailableError,
)
from peers.programs import FilterProgram


def _program() -> str:
    program = shutil.which("fzy")
    if program is None:
        raise UnavailableError("fzy is not installed: `apt-get install fzy`")
    return program


def _version() -> str:
    run = subprocess.run([_program(), "--version"], capture_output=True, text=True, check=True)
    return run.stdout.split()[1]


LINE_BYTES = 1024


def _open(rows: Rows) -> Engine:
    lines = rows.lines()
    if rows.texts is not None:
        lines = [line.encode()[:LINE_BYTES].decode(errors="ignore") for line in lines]
    # It keeps one thread a core and has no option for fewer that its filter mode heeds.
    return FilterProgram(lines, [_program(), "-e"])


PEERS = (
    Peer(
        name="fzy",
        title="fzy, whole run",
        settings=(
            Setting("-e", "on", "filters without a screen"),
            Setting("threads", "all", "it has no option for fewer"),
            Setting("typed", "every 20th query", "each keystroke reads the list anew"),
            Setting(
                "lines",
                "title, tab, search text",
                "it knows no columns; at its start a match scores higher",
                when=("texts",),
            ),
            Setting(
                "line length",
                f"{LINE_BYTES} bytes",
                "it scores no longer line, so that the rest of one is cut off",
                when=("texts",),
            ),
        ),
        claims=(
            Claim(
                "prefix", "at least", 90, "a run of letters at the start of a word scores highest"
            ),
            Claim(
                "typo1",
                "at most",
                60,
                "a wrong letter, or two swapped, is in no title's order",
                NO_TEXTS,
            ),
            Claim("typo2", "at most", 30, "the same, twice", NO_TEXTS),
            ONLY_LEFT_OUT,
            NO_ACCENTS,
            NO_WIDTHS,
            NO_FORMS,
            NO_ROMANIZING,
        ),
        open=_open,
        version=_version,
        measured="whole run",
        threads="all",
        typed_every=20,
    ),
)
