"""Lists and query sets that are made out of the other lists."""

import os
import random
import re

import fetch
import sources
from rows import clean, numbered, script

MILLION = 1_000_000
MIXED_NON_ASCII = 100_000

SURNAME_GIVEN = re.compile(r"\D+, \D+")

# Names that only count, such as "CJK COMPATIBILITY IDEOGRAPH-FA5D".
COUNTED_NAME = re.compile(r"-[0-9A-F]{3,}$|\d{2,}|VARIATION SELECTOR")


# One million natural titles

def mixed_1m():
    """Exactly a million distinct titles from seven sources, shuffled."""
    taken = set()

    def take(name, titles, count):
        """Adds up to `count` titles that are new, drawn with a seed of their own."""
        fresh = sorted({clean(title) for title in titles} - taken - {""})
        taken.update(random.Random(f"mixed-1m {name}").sample(fresh, min(max(count, 0), len(fresh))))

    records = list(sources.package_records())
    take("package titles", (title for _, title in records), 60_000)
    take("package names", (name for name, _ in records), 20_000)
    take("cities", titles_of(sources.cities()), 200_000)
    take("chess players", filter(SURNAME_GIVEN.fullmatch, titles_of(sources.chess_players())), 200_000)
    lemmas = titles_of(sources.wordnet())
    take("WordNet phrases", (lemma for lemma in lemmas if " " in lemma), 70_000)
    take("WordNet words", (lemma for lemma in lemmas if " " not in lemma and len(lemma) > 2), 15_000)
    take("Unicode names", (name for name in titles_of(sources.unicode_names())
                           if not COUNTED_NAME.search(name)), 30_000)
    take("English names", (text for _, _, text in sources.iso_names()), 16_000)
    # The dictionaries fill up: first to the share of non-ASCII titles, then, longest first, to the million.
    phrases = [title for title in titles_of(sources.phrases()) if " " in title and len(title) > 11]
    long_phrases = [title for title in phrases if title.count(" ") > 1]
    non_ascii = sum(not title.isascii() for title in taken)
    take("non-ASCII phrases", (title for title in long_phrases if not title.isascii()), MIXED_NON_ASCII - non_ascii)
    take("long phrases", filter(str.isascii, long_phrases), MILLION - len(taken))
    take("short phrases", filter(str.isascii, phrases), MILLION - len(taken))
    if len(taken) != MILLION:
        raise fetch.FetchError(f"mixed-1m: the sources gave only {len(taken):,} titles.")
    return shuffled(((title, "") for title in taken), "mixed-1m")


def ascii_titles(mixed):
    """The ASCII titles of mixed-1m, in its order."""
    return numbered((title, "") for _, title, _ in mixed if title.isascii())


def mixed_10m(mixed):
    """Ten million titles that nobody has: the words of mixed-1m drawn anew, as many for each as a title there has."""
    titles = [title.split(" ") for title in titles_of(mixed)]
    words = [word for title in titles for word in title]
    counts = [len(title) for title in titles]
    draw = random.Random("mixed-10m").random

    def title():
        return " ".join(words[int(draw() * len(words))] for _ in range(counts[int(draw() * len(counts))]))

    return numbered((title(), "") for _ in range(10 * MILLION))


# One million file paths

def paths_1m(paths):
    """Exactly a million of the paths, each as likely as any other, in their order: a folder's stay together."""
    draw = random.Random("paths-1m").random
    chosen = []
    for seen, row in enumerate(paths):
        if seen < MILLION:
            chosen.append(row)
            continue
        place = int(draw() * (seen + 1))
        if place < MILLION:
            chosen[place] = row
    if len(chosen) != MILLION:
        raise fetch.FetchError(f"paths-1m: the Contents lists gave only {len(chosen):,} paths.")
    return numbered((title, "") for _, title, _ in sorted(chosen))


def titles_of(rows):
    return [title for _, title, _ in rows]


def shuffled(pairs, seed):
    pairs = sorted(pairs)
    random.Random(seed).shuffle(pairs)
    return numbered(pairs)


# Many scripts

def multilingual():
    """Distinct non-ASCII titles of four sources with their search texts, many scripts, shuffled."""
    found = {}

    def take(name, rows, count):
        fresh = sorted({row[1]: row[2] for row in rows if not row[1].isascii() and row[1] not in found}.items())
        found.update(random.Random(f"multilingual {name}").sample(fresh, min(count, len(fresh))))

    names = [row for row in sources.cities_names() if one_script(row[1])]
    take("cities, Latin", (row for row in names if script(row[1]) == {"LATIN"}), 25_000)
    take("cities, other scripts", (row for row in names if script(row[1]) != {"LATIN"}), 60_000)
    take("Japanese", sources.japanese(), 40_000)
    take("ISO names", (row for row in sources.iso_names() if one_script(row[1])), 40_000)
    take("phrases", sources.phrases(), 35_000)
    return shuffled(found.items(), "multilingual")


JAPANESE_SCRIPTS = {"CJK", "HIRAGANA", "KATAKANA"}


def one_script(name):
    """Whether a name is written in one writing system; half transliterated names are not."""
    scripts = script(name)
    return len(scripts) == 1 or (scripts and scripts <= JAPANESE_SCRIPTS)


# Misspellings

def codespell(words):
    """Query rows `(query id, kind, query, target row, target title)`, and what was left out."""
    rows_of = {}
    for number, title, _ in words:
        rows_of.setdefault(title.lower(), []).append((number, title))
    queries, skipped, listed = [], 0, 0
    for misspelling, corrections in codespell_pairs():
        targets = dict.fromkeys(target for correction in corrections
                                for target in best_case(correction, rows_of))
        if not targets:
            skipped += 1
            continue
        listed += misspelling in rows_of
        number = queries[-1][0] + 1 if queries else 0
        queries.extend((number, "codespell", misspelling, row, title) for row, title in targets)
    return queries, skipped, listed


def best_case(correction, rows_of):
    """The listed words that are the correction, exactly or else without regard to case."""
    listed = rows_of.get(correction.lower(), [])
    exact = [target for target in listed if target[1] == correction]
    return exact or listed


def codespell_pairs():
    """`(misspelling, [correction, …])` of codespell's main dictionary, in its order."""
    path = os.path.join(fetch.python_package("codespell"), "codespell_lib/data/dictionary.txt")
    with open(path, encoding="utf-8") as file:
        for line in file:
            misspelling, _, data = line.strip().partition("->")
            if "," in data:
                # What follows the last comma is a remark, or nothing.
                data = data.rpartition(",")[0]
            yield misspelling.lower(), [correction.strip() for correction in data.split(",") if correction.strip()]
