"""Passes connections on, with what is sent either way late by some time that nobody can foresee."""

import random
import socket
import threading
import time


class SlowProxy:
    def __init__(self, port, seed, longest=0.25):
        self.target = port
        self.dice = random.Random(seed)
        self.longest = longest

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.target))
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=(source, target), daemon=True).start()

    def pass_on(self, source, target):
        try:
            while piece := source.recv(65536):
                time.sleep(self.dice.uniform(0, self.longest))
                target.sendall(piece)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
