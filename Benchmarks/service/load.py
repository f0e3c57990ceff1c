#!/usr/bin/env python3
"""Measures riffle-serve on loopback, beside what the HTTP server itself can do and what people write themselves.

    load.py answers SERVER LIST KEYSTROKES > ANSWERS
    load.py run SERVER LIST KEYSTROKES PEERS [--seconds 10] [--passes 3]

SERVER and PEERS are URLs, of `riffle-serve` and of `riffle-service-peers`, which gives the ANSWERS out of memory; KEYSTROKES is a
file with a query a line, or of `riffle-bench queries`, which is typed letter by letter. Needs wrk, from Debian.
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

LUA = """
local paths, place = {}, 0
function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  place = math.random(#paths)
end
math.randomseed(os.time())
function request()
  place = place % #paths + 1
  return wrk.format("GET", paths[place])
end
function done(summary, latency)
  local errors = summary.errors.status + summary.errors.timeout + summary.errors.read + summary.errors.connect
  io.write(string.format("RESULT %f %f %f %f %d\\n", summary.requests / summary.duration * 1e6, latency:percentile(50),
    latency:percentile(99), latency.mean, errors))
end
"""


def typed(path):
    """The keystrokes of a file: its lines, or all beginnings of its queries."""
    keystrokes = []
    for line in pathlib.Path(path).read_text().splitlines():
        fields = line.split("\t")
        if len(fields) < 3:
            keystrokes.append(line)
        else:
            keystrokes += [fields[2][:end] for end in range(1, len(fields[2]) + 1)]
    return [keystroke for keystroke in keystrokes if keystroke.strip()]


def path_of(route, keystroke):
    return f"{route}?limit=10&q={urllib.parse.quote(keystroke, safe='')}"


def ask(url):
    with urllib.request.urlopen(url, timeout=30) as reply:
        return reply.read()


class Load:
    def __init__(self, seconds):
        self.seconds = seconds
        self.folder = pathlib.Path(tempfile.mkdtemp())
        (self.folder / "load.lua").write_text(LUA)

    def measure(self, url, route, keystrokes, clients):
        """Requests a second, p50, p99 and mean in microseconds."""
        paths = self.folder / "paths"
        paths.write_text("\n".join(path_of(route, keystroke) for keystroke in keystrokes))
        command = ["wrk", "-c", str(clients), "-t", "1", "-d", f"{self.seconds}s", "--timeout", "10s",
                   "-s", str(self.folder / "load.lua"), url, "--", str(paths)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        rate, p50, p99, mean, errors = map(float, re.search(r"RESULT (.*)", said).group(1).split())
        if errors:
            print(f"{route}: {errors:.0f} requests failed", file=sys.stderr)
        return rate, p50, p99, mean


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def engine(server, route, keystrokes):
    """What searches take in the engine, as the service says."""
    times = [json.loads(ask(server + path_of(route, keystroke)))["microseconds"] for keystroke in keystrokes]
    return percentile(times, 0.5), percentile(times, 0.99), statistics.mean(times)


def run(options, keystrokes):
    service = f"/v1/lists/{options.list}/search"
    targets = [("service", options.server, service), ("bare", options.peers, "/bare"),
               ("fts5", options.peers, "/fts5"), ("fts5-ranked", options.peers, "/fts5-ranked")]
    load = Load(options.seconds)
    found = {(name, clients): [] for name, _, _ in targets for clients in (1, 64)}
    engines = []
    for _ in range(options.passes):
        engines.append(engine(options.server, service, keystrokes))
        for clients in (1, 64):
            for name, url, route in targets:
                found[name, clients].append(load.measure(url, route, keystrokes, clients))
    middle = {key: [statistics.median(column) for column in zip(*rows)] for key, rows in found.items()}
    p50, p99, mean = (statistics.median(column) for column in zip(*engines))
    print(f"{len(keystrokes)} keystrokes, {options.seconds} s each, medians of {options.passes} passes, µs\n")
    print("| | clients | requests/s | p50 | p99 | mean |\n|---|--:|--:|--:|--:|--:|")
    print(f"| engine | 1 | – | {p50:.0f} | {p99:.0f} | {mean:.0f} |")
    for (name, clients), (rate, *times) in middle.items():
        print(f"| {name} | {clients} | {rate:.0f} | " + " | ".join(f"{time:.0f}" for time in times) + " |")
    one, many, bare = middle["service", 1], middle["service", 64], middle["bare", 64]
    print(f"\nthe service adds {one[1] - p50:.0f} µs to the engine's p50 and {one[2] - p99:.0f} µs to its p99")
    # What a server on these processors would do that took the engine's time beside a bare route's.
    best = 1 / (1 / bare[0] + mean / 1e6 / options.processors)
    print(f"with 64 clients it does {100 * many[0] / best:.0f} % of a bare route's requests, less what the engine takes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["answers", "keystrokes", "run"])
    parser.add_argument("server")
    parser.add_argument("list")
    parser.add_argument("keystrokes")
    parser.add_argument("peers", nargs="?")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--processors", type=int, default=2, help="that the servers run on")
    options = parser.parse_args()
    options.server = options.server.rstrip("/")
    keystrokes = typed(options.keystrokes)
    if options.job == "keystrokes":
        print("\n".join(keystrokes))
    elif options.job == "answers":
        for keystroke in keystrokes:
            print(ask(options.server + path_of(f"/v1/lists/{options.list}/search", keystroke)).decode())
    else:
        options.peers = options.peers.rstrip("/")
        run(options, keystrokes)
