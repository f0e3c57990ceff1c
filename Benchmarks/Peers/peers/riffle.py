"""Riffle, asked through `riffle-bench answer`."""

from peers.base import Claim, Peer, Setting

SETTINGS = (
    Setting("mode", "smart", "its default: typos, abbreviations, prefixes and infixes in one"),
    Setting("titles only", "yes", "no peer is given the search texts", when=("no texts",)),
    Setting(
        "search texts", "indexed", "a word there counts for less than in the title", when=("texts",)
    ),
    Setting(
        "titlesArePaths", "yes", "a path's last component counts as its start", when=("paths",)
    ),
    Setting("threads", "1 a search", "one search uses one thread; building uses all"),
    Setting("total", "not counted beyond the rows asked for", "its default"),
)
CLAIMS = (
    Claim("prefix", "at least", 95, "a title that begins with the query comes first"),
    Claim("typo1", "at least", 90, "it searches with typos as far as the query's length allows"),
    Claim("abbrev", "at least", 60, "it knows initials and words without their vowels"),
    Claim(
        "codespell",
        "at least",
        85,
        "it allows wrong letters by the query's length; some corrections are further off",
    ),
    Claim("unaccented", "at least", 95, "it leaves marks out, and takes ø for o and ß for ss"),
    Claim("width", "at least", 95, "half and full width are one letter to it"),
    Claim("form", "at least", 95, "both normal forms are one text to it"),
)

PEERS = (
    Peer(
        name="riffle",
        title="Riffle",
        settings=SETTINGS,
        claims=(
            *CLAIMS,
            Claim("romanized", "at most", 5, "by default it romanises nothing"),
        ),
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
        claims=(
            *CLAIMS,
            Claim(
                "romanized",
                "at least",
                80,
                "not Japanese words in Chinese characters, which it reads as Chinese, nor where "
                "its spelling of a letter is another",
            ),
        ),
        riffle_arguments=("--romanize",),
        asked_in="studies",
    ),
)
