#!/usr/bin/env python3
"""Measures what the excessive requests of one key do to the keystrokes of another.

    fair.py PROGRAM STORE KEYSTROKES [--clients 4] [--seconds 10] [--passes 3]

PROGRAM is `riffle-serve`, STORE a store of its own. One client types with one key, alone and beside clients that send searches of
many queries with another key as fast as they are answered. Needs nothing but Python.
"""

import argparse
import collections
import http.client
import json
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from load import One, path_of, percentile, typed

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("store")
parser.add_argument("keystrokes")
parser.add_argument("--clients", type=int, default=4)
parser.add_argument("--seconds", type=float, default=10)
parser.add_argument("--passes", type=int, default=3)
options = parser.parse_args()
# Queries of negations alone, which took long when the service was attacked.
EXCESSIVE = json.dumps({"searches": [{"q": f"!{letter} !x", "syntax": "extended"} for letter in "abcdefghij" * 5]})


def make_key(name):
    said = subprocess.run([options.program, "--make-key", name, "--role", "read"], capture_output=True, text=True, check=True)
    return re.search(r"riffle_\S+", said.stdout).group(), json.loads(re.search(r"\{.*\}", said.stdout).group())


class Excess(threading.Thread):
    """A client that sends the next request when the last one is answered."""

    def __init__(self, port, key, is_done):
        super().__init__()
        self.port, self.key, self.is_done = port, key, is_done
        self.answers = collections.Counter()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not self.is_done.is_set():
            connection.request(
                "POST", "/v1/lists/list/search", EXCESSIVE,
                {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"})
            reply = connection.getresponse()
            body = reply.read()
            self.answers[reply.status] += 1
            self.answers["queries answered"] += body.count(b'"rows":')


def measure(port, key, keystrokes):
    """Microseconds of each keystroke, for some seconds."""
    client = One(f"http://127.0.0.1:{port}")
    times, end, place = [], time.monotonic() + options.seconds, 0
    while time.monotonic() < end:
        path = path_of("/v1/lists/list/search", keystrokes[place % len(keystrokes)])
        took, body = client.ask(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\r\n".encode())
        times.append(took if b'"rows"' in body else float("inf"))
        place += 1
    return times


with tempfile.TemporaryDirectory() as folder:
    keys = {name: make_key(name) for name in ("typing", "excess")}
    file = pathlib.Path(folder) / "keys.json"
    file.write_text(json.dumps({"keys": [entry for _, entry in keys.values()]}))
    process = subprocess.Popen(
        [options.program, f"list={options.store}", "--keys", str(file), "--port", "0"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        port = int(re.search(r":(\d+)", process.stdout.readline()).group(1))
        keystrokes = typed(options.keystrokes)
        found, answers = {"alone": [], "beside": []}, collections.Counter()
        for _ in range(options.passes):
            found["alone"].append(measure(port, keys["typing"][0], keystrokes))
            is_done = threading.Event()
            crowd = [Excess(port, keys["excess"][0], is_done) for _ in range(options.clients)]
            for client in crowd:
                client.start()
            found["beside"].append(measure(port, keys["typing"][0], keystrokes))
            is_done.set()
            for client in crowd:
                client.join()
                answers += client.answers
        for name, passes in found.items():
            times = sorted(time for one in passes for time in one)
            print(f"{name}: {len(times)} keystrokes, {sum(time == float('inf') for time in times)} refused; µs p50 "
                  f"{percentile(times, 0.5):.0f}, p99 {percentile(times, 0.99):.0f}, max {times[-1]:.0f}")
        print("the other key:", dict(answers))
    finally:
        process.terminate()
        process.wait()
