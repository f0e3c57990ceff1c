"""A list of titles with long hidden search texts: package descriptions and dictionary entries.

A text begins with what the sources say of its own title. Where that is short,
texts of related titles follow, and where they are too few, any others.
"""

import collections
import random
import re

import fetch
import sources
from derived import shuffled
from rows import clean

PACKAGES = 58_000
TRANSLATED = 1_800  # Packages in each language.
DICTIONARY = 124_000

LANGUAGES = "de es fr it ja ko pl pt_BR ru uk".split()

# A text's own part is cut at LONGEST characters. A text that has not ENOUGH is filled up, and cut at FILLED.
LONGEST, ENOUGH, FILLED = 1_200, 500, 700


def descriptions():
    """Exactly 200,000 rows with distinct titles, shuffled, and the characters of text that are of each kind."""
    kinds = collections.Counter()
    texts = {}

    def take(name, entries, count):
        """Adds `count` titles that are new, drawn with a seed of their own."""
        fresh = sorted(entries.keys() - texts.keys())
        if len(fresh) < count:
            raise fetch.FetchError(f"descriptions: the source '{name}' gave only {len(fresh):,} titles.")
        others = sorted({piece for own, _ in entries.values() for piece in own})
        for title in random.Random(f"descriptions {name}").sample(fresh, count):
            own, related = entries[title]
            texts[title] = joined(own, related, drawn(others, f"descriptions {title}"), kinds)

    packages = package_entries()
    take("packages", packages["en"], PACKAGES)
    for language in LANGUAGES:
        take(f"packages {language}", packages[language], TRANSLATED)
    take("dictionary", dictionary_entries(), DICTIONARY)
    return shuffled(texts.items(), "descriptions"), kinds


def joined(own, related, others, kinds):
    """The pieces of one's own, then as many of the related and of the other pieces as are needed."""
    text = cut(" ".join(dict.fromkeys(own)), LONGEST)
    kinds["its own"] += len(text)
    for kind, pieces in (("of related titles", related), ("drawn", others)):
        for piece in pieces:
            if len(text) >= ENOUGH:
                break
            if piece not in text:
                longer = cut(f"{text} {piece}", FILLED)
                kinds[kind] += len(longer) - len(text)
                text = longer
    return text


def drawn(pieces, seed):
    """Pieces at random, without end."""
    draw = random.Random(seed)
    while True:
        yield draw.choice(pieces)


def cut(text, limit):
    """The text up to its last blank before the limit; up to the limit where no blank is near it."""
    if len(text) <= limit:
        return text
    blank = text.rfind(" ", limit - 30, limit + 1)
    return text[:blank if blank >= 0 else limit].rstrip()


# Packages

def package_entries():
    """`{language: {one-line description: (own pieces, related pieces)}}`, English included.

    A package's own pieces are the paragraphs of its long description; related
    are those of the packages it depends on, recommends or suggests.
    """
    packages = dict(package_relations())
    dependents = collections.Counter(name for _, names in packages.values() for name in names)
    described = package_descriptions()
    entries = {language: {} for language in described}

    def pieces(name, language):
        digest, _ = packages.get(name, ("", ()))
        paragraphs = described[language].get(digest, ("", []))[1]
        return [f"{name}: {paragraphs[0]}", *paragraphs[1:]] if paragraphs else []

    def related(names, language):
        # What few packages need says most about them.
        for name in sorted(names, key=lambda name: (dependents[name], name)):
            yield from pieces(name, language)

    for name, (digest, names) in packages.items():
        for language, texts in described.items():
            title = texts.get(digest, ("", []))[0]
            own = pieces(name, language)
            translated = language == "en" or title != described["en"].get(digest, ("", []))[0]
            if title and own and translated and title not in entries[language]:
                entries[language][title] = (own, related(names, language))
    return entries


def package_relations():
    """`(name, (digest of its description, names of the packages it needs or goes with))`, by name."""
    relations = {}
    for record in sorted(fetch.Apt().available().split("\n\n")):
        fields = dict(re.findall(r"^([A-Z][A-Za-z0-9-]*): (.+)$", record, re.MULTILINE))
        if "Package" in fields and "Description-md5" in fields:
            needed = ", ".join(fields.get(key, "") for key in ("Pre-Depends", "Depends", "Recommends", "Suggests"))
            names = set(re.findall(r"(?:^|[,|]\s*)([a-z0-9][a-z0-9+.-]+)", needed)) - {fields["Package"]}
            relations.setdefault(fields["Package"], (fields["Description-md5"], sorted(names)))
    return sorted(relations.items())


