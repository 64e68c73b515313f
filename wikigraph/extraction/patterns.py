"""Regular expressions over words of scripts with and without capitals.

Python's `re` knows no Unicode properties, so the classes of upper-case letters and of scripts without spaces are
spelled out here, once.
"""

from __future__ import annotations

import itertools
import re
import unicodedata

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〇"
KATAKANA = "\u30a1-\u30faー\u31f0-\u31ff\uff66-\uff9d"
KANA = "\u3041-\u309f" + KATAKANA
# Scripts written without spaces: a name may stand right beside another word.
SPACELESS = HAN + KANA + "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff"


# Blocks that hold letters with case, and few others: walking all of Unicode takes 0.15 s at every start.
_CASED_BLOCKS = (
    (0x41, 0x588),
    (0x10A0, 0x1100),
    (0x1380, 0x1400),
    (0x1C80, 0x2000),
    (0x2100, 0x2190),
    (0x2C00, 0x2E00),
    (0xA640, 0xA7FF),
    (0xAB30, 0xABC0),
    (0xFF21, 0xFF5B),
    (0x10400, 0x10600),
    (0x10C80, 0x10D00),
    (0x118A0, 0x118E0),
    (0x16E40, 0x16E80),
    (0x1D400, 0x1D800),
    (0x1E900, 0x1E950),
)


def _ranges(categories: frozenset[str]) -> str:
    """A character class body of all characters with case of the given Unicode categories."""
    parts: list[str] = []
    start = previous = -2
    for point in itertools.chain.from_iterable(range(*block) for block in _CASED_BLOCKS):
        if unicodedata.category(chr(point)) not in categories:
            continue
        if point != previous + 1:
            if start >= 0:
                parts.append(f"{chr(start)}-{chr(previous)}" if previous > start else chr(start))
            start = point
        previous = point
    parts.append(f"{chr(start)}-{chr(previous)}")
    return "".join(parts)


UPPER = _ranges(frozenset({"Lu", "Lt"}))
_LETTER = rf"[^\W\d_{SPACELESS}]"
_CHAR = rf"[^\W{SPACELESS}]"  # letters, digits, underscore
# Possessive quantifiers: ASCII runs are matched at the speed of a small character set, and never given back.
_RUN = rf"(?:[A-Za-z0-9_]++|[^\x00-\x7f\W{SPACELESS}]++)++"
_JOINED = rf"(?:(?:[.\-‐‑]|['’](?!s\b)|&(?=[{UPPER}])){_RUN})*+(?:\+\+|[#+](?![\w+#]))?+"
_TAIL = rf"(?:{_RUN})?+{_JOINED}"

WORD = re.compile(rf"(?<![\w.])\.(?=[{UPPER}]){_RUN}{_JOINED}|{_RUN}{_JOINED}")
_INITIALS = rf"[{UPPER}](?:\.[{UPPER}])+\.?(?!\w)|(?:[{UPPER}]\.)(?= [{UPPER}])"
_TITLED = rf"(?:St|Dr|Mr|Mrs|Ms|Prof|Gen|Lt|Col|Capt|Rev|Mt|Jr|Sr)\.(?= [{UPPER}])"
_ABBREVIATED = rf"{_INITIALS}|{_TITLED}"
_CAPITAL = rf"(?:{_ABBREVIATED}|\.?(?<!\w\.)[a-z]{{0,4}}[{UPPER}]{_TAIL})"
# Chains as they stand in names; "la" and "the" join only behind a preposition ("de la", "of the").
_CONNECTOR = (
    "(?:of the|of|de la|de las|de los|de|del|della|delle|dello|degli|dei|di|du|des|da|dos|do|van der|van den|van|"
    "von der|von|zu|el|al|bin|ibn)"
)
_JOINT = rf"(?:['’]s)? |(?: {_CONNECTOR}) (?:[dl]['’])?| ?& ?| ?/ ?(?=[{UPPER}]{{2}})"
CAPITAL_SPAN = re.compile(
    rf"(?<!{_CHAR})(?<!\w[.'’\-]){_CAPITAL}(?:(?:{_JOINT}){_CAPITAL}){{0,6}}(?: v?\d[\d.]*(?<!\.)(?!\w))?"
)
CAPITAL_WORD = re.compile(rf"(?<!{_CHAR}){_CAPITAL}")
# Where a capital tells nothing: starts of sentences and cells, after colons, quotes, brackets and list bullets.
INITIAL_CONTEXT = re.compile(r"(?:\A|[\n.!?:;|•·“\"„«»(\[{—–…*>‘]|\s[\-'])\s*\Z")
NAMED_CONTEXT_PUNCTUATION = frozenset(",.;!?)”\"»'’")  # no colon: "Pros:" is a label

