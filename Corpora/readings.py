"""The table of Mandarin readings that romanisation and jumplists use: `Sources/CKernels/han_readings.c`.

ICU gives each character of Han one reading. The table holds what differs from it: words from pypinyin (MIT), surnames,
and the other common readings of a character. See `README.md` for the sources.
"""

import collections
import glob
import json
import os
import unicodedata

import fetch
from rows import HERE

PATH = os.path.join(HERE, "..", "Sources", "CKernels", "han_readings.c")

# Words that pypinyin lacks or reads otherwise, most of them names of places.
OWN_WORDS = """
浚县 xun xian, 洪洞 hong tong, 单县 shan xian, 解州 xie zhou, 繁峙 fan shi, 涡阳 guo yang, 六合 lu he, 漯河 luo he,
荥经 ying jing, 大城县 dai cheng xian, 栎阳 yue yang, 珲春 hun chun, 筠连 jun lian, 什邡 shi fang, 长治 chang zhi,
朝阳 chao yang, 曾都 zeng du, 曾厝垵 zeng cuo an, 曾母暗沙 zeng mu an sha, 乐正 yue zheng, 乐毅 yue yi,
种师道 chong shi dao, 员半千 yun ban qian, 祭遵 zhai zun, 华罗庚 hua luo geng, 尉迟 yu chi, 尉缭 yu liao, 万俟 mo qi,
单于 chan yu, 澹台 tan tai, 拓跋 tuo ba, 贲门 ben men, 干坤 qian kun, 干隆 qian long, 干隆帝 qian long di,
漯河市 luo he shi, 六合区 lu he qu
"""

# Surnames that are read otherwise than the character is elsewhere.
SURNAMES = """
单 shan, 曾 zeng, 仇 qiu, 解 xie, 查 zha, 区 ou, 朴 piao, 翟 zhai, 缪 miao, 覃 qin, 卜 bu, 薄 bo, 隗 wei, 郇 xun,
牟 mu, 阚 kan, 乜 nie, 佴 nai
"""

# Surnames too rare, or words too common, for a title to be taken for a name: a reading behind the first where it may be one.
RARE_SURNAMES = """
乐 yue, 盖 ge, 种 chong, 祭 zhai, 员 yun, 繁 po, 折 she, 秘 bi, 洗 xian, 能 nai, 黑 he, 召 shao, 句 gou, 粘 nian,
颉 xie, 尉 yu, 令 ling, 那 na
"""

# Words that begin with a surname of the first table but are no names, where pypinyin has none.
NO_NAMES = """
仇恶 仇报 仇日 仇者 区乡 区产 区位 区号 区块 区委 区局 区属 区市 区带 区庄 区情 区政 区旗 区标 区直 区码 区级 区里 区长
区际 区院 区隔 区党委 区法院 区议会 区政府 区公所 单丝 单个 单义 单井 单交 单人 单件 单体 单侧 单值 单养 单凭 单击 单刃
单卖 单反 单叶 单号 单壳 单头 单孔 单季 单层 单床 单店 单座 单式 单张 单性 单手 单指 单挑 单掌 单排 单斜 单方 单日 单显
单晶 单月 单期 单条 单板 单果 单枪 单株 单核 单根 单槽 单模 单步 单机 单点 单片 单瓣 单生 单目 单盲 单相 单眼 单碟 单立
单笔 单管 单系 单级 单纱 单练 单缸 单翼 单职 单股 单肩 单脚 单臂 单船 单色 单萜 单角 单设 单证 单质 单足 单身 单车 单轨
单辆 单边 单选 单通 单铁 单链 单键 单门 单面 单鞋 单音 单项 单首 单任务 单倍体 单倍性 单分体 单功能 单声道 单复数 单对单
单引号 单总线 单曲 单本 单母音 单比例 单精度 单组分 单细胞 单芯片 单花 单螺杆 卜算 卜者 曾一度 曾多次 曾当过 曾在 曾是
曾有 曾被 查价 查出 查分 查到 查卷 查号 查回 查字 查完 查审 查察 查干 查得 查德 查户 查房 查报 查探 查摆 查文 查无 查普
查杀 查架 查毒 查理 查看 查知 查破 查税 查索 查结 查网 查血 查补 查表 查觉 查讯 查课 查起 查过 查遍 查韦 查克 查士 查尔
查谟 查不出 查不到 查档案 查资料 牟取 牟定 牟尼 牟财 薄亲 薄地 薄子 薄板 薄被 薄纸 薄衣 薄层 薄饼 薄煎饼 薄砂地 解义
解交 解付 解偏 解像 解入 解出 解包 解压 解咒 解密 解封 解度 解往 解性 解怨 解惑 解扣 解押 解明 解构 解梦 解法 解渴 解理
解痛 解码 解盟 解秘 解究 解立 解答 解索 解约 解纷 解组 解结 解罪 解聘 解药 解蔽 解衣 解装 解译 解说 解读 解趣 解述 解题
解链 解锁 解风 解饱 解不开 解凝剂 解委会 朴实 朴直 朴茂
"""

