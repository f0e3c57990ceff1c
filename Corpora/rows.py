"""Rows, the file format of the lists, and the figures printed about them.

A row is `(id, title, search_text)`. A list is a UTF-8 file of tab-separated
rows without a header.
"""

import functools
import hashlib
import os
import re
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
LISTS = os.path.join(HERE, "lists")

# Tab, line feed, carriage return and every other character that a reader may
# take for the end of a line, with the blanks around them.
SPACES = re.compile(r"[\s\x00-\x1f\x7f\x85\u2028\u2029]+")


def clean(value):
    """One line without tabs, and without blanks at its ends."""
    return SPACES.sub(" ", value).strip()


def numbered(pairs):
    """Rows with ids from 0 out of `(title, search_text)` pairs; empty titles are dropped."""
    rows = []
    for title, text in pairs:
        title = clean(title)
        if title:
            rows.append((len(rows), title, clean(text)))
    return rows


def distinct_titles(pairs):
    """The pairs whose title did not occur before."""
    seen = set()
    for title, text in pairs:
        title = clean(title)
        if title and title not in seen:
            seen.add(title)
            yield title, text


def write(path, rows):
    """Writes the rows through a temporary file, so that a list is whole or absent."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    partial = path + ".partial"
    with open(partial, "w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write("\t".join(map(str, row)) + "\n")
    os.replace(partial, path)


def read(path):
    """The rows of a list, as `(id, title, search_text)`."""
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            number, title, text = line.rstrip("\n").split("\t")
            yield int(number), title, text


def statistics(path, title_column=1):
    """Rows, bytes, mean title length, mean words, share of non-ASCII titles, SHA-256."""
    count = characters = words = non_ascii = 0
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for line in file:
            digest.update(line)
            title = line.decode("utf-8").rstrip("\n").split("\t")[title_column]
            count += 1
            characters += len(title)
            words += title.count(" ") + 1
            non_ascii += not title.isascii()
    rows = max(count, 1)
    return {
        "list": os.path.basename(path).removesuffix(".tsv"),
        "rows": count,
        "bytes": os.path.getsize(path),
        "mean characters": f"{characters / rows:.1f}",
        "mean words": f"{words / rows:.2f}",
        "non-ASCII %": f"{100 * non_ascii / rows:.1f}",
        "sha256": digest.hexdigest(),
    }


def script(text):
    """The writing systems of a text's letters, such as `{"LATIN"}` or `{"CJK", "HIRAGANA"}`."""
    return {character_script(character) for character in text if character.isalpha()}


@functools.cache
def character_script(character):
    return unicodedata.name(character, "UNKNOWN").split()[0].split("-")[0]
