"""Paths as file finders see them, and queries as people type them there.

The queries are made by rules, not collected from people. Each rule makes a query of one path, and has a fit: what a path
needs to be the target of that query. A query is taken only if no other path of the list fits.
"""

import array
import bisect
import collections
import functools
import itertools
import random
import re
import string

import fetch
from rows import distinct_titles, numbered

QUERIES = 2000
PYTHON_FILES = 120_000

# The folders of Debian's source trees; the groups are a path from its repository's folder on. The host of a Go import path
# and the version of a crate or gem are left out, and so are Python's single modules and its folders of egg-info.
TREES = (
    ("usr/share/gocode/src/", re.compile(r"[^/]+\.[^/]+/([^/]+/.+)")),
    ("usr/share/cargo/registry/", re.compile(r"([^/]+?)-\d[^/]*(/.+)")),
    ("usr/share/rubygems-integration/all/gems/", re.compile(r"([^/]+?)-\d[^/]*(/.+)")),
    ("usr/share/nodejs/", re.compile(r"((?:@[^/.]+/)?[^/@.][^/]*/.+)")),
    ("usr/share/php/", re.compile(r"([A-Za-z][^/.]*/.+)")),
    ("usr/lib/python3/dist-packages/", re.compile(r"([A-Za-z_][^/.]*/.+)")),
)


# Lists

def repository_files(paths):
    """The files of the source trees, each path from its repository's folder on, in byte order."""
    found, packages = set(), collections.defaultdict(list)
    for _, path, _ in paths:
        for folder, inside in TREES:
            if path.startswith(folder):
                match = inside.fullmatch(path, len(folder))
                if match and "python3" in folder:
                    packages[match[1].partition("/")[0]].append(match[1])
                elif match:
                    found.add("".join(match.groups()))
    # There is more of Python than of all else: whole packages, drawn until they have enough files.
    order = sorted(packages)
    random.Random("repository-files").shuffle(order)
    drawn = itertools.accumulate((len(packages[name]) for name in order), initial=0)
    for name, before in zip(order, drawn):
        if before < PYTHON_FILES:
            found.update(packages[name])
    if not found:
        raise fetch.FetchError("repository-files: the Contents lists have no source trees.")
    return numbered((path, "") for path in sorted(found))


def locate(paths):
    """The paths with a slash before them, and those of all their folders, in byte order."""
    found = set()
    for _, path, _ in paths:
        path = "/" + path
        while path and path not in found:
            found.add(path)
            path = path.rpartition("/")[0]
    return numbered(distinct_titles((path, "") for path in sorted(found)))


# Paths and their parts

# Paths with names that people type. Other signs mean something in queries; programs make most names with more digits.
TYPED = re.compile(r"[A-Za-z0-9._/@+-]+")
MOST_DIGITS = 4
# Riffle refuses queries of more terms.
TERM = re.compile(r"[A-Za-z0-9]+")
MOST_TERMS = 16
EXTENSION = re.compile(r"(?<=[^.])\.[A-Za-z][A-Za-z0-9]{0,9}$")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class File:
    """A row of a list of paths, and the parts of its path."""

    def __init__(self, row, path):
        self.row, self.path = row, path
        self.parts = path.strip("/").split("/")
        self.name = self.parts[-1]
        self.stem = stem_of(self.name)
        self.words = words_of(self.stem)


def stem_of(name):
    """A name without its last extension."""
    return EXTENSION.sub("", name)


def words_of(text):
    """The words of a name in small letters, cut at signs, at digits and at capitals."""
    return [word.lower() for word in WORD.findall(text)]


class Paths:
    """A list of paths, and which of them a query may mean."""

    def __init__(self, rows):
        self.files = [(row, path) for row, path, _ in rows]
        self.small = [path.lower() for _, path in self.files]
        self.folders = {path.rpartition("/")[0] for path in self.small}
        names = [path.rpartition("/")[2] for path in self.small]
        self.names = collections.Counter(names)
        self.names_text = "\n".join(self.names)
        self.in_order = sorted(zip(names, range(len(names))))
        self.backward = sorted(path[::-1] for path in self.small)
        self.of_stem = collections.defaultdict(list)
        for number, name in enumerate(names):
            self.of_stem[stem_of(name)].append(number)
        # What each rule makes of all stems, to know the queries that one stem gives.
        self.spelt = functools.cache(lambda rule: collections.Counter(
            rule(words_of(stem_of(path.rpartition("/")[2]))) for _, path in self.files))

    def named(self, beginning):
        """The places, in the order of names, of those with that beginning."""
        return range(bisect.bisect_left(self.in_order, (beginning,)),
                     bisect.bisect_left(self.in_order, (beginning + "\U0010ffff",)))

    def folder_of(self, place):
        """The name of the innermost folder, in small letters, of a place that `named` gives."""
        return self.small[self.in_order[place][1]].rpartition("/")[0].rpartition("/")[2]

    def has_one_of_stem(self, file):
        """Whether no other name has the stem; a stem with a dot is not one that people type."""
        return len(self.of_stem[file.stem.lower()]) == 1 and "." not in file.stem

    def ending(self, end):
        """How many paths have that end, from the beginning of a folder's or file's name on."""
        end = "/" + end.lower().lstrip("/")
        start = bisect.bisect_left(self.backward, end[::-1])
        stop = bisect.bisect_left(self.backward, end[::-1] + "\U0010ffff")
        whole = end[1:][::-1]
        place = bisect.bisect_left(self.backward, whole)
        return stop - start + (self.backward[place:place + 1] == [whole])

    @functools.cached_property
    def beginning_with(self):
        """The rows of which some word begins with three letters, for any three."""
        found = collections.defaultdict(lambda: array.array("L"))
        for number, (_, path) in enumerate(self.files):
            for letters in {word[:3].lower() for word in WORD.findall(path)}:
                found[letters].append(number)
        return found

    def is_only_one_with(self, fragments):
        """Whether words of exactly one path begin with all these fragments."""
        postings = [self.beginning_with[fragment[:3]] for fragment in fragments]
        fit = (number for number in min(postings, key=len) if begins_words(fragments, self.files[number][1]))
        return len(list(itertools.islice(fit, 2))) == 1