# How many words of pypinyin have a reading that is common, and the share of all words with the character.
COMMON_WORDS = 2
COMMON_SHARE = 0.02
MOST_OTHERS = 3
LONGEST_WORD = 10


def plain(text):
    """Text without accents: a reading without its tone."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn")


def entries(text):
    """`(word, [syllable, …])` of a table above."""
    for entry in text.replace("\n", " ").split(","):
        word, *syllables = entry.split()
        yield word, syllables


def licence():
    """pypinyin's licence, as lines of a comment."""
    folder = fetch.python_package("pypinyin")
    path = sorted(glob.glob(os.path.join(folder, "pypinyin-*", "licenses", "LICENSE*")))[-1]
    with open(path, encoding="utf-8") as file:
        return ["// " + line.rstrip() if line.strip() else "//" for line in file.read().strip().splitlines()]


class Data:
    """What pypinyin and ICU know of each character and word."""

    def __init__(self):
        folder = os.path.join(fetch.python_package("pypinyin"), "pypinyin")
        with open(os.path.join(folder, "pinyin_dict.json"), encoding="utf-8") as file:
            known = {chr(int(code)): readings.split(",") for code, readings in json.load(file).items()}
        with open(os.path.join(folder, "phrases_dict.json"), encoding="utf-8") as file:
            phrases = json.load(file)
        # What is not in the Basic Multilingual Plane is in no word.
        self.readings = {letter: readings for letter, readings in known.items() if ord(letter) < 0x10000}
        letters = sorted(self.readings)
        self.icu = dict(zip(letters, map(plain, transliterated(letters, "Any-Latin"))))
        forms = dict(zip(letters, transliterated(letters, "Traditional-Simplified")))
        self.simplified = {letter: form for letter, form in forms.items()
                           if form != letter and len(form) == 1 and forms.get(form, form) == form}
        self.words = {}
        self.simplified_words = [word for word in phrases if self.simplify(word) == word]
        # Those in simplified letters come first.
        for word in sorted(phrases, key=lambda word: (self.simplify(word) != word, word)):
            self.words.setdefault(self.simplify(word), [plain(readings[0]) for readings in phrases[word]])
        self.corrections = {letter: plain(readings[0]) for letter, readings in self.readings.items()
                            if is_common(letter) and plain(readings[0]) != self.icu[letter]
                            and plain(readings[0]).isascii() and len(plain(readings[0])) > 1}
        self.corrections["乾"] = "gan"

    def simplify(self, word):
        return "".join(self.simplified.get(letter, letter) for letter in word)

    def own(self, letter):
        """The reading of a character that stands in no word of the table."""
        return self.corrections.get(letter) or self.icu.get(letter, "")


def is_common(letter):
    return bool(letter.encode("gb2312", "ignore") or letter.encode("big5", "ignore"))


def transliterated(letters, rules):
    fetch.need("uconv", "icu-devtools")
    output = fetch.run(["uconv", "-f", "utf-8", "-t", "utf-8", "-x", rules], "Install the package 'icu-devtools'.",
                       input="\n".join(letters).encode())
    return output.decode().split("\n")


def words(data):
    """`{word: [syllable or "" for the character's own]}`: the words that shorter ones and single characters do not give."""
    table = {}

    def reading(word):
        result, start = [], 0
        while start < len(word):
            for end in range(min(len(word), start + LONGEST_WORD), start, -1):
                if word[start:end] in table:
                    result += [syllable or data.own(letter)
                               for syllable, letter in zip(table[word[start:end]], word[start:end])]
                    start = end
                    break
            else:
                result.append(data.own(word[start]))
                start += 1
        return result

    def add(word, syllables):
        table[word] = ["" if syllable == data.own(letter) else syllable for syllable, letter in zip(syllables, word)]

    known = {word: syllables for word, syllables in data.words.items()
             if 1 < len(word) <= LONGEST_WORD and all(letter in data.icu for letter in word)}
    for word, syllables in entries(OWN_WORDS):
        known[word] = syllables
    for word in sorted(known, key=lambda word: (len(word), word)):
        if reading(word) != known[word]:
            add(word, known[word])
    # Words that are no names.
    surnames = {surname for surname, _ in entries(SURNAMES)}
    blocking = [word for word in known if word[0] in surnames] + NO_NAMES.split()
    for word in sorted(blocking, key=lambda word: (len(word), word)):
        if word not in table and not any(word[:end] in table for end in range(2, len(word))):
            add(word, known.get(word) or reading(word))
    return table


