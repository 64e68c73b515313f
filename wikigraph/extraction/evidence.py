"""Found name → how much it looks like one, 0 … about 1.3, and whether anything speaks against it."""

from __future__ import annotations

import re
import unicodedata

from wikigraph.extraction.found import Found
from wikigraph.extraction.tally import Corpus, WordStats
from wikigraph.extraction.weights import residual_idf

_CAMEL = re.compile(
    r"[^\W\d_]*[a-zà-ÿ][A-ZÀ-Þ]|[A-ZÀ-Þ]{2,}[a-zà-ÿ]{2,}|\w\.\w|\w_\w|[+#]$|^\.\w|[A-Z]+\d|::|\d[A-Z]|^[^\W\d][\w\-]*\d"
)
FEWEST_FOR_SPREAD = 10  # text units
_GERMAN_ABSTRACT = ("ung", "heit", "keit", "en", "ungen")


def classify(record: Found, corpus: Corpus) -> None:
    """Settles the kind by the spellings, and the shares that evidence needs."""
    if record.kind in ("han", "katakana", "kanji"):
        return
    main = main_form(record)
    stats = corpus.words.get(main.lower())
    if record.kind == "latin":
        record.properness = 1.0 if main != main.lower() or main == main.upper() else 0.0  # no case: a name, too
        return
    if _is_spelled_as_name(record):
        record.kind = "name"
        return
    if " " in main:
        record.kind = "term" if main == main.lower() or _is_mostly_lower(record) else record.kind
        return
    if _is_acronym(record, main):
        record.kind = "acronym"
    elif _CAMEL.search(main):
        record.kind = "identifier"
    if stats is None:
        return
    record.properness = min(stats.properness, _alone(record, stats))
    german = sum(corpus.documents[index].language == "de" for index in record.documents)
    record.is_in_german = german * 2 > len(record.documents)
    record.article_share = stats.article / max(1, stats.n)
    record.verbal_share = stats.verbal / max(1, stats.n)
    record.free_share = stats.free / max(1, stats.n)
    if record.kind not in ("acronym", "identifier") and main == main.lower() and "-" in main:
        record.kind = "term"
        record.npmi = 0.5


def main_form(record: Found) -> str:
    """The most frequent spelling; one in mixed case wins over one that shouts."""
    if len(record.forms) == 1:
        return next(iter(record.forms))
    mixed = [form for form in record.forms if not (form.isupper() and len(form) > 3)]
    forms = record.forms
    best_mixed = max(mixed, key=lambda form: form_rank(form, forms), default="")
    best = max(forms, key=lambda form: form_rank(form, forms), default=record.key)
    if best_mixed and best_mixed != best and best_mixed != best_mixed.lower() and " " in best:
        return best_mixed  # speakers' names in transcripts: "KEVIN SCOTT"
    if best_mixed and forms[best_mixed] * 4 >= forms[best]:
        return best_mixed
    return best


def form_rank(form: str, forms: dict[str, int]) -> tuple[int, bool, bool, bool, str]:
    """Orders spellings: the most frequent; of equals one in plain characters, with a capital, with spaces."""
    is_plain = unicodedata.is_normalized("NFKC", form)
    return forms[form], is_plain, form != form.lower(), " " in form, form


def _alone(record: Found, stats: WordStats) -> float:
    """The share of capitals where the word stands alone: "War" is mostly a part of longer names, "war" is not."""
    informative = record.n_capital + stats.lower
    return record.n_capital / informative if informative else 1.0


def _is_spelled_as_name(record: Found) -> bool:
    """Joined by a hyphen here and with several capitals there: "docker-compose", "Docker Compose"."""
    joined = any(("-" in form or "_" in form) and form == form.lower() for form in record.forms)
    return joined and any(
        sum(map(str.isupper, form)) > 1 and not form.isupper() and "-" not in form for form in record.forms
    )


def _is_mostly_lower(record: Found) -> bool:
    lower = sum(n for form, n in record.forms.items() if form == form.lower())
    return lower * 2 > sum(record.forms.values())


def _is_acronym(record: Found, main: str) -> bool:
    letters = [char for char in main if char.isalpha()]
    if not (2 <= len(letters) <= 6) or not all(char.isupper() for char in letters[:-1]):
        return False
    if not (main.isupper() or (main[-1] == "s" and main[:-1].isupper())):
        return False
    upper = sum(n for form, n in record.forms.items() if form.isupper())
    return upper * 2 >= sum(record.forms.values())


def is_common(record: Found) -> bool:
    """A kind of thing rather than a name: it must be marked, and cluster, to be an entity."""
    if record.kind in ("han", "kanji"):
        return len(record.key) == 2
    if record.kind == "katakana":
        return len(record.key) < 4
    if record.kind == "noun":
        return True
    return record.kind == "word" and record.properness < 0.6


def evidence(record: Found, corpus: Corpus) -> float:
    """The recipe's table. 0.0 where something speaks against the name."""
    rid = residual_idf(record.n, record.n_units, corpus.n_units)
    if corpus.n_units < FEWEST_FOR_SPREAD:
        rid = 0.3  # nothing can be said of spread: neither for nor against
    if record.kind in ("han", "kanji", "katakana"):
        return _spaceless(record, rid)
    if record.kind in ("acronym", "identifier", "title"):
        return 1.0
    if record.kind == "latin":
        return 0.8 if record.properness else 0.4
    if record.kind == "name":
        return 1.0
    if record.kind == "term":
        capital = 0.35 if record.n_capital >= 2 else 0.0
        return 0.25 + capital + 0.3 * min(1.0, 2.0 * rid) + (0.2 if record.npmi >= 0.6 else 0.0)
    if record.is_in_german:
        return _german(record, rid)
    if not is_common(record):
        return record.properness
    marks = record.marks
    titled = "title" in marks or "code" in marks or ("strong" in marks and marks.get("inside-title", 0) > 1)
    if not titled and (record.article_share < 0.15 or record.verbal_share > 0.22):
        return 0.0
    return 0.35 + 0.3 * rid


def _german(record: Found, rid: float) -> float:
    """Every German noun has a capital; a name takes no article."""
    is_name = (
        record.article_share < 0.08
        and record.n >= 6
        and record.properness >= 0.9
        and not record.key.endswith(_GERMAN_ABSTRACT)
    )
    if is_name:
        return record.properness
    record.kind = "noun"
    return 0.35 + 0.3 * rid


def _spaceless(record: Found, rid: float) -> float:
    if record.kind == "katakana" and len(record.key) >= 4:
        return (0.85 if len(record.key) >= 8 else 0.6) + 0.5 * max(-0.5, min(0.5, rid - 0.3))
    if record.kind == "han" and (record.verbal_share > 0.2 or record.de_share >= 0.4) and "title" not in record.marks:
        return 0.0
    length = len(record.key)
    value = 0.3 + (0.25 if length >= 3 else 0.0) + (0.15 if length >= 4 else 0.0)
    value += 0.5 * max(-0.5, min(0.5, rid - 0.3))
    return value + min(0.2, 0.6 * record.noun_share)