def begins_words(fragments, path):
    """Whether each fragment is the beginning of a word of the path."""
    small = path.lower()
    if not all(fragment in small for fragment in fragments):
        return False
    words = words_of(path)
    return all(any(word.startswith(fragment) for word in words) for fragment in fragments)


# Spellings of a stem: of its words a query, or nothing

def spaced(words):
    """`users controller` for users_controller."""
    return " ".join(words) if 2 <= len(words) <= 5 else ""


def glued(words):
    """`usecon`: the first three letters of two to four words."""
    return "".join(word[:3] for word in words) if 2 <= len(words) <= 4 and are_letters(words, 3) else ""


def initials_and_word(words):
    """`hsrouter` for http_server_router: the last word, and of the others their first letters."""
    return "".join(word[0] for word in words[:-1]) + words[-1] if 2 <= len(words) <= 4 and are_letters(words, 2) else ""


def shortened(words):
    """`usersctrl` for users_controller: the first of two words, and the second, of five letters and more, in short."""
    return words[0] + short(words[1]) if len(words) == 2 and are_letters(words, 2) and len(words[1]) > 4 else ""


def are_letters(words, least):
    return all(word.isalpha() and len(word) >= least for word in words)


def short(word):
    """A word's first letter and the next three consonants: double ones once, no n or m before another (`cfg`, `msg`)."""
    bare = re.sub(r"[nm](?=[bcdfghjkpqrstvwxz])", "", word[1:])
    return word[0] + re.sub(r"[aeiouy]|(.)(?=\1)", "", bare)[:3]


def spelling(rule):
    """The kind of query that a spelling makes: no other stem gives the same, and no name has it literally."""
    def query(file, paths, draw):
        found = rule(file.words)
        is_own = len(found) > 4 and "." not in file.stem and paths.spelt(rule)[found] == 1
        return found if is_own and found not in paths.names_text else None
    return query


# Names

def name(file, paths, draw):
    return file.name if paths.names[file.name.lower()] == 1 else None


def stem(file, paths, draw):
    return file.stem.lower() if file.stem != file.name and paths.has_one_of_stem(file) else None


def folder(file, paths, draw):
    """A folder's own name, where no file and no other folder has it."""
    return name(file, paths, draw) if file.path.lower() in paths.folders else None


def beginning(file, paths, draw):
    """The shortest one of 4 to 12 letters that no other name has, if that is not the whole stem."""
    whole = file.stem.lower()
    return next((whole[:end] for end in range(4, min(len(whole), 13)) if len(paths.named(whole[:end])) == 1), None)


NEIGHBOURS = {key: row[max(place - 1, 0):place] + row[place + 1:place + 2]
              for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for place, key in enumerate(row)}


def typo(file, paths, draw):
    """A stem with one letter but the first left out, doubled, swapped with the next or replaced by the key beside it."""
    whole = file.stem.lower()
    places = [place for place in range(1, len(whole) - 1) if whole[place:place + 2].isalpha()]
    if len(whole) < 6 or not places:
        return None
    place = draw.choice(places)
    before, letter, following, rest = whole[:place], whole[place], whole[place + 1], whole[place + 2:]
    query = before + draw.choice((following, letter * 2 + following, following + letter,
                                  draw.choice(NEIGHBOURS[letter]) + following)) + rest
    if query == whole or paths.named(query) or not paths.has_one_of_stem(file):
        return None
    return query if [near for near in one_typo_away(query) if near in paths.of_stem] == [whole] else None


