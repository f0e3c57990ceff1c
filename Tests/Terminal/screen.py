"""A terminal without anybody at it: runs a program, types, and reads the screen that it draws."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

BOUND = 30.0  # Seconds that anything may take; what is waited for mostly comes at once.


class Screen:
    """A program on a terminal of its own."""

    def __init__(self, arguments, rows=24, columns=80, stdin=None, environment=None, folder=None, captures=True):
        """stdin: None for the terminal, bytes, or an open file. captures: whether standard output is no terminal."""
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.master, slave = pty.openpty()
        self._set_size(rows, columns)
        self.output_read, output_write = os.pipe()
        variables = {
            "PATH": os.environ["PATH"], "HOME": folder or "/nonexistent", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
            "TERM": "xterm-256color",
        }
        variables.update(environment or {})
        self.given = None
        if isinstance(stdin, bytes):
            self.given = stdin
            stdin = subprocess.PIPE
        # TIOCSCTTY, but only once the child leads a session of its own.
        prepare = lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        self.process = subprocess.Popen(
            arguments, stdin=slave if stdin is None else stdin, stdout=output_write if captures else slave, stderr=slave, close_fds=True,
            start_new_session=True, preexec_fn=prepare, env=variables, cwd=folder)
        os.close(output_write)
        os.close(slave)
        if self.given is not None:
            self._feed(self.given)
        self.output = b""

    def _feed(self, data):
        pid = os.fork()
        if pid == 0:
            try:
                self.process.stdin.write(data)
                self.process.stdin.close()
            except OSError:
                pass
            os._exit(0)
        self.process.stdin.close()
        self.feeder = pid

    def _set_size(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self._set_size(rows, columns)

    def type(self, text):
        os.write(self.master, text.encode() if isinstance(text, str) else text)
        return self

    def read(self, seconds=0.05):
        """Takes what has been drawn."""
        ready, _, _ = select.select([self.master, self.output_read], [], [], seconds)
        if self.output_read in ready:
            more = os.read(self.output_read, 1 << 16)
            self.output += more
        if self.master in ready:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                data = b""
            self.raw += data
            self.stream.feed(data)
            if b"\x1b[5n" in data:
                # Whoever asks if the terminal is well is told so.
                os.write(self.master, b"\x1b[0n")
            return bool(data)
        return False

    @property
    def lines(self):
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def wait(self, condition, what=None):
        """Waits until the screen is as it should be; condition: a text that it holds, or a function of this."""
        check = (lambda screen: condition in screen.text) if isinstance(condition, str) else condition
        end = time.monotonic() + BOUND
        while not check(self):
            if time.monotonic() > end:
                raise AssertionError(f"never came: {what or condition}\n{self.picture}")
            self.read()
        return self

    @property
    def picture(self):
        width = self.screen.columns
        return "\n".join(["+" + "-" * width + "+"] + ["|" + line.ljust(width) + "|" for line in self.screen.display] + ["+" + "-" * width + "+"])

    def style(self, row, column):
        return self.screen.buffer[row][column]

    def end(self):
        """Waits until the program has ended; returns its status and what it has printed."""
        end = time.monotonic() + BOUND
        while self.process.poll() is None:
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError(f"does not end\n{self.picture}")
            self.read()
        while self.read(0):
            pass
        while True:
            data = os.read(self.output_read, 1 << 16)
            if not data:
                break
            self.output += data
        return self.process.returncode, self.output.decode(errors="replace")

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.output_read):
            try:
                os.close(descriptor)
            except OSError:
                pass
        if getattr(self, "feeder", None):
            try:
                os.kill(self.feeder, signal.SIGKILL)
            except OSError:
                pass
            os.waitpid(self.feeder, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
