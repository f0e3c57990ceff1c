#!/usr/bin/env python3
"""Writes to a riffle-serve at a steady rate while it is read: writes.py SERVER LIST KEYSTROKES [--rate 10000] [--seconds 15]

Reads with one client of wrk (from Debian) before, beside and after the writes, several passes; in the end looks whether all that
was acknowledged is there.
"""

import argparse
import json
import socket
import statistics
import threading
import time
import urllib.parse

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("server")
parser.add_argument("list")
parser.add_argument("keystrokes")
parser.add_argument("--rate", type=int, default=10_000)
parser.add_argument("--seconds", type=int, default=10)
parser.add_argument("--passes", type=int, default=3)
parser.add_argument("--ids", type=int, default=50_000, help="how many items are written, over and over")
options = parser.parse_args()
from load import Load, ask, typed

server = options.server.rstrip("/")
place = urllib.parse.urlsplit(server)
base = f"/v1/lists/{options.list}"
acknowledged, late = {}, 0


class Writer(threading.Thread):
    """One request of many lines, at a steady rate; each line of the answer acknowledges one."""

    def __init__(self):
        super().__init__()
        self.is_done = threading.Event()
        self.sent = self.failed = 0
        self.connection = socket.create_connection((place.hostname, place.port))
        self.connection.sendall(
            f"POST {base}/items?results=all HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def run(self):
        self.start_time = time.monotonic()
        while not self.is_done.is_set():
            due = int((time.monotonic() - self.start_time) * options.rate) - self.sent
            if due < 100:
                time.sleep(0.005)
                continue
            lines = "".join(
                json.dumps({"id": self.id(number), "title": f"written {number} while it is read"}) + "\n"
                for number in range(self.sent + 1, self.sent + due + 1)).encode()
            self.sent += due
            self.connection.sendall(b"%x\r\n%s\r\n" % (len(lines), lines))
        self.seconds = time.monotonic() - self.start_time
        self.connection.sendall(b"0\r\n\r\n")
        self.reader.join()

    @staticmethod
    def id(number):
        return 1_000_000_000 + number % options.ids

    def read(self):
        rest = b""
        while piece := self.connection.recv(1 << 16):
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                if b'"status":"ok"' in line:
                    number = json.loads(line[line.index(b"{"):])["line"]
                    acknowledged[self.id(number)] = number
                elif b'"status":"error"' in line:
                    self.failed += 1
                elif b'"summary"' in line:
                    return


load = Load(options.seconds)
keystrokes = typed(options.keystrokes)
measure = lambda: load.measure(server, base + "/search", keystrokes, 1)
idle, beside = [], []
for _ in range(options.passes):
    idle.append(measure())
    acknowledged.clear()
    writer = Writer()
    writer.start()
    beside.append(measure())
    writer.is_done.set()
    writer.join()
    print(f"{writer.sent} lines in {writer.seconds:.1f} s, {writer.sent / writer.seconds:.0f} a second, {writer.failed} failed")
wrong = 0
for first in range(1_000_000_000, 1_000_000_000 + options.ids, 997):
    if first in acknowledged:
        title = json.loads(ask(f"{server}{base}/items/{first}"))["title"]
        wrong += title != f"written {acknowledged[first]} while it is read"
found = json.loads(ask(f"{server}{base}/search?q=written+while&total=exact&limit=1&mode=words"))["total"]
for name, rows in (("idle", idle), ("beside", beside)):
    rate, p50, p99, mean = (statistics.median(column) for column in zip(*rows))
    print(f"{name}: {rate:.0f} requests/s, p50 {p50:.0f} µs, p99 {p99:.0f} µs, mean {mean:.0f} µs")
ratio = lambda place: statistics.median(b[place] / i[place] for i, b in zip(idle, beside))
print(f"beside the writes p50 × {ratio(1):.2f}, p99 × {ratio(2):.2f}; {wrong} of the items looked at are wrong, {found} are found")
raise SystemExit(1 if wrong or found < len(acknowledged) else 0)
