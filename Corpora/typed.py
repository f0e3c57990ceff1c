"""Titles as people type them who have another keyboard, another width or another normal form."""

import collections
import random
import re
import sys
import unicodedata

import fetch
from rows import script

QUERIES_OF_A_KIND = 100
LETTERS = 12


def multilingual_queries(rows):
    """Query rows `(query id, kind, query, target row, target title)`, as many of each kind."""
    rows = list(rows)
    shared = collections.Counter(beginning(title).lower() for _, title, _ in rows)
    queries, taken = [], set()
    for kind, spell in KINDS.items():
        draw = random.Random(f"multilingual.queries {kind}")
        found = []
        for number, title, text in by_turns(draw.sample(rows, len(rows))):
            query = spell(title, text).lower()
            # A beginning that more than ten titles have cannot say which one is meant.
            if letters(query) < 3 or query in taken or shared[beginning(title).lower()] > 10:
                continue
            taken.add(query)
            found.append((kind, query, number, title))
            if len(found) == QUERIES_OF_A_KIND:
                break
        # Whoever takes every n-th must not meet the same writing systems only.
        draw.shuffle(found)
        queries.extend([(number, *row) for number, row in enumerate(found, start=len(queries))])
    return queries


def by_turns(rows):
    """The rows, one of each writing system in turn, so that none of them makes up nearly all."""
    systems = {}
    for row in rows:
        systems.setdefault(min(script(row[1]), default=""), collections.deque()).append(row)
    while systems:
        for name in sorted(systems):
            yield systems[name].popleft()
            if not systems[name]:
                del systems[name]


# Beginnings

def is_mark(character):
    return unicodedata.category(character).startswith("M")


def letters(text):
    return sum(character.isalnum() for character in text)


def beginning(text):
    """What is typed of a title: the first letters, each with its marks."""
    count, end = 0, 0
    for position, character in enumerate(text):
        if character.isalnum():
            count += 1
            if count > LETTERS:
                break
            end = position + 1
        elif is_mark(character) and end == position:
            end = position + 1
    return text[:end]


# Without accents

# Latin letters that Unicode does not take apart.
WHOLE_LETTERS = str.maketrans({
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ß": "ss",
    "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i", "ħ": "h", "Ħ": "H", "ŧ": "t", "Ŧ": "T", "ŋ": "n",
    "Ŋ": "N", "‘": "'", "’": "'",
})


def unaccented(title, _):
    """A Latin title without its marks; empty where its beginning has none."""
    start = beginning(title)
    if script(title) != {"LATIN"} or all(character.isascii() for character in start if character.isalpha()):
        return ""
    apart = unicodedata.normalize("NFKD", start)
    plain = "".join(character for character in apart if not is_mark(character)).translate(WHOLE_LETTERS)
    return plain if plain.isascii() else ""


# Another width

HALF_WIDTH_KANA = {ord(unicodedata.normalize("NFKC", half)): half for half in map(chr, range(0xFF61, 0xFFA0))}
FULL_WIDTH = {ord(unicodedata.normalize("NFKC", full)): full for full in map(chr, range(0xFF01, 0xFF5F))} | {32: "\u3000"}
NARROW = {ord(full): chr(narrow) for narrow, full in FULL_WIDTH.items()}


def other_width(title, _):
    """Katakana in half width, voicing apart; Latin letters in full width, and those in full width in half."""
    start = beginning(title)
    systems = script(title)
    if systems == {"KATAKANA"}:
        half = unicodedata.normalize("NFD", start).translate(HALF_WIDTH_KANA)
        return half if half != start else ""
    if systems == {"FULLWIDTH"}:
        return start.translate(NARROW)
    if systems == {"LATIN"}:
        return start.translate(FULL_WIDTH)
    return ""


# Another normal form

def other_form(title, _):
    """Marks apart where the title has them in one with their letters, and the reverse; empty where that is the same."""
    start = beginning(title)
    composed = unicodedata.normalize("NFC", start)
    other = unicodedata.normalize("NFD", start) if composed == start else composed
    return other if other != start else ""


# Latin letters for other scripts

JAPANESE = {"HIRAGANA", "KATAKANA", "CJK"}
BY_ANYASCII = ({"CYRILLIC"}, {"GREEK"}, {"GEORGIAN"}, {"ARMENIAN"}, {"HANGUL"})
CHINESE_PLACE = re.compile(r", (China|Taiwan|Macao|Hong Kong)$")


def romanized(title, text):
    """A title of one script in Latin letters, by a means of its own for each; empty where there is none."""
    systems = script(title)
    if systems and systems <= JAPANESE:
        spelt = pinyin(title) if systems == {"CJK"} and CHINESE_PLACE.search(text) else hepburn(reading(title, text))
    elif systems in BY_ANYASCII:
        spelt = package("anyascii").anyascii(title)
    else:
        return ""
    # Signs for palatal letters and stops of the voice are what nobody types.
    return beginning(re.sub(r"[^A-Za-z0-9 -]", "", spelt))


def package(name):
    """A Python package, downloaded when it is missing."""
    folder = fetch.python_package(name)
    if folder not in sys.path:
        sys.path.append(folder)
    return __import__(name)


def pinyin(title):
    return "".join(package("pypinyin").lazy_pinyin(title))


KANA_WORD = re.compile(r"[ぁ-ゖァ-ヺー・]+")


def reading(title, text):
    """The title's own kana, or those that its search text begins with; empty where there are none."""
    for candidate in (title, text.split(" ")[0]):
        if KANA_WORD.fullmatch(candidate):
            return candidate
    return ""


HEPBURN = dict(zip(
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"
    "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔゕゖ",
    "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo "
    "ra ri ru re ro wa i e o n ga gi gu ge go za ji zu ze zo da ji zu de do ba bi bu be bo pa pi pu pe po vu ka ke".split(),
))
SMALL = dict(zip("ぁぃぅぇぉゃゅょゎ", "a i u e o ya yu yo wa".split()))


def hepburn(kana):
    """Kana in Latin letters, kana by kana; the mark of a long vowel is left out, as where there is no macron."""
    spelt, doubles = [], False
    for character in map(hiragana, kana):
        if character == "っ":
            doubles = True
        elif character in SMALL:
            spelt[-1:] = [glide(spelt[-1] if spelt else "", SMALL[character])]
        elif character in HEPBURN:
            syllable = HEPBURN[character]
            spelt.append(doubled(syllable) if doubles else syllable)
            doubles = False
        elif character == "・":
            spelt.append(" ")
    return "".join(spelt)


def hiragana(character):
    return chr(ord(character) - 0x60) if "ァ" <= character <= "ヶ" else character


def doubled(syllable):
    return "t" + syllable if syllable.startswith("ch") else syllable[0] + syllable


def glide(syllable, small):
    """A syllable with the small kana after it, such as "shi" with "yu", "fu" with "a"."""
    head = syllable[:-1]
    if syllable == "u":
        return "w" + small
    if head.endswith(("sh", "ch", "j")):
        return head + small[-1]
    if head in ("k", "g") and small[0] not in "yw":
        return head + "w" + small
    return head + small


KINDS = {"unaccented": unaccented, "width": other_width, "form": other_form, "romanized": romanized}
