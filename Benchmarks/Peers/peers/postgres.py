"""PostgreSQL with pg_trgm, in a server of its own that lives as long as the measurement."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from peers.base import NO_ROMANIZING, Claim, Engine, Found, Peer, Rows, Setting, UnavailableError

FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)

FOLDED = """
CREATE FUNCTION folded(t text) RETURNS text AS $$
  SELECT unaccent(lower(normalize(t, NFKC)))
$$ LANGUAGE sql
"""

# The server's own clock, so that the way to the client and back is left out.
FUNCTION = """
CREATE FUNCTION ask(query text, wanted int, OUT rows int[], OUT nanoseconds bigint) AS $$
DECLARE
  start timestamptz := clock_timestamp();
  q text := folded(query);
BEGIN
  SELECT array_agg(row) INTO rows FROM (
    SELECT row FROM t WHERE {condition} ORDER BY {order}, length(title) LIMIT wanted) best;
  nanoseconds := extract(epoch FROM clock_timestamp() - start) * 1000000000;
END $$ LANGUAGE plpgsql
"""
OF_TITLES = {"condition": "q <% title", "order": "word_similarity(q, title) DESC"}
OF_BOTH = {
    "condition": "q <% title OR q <% text",
    "order": "greatest(word_similarity(q, title), word_similarity(q, text)) DESC, "
    "word_similarity(q, title) DESC",
}


def _binary(name: str) -> str:
    for folder in FOLDERS:
        if (folder / name).exists():
            return str(folder / name)
    program = shutil.which(name)
    if program is None:
        raise UnavailableError(f"{name} is not installed: `apt-get install postgresql`")
    return program


class _Postgres(Engine):
    def __init__(self, rows: Rows) -> None:
        import psycopg

        self._folder = tempfile.mkdtemp(prefix="riffle-pg-")
        try:
            self._start()
            self._connection = psycopg.connect(
                host=self._folder, dbname="postgres", user="bench", autocommit=True
            )
            self._fill(rows)
        except (psycopg.Error, subprocess.CalledProcessError, OSError, KeyError) as error:
            self.close()
            raise UnavailableError(f"PostgreSQL does not start: {error}") from error

    def _start(self) -> None:
        data = f"{self._folder}/data"
        user: str | None = None
        if os.geteuid() == 0:
            # The server refuses to run as root; Debian's package brings a user for it.
            user = "postgres"
            account = pwd.getpwnam(user)
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        kept = f"-k {self._folder} -h '' -c shared_buffers=512MB -c fsync=off"
        plain = "-c max_parallel_workers_per_gather=0 -c jit=off"
        make = f"{_binary('initdb')} -U bench -A trust -E UTF8 --locale=C.UTF-8 --no-sync".split()
        start = [_binary("pg_ctl"), "-w", "-l", f"{self._folder}/log", "-o", kept, "-o", plain]
        commands = ([*make, "-D", data], [*start, "-D", data, "start"])
        for command in commands:
            subprocess.run(
                command, check=True, user=user, cwd=self._folder, stdout=subprocess.DEVNULL
            )

    def _fill(self, rows: Rows) -> None:
        texts = rows.texts
        run = self._connection.execute
        run("CREATE EXTENSION pg_trgm")
        run("CREATE EXTENSION unaccent")
        run(FOLDED)
        run("CREATE TABLE given (row int, title text, text text)")
        copy = "COPY given FROM STDIN"
        with self._connection.cursor() as cursor, cursor.copy(copy) as lines:
            for row, title in enumerate(rows.titles):
                lines.write_row((row, title, None if texts is None else texts[row]))
        columns = ["title"] if texts is None else ["title", "text"]
        folded = ", ".join(f"folded({column}) AS {column}" for column in columns)
        run(f"CREATE TABLE t AS SELECT row, {folded} FROM given")
        run("DROP TABLE given")
        run("SET maintenance_work_mem = '512MB'")
        for column in columns:
            run(f"CREATE INDEX ON t USING gin ({column} gin_trgm_ops)")
        run("VACUUM ANALYZE t")
        run(FUNCTION.format(**(OF_TITLES if texts is None else OF_BOTH)))

    def ask(self, text: str, limit: int, threads: int) -> Found:
        row = self._connection.execute("SELECT rows, nanoseconds FROM ask(%s, %s)", (text, limit))
        rows, nanoseconds = row.fetchone() or ([], 0)
        return Found(rows or [], nanoseconds)

    def close(self) -> None:
        with contextlib.suppress(AttributeError):
            self._connection.close()
        data = Path(self._folder) / "data"
        if (data / "postmaster.pid").exists():
            user = "postgres" if os.geteuid() == 0 else None
            stop = [_binary("pg_ctl"), "-D", str(data), "-m", "immediate", "stop"]
            subprocess.run(
                stop, check=False, user=user, cwd=self._folder, stdout=subprocess.DEVNULL
            )
        shutil.rmtree(self._folder, ignore_errors=True)


def _version() -> str:
    run = subprocess.run([_binary("postgres"), "--version"], capture_output=True, text=True)
    return run.stdout.split()[2]


PEERS = (
    Peer(
        name="postgres",
        title="PostgreSQL pg_trgm, word similarity",
        settings=(
            Setting("index", "GIN, gin_trgm_ops", "faster to search than GiST on short texts"),
            Setting("operator", "<%, by word_similarity", "the query is a part of the title"),
            Setting(
                "search texts",
                "a column and an index of their own",
                "a row counts with the better similarity, of equal ones the title's first",
                when=("texts",),
            ),
            Setting(
                "typed",
                "every 20th query",
                "its index leaves many texts to look through",
                when=("texts",),
            ),
            Setting("threshold", "0.6", "its default; a lower one takes several times as long"),
            Setting("order", "similarity, then length", "of equally similar titles the shorter"),
            Setting(
                "folding",
                "unaccent, lower, normalize NFKC",
                "accents, widths and normal forms must not matter, as in Riffle",
            ),
            Setting("shared_buffers", "512 MB", "the list and its index lie in memory"),
            Setting("jit, parallel workers", "off", "they cost more than they bring at this size"),
        ),
        claims=(
            Claim("prefix", "at least", 85, "the trigrams of the query are in the title"),
            Claim(
                "typo1", "at least", 60, "most trigrams are; short words fall under the threshold"
            ),
            Claim(
                "abbrev", "at most", 20, "an abbreviation shares hardly a trigram with its title"
            ),
            Claim(
                "codespell",
                "at most",
                70,
                "in a short word a typo falls under the threshold of 0.6",
            ),
            Claim("unaccented", "at least", 95, "unaccent leaves the marks out"),
            Claim("width", "at least", 95, "NFKC makes both widths one"),
            Claim("form", "at least", 95, "NFKC makes both normal forms one"),
            NO_ROMANIZING,
        ),
        open=_Postgres,
        version=_version,
        measured="in server",
        typed_every_with_texts=20,
    ),
)
