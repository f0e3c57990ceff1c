#!/usr/bin/env python3
"""Does to a riffle-serve what strangers do, and looks whether it still answers: hostile.py HOST PORT LIST IDLE

IDLE is what the server was started with as --limits-idle, in seconds; small is quick. Needs nothing but Python.
"""

import json
import socket
import sys
import time
import urllib.error
import urllib.request

host, port, name, idle = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4])
failures = []


def check(what, is_right, detail=""):
    print(("ok    " if is_right else "WRONG ") + what, detail)
    if not is_right:
        failures.append(what)


def answers():
    """Whether it answers within ten seconds; until then it may say that it is busy."""
    end = time.monotonic() + 10
    while True:
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/v1/lists/{name}/search?q=a", timeout=10) as reply:
                return reply.status == 200 and "hits" in json.load(reply)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > end:
                return False
            time.sleep(0.2)


def talk(data, wait=5.0):
    """What the server says to some bytes, until it closes or says nothing for a while."""
    with socket.create_connection((host, port)) as connection:
        connection.settimeout(wait)
        said = b""
        try:
            connection.sendall(data)
            while piece := connection.recv(65536):
                said += piece
        except (TimeoutError, ConnectionError):
            pass
        return said


def closed_after(send, limit):
    """The seconds until the server closes a connection; `send` is called now and then."""
    with socket.create_connection((host, port)) as connection:
        connection.settimeout(0.2)
        start = time.monotonic()
        while time.monotonic() - start < limit:
            try:
                send(connection)
                if connection.recv(65536) == b"":
                    return time.monotonic() - start
            except TimeoutError:
                pass
            except ConnectionError:
                return time.monotonic() - start
        return None


head = f"Host: {host}\r\n"
check("it answers at first", answers())
check("a bomb of header fields is refused", b" 200 " not in talk(f"GET / HTTP/1.1\r\n{head}".encode() + b"".join(b"X-%d: y\r\n" % i for i in range(100_000)) + b"\r\n"))
check("one endless header field is refused", b" 200 " not in talk(f"GET / HTTP/1.1\r\n{head}X: ".encode() + b"y" * 2_000_000 + b"\r\n\r\n"))
for junk in (b"\x00\xff" * 500, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST /v1 HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
             b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz"):
    talk(junk, 2)
check("it answers after junk", answers())
for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/index.html/../../x", "/\\..\\x", "/v1/lists/..%2f..%2fetc"):
    said = talk(f"GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode(), 2)
    check(f"{path} leads nowhere", b"root:" not in said and b" 200 " not in said.split(b"\r\n")[0])
large = talk(f"PUT /v1/lists/{name}/items/1 HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n".encode() + b"x" * 3_000_000, 2)
check("an oversized body is refused", b" 413 " in large or large == b"", large[:15])
slack = 3 * idle + 5
took = closed_after(lambda connection: None, slack)
check("who says nothing is cut", took is not None, took)
letters = iter(b"GET / HTTP/1.1\r\nX: " + b"y" * 10_000)
took = closed_after(lambda connection: connection.send(bytes([next(letters)])), slack)
check("who sends a head letter by letter is cut", took is not None, took)
start = [f"PUT /v1/lists/{name}/items/1 HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n".encode()]
took = closed_after(lambda connection: connection.send(start.pop() if start else b" "), slack)
check("who sends a body letter by letter is cut", took is not None, took)
many = []
for _ in range(900):
    try:
        many.append(socket.create_connection((host, port), timeout=5))
    except OSError:
        break
check("it answers beside 900 idle connections", len(many) == 900 and answers(), len(many))
for connection in many:
    connection.close()
for _ in range(200):
    with socket.create_connection((host, port)) as connection:
        connection.sendall(f"GET /v1/lists/{name}/rows?limit=1000 HTTP/1.1\r\n{head}\r\n".encode())
check("it answers after 200 who did not wait for their answer", answers())
print("failed:" if failures else "all well", *failures)
sys.exit(1 if failures else 0)
