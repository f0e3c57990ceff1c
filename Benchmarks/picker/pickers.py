"""A picker on a pseudo terminal, whose output is timed. What its screen shows is found out afterwards."""

import os
import select
import signal
import subprocess
import time

import pyte
from screen import Screen

# Nothing drawn and no work done for so long: what was asked for is there.
QUIET = 0.1
BOUND = 60.0
TICK = os.sysconf("SC_CLK_TCK")


class Picker:
    """One run of a picker over a file."""

    def __init__(self, command: list[str], path: str, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.started = time.monotonic()
        with open(path, "rb") as file:
            self.terminal = Screen(
                command, rows=rows, columns=columns, stdin=file,
                environment={"HOME": os.environ.get("HOME", "/"), "FZF_DEFAULT_OPTS": "", "RIFFLE_DEFAULT_OPTS": ""},
            )
        self.process: subprocess.Popen = self.terminal.process
        self.master = self.terminal.master
        self.emulator = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.emulator)

    def __enter__(self) -> "Picker":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(10)
        self.terminal.close()

    # What is read is only noted, so that reading takes hardly any of the time that is measured.

    def read(self, seconds: float) -> list[tuple[float, bytes]]:
        """Take what is drawn within some time, at least one piece if there is any."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return []
        data = os.read(self.master, 1 << 16)
        if b"\x1b[6n" in data:
            # fzf asks where the cursor is.
            os.write(self.master, b"\x1b[1;1R")
        return [(time.monotonic(), data)]

    def show(self, pieces: list[tuple[float, bytes]]) -> None:
        for _, data in pieces:
            self.stream.feed(data)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.emulator.display)

    @property
    def prompt(self) -> str:
        return next((line.rstrip() for line in reversed(self.emulator.display) if line.strip()), "")

    def cpu_seconds(self) -> float:
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def peak_memory(self) -> int:
        with open(f"/proc/{self.process.pid}/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM"))

    # What is measured, in milliseconds.

    def first_frame(self) -> float:
        """Wait until there is a prompt with a line above it."""
        end = time.monotonic() + BOUND
        while time.monotonic() < end:
            for at, data in self.read(0.05):
                self.stream.feed(data)
                if self.prompt.startswith(">") and len([line for line in self.emulator.display if line.strip()]) >= 3:
                    return 1000 * (at - self.started)
        raise AssertionError(f"no first frame\n{self.text}")

    def type_while_reading(self, text: str) -> list[float]:
        """Type letters while the list is read; how long until each shows behind the prompt."""
        times: list[float] = []
        for count in range(1, len(text) + 1):
            pressed = time.monotonic()
            os.write(self.master, text[count - 1].encode())
            end = pressed + BOUND
            while time.monotonic() < end:
                pieces = self.read(0.05)
                self.show(pieces)
                if pieces and text[:count] in self.prompt:
                    times.append(1000 * (pieces[-1][0] - pressed))
                    break
            else:
                raise AssertionError(f"'{text[:count]}' never shows\n{self.text}")
            rest = pressed + 0.1 - time.monotonic()
            while rest > 0:
                self.show(self.read(rest))
                rest = pressed + 0.1 - time.monotonic()
        os.write(self.master, b"\x15")
        return times

    def wait_until_idle(self) -> float:
        """Wait until nothing is drawn and nothing is worked on; when the last thing was drawn."""
        last = time.monotonic()
        quiet_since, cpu = last, self.cpu_seconds()
        end = last + 20 * BOUND
        while time.monotonic() < end:
            pieces = self.read(0.05)
            self.show(pieces)
            now = time.monotonic()
            spent = self.cpu_seconds()
            if pieces:
                last = pieces[-1][0]
            if pieces or spent > cpu:
                quiet_since, cpu = now, spent
            elif now - quiet_since > 5 * QUIET:
                return 1000 * (last - self.started)
        raise AssertionError("never idle")

    def key(self, key: str) -> float:
        """Press a key; how long until the last of what it brings about has been drawn."""
        pressed = time.monotonic()
        os.write(self.master, key.encode())
        pieces: list[tuple[float, bytes]] = []
        quiet_since, cpu = pressed, self.cpu_seconds()
        while time.monotonic() - pressed < BOUND:
            more = self.read(QUIET / 2)
            pieces += more
            now = time.monotonic()
            if more:
                quiet_since = now
                continue
            spent = self.cpu_seconds()
            if spent > cpu:
                quiet_since, cpu = now, spent
            elif now - quiet_since >= QUIET and pieces:
                break
        self.show(pieces)
        return 1000 * ((pieces[-1][0] if pieces else time.monotonic()) - pressed)

    def key_screen(self, text: str) -> str:
        """Type a text, and give the screen that is then there."""
        for letter in text:
            self.key(letter)
        return self.text
