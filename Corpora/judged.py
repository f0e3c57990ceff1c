"""Query sets made of what people and lists have written: misspelt words, other spellings of names, titles with a word
too many or too few, package names cut and joined otherwise.

Each set has two halves, drawn once: what is tuned on one is confirmed on the other. No target is in both.
"""

import collections
import os
import random
import re
import unicodedata

import derived
import fetch
from rows import script

QUERIES_OF_A_HALF = 2000
HALVES = ("tuning", "untouched")


def halves(name, found):
    """`(half, query rows)` for each half of `found`, a dict of the targets `(row, title)` that each `(kind, query)` has."""
    groups = collections.defaultdict(list)
    for (kind, query), targets in sorted(found.items()):
        groups[min(targets)].append((kind, query, sorted(targets)))
    order = sorted(groups)
    draw = random.Random(f"{name}.queries")
    draw.shuffle(order)
    middle = len(order) // 2
    for half, keys in zip(HALVES, (order[:middle], order[middle:])):
        # One query for each target, so that a name with many spellings counts no more than another.
        chosen = [draw.choice(groups[key]) for key in keys[:QUERIES_OF_A_HALF]]
        yield half, [(number, kind, query, row, title)
                     for number, (kind, query, targets) in enumerate(chosen) for row, title in targets]


# Misspelt words

def spelling(words):
    """Words as people have misspelt them, and the listed words that they meant."""
    rows_of = collections.defaultdict(list)
    for number, title, _ in words:
        rows_of[title.lower()].append((number, title))
    found = collections.defaultdict(set)
    path = os.path.join(fetch.python_package("nlpaug"), "nlpaug/res/word/spelling/spelling_en.txt")
    with open(path, encoding="utf-8") as file:
        for line in file:
            meant, *slips = line.split()
            for slip in slips:
                slip = slip.lower()
                # What is a word of the list is not known to be a slip.
                if slip.isalpha() and len(slip) > 2 and slip not in rows_of:
                    found["misspelt", slip].update(derived.best_case(meant, rows_of))
    return {key: targets for key, targets in found.items() if targets}


# Names under other spellings

def folded(text):
    """The letters and digits of a text, small and without marks."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in bare if character.isalnum())


def places(rows, cities):
    """Places under their other names in Latin letters, as far as these are spelt alike."""
    return other_spellings("place", rows, (
        (title, name) for _, title, names in cities for name in names.split(", ")
        if script(name) == {"LATIN"} and is_alike(title.partition(", ")[0], name)))


def players(rows, known):
    """Chess players under other spellings of their names, given name first in every other query."""
    def queries():
        for number, title, names in known:
            for name in names.split("; "):
                surname, comma, given = name.partition(", ")
                yield title, f"{given} {surname}" if comma and number % 2 else name.replace(",", "")
    return other_spellings("player", rows, queries())


def other_spellings(kind, rows, pairs):
    """The queries of `(title, other spelling)` pairs that are not the beginning of the title itself."""
    rows_of = {title: (number, title) for number, title, _ in rows}
    found = collections.defaultdict(set)
    for title, name in pairs:
        query = name.lower()
        if len(folded(name)) > 2 and not folded(title).startswith(folded(name)):
            found[kind, query].add(rows_of[title])
    return {key: targets for key, targets in found.items() if len(targets) <= 10}


def is_alike(name, other):
    """Whether at least half of the letter pairs of two names are the same (Dice's coefficient)."""
    def pairs(text):
        return collections.Counter(zip(text, text[1:]))
    one, two = pairs(folded(name)), pairs(folded(other))
    return 2 * (one & two).total() >= 0.5 * (one.total() + two.total())


# A word too many or too few

# What people add to the name of what they look for.
ADDED = ("the", "a", "online", "free", "download", "pdf", "map", "wiki", "news", "video", "best", "new", "official",
         "full", "photos", "2020", "near me", "full movie", "in english", "with")


def wording(rows):
    """Titles with a word that they do not have, before or after their own, and with one word left out."""
    rows = [row for row in rows if re.fullmatch(r"[A-Za-z]{3,}( [A-Za-z]{3,}){1,4}", row[1])]
    draw = random.Random("wording.queries titles")
    words = [word.lower() for _, title, _ in rows for word in title.split()]
    shared = collections.Counter(tuple(sorted(title.lower().split())) for _, title, _ in rows)
    parts = collections.Counter(part for _, title, _ in rows for part in shorter(title))
    found = {}
    for number, title, _ in draw.sample(rows, 12 * QUERIES_OF_A_HALF):
        own = title.lower().split()
        if shared[tuple(sorted(own))] > 1:
            continue
        kind = draw.choice(("added word", "wrong word", "word left out"))
        if kind == "word left out":
            choices = [part for part in shorter(title) if parts[part] == 1]
            if len(own) < 3 or not choices:
                continue
            query = " ".join(draw.choice(choices))
        else:
            added = draw.choice(ADDED) if kind == "added word" else draw.choice(words)
            if added in own:
                continue
            query = " ".join([added, *own] if draw.random() < 0.3 else [*own, added])
        found[kind, query] = {(number, title)}
    return found


def shorter(title):
    """The words of a title, small, without each of them in turn."""
    words = title.lower().split()
    return [tuple(words[:place] + words[place + 1:]) for place in range(len(words))]


# Package names

def naming(rows):
    """Package names cut where they have no blank, joined where they are cut, and with a word of what they are for."""
    rows = list(rows)
    names = {name for _, name, _ in rows}
    draw = random.Random("naming.queries")
    found = {}
    for number, name, text in rows:
        words = [word for word in re.findall(r"[a-z]{4,}", text.lower()) if word not in name]
        halves_of = [place for place in range(3, len(name) - 2)
                     if name.isalpha() and name[:place] in names and name[place:].isalpha()]
        kinds = {"described": f"{name} {draw.choice(words)}" if words else None,
                 "joined": name.replace("-", "") if name.count("-") == 1 and name.replace("-", "") not in names else None,
                 "cut": f"{name[:halves_of[0]]} {name[halves_of[0]:]}" if halves_of else None}
        kind = draw.choice([kind for kind, query in kinds.items() if query] or [None])
        if kind:
            found[kind, kinds[kind]] = {(number, name)}
    return found
