"""One peer in a process of its own.

    python answer.py PEER LIST.tsv [--rows ROWS] [--search-texts] [--paths]

Takes in the list, says so in one line of JSON, then answers one JSON request a line:

    {"query": "gothnb", "limit": 10, "threads": 1, "begins": true}
    {"rows": [17, 4], "nanoseconds": 81250}

`riffle-bench answer` speaks the same way, so that all peers are asked alike.
"""

import argparse
import gc
import itertools
import json
import sys
import time
from typing import Any

import peers
from peers.base import Engine, Given, Peer, Rows, UnavailableError
from peers.programs import FilterProgram


def say(line: dict[str, Any]) -> None:
    """Write one line at once: the driver waits for it."""
    print(json.dumps(line), flush=True)


def read(path: str, count: int | None, given: Given) -> Rows:
    """Read the first rows, or all."""
    titles: list[str] = []
    texts: list[str] = []
    with open(path, encoding="utf-8", newline="\n") as lines:
        for line in itertools.islice(lines, count):
            _, title, *rest = line.rstrip("\r\n").split("\t")
            titles.append(title)
            if given.texts:
                texts.append(rest[0] if rest else "")
    return Rows(titles, texts if given.texts else None, given.paths)


def resident_bytes(field: str) -> int:
    """Read what the kernel says about this process: `VmRSS` is now, `VmHWM` the most there was."""
    with open("/proc/self/status", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(field + ":"):
                return int(line.split()[1]) * 1024
    return 0


def serve(peer: Peer, path: str, count: int | None, given: Given) -> None:
    """Build, then answer until the driver closes the pipe."""
    if peer.open is None or peer.version is None:
        raise UnavailableError(f"{peer.name} has a program of its own")
    items = read(path, count, given)
    if peer.rows_at_most is not None and len(items) > peer.rows_at_most:
        raise UnavailableError(f"{len(items):,} rows are too many: {peer.rows_reason}")
    version = peer.version()
    gc.collect()
    before = resident_bytes("VmRSS")
    start = time.perf_counter()
    engine = peer.open(items)
    seconds = time.perf_counter() - start
    gc.collect()
    after = resident_bytes("VmRSS")
    facts: dict[str, Any] = {"items": len(items), "version": version}
    if peer.measured in ("in process", "in server"):
        facts["build_seconds"] = seconds
    if peer.measured == "in process":
        facts |= {"resident_before": before, "resident_after": after}
    say(facts)
    try:
        for line in sys.stdin:
            request = json.loads(line)
            if request.get("ends"):
                say(memory(peer, engine))
                continue
            found = engine.ask(request["query"], request["limit"], request["threads"])
            say({"rows": found.rows, "nanoseconds": found.nanoseconds})
    finally:
        engine.close()


def memory(peer: Peer, engine: Engine) -> dict[str, Any]:
    """Give the most memory there was: of the programs run, where the peer is a program."""
    if isinstance(engine, FilterProgram):
        return {"resident_peak": engine.resident_peak or None}
    if peer.measured == "in server":
        return {"resident_peak": None}
    return {"resident_peak": resident_bytes("VmHWM")}


def main() -> int:
    """Run, and say in one line of JSON why not."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("peer", choices=peers.ALL)
    parser.add_argument("items")
    parser.add_argument("--rows", type=int, help="only so many, from the first")
    parser.add_argument("--search-texts", action="store_true", help="search the third column too")
    parser.add_argument("--paths", action="store_true", help="titles are file paths")
    options = parser.parse_args()
    given = Given(texts=options.search_texts, paths=options.paths)
    try:
        serve(peers.ALL[options.peer], options.items, options.rows, given)
    except UnavailableError as error:
        say({"problem": str(error)})
        return 1
    except Exception as error:
        # Whatever a library raises belongs into the report, not only onto the screen.
        say({"problem": f"{type(error).__name__}: {error}"})
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
