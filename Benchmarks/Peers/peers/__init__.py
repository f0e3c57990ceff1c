"""The engines that are compared. To add one, write a module and list its `PEERS` here."""

from peers import (
    frizbee,
    fzf,
    fzy,
    postgres,
    rapidfuzz,
    riffle,
    sqlite_fts5,
    symspell,
    tantivy,
)
from peers.base import Peer

ALL: dict[str, Peer] = {
    peer.name: peer
    for module in (
        riffle,
        frizbee,
        fzf,
        fzy,
        tantivy,
        sqlite_fts5,
        postgres,
        rapidfuzz,
        symspell,
    )
    for peer in module.PEERS
}