def one_typo_away(text):
    """The texts that one typo makes of another: a character more, less, another, or two swapped."""
    signs = string.ascii_lowercase + string.digits + "._-"
    cuts = [(text[:place], text[place:]) for place in range(len(text) + 1)]
    found = {before + after[1:] for before, after in cuts if after}
    found.update(before + after[1] + after[0] + after[2:] for before, after in cuts if len(after) > 1)
    found.update(before + sign + after[1:] for before, after in cuts if after for sign in signs)
    found.update(before + sign + after for before, after in cuts for sign in signs)
    return sorted(found - {text})


# Folders and names

def folder_and_name(file, paths, draw):
    """A folder and the stem: several have the stem, and no other of these lies in such a folder."""
    whole = file.stem.lower()
    if len(file.parts) < 2 or len(paths.of_stem[whole]) < 2 or "." in whole:
        return None
    chosen = draw.choice(file.parts[:-1]).lower()
    fit = sum(chosen in paths.small[number].split("/")[:-1] for number in paths.of_stem[whole])
    return f"{chosen} {whole}" if fit == 1 and len(chosen) > 1 and chosen != whole else None


def folder_slash_name(file, paths, draw):
    """`ser/rou`: the first letters of the innermost folder and of the name, three to six, as few as fit no other path."""
    if len(file.parts) < 2:
        return None
    outer, inner = file.parts[-2].lower(), file.name.lower()
    for length in range(3, 7):
        fit = (place for place in paths.named(inner[:length]) if paths.folder_of(place).startswith(outer[:length]))
        if len(list(itertools.islice(fit, 2))) == 1:
            return f"{outer[:length]}/{inner[:length]}"
    return None


def fragments(file, paths, draw):
    """Beginnings of words of one or two folders and of the stem, of three to six letters, as few as fit no other path."""
    folders = [part for part in file.parts[:-1] if any(len(word) > 2 for word in words_of(part))]
    own = [word for word in file.words if len(word) > 2 and word.isalpha()]
    if not folders or not own:
        return None
    places = sorted(draw.sample(range(len(folders)), min(len(folders), draw.choice((1, 2)))))
    words = [draw.choice([word for word in words_of(folders[place]) if len(word) > 2]) for place in places]
    words.append(draw.choice(own))
    for length in range(3, 7):
        found = [word[:length] for word in words]
        if len(set(found)) == len(words) and paths.is_only_one_with(found):
            return " ".join(found)
    return None


def any_order(file, paths, draw):
    """The same, the name's first, then the folders from the innermost one."""
    found = fragments(file, paths, draw)
    return found and " ".join(reversed(found.split(" ")))


# Paths from elsewhere

def end_of_path(file, paths, draw):
    """The end of the path from a drawn folder on, where no other path has it."""
    if len(file.parts) < 3:
        return None
    end = "/".join(file.parts[draw.randrange(1, len(file.parts) - 1):])
    return end if paths.ending(end) == 1 else None


def absolute_path(file, paths, draw):
    return f"/home/ann/src/app/{file.path}" if paths.ending(file.path) == 1 else None


def whole_path(file, paths, draw):
    return file.path


def line(file, paths, draw):
    """As compilers write it: the name or the end of a path, the line, and for every other one the column."""
    end = "/".join(file.parts[-draw.randint(1, 3):])
    return paths.ending(end) == 1 and f"{end}:{draw.randint(1, 400)}" + draw.choice(("", f":{draw.randint(1, 80)}"))


def windows(file, paths, draw):
    end = end_of_path(file, paths, draw)
    return end and end.replace("/", "\\")


NAMES = {"name": name, "stem": stem, "words": spelling(spaced), "beginning": beginning, "typo": typo}
FOLDERS = {"folder and name": folder_and_name, "folder/name": folder_slash_name, "fragments": fragments,
           "any order": any_order}
FILES = NAMES | {"glued": spelling(glued), "initials": spelling(initials_and_word), "shortened": spelling(shortened)} | \
    FOLDERS | {"absolute path": absolute_path, "end of path": end_of_path, "line": line, "windows": windows}
LOCATE = NAMES | {"folder": folder} | FOLDERS | {"whole path": whole_path, "end of path": end_of_path}


def queries(name, rows, kinds):
    """As many queries of each kind, each for a row of its own, as `judged.halves` takes them."""
    paths = Paths(rows)
    rows = [File(row, path) for row, path in random.Random(f"{name}.queries rows").sample(paths.files, len(paths.files))
            if TYPED.fullmatch(path)]
    rows = [file for file in rows if any(len(word) > 2 and word.isalpha() for word in file.words)
            and sum(map(str.isdigit, file.name)) <= MOST_DIGITS]
    taken, found = set(), {}
    for kind, rule in kinds.items():
        draw = random.Random(f"{name}.queries {kind}")
        wanted = QUERIES // len(kinds)
        for file in rows:
            query = None if file.row in taken else rule(file, paths, draw)
            if query and (kind, query) not in found and len(TERM.findall(query)) <= MOST_TERMS:
                taken.add(file.row)
                found[kind, query] = {(file.row, file.path)}
                wanted -= 1
                if wanted == 0:
                    break
    return found
