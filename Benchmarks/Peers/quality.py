"""Asks every peer whole queries on several lists: what it finds, not what it takes."""

import random
import time
from dataclasses import dataclass
from typing import Any

import peers
from peers.base import Given
from workers import Query, Worker, note, read_queries, start


@dataclass(frozen=True)
class Study:
    """A list and queries for it."""

    items: str
    queries: str

    @classmethod
    def named(cls, argument: str) -> "Study":
        """Read `LIST=QUERIES`."""
        items, _, queries = argument.partition("=")
        return cls(items, queries)


def evenly(queries: list[Query], count: int) -> list[Query]:
    """Take so many, evenly spaced over all of them."""
    if len(queries) <= count:
        return queries
    return [queries[number * len(queries) // count] for number in range(count)]


def run(
    study: Study, names: list[str], riffle: str, given: Given, count: int, limit: int
) -> dict[str, Any]:
    """Start the peers one after the other, ask them in turns, and end them."""
    note(f"quality: {study.queries}")
    queries = evenly(read_queries(study.queries), count)
    workers: list[Worker] = []
    try:
        for name in names:
            # What finds the same as another need not be asked.
            if peers.ALL[name].judged_as is None:
                workers.append(start(peers.ALL[name], riffle, study.items, given, None, [1]))
        ask(workers, queries, limit)
    finally:
        for worker in workers:
            worker.close()
    return {
        "list": study.items,
        "query_set": study.queries,
        "asked": len(queries),
        "peers": [worker.report() for worker in workers],
    }


def ask(workers: list[Worker], queries: list[Query], limit: int) -> None:
    """Ask query by query, the peers each time in another order."""
    last_note = time.monotonic()
    for number, query in enumerate(queries):
        for worker in random.Random(f"quality {number}").sample(workers, len(workers)):
            if number % worker.peer.judged_every == 0:
                worker.find(query, limit)
        if time.monotonic() - last_note > 15:
            last_note = time.monotonic()
            note(f"quality: {number + 1} of {len(queries)} queries")