def others(data):
    """`{letter: [syllable, …]}`: the common readings besides a character's own, the most frequent ones first."""
    counts = collections.defaultdict(collections.Counter)
    for word in data.simplified_words:
        for letter, syllable in zip(word, data.words[word]):
            counts[letter][syllable] += 1
    found = collections.defaultdict(list)
    for letter, readings in counts.items():
        total = sum(readings.values())
        for syllable, count in readings.most_common():
            if count >= COMMON_WORDS and count >= COMMON_SHARE * total and syllable != data.own(letter):
                found[letter].append(syllable)
    for letter, syllable in data.corrections.items():
        if data.icu[letter] != syllable and data.icu[letter] not in found[letter]:
            found[letter].append(data.icu[letter])
    return {letter: syllables[:MOST_OTHERS] for letter, syllables in found.items() if syllables}


def stand_in(data, syllable):
    """A character that has no other reading, of the last tone and place."""
    def tone(letter):
        marks = unicodedata.normalize("NFD", data.readings[letter][0])
        return max("\u0304\u0301\u030C\u0300".find(mark) for mark in marks)

    letters = [letter for letter in data.icu if is_common(letter) and data.icu[letter] == syllable
               and letter not in data.corrections]
    return max(letters, key=lambda letter: (
        len(set(map(plain, data.readings[letter]))) == 1, bool(letter.encode("gb2312", "ignore")), tone(letter), letter),
        default="")


def source():
    """The C source of the table."""
    data = Data()
    table = words(data)
    surnames, rare = ({letter: syllable for letter, (syllable,) in entries(text)} for text in (SURNAMES, RARE_SURNAMES))
    besides = others(data)
    used = {syllable for syllables in table.values() for syllable in syllables}
    used.update(surnames.values(), rare.values(), data.corrections.values(), *besides.values())
    syllables = [""] + sorted(used - {""})
    numbers = {syllable: number for number, syllable in enumerate(syllables)}
    order = sorted(table)
    starts = [0]
    for word in order:
        starts.append(starts[-1] + len(word))
    letters = sorted({*surnames, *rare, *besides})

    def array(name, items):
        lines, line = [], ""
        for item in items:
            if len(line) + len(item) > 118:
                lines.append(line)
                line = ""
            line += item + ","
        return f"const {name} = {{\n" + "\n".join([*lines, line]) + "\n};\n"

    def row(letter):
        rest = [numbers[syllable] for syllable in besides.get(letter, [])]
        rest += [0] * (MOST_OTHERS - len(rest))
        names = [numbers[table.get(letter, "")] for table in (surnames, rare)]
        return f"{{{ord(letter)},{names[0]},{names[1]},{{{','.join(map(str, rest))}}}}}"

    return "\n".join([
        "// Written by Corpora/build.py; see han_readings.h. Do not edit.",
        "//",
        "// Words and readings are derived from pypinyin, which has this licence:",
        "//",
        *licence(),
        '#include "han_readings.h"',
        "",
        array("char han_syllables[][8]", (f'"{syllable}"' for syllable in syllables)),
        f"const size_t han_syllable_count = {len(syllables)};",
        "",
        array("uint16_t han_stand_ins[]", (str(ord(stand_in(data, syllable) or "\0")) for syllable in syllables)),
        array("uint16_t han_word_starts[]", map(str, starts)),
        f"const size_t han_word_count = {len(order)};",
        "",
        array("uint16_t han_word_letters[]", (str(ord(letter)) for word in order for letter in word)),
        array("uint16_t han_word_syllables[]", (str(numbers[syllable]) for word in order for syllable in table[word])),
        array("struct han_correction han_corrections[]",
              (f"{{{ord(letter)},{numbers[data.corrections[letter]]}}}" for letter in sorted(data.corrections))),
        f"const size_t han_correction_count = {len(data.corrections)};",
        "",
        array("struct han_letter han_letters[]", map(row, letters)),
        f"const size_t han_letter_count = {len(letters)};",
        "",
    ])


def write():
    """Writes the table; returns its path."""
    text = source()
    with open(PATH, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    return os.path.normpath(PATH)
