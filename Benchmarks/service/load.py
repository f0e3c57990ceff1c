#!/usr/bin/env python3
"""Measures riffle-serve on loopback, beside what the HTTP server itself can do and what people write themselves.

    load.py answers SERVER LIST KEYSTROKES > ANSWERS
    load.py run SERVER LIST KEYSTROKES PEERS [--seconds 10] [--passes 3]

SERVER and PEERS are URLs, of `riffle-serve` and of `riffle-service-peers`, which gives the ANSWERS out of memory; KEYSTROKES is a
file with a query a line, or of `riffle-bench queries`, which is typed letter by letter. Needs wrk, from Debian.
"""

import argparse
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
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


class One:
    """One client that keeps its connection, with as little of its own as Python allows."""

    def __init__(self, url):
        place = urllib.parse.urlsplit(url)
        self.connection = socket.create_connection((place.hostname, place.port))
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def receive(self):
        if data := self.connection.recv(1 << 18):
            return data
        raise ConnectionError("the server has closed the connection")

    def ask(self, request):
        """Microseconds until an answer is there, and the answer."""
        start = time.perf_counter_ns()
        self.connection.sendall(request)
        data = self.receive()
        while (end := data.find(b"\r\n\r\n")) < 0:
            data += self.receive()
        length = int(re.search(rb"[Cc]ontent-[Ll]ength: (\d+)", data[:end]).group(1))
        while len(data) < end + 4 + length:
            data += self.receive()
        return (time.perf_counter_ns() - start) / 1000, data[end + 4:]


def one_client(url, route, keystrokes):
    """For each keystroke: microseconds until it is answered, and those in the engine, as far as the answer has them."""
    client = One(url)
    pairs = []
    for keystroke in keystrokes:
        took, body = client.ask(f"GET {path_of(route, keystroke)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        found = re.search(rb'"microseconds":(\d+)', body)
        pairs.append((took, int(found.group(1)) if found else 0))
    return pairs


def run(options, keystrokes):
    service = f"/v1/lists/{options.list}/search"
    targets = [("service", options.server, service), ("bare", options.peers, "/bare"),
               ("fts5", options.peers, "/fts5"), ("fts5-ranked", options.peers, "/fts5-ranked")]
    load = Load(options.seconds)
    found = {(name, clients): [] for name, _, _ in targets for clients in (1, 64)}
    asked, bare_asked = [], []
    for _ in range(options.passes):
        asked.append(one_client(options.server, service, keystrokes))
        bare_asked.append(one_client(options.peers, "/bare", keystrokes))
        for clients in (1, 64):
            for name, url, route in targets:
                found[name, clients].append(load.measure(url, route, keystrokes, clients))
    middle = {key: [statistics.median(column) for column in zip(*rows)] for key, rows in found.items()}
    # A keystroke takes what it takes at its quietest: everything else on the machine only adds to that.
    quietest = [min(column) for column in zip(*asked)]
    took, inside = zip(*quietest)
    added = [min(took - inside for took, inside in column) for column in zip(*asked)]
    bare_took = [min(took for took, _ in column) for column in zip(*bare_asked)]
    p50, p99, mean = percentile(inside, 0.5), percentile(inside, 0.99), statistics.mean(inside)
    print(f"{len(keystrokes)} keystrokes, {options.seconds} s each, medians of {options.passes} passes, µs\n")
    print("| | clients | requests/s | p50 | p99 | mean |\n|---|--:|--:|--:|--:|--:|")
    print(f"| engine | 1 | – | {p50:.0f} | {p99:.0f} | {mean:.0f} |")
    for (name, clients), (rate, *times) in middle.items():
        print(f"| {name} | {clients} | {rate:.0f} | " + " | ".join(f"{time:.0f}" for time in times) + " |")
    print(f"\none client, each keystroke at its quietest of {options.passes}, µs:")
    print(f"  answered p50 {percentile(took, 0.5):.0f}, p99 {percentile(took, 0.99):.0f}; engine p50 {p50}, p99 {p99}; "
          f"a bare route p50 {percentile(bare_took, 0.5):.0f}, p99 {percentile(bare_took, 0.99):.0f}")
    print(f"  the service adds {percentile(added, 0.5):.0f} at the median and {percentile(added, 0.99):.0f} at the 99th percentile")
    many, bare = middle["service", 64], middle["bare", 64]
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