LATIN_RUN = re.compile(rf"{WORD.pattern}(?: (?:{WORD.pattern}))*")
HAN_RUN = re.compile(rf"[{HAN}]+")
KANA_ANY = re.compile(r"[\u3041-\u309f\u30a1-\u30fa]")
JAPANESE_RUN = re.compile(rf"[{KATAKANA}・]*[{KATAKANA}]|[{HAN}]+(?:[{KATAKANA}]{{2,}}[{HAN}]*)?")
URL = re.compile(
    r"(?:https?|ftp|file)://\S+|www\.\S+|(?<![\w.+\-])[\w.+\-]{1,64}@[\w\-]{1,64}(?:\.[\w\-]{1,64})+|(?:\.{0,2}/[\w.\-]+){2,}"
    r"|[\w.\-]+(?:/[\w.\-]+)*/[\w\-]+\.\w{1,5}\b"  # src/main.rs
)
# File names in running text, with blanks only where a line starts with one and underscores tell.
FILE_IN_TEXT = re.compile(
    r"(?i)^[\w\-., ]{0,80}_[\w\-., ]{0,80}\.(?:txt|md|pdf|docx?)\b"
    r"|(?<!\S)(?:[^\s_]{0,60}_\S{0,120} ){0,4}[^\s_]{0,60}_\S{0,120}\.(?:txt|md|pdf|docx?|rs|py|js|ts|json|ya?ml)\b"
)
STAGE_MARK = re.compile(r"\[[^\]\n]{1,40}\]|\{[#:.%][^}\n]{1,80}\}")  # [MUSIC], {#id}, {{< shortcode >}}
NUMBERING = re.compile(
    rf"^\s*(?:(?:\d+(?:\.\d+)*|[{UPPER}])[.):、．]\s*|(?:\d+\.)+\d+\s+|\d+\s+(?=\S)|第\s*[\d一二三四五六七八九十百]+\s*[章节節回部篇]\s*"
    r"|[一二三四五六七八九十]+[、．.]\s*|[（(][\d一二三四五六七八九十]+[)）]\s*|[•\-*]\s+)"
)
FILE_NAME = re.compile(
    r"(?i)[^\n]*\.(?:md|markdown|txt|py|ts|tsx|jsx|json|jsonl|ya?ml|toml|rs|java|c|h|hpp|cpp|css|html?|xml|sh|cs|csproj"
    r"|sln|lock|ini|cfg|conf|env|log|png|jpe?g|gif|svg|pdf|docx?|xlsx?|csv|zip|tar|gz|exe|dll|so|mp3|mp4|vue|rb|php|sql"
    r"|ipynb|bak|tmp|db|ico|webp|bat|ps1|dockerignore|gitignore)"
)
_SCRIPT_FILE = re.compile(r"[a-z][\w\-/]*\.(?:js|go)")  # "main.js", but not "Node.js"
IDENTIFIER = re.compile(r"[^\W\d][\w.\-:#+]*(?:/[\w.\-]+)?|\.[^\W\d][\w.]+")
# What an identifier is used with: "main()", "Rc<T>", "HashMap<K, V>".
APPLIED = re.compile(r"\(\)|<[\w\s,.:&'<>\[\]()?*|=+\-]{0,40}>(?:\(\))?")


def is_file_name(word: str) -> bool:
    """A file's name is no entity: "main.rs", "docker-compose.yml"."""
    return FILE_NAME.fullmatch(word) is not None or _SCRIPT_FILE.fullmatch(word) is not None
