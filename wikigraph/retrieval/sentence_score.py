"""How well each sentence of a passage answers, relative to the best of its own passage.

Passages are chosen first and sentences inside them: ranking the sentences of all passages together fails on questions
that need two documents.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from wikigraph.model.base import Value
from wikigraph.model.record import PassageSentence
from wikigraph.retrieval.defining import defining
from wikigraph.retrieval.evidence import LEADS_ON, Reading, context, coverage, headings
from wikigraph.retrieval.question import Question, contains, names_title
from wikigraph.retrieval.showable import asks_code, is_code, is_label
from wikigraph.text.stems import stem

_DATE = re.compile(r"\b\d{3,4}\b|\b\d{1,2}[./\-]\d{1,2}[./\-]\d{2,4}\b|[年月日]")
_NUMBER = re.compile(
    r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion|due|tre|quattro|cinque|sei|"
    r"sette|otto|nove|dieci|cento|mille|milioni|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|million|"
    r"deux|trois|quatre|cinq|dos|tres|cuatro|cinco)\b|[一二三四五六七八九十百千万亿两]",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:first|then|finally|next|step|steps|by|each|every|starts?|begins?|using|run|prima|poi|infine|ogni|ciascun[oa]?|"
    r"zuerst|dann|schließlich|beginnt|jede[rsn]?|d'abord|ensuite|enfin|chaque|primero|luego|cada)\b"
    r"|先|然后|最后|再|接着|首先|步骤|每个|通过|まず|次に|最後",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|therefore|so that|so|due to|reason|hence|otherwise|perché|poiché|quindi|perciò|dunque|weil|"
    r"denn|deshalb|daher|damit|sonst|parce que|car|donc|porque|por eso)\b|因为|由于|因此|所以|于是|否则|から|ため|ので",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"(?<![.!?。]\s)(?<!^)\b[^\W\d_a-z]\w+(?:\s+[^\W\d_a-z]\w+)*")
_NAME_OF_PERSON = re.compile(r"\b[^\W\d_a-z]\w+(?:\s+(?:[^\W\d_a-z]\.?\s?)?[^\W\d_a-z]\w+)+|·")


NOT_SHOWN = -math.inf


class Params(Value, frozen=True):
    bm25: float = 0.8
    coverage: float = 0.8
    rest: float = 1.5
    cue: float = 0.9
    link: float = 0.5
    first: float = 0.6
    near: float = 1.1  # of each standard deviation by which its vector is nearer to the question
    words_beside: float = 0.6  # factor for what words tell where vectors tell, too
    topic: float = 0.5  # it begins with a name that is asked about
    uncovered: float = 0.3  # factor for what cue and first give a sentence without a word of the question
    defining: float = 2.0  # it says what the one thing is that is asked about
    under: float = 0.8  # coverage by the heading or the lead-in over it
    after: float = 0.4  # coverage by the sentence before it in its paragraph
    code: float = 0.4  # factors for what is no prose
    table_row: float = 0.8
    goes_on: float = 0.8  # one of the two sentences behind a definition
    leads_in: float = 0.5  # ends with a colon or is a question: what it announces stands behind it
    fragment: float = 0.7  # of fewer words than a sentence has
    n_fragment: int = 5
    k1: float = 1.5
    b: float = 0.75


def score_sentences(
    question: Question,
    reading: Reading,
    others: Sequence[Reading],
    weight: Mapping[str, float],
    params: Params,
    nearness: Mapping[int, float] | None = None,
) -> list[float]:
    """A score for each sentence of the passage; NOT_SHOWN for those that are no answer whatever they hold. `nearness`
    tells of some how near their vectors are to the question, in standard deviations; without it words decide."""
    sentences = reading.sentences
    if not sentences:
        return []
    rest = [word for word in question.rest if word not in reading.title]
    average = sum(map(len, sentences)) / len(sentences) or 1.0
    bm25 = _relative([_bm25(words, weight, average, params) for words in sentences])
    covered = _relative([coverage(words, weight, question.content) for words in sentences])
    covered_rest = _relative([coverage(words, weight, rest) if rest else 0.0 for words in sentences])
    first = next((at for at, s in enumerate(reading.candidate.sentences) if s.kind != "heading"), 0)
    above, over, held = context(reading), headings(reading.candidate), reading.candidate.sentences
    wants_code = asks_code(question)
    farthest = min(nearness.values()) if nearness else 0.0
    tells = [defining(question, s, head) for s, head in zip(reading.candidate.sentences, over, strict=True)]
    scores = []
    for at, (words, sentence) in enumerate(zip(sentences, reading.candidate.sentences, strict=True)):
        linked = any(o.title and not _in_question(o, question) and contains(words, o.title) for o in others)
        score = (
            params.bm25 * bm25[at]
            + params.coverage * covered[at]
            + params.rest * covered_rest[at]
            + (params.cue * cue(question, sentence.text, words) + params.first * (at == first))
            * (1.0 if covered[at] > 0 or not any(covered) else params.uncovered)
            + params.link * linked
            + params.topic * any(contains(words[: len(name) + 1], name) for name in question.names)
            + params.defining * tells[at]
        )
        if at and held[at - 1].block == sentence.block:
            score += params.after * covered[at - 1]
            score += params.goes_on * max(
                told for told, s in zip(tells[max(0, at - 2) : at], held[max(0, at - 2) : at], strict=True)
                if s.block == sentence.block
            )  # fmt: skip
        score += params.under * coverage(above[at], weight, question.content) if question.content else 0.0
        if nearness:
            score = params.words_beside * score + params.near * (nearness.get(at, farthest) - farthest)
        shown = not is_label(reading, at)
        scores.append(score * _factor(sentence, len(words), params, wants_code=wants_code) if shown else NOT_SHOWN)
    return scores


def cue(question: Question, text: str, words: Sequence[str]) -> float:
    """1 if the sentence holds the type of thing that is asked for, 0 if not, 0.5 if no type is asked."""
    if question.kind == "when":
        return float(bool(_DATE.search(text)))
    if question.kind == "number":
        return float(bool(_NUMBER.search(text)))
    if question.kind == "how":
        return 1.0 if _STEPS.search(text) else 0.4
    if question.kind == "why":
        return 1.0 if _REASON.search(text) else 0.4
    if question.is_unspaced or not question.kind:
        return 0.5
    pattern = _NAME_OF_PERSON if question.kind == "who" else _CAPITALISED
    asked = frozenset(question.terms)
    for match in pattern.finditer(text):
        if any(stem(word.casefold()) not in asked for word in match[0].split()):
            return 1.0
    return 0.0


def _bm25(words: Sequence[str], weight: Mapping[str, float], average: float, params: Params) -> float:
    counts = Counter(word for word in words if word in weight)
    norm = params.k1 * (1 - params.b + params.b * len(words) / average)
    return sum(weight[word] * n * (params.k1 + 1) / (n + norm) for word, n in sorted(counts.items()))


def _relative(values: Sequence[float]) -> list[float]:
    top = max(values)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)


def _in_question(reading: Reading, question: Question) -> bool:
    return names_title(question, reading.title)


def _factor(sentence: PassageSentence, n_words: int, params: Params, *, wants_code: bool) -> float:
    if is_code(sentence):
        return 1.0 if wants_code else params.code
    factor = params.table_row if sentence.kind == "table_row" else 1.0
    if sentence.kind in ("paragraph", "list_item"):
        factor *= params.leads_in if sentence.text.endswith(LEADS_ON) else 1.0
        factor *= params.fragment if n_words < params.n_fragment else 1.0
    return factor
