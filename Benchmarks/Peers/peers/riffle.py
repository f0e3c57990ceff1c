"""Riffle, asked through `riffle-bench answer`."""

from peers.base import Claim, Peer, Setting

SETTINGS = (
    Setting("mode", "smart", "its default: typos, abbreviations, prefixes and infixes in one"),
    Setting("titles only", "yes", "no peer is given the search texts"),
    Setting("threads", "1 a search", "one search uses one thread; building uses all"),
    Setting("total", "counted up to 1000", "its default"),
)
CLAIMS = (
    Claim("prefix", "at least", 95, "a title that begins with the query comes first"),
    Claim("typo1", "at least", 90, "it searches with typos as far as the query's length allows"),
    Claim("abbrev", "at least", 60, "it knows initials and words without their vowels"),
)

PEERS = (
    Peer(
        name="riffle",
        title="Riffle",
        settings=SETTINGS,
        claims=CLAIMS,
        riffle_arguments=(),
    ),
    Peer(
        name="riffle-session",
        title="Riffle, in a session",
        settings=(
            *SETTINGS,
            Setting("session", "one a query", "a search field goes on from the keystroke before"),
        ),
        claims=CLAIMS,
        riffle_arguments=("--session",),
        asked_in="typing",
    ),
    Peer(
        name="riffle-romanizing",
        title="Riffle, romanising",
        settings=(
            *SETTINGS,
            Setting("romanizesTitles", "yes", "titles can be found in Latin letters, too"),
        ),
        claims=CLAIMS,
        riffle_arguments=("--romanize",),
        asked_in="studies",
    ),
)
