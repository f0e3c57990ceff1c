#!/usr/bin/env python3
"""Builds the lists that Riffle is tested and measured on.

    python3 Corpora/build.py             every list but the large ones
    python3 Corpora/build.py NAME ...    these lists only
    python3 Corpora/build.py --list      the names

Lists go to `Corpora/lists/`, downloads to `Corpora/.cache/`; neither is
committed. `samples` makes the committed folder `Corpora/samples/` anew, `readings`
the table `Sources/CKernels/han_readings.c`.
"""

import os
import sys
import time

import derived
import descriptions
import fetch
import finders
import judged
import readings
import rows
import samples
import sources
import typed

# In the order in which they are built. A list that is made out of another list reads its file.
LISTS = {
    "mixed-1m": derived.mixed_1m,
    "ascii-titles": lambda: derived.ascii_titles(built("mixed-1m")),
    "words-english": sources.words_english,
    "packages": sources.packages,
    "cities": sources.cities,
    "cities-names": sources.cities_names,
    "wordnet": sources.wordnet,
    "unicode-names": sources.unicode_names,
    "chess-players": sources.chess_players,
    "japanese": sources.japanese,
    "phrases": sources.phrases,
    "iso-names": sources.iso_names,
    "multilingual": derived.multilingual,
    "places": lambda: rows.numbered((title, "") for title, _ in rows.distinct_titles(
        (title, "") for _, title, _ in built("cities"))),
    "players": lambda: rows.numbered((title, "") for title, _ in rows.distinct_titles(
        (title, "") for _, title, _ in built("chess-players"))),
    "mixed-10m": lambda: derived.mixed_10m(built("mixed-1m")),
    "paths": sources.paths,
    "paths-1m": lambda: derived.paths_1m(built("paths")),
    "repository-files": lambda: finders.repository_files(built("paths")),
    "locate": lambda: finders.locate(built("paths-1m")),
}
# Query sets in two halves.
JUDGED = {
    "spelling": lambda: judged.spelling(built("words-english")),
    "places": lambda: judged.places(built("places"), built("cities")),
    "players": lambda: judged.players(built("players"), built("chess-players")),
    "wording": lambda: judged.wording(built("mixed-1m")),
    "naming": lambda: judged.naming(built("packages")),
    "files": lambda: finders.queries("files", built("repository-files"), finders.FILES),
    "locate": lambda: finders.queries("locate", built("locate"), finders.LOCATE),
}
OTHERS = ("codespell", "descriptions", "multilingual.queries", *(f"{name}.queries" for name in JUDGED), "samples", "readings")
# They are large, made out of large lists, or written into other folders.
LARGE = ("mixed-10m", "paths", "paths-1m", "repository-files", "locate", "files.queries", "locate.queries", "samples",
         "readings")
BY_DEFAULT = [name for name in (*LISTS, *OTHERS) if name not in LARGE]


def list_path(name):
    return os.path.join(rows.LISTS, name + ".tsv")


def built(name):
    """The rows of another list, which is built first when it is missing."""
    if not os.path.exists(list_path(name)):
        build(name)
    return rows.read(list_path(name))


def build(name):
    """Builds one list, query set or the samples; prints its figures."""
    print(f"{name} …", file=sys.stderr, flush=True)
    start = time.monotonic()
    if name == "samples":
        for path, content in samples.all_samples():
            rows.write(path, content)
            show(rows.statistics(path), start)
            start = time.monotonic()
    elif name == "readings":
        print(f"  {os.path.relpath(readings.write())}, seconds {time.monotonic() - start:.0f}", flush=True)
    elif name == "codespell":
        build_codespell(start)
    elif name == "descriptions":
        build_descriptions(start)
    elif name == "multilingual.queries":
        rows.write(list_path(name), typed.multilingual_queries(built("multilingual")))
        show(rows.statistics(list_path(name), title_column=2), start)
    elif name in OTHERS:
        for half, queries in judged.halves(name.removesuffix(".queries"), JUDGED[name.removesuffix(".queries")]()):
            path = list_path(name.replace(".queries", f".{half}.queries"))
            rows.write(path, queries)
            show(rows.statistics(path, title_column=2), start)
            start = time.monotonic()
    else:
        rows.write(list_path(name), LISTS[name]())
        show(rows.statistics(list_path(name)), start)


def build_codespell(start):
    queries, skipped, listed = derived.codespell(built("words-english"))
    path = list_path("codespell.queries")
    rows.write(path, queries)
    show(rows.statistics(path, title_column=2), start)
    print(f"  {queries[-1][0] + 1:,} queries; {skipped:,} skipped, no correction is a listed word; "
          f"{listed:,} kept although the misspelling is itself a listed word")


def build_descriptions(start):
    content, kinds = descriptions.descriptions()
    rows.write(list_path("descriptions"), content)
    show(rows.statistics(list_path("descriptions")), start)
    characters = sum(kinds.values())
    shares = ", ".join(f"{100 * count / characters:.1f} % {kind}" for kind, count in kinds.items())
    print(f"  search text: mean characters {characters / len(content):.0f}; {shares}")


def show(figures, start):
    figures["seconds"] = f"{time.monotonic() - start:.0f}"
    print("  " + ", ".join(f"{key} {value:,}" if isinstance(value, int) else f"{key} {value}"
                           for key, value in figures.items()), flush=True)


def write_versions():
    """Notes which package versions the lists were made from."""
    path = os.path.join(rows.LISTS, "VERSIONS.txt")
    os.makedirs(rows.LISTS, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(fetch.versions()) + "\n")
    print(f"package versions: {os.path.relpath(path)}")


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        print(__doc__.strip())
        return 0
    if "--list" in arguments:
        print("\n".join([*LISTS, *OTHERS]))
        return 0
    unknown = [name for name in arguments if name not in LISTS and name not in OTHERS]
    if unknown:
        print(f"Unknown list: {', '.join(unknown)}. Known: {', '.join([*LISTS, *OTHERS])}.", file=sys.stderr)
        return 2
    try:
        for name in arguments or BY_DEFAULT:
            build(name)
        write_versions()
    except fetch.FetchError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
