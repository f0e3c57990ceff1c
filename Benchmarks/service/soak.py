#!/usr/bin/env python3
"""Uses a riffle-serve as people do for a long time, and looks whether it grows: soak.py URL LIST PID KEYSTROKES [MINUTES]

Searches, windows, live searches that come and go, writes, clients that go away in the middle. Memory and open files of the
process are noted all the while. Needs nothing but Python.
"""

import http.client
import json
import pathlib
import random
import socket
import statistics
import sys
import threading
import time
import urllib.parse

url, name, pid, keystrokes = sys.argv[1:5]
minutes = float(sys.argv[5]) if len(sys.argv) > 5 else 20
host, port = urllib.parse.urlsplit(url).hostname, urllib.parse.urlsplit(url).port
words = [line for line in pathlib.Path(keystrokes).read_text().splitlines() if line.strip()]
end = time.monotonic() + 60 * minutes
base = f"/v1/lists/{name}"
counts = {"answers": 0, "failed": 0, "pages": 0, "writes": 0, "left": 0}


def ask(connection, method, path, body=None):
    connection.request(method, base + path, body, {"Content-Type": "application/json"} if body else {})
    reply = connection.getresponse()
    data = reply.read()
    counts["answers"] += 1
    if reply.status >= 300 and reply.status != 503:
        counts["failed"] += 1
        print(method, path, reply.status, data[:200])
    return data


def guarded(work):
    """Goes on with a new connection when one has ended: idle ones are cut."""
    def run():
        dice = random.Random()
        while time.monotonic() < end:
            connection = http.client.HTTPConnection(host, port, timeout=30)
            try:
                while time.monotonic() < end:
                    work(connection, dice)
            except (OSError, http.client.HTTPException):
                pass
            connection.close()
    return run


def search(connection, dice):
    ask(connection, "GET", f"/search?limit=20&q={urllib.parse.quote(dice.choice(words), safe='')}")
    ask(connection, "GET", f"/rows?offset={dice.randrange(100_000)}&limit=50&snapshot=new")
    if dice.random() < 0.1:
        ask(connection, "GET", f"/jumplist?q={urllib.parse.quote(dice.choice(words), safe='')}")
    time.sleep(dice.uniform(0, 0.03))


def write(connection, dice):
    id = 50_000_000 + dice.randrange(5_000)
    if dice.random() < 0.9:
        ask(connection, "PUT", f"/items/{id}", json.dumps({"title": f"soaked {dice.random()}", "payload": {"a": [1, 2]}}))
    else:
        lines = "".join(json.dumps({"id": 50_000_000 + dice.randrange(5_000), "title": f"soaked {dice.random()}"}) + "\n" for _ in range(100))
        connection.request("POST", base + "/items?results=errors", lines, {"Content-Type": "application/x-ndjson"})
        connection.getresponse().read()
    counts["writes"] += 1
    time.sleep(dice.uniform(0, 0.1))


def live(connection, dice):
    """Opens a live search, types a word, and leaves."""
    stream = http.client.HTTPConnection(host, port, timeout=30)
    stream.request("GET", base + "/live")
    events = stream.getresponse()
    session = None
    while session is None:
        line = events.readline()
        if line.startswith(b"data: "):
            session = json.loads(line[6:])["session"]
    word = dice.choice(words)
    for end in range(1, len(word) + 1):
        ask(connection, "POST", f"/live/{session}", json.dumps({"revision": end, "q": word[:end], "jumplist": True}))
        time.sleep(dice.uniform(0, 0.05))
    seen = 0
    while seen < len(word):
        line = events.readline()
        if line.startswith(b"data: ") and b'"revision"' in line:
            seen = json.loads(line[6:])["revision"]
            counts["pages"] += 1
    stream.close()


def leave(connection, dice):
    """Asks for much, and goes before it has come."""
    with socket.create_connection((host, port)) as rude:
        rude.sendall(f"GET {base}/rows?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * dice.randint(1, 20))
    with socket.create_connection((host, port)) as half:
        half.sendall(f"PUT {base}/items/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{{".encode())
    counts["left"] += 2
    time.sleep(0.5)


def observed():
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    resident = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
    return resident / 1024, len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


workers = [threading.Thread(target=guarded(work)) for work in [search, search, write, live, live, leave]]
for worker in workers:
    worker.start()
notes = []
while time.monotonic() < end:
    time.sleep(min(10, max(0, end - time.monotonic())))
    notes.append(observed())
    if len(notes) % 6 == 0:
        print(f"{len(notes) / 6:.0f} min: {notes[-1][0]:.0f} MiB, {notes[-1][1]} files, {counts}", flush=True)
for worker in workers:
    worker.join()
time.sleep(40)
memory, files = zip(*notes)
quarter = max(1, len(notes) // 4)
second, last = statistics.mean(memory[quarter:2 * quarter]), statistics.mean(memory[-quarter:])
print(f"{minutes:g} minutes: {counts}; memory {second:.0f} MiB in the second quarter, {last:.0f} in the last, greatest {max(memory):.0f}; "
      f"{observed()[1]} files are open now, {files[0]} were at first")
sys.exit(1 if counts["failed"] or last > 1.1 * second else 0)
