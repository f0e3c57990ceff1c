#!/usr/bin/env python3
"""Kills a riffle-serve under load, again and again, and looks whether all that it had acknowledged is there.

    kill.py PROGRAM STORE [--rounds 100] [--seed 1]

PROGRAM is `riffle-serve`, STORE a store that may be written to. Needs nothing but Python.
"""

import argparse
import http.client
import json
import random
import signal
import socket
import subprocess
import threading
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("program")
parser.add_argument("store")
parser.add_argument("--rounds", type=int, default=100)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
dice = random.Random(options.seed)
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
IDS = 1_000_000
acknowledged = {}
sent = {}
lock = threading.Lock()


def start():
    process = subprocess.Popen(
        [options.program, f"list={options.store}", "--port", str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True)
    assert process.stdout.readline().startswith("http"), "it does not start"
    return process


def request(connection, method, path, body=None, type="application/json"):
    connection.request(method, "/v1/lists/list" + path, body, {"Content-Type": type} if body else {})
    reply = connection.getresponse()
    return reply.status, reply.read()


def title(id, value):
    return f"item {id} has {value}"


def put(writer, round, is_done):
    """One item after another, each with a value greater than before."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    value = 0
    try:
        while not is_done.is_set():
            value += 1
            id = IDS * (writer + 1) + value % 50
            with lock:
                sent[id] = (round, value)
            status, _ = request(connection, "PUT", f"/items/{id}", json.dumps({"title": title(id, f"{round}.{value}")}))
            if status == 200:
                with lock:
                    acknowledged[id] = (round, value)
    except (OSError, http.client.HTTPException):
        pass


def stream(round, is_done):
    """Many lines in one request that never ends; each line of the answer acknowledges one."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    try:
        connection.sendall(b"POST /v1/lists/list/items?results=all HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                           b"Transfer-Encoding: chunked\r\n\r\n")
        threading.Thread(target=read_results, args=(connection, round), daemon=True).start()
        value = 0
        while not is_done.is_set():
            lines = b""
            for _ in range(100):
                value += 1
                id = 10 * IDS + value % 3000
                with lock:
                    sent[id] = (round, value)
                lines += json.dumps({"id": id, "title": title(id, f"{round}.{value}")}).encode() + b"\n"
            connection.sendall(b"%x\r\n%s\r\n" % (len(lines), lines))
    except OSError:
        pass


def read_results(connection, round):
    rest = b""
    line = 0
    try:
        while piece := connection.recv(65536):
            *whole, rest = (rest + piece).split(b"\n")
            for text in whole:
                if b'"status":"ok"' not in text:
                    continue
                result = json.loads(text[text.index(b"{"):])
                value = result["line"]
                with lock:
                    acknowledged[result["id"]] = (round, value)
    except (OSError, ValueError):
        pass


def read(is_done):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        while not is_done.is_set():
            request(connection, "GET", f"/search?q=itm+{dice.randrange(100)}&limit=5")
    except (OSError, http.client.HTTPException):
        pass


def check(rounds):
    """All that was acknowledged is there, or what was sent after it; and the index finds it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    wrong = 0
    for id in sorted(rounds):
        status, body = request(connection, "GET", f"/items/{id}")
        found = tuple(map(int, json.loads(body)["title"].split()[-1].split("."))) if status == 200 else None
        if found is None or not acknowledged[id] <= found <= sent[id]:
            wrong += 1
            print(f"item {id}: acknowledged {acknowledged[id]}, sent {sent[id]}, found {found}")
    for id in dice.sample(sorted(rounds), min(20, len(rounds))):
        status, body = request(connection, "GET", f"/search?q=item+{id}&mode=words&limit=1")
        if status != 200 or [hit["id"] for hit in json.loads(body)["hits"]] != [id]:
            wrong += 1
            print(f"item {id} is not found: {status} {body[:200]}")
    return wrong


begin = time.monotonic()
process = start()
lost = writes = 0
for round in range(1, options.rounds + 1):
    is_done = threading.Event()
    before = dict(acknowledged)
    workers = [threading.Thread(target=put, args=(writer, round, is_done)) for writer in range(3)]
    workers += [threading.Thread(target=stream, args=(round, is_done)), threading.Thread(target=read, args=(is_done,))]
    for worker in workers:
        worker.start()
    time.sleep(dice.uniform(0.05, 1.0))
    process.send_signal(signal.SIGKILL)
    process.wait()
    is_done.set()
    for worker in workers:
        worker.join()
    # What was on its way back when it was killed has been read.
    time.sleep(0.05)
    with lock:
        new = {id for id, value in acknowledged.items() if before.get(id) != value}
    process = start()
    lost += check(new)
    writes += len(new)
lost += check(set(acknowledged))
process.terminate()
status = process.wait(60)
print(f"{options.rounds} kills in {time.monotonic() - begin:.0f} s, {writes} items acknowledged in the rounds, {lost} lost; "
      f"seed {options.seed}; the last one ended by itself with status {status}")
raise SystemExit(1 if lost or status else 0)
