"""The small lists that are committed, out of sources whose licences allow it.

See `samples/LICENCES.md` for the notices; changing a sample does not change them.
"""

import os
import random

import sources
from rows import HERE, clean, numbered, script

FOLDER = os.path.join(HERE, "samples")

WORDNET_ROWS = 20_000
LARGEST_CITIES = 6_000
OTHER_CITIES = 2_000

# Blocks of names that people look for: Latin to Georgian, the symbols and the emoji.
UNICODE_RANGES = ((0x20, 0x10FF), (0x1E00, 0x2BFF),
                  (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x1FA70, 0x1FAFF))

# GeoNames does not say in which language a name is. These are kept wherever a city has them.
KNOWN_NAMES = set("""
Göteborg Gothenburg Munich München Köln Cologne Wien Vienna Zürich Genève Geneva Bruxelles Brussel Praha Prague
Kraków Cracow Łódź Wrocław Warszawa Warsaw København Copenhagen Århus Malmö Tromsø Reykjavík București Bucharest
Brașov İstanbul Istanbul İzmir Roma Rome Milano Milan Napoli Naples Firenze Florence Venezia Venice Torino Turin
Lisboa Lisbon Sevilla Seville Montréal Québec Bogotá Székesfehérvár Αθήνα Athens Θεσσαλονίκη Москва Moscow
Санкт-Петербург Київ Kyiv Kiev Мінск София Београд Белград Улаанбаатар Алматы Երևան თბილისი ירושלים القاهرة Cairo
بغداد دبی دبي دمشق الرياض بيروت الجزائر تهران کابل کراچی اسلام‌آباد मुंबई दिल्ली काठमांडू ঢাকা কলকাতা சென்னை கொழும்பு
ಬೆಂಗಳೂರು హైదరాబాదు കൊച്ചി කොළඹ กรุงเทพมหานคร ភ្នំពេញ ရန်ကုန် ວຽງຈັນ 北京 上海 广州 深圳 天津 成都 香港 台北 東京 大阪 京都
札幌 서울 부산 인천 平壤 평양
""".split()) | {
    "São Paulo", "Đà Nẵng", "Hà Nội", "Thành phố Hồ Chí Minh", "Saigon", "A Coruña", "Ciudad de México",
    "Den Haag", "The Hague", "Nürnberg", "New York City", "アディスアベバ", "አዲስ አበባ", "תל אביב-יפו", "מוסקבה",
}

# The scripts of a country's own names, by ISO 3166 code.
CYRILLIC = dict.fromkeys("BG BY KG KZ MK MN RS RU TJ UA".split(), ("CYRILLIC",))
ARABIC = dict.fromkeys("AE AF BH DZ EG IQ IR JO KW LB LY MA OM PK QA SA SD SY TN YE".split(), ("ARABIC",))
OWN_SCRIPTS = CYRILLIC | ARABIC | {
    "AM": ("ARMENIAN",), "BD": ("BENGALI",), "CN": ("CJK",), "ET": ("ETHIOPIC",), "GE": ("GEORGIAN",),
    "GR": ("GREEK",), "HK": ("CJK",), "IL": ("HEBREW", "ARABIC"), "JP": ("CJK", "HIRAGANA", "KATAKANA"),
    "KH": ("KHMER",), "KP": ("HANGUL",), "KR": ("HANGUL",), "LA": ("LAO",), "LK": ("SINHALA", "TAMIL"),
    "MM": ("MYANMAR",), "NP": ("DEVANAGARI",), "TH": ("THAI",), "TW": ("CJK",),
    "IN": ("DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "GUJARATI"),
}


def all_samples():
    """`(path, rows)` of every sample."""
    for name, rows in (("wordnet", wordnet), ("cities", cities), ("unicode-names", unicode_names)):
        yield os.path.join(FOLDER, name + ".tsv"), rows()


def wordnet():
    """A random choice of lemmas; the search text is the short definition of the most frequent meaning."""
    glosses = sources.wordnet_glosses()
    lemmas = random.Random("sample wordnet").sample(sorted(glosses), WORDNET_ROWS)
    # Remarks and quoted examples follow after a semicolon.
    return numbered((lemma, glosses[lemma][0].split("; ")[0]) for lemma in sorted(lemmas))


def unicode_names():
    """The names of widely used characters, with code point, block and aliases as search text."""
    return [(code, clean(name), clean(text)) for code, name, text in sources.unicode_characters()
            if any(first <= code <= last for first, last in UNICODE_RANGES)]


def cities():
    """The largest cities and some with non-ASCII names.

    After the title come some names in several scripts as search text, the weight, the inhabitants, and what it is, if known.
    """
    everything = sorted(sources.geonames_cities(), key=lambda city: (-city["population"], city["geonameid"]))
    chosen, rest = everything[:LARGEST_CITIES], everything[LARGEST_CITIES:]
    chosen += [city for city in rest if has_known_name(city) and city["population"] > 1_000]
    rest = [city for city in rest if not city["name"].isascii()]
    chosen += random.Random("sample cities").sample(rest, OTHER_CITIES)
    by_id = {city["geonameid"]: city for city in chosen}
    # Weights end at 65,535, and the largest city has 25 million inhabitants: they count thousands.
    kinds = sources.geonames_kinds()
    return [(number, sources.city_title(city), ", ".join(some_names(city)), round(city["population"] / 1000), city["population"],
             kinds.get(number, "")) for number, city in sorted(by_id.items())]


def has_known_name(city):
    return city["name"] in KNOWN_NAMES or not KNOWN_NAMES.isdisjoint(city["alternatenames"])


def some_names(city):
    """The known names of a city, then up to two in its country's scripts, in other scripts and in Latin letters."""
    names = sources.alternate_names(city)
    by_script = {}
    for name in names:
        scripts = script(name)
        if len(scripts) == 1 and len(name) < 40:
            by_script.setdefault(scripts.pop(), []).append(name)
    # Short capitals are airport codes; small ones are other scripts spelt letter by letter.
    latin = [name for name in by_script.pop("LATIN", []) if len(name) > 3 and name[0].isupper()]
    own = [name for key in OWN_SCRIPTS.get(city["countrycode"], ()) for name in by_script.pop(key, [])[:2]]
    chance = random.Random(city["geonameid"])
    foreign = [chance.choice(by_script[key]) for key in sorted(by_script)]
    picked = [name for name in names if name in KNOWN_NAMES] + own[:2]
    picked += chance.sample(foreign, min(2, len(foreign)))
    for group in (list(filter(str.isascii, latin)), [name for name in latin if not name.isascii()]):
        picked += chance.sample(group, min(1, len(group)))
    return list(dict.fromkeys(picked))
