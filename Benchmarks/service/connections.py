#!/usr/bin/env python3
"""Opens a thousand connections that say nothing and a thousand that send half a request, and looks whether the server answers
beside them and closes them when they have had their time: connections.py PROGRAM

PROGRAM is riffle-serve, run where its --demo runs. Twice: with room for all of them, and with the standard limit of a thousand, beyond
which connections wait to be accepted. Needs nothing but Python.
"""

import json
import os
import resource
import selectors
import signal
import socket
import subprocess
import sys
import time
import urllib.request

IDLE = 15
COUNT = 1000
# Files of the server that are no connections of these come and go.
SLACK = 10
failures = []


def check(what, is_right, detail=""):
    print(("ok    " if is_right else "WRONG ") + what, detail, flush=True)
    if not is_right:
        failures.append(what)


def answer(port, limit):
    """The seconds until a search is answered; None if it is not in time."""
    start = time.monotonic()
    while time.monotonic() - start < limit:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/lists/cities/search?q=gotebrg", timeout=limit) as reply:
                if json.load(reply)["hits"]:
                    return time.monotonic() - start
        except OSError:
            time.sleep(0.1)
    return None


def open_all(port, count):
    connections = []
    for number in range(count):
        connection = socket.create_connection(("127.0.0.1", port), timeout=10)
        if number % 2:
            connection.sendall(b"GET /v1/lists HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
        connection.setblocking(False)
        connections.append(connection)
    return connections


def closed(connections, limit):
    """How many of them the server closes in time, and the seconds until the last of these."""
    start = last = time.monotonic()
    count = 0
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            selector.register(connection, selectors.EVENT_READ)
        while count < len(connections) and time.monotonic() - start < limit:
            for key, _ in selector.select(0.5):
                try:
                    is_closed = key.fileobj.recv(65536) == b""
                except ConnectionError:
                    is_closed = True
                if is_closed:
                    selector.unregister(key.fileobj)
                    count += 1
                    last = time.monotonic()
    return count, last - start


def files(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def run(program, limit):
    command = [program, "--demo", "--port", "0", "--limits-idle", str(IDLE), "--limits-connections", str(limit)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        port = int(server.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])
        check("it answers at first", answer(port, 10) is not None)
        before = files(server)
        # The system keeps some more for the server than it accepts; beyond those nobody could connect.
        total = min(2 * COUNT, limit + 200)
        connections = open_all(port, total)
        expected = min(limit, total)
        end = time.monotonic() + IDLE / 2
        while (most := files(server) - before) < expected - SLACK and time.monotonic() < end:
            time.sleep(0.05)
        check(f"it has {expected} of {total} connections open", abs(most - expected) <= SLACK, most)
        # Where there is no room, those that wait to be accepted are answered, and have their time, when others are closed.
        took = answer(port, 10 if limit > total else 3 * IDLE)
        check("it answers beside them" if limit > total else "it answers once some are closed", took is not None, f"{took or 0:.3f} s")
        count, took = closed(connections, 4 * IDLE + 30)
        check(f"all {total} are closed by the server", count == total, f"{count}, the last after {took:.1f} s")
        for connection in connections:
            connection.close()
        check("it answers afterwards", answer(port, 10) is not None)
        end = time.monotonic() + 3 * IDLE
        while files(server) > before and time.monotonic() < end:
            time.sleep(0.2)
        check("no file is left open", files(server) <= before, f"{files(server)}, {before} at first")
        server.send_signal(signal.SIGTERM)
        check("it ends with status 0", server.wait(30) == 0)
    finally:
        server.kill()
        server.wait()


# Both ends of each are files, and the server has as many as this script.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
if most != resource.RLIM_INFINITY and most < 8000:
    sys.exit(f"the hard limit of open files is {most}: 8000 are needed (ulimit -Hn)")
resource.setrlimit(resource.RLIMIT_NOFILE, (8000 if most == resource.RLIM_INFINITY else min(most, 65536), most))
for limit in (3 * COUNT, COUNT):
    print(f"with room for {limit}:")
    run(sys.argv[1], limit)
print("failed:" if failures else "all well", *failures)
sys.exit(1 if failures else 0)
