"""Programs that filter a list and print the best lines first."""

import contextlib
import subprocess
import tempfile
import time

from peers.base import Engine, Found, UnavailableError


class FilterProgram(Engine):
    """Runs the program anew for each keystroke, as such programs are used without a screen."""

    def __init__(self, lines: list[str], arguments: list[str]) -> None:
        """Write the list to a file; `arguments` end where the query follows."""
        self._arguments = arguments
        self._rows: dict[str, int] = {}
        # Lines stand for rows. One that occurs twice is the first of its rows: the judge counts
        # both alike, for they have one title.
        for row, line in enumerate(lines):
            self._rows.setdefault(line, row)
        self.file = tempfile.NamedTemporaryFile(mode="w", encoding="utf-8", suffix=".txt")  # noqa: SIM115
        self.file.writelines(f"{line}\n" for line in lines)
        self.file.flush()
        self.resident_peak = 0

    def command(self, text: str, threads: int) -> list[str]:
        """Give the whole command line for a query."""
        return [*self._arguments, text]

    def ask(self, text: str, limit: int, threads: int) -> Found:
        """Measure from the start of the process to the line with the last row asked for."""
        rows: list[int] = []
        start = time.perf_counter_ns()
        with open(self.file.name, "rb") as read:
            process = subprocess.Popen(
                self.command(text, threads),
                stdin=read,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        if process.stdout is None:
            raise UnavailableError("its output cannot be read")
        lines: list[bytes] = []
        while len(lines) < limit and (line := process.stdout.readline()):
            lines.append(line)
        nanoseconds = time.perf_counter_ns() - start
        self.resident_peak = max(self.resident_peak, _peak(process.pid))
        # Nobody waits for the lines that are never shown.
        process.kill()
        process.stdout.close()
        process.wait()
        for line in lines:
            row = self._rows.get(line.decode("utf-8").rstrip("\n"))
            if row is not None:
                rows.append(row)
        return Found(rows, nanoseconds)

    def close(self) -> None:
        """Delete the list's file."""
        self.file.close()


def _peak(process: int) -> int:
    """Read the most memory a process took; 0 when it has ended already.

    What `wait` would tell begins with the memory of this process, out of which it was started.
    """
    with contextlib.suppress(OSError), open(f"/proc/{process}/status", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0