def package_descriptions():
    """`{language: {digest: (one-line description, paragraphs)}}`; the digest is that of the English description."""
    entry = re.compile(r"^Description-md5: (\S+)\nDescription-\w+: (.*)\n((?: .*\n?)*)", re.MULTILINE)
    described = {language: {} for language in ["en", *LANGUAGES]}
    for language, text in fetch.translations(described):
        for digest, title, body in entry.findall(text):
            paragraphs = map(clean, re.split(r"^ \.$", body, flags=re.MULTILINE))
            described[language].setdefault(digest, (clean(title), list(filter(None, paragraphs))))
    return described


# Dictionary

def dictionary_entries():
    """`{headword: (own pieces, related pieces)}` of WordNet and of the Free On-line Dictionary of Computing.

    Own are what these two and GCIDE say of the headword, related the meanings
    that WordNet's pointers lead to and the entries that the other refers to.
    """
    synsets, meanings = sources.wordnet_database()
    computing = list(foldoc())
    by_name = {}
    for headword, body in [*computing, *gcide()]:
        by_name.setdefault(headword.lower(), []).append(unmarked(body))
    entries = {}
    for lemma, keys in meanings.items():
        own = [meaning(synsets[key], besides=lemma) for key in keys] + by_name.get(lemma.lower(), [])
        entries[lemma] = (own, around(keys, synsets))
    known = {lemma.lower() for lemma in meanings}
    for headword, body in computing:
        if headword.lower() not in known and len(headword) <= 60 and re.search("[A-Za-z]", headword):
            entries.setdefault(headword, (by_name[headword.lower()], references(body, by_name)))
    return entries


def meaning(synset, besides=None):
    """A gloss after the words that have this meaning."""
    words = ", ".join(word for word in synset.words if word != besides)
    return f"{words}: {synset.gloss}" if words else synset.gloss


def around(keys, synsets):
    """The meanings that pointers lead to: in fewer steps first, then the nearest in the database's order."""
    part, place = keys[0][0], int(keys[0][1])
    seen, waiting = set(keys), collections.deque(keys)
    while waiting:
        fresh = set(synsets[waiting.popleft()].pointers) - seen
        for key in sorted(fresh, key=lambda key: (key[0] != part, abs(int(key[1]) - place), key)):
            yield meaning(synsets[key])
            waiting.append(key)
        seen |= fresh


def references(body, by_name):
    """The entries that an entry refers to; a reference stands in braces."""
    for name in re.findall(r"\{([^{}]+)\}", body):
        yield from by_name.get(clean(name).lower(), [])


def foldoc():
    """`(headword, body)` of each entry of the Free On-line Dictionary of Computing."""
    for entry in sources.dictd_entries("dict-foldoc", "foldoc"):
        # Other spellings may follow the headword up to an empty line, the date of the last change the text.
        head, _, body = entry.partition("\n\n")
        body = re.sub(r"\(\d{4}-\d\d-\d\d\)\s*$", "", body)
        if body.strip():
            yield clean(head.partition("\n")[0]), body


def gcide():
    """`(headword, body)` of each entry of GCIDE, without how it is said."""
    for entry in sources.dictd_entries("dict-gcide", "gcide"):
        match = re.match(r"([^\\\n]+) \\[^\\]*\\(?: \([^()]*\[[^()]*\))?,?", entry)
        if match:
            yield clean(match.group(1)), entry[match.end():]


def unmarked(body):
    """A dictionary's text without its marks: braces around references; origins, sources and codes in brackets."""
    body = re.sub(r"\[['\"`^~=.,:-]*([a-z]{1,2})[\^~]?\]", r"\1", body)
    while re.search(r"\[[^\[\]]*\]", body):
        body = re.sub(r"\[[^\[\]]*\]", "", body)
    return clean(re.sub(r"[{}]", "", body))
