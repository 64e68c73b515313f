"""Question → what it asks: its terms, the names in it, the kind of answer it wants."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from wikigraph.retrieval.framing import framing_spans, framing_words, thing_asked_about
from wikigraph.retrieval.kinds import Kind, compares, kind_of
from wikigraph.retrieval.language import language_of_text
from wikigraph.text.scripts import HAN, KANA
from wikigraph.text.stems import stem, stems
from wikigraph.text.stopwords import ALL_STOP_WORDS, HAN_HARD, language_of, stop_words
from wikigraph.text.tokens import search_tokens

_QUOTED = re.compile(r"[\"“„«《「『]([^\"“”«»《》「」『』]{2,80})[\"”“»》」』]")
_WORD = re.compile(r"[^\W_]+(?:['’.\-&+#][^\W_]+)*[+#]*")
_LATIN_IN_HAN = re.compile(r"[A-Za-z][A-Za-z0-9.+#\-]*(?: [A-Z][A-Za-z0-9.+#\-]*)*")
_UNSPACED = re.compile(rf"[{HAN}{KANA}]")
_HIRAGANA = re.compile("[\u3041-\u309f]")
# Characters of questions and grammar: a bigram with one of them says nothing about the subject.
_GRAMMAR = HAN_HARD | frozenset("的了是吗呢吧呀啊哪谁什么怎何誰几请問问有啥来")
_MAX_TITLE_WORDS = 10
JOINING = frozenset({
    "of", "the", "de", "del", "della", "di", "du", "des", "da", "dos", "van", "von", "der", "den", "la", "le", "el",
    "al", "zu", "à", "bin", "ibn",
})  # fmt: skip
_POSSESSIVE = re.compile(r"['’]s?$")
_NO_FUNCTION_WORDS = frozenset({"won"})  # listed for the sake of "won't"; a question that has it asks who won
_WON_T = re.compile(r"won['’]t", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, taken apart."""

    text: str
    words: tuple[str, ...]  # its search terms as asked, in order, once each
    terms: tuple[str, ...]  # their stems: what BM25 looks for
    content: tuple[str, ...]  # of these, the ones that are not of function words: what an answer must cover
    rest: tuple[str, ...]  # of these, the ones outside names
    light: tuple[str, ...]  # terms of function words: they count little for BM25
    names: tuple[tuple[str, ...], ...]  # names in it, each as the stems of its words
    subject: str  # if it asks about one thing and nothing else ("What is X?"): that thing as a pattern, else ""
    kind: Kind
    compares: bool
    is_unspaced: bool  # written without spaces between words
    language: str = ""  # "" if it cannot be told
    topic: tuple[str, ...] = ()  # terms of Y in "the X of Y?", "Y的X是什么？": what the question is about


def analyse(text: str) -> Question:
    """Takes a question apart. Anything goes: no text is no question."""
    text = " ".join(text.split())
    asked = tuple(dict.fromkeys(search_tokens(text)))
    framing = framing_words(asked)
    words = tuple(word for word in asked if word not in framing)
    content = _content(text, words)
    if framing and not any(word not in ALL_STOP_WORDS for word in words):  # "What does *mean* mean?"
        words, content = asked, tuple(dict.fromkeys(stem(word) for word in asked if word in framing))
    names = _names(text)
    in_names = {term for name in names for term in name}
    rest = tuple(term for term in content if term not in in_names)
    is_unspaced = is_unspaced_text(text)
    terms = tuple(dict.fromkeys(stem(word) for word in words))
    light = tuple(term for term in terms if term not in content) if content else ()
    subject = _subject(text, words, content, is_unspaced=is_unspaced)
    return Question(
        text, words, terms, content, rest, light, names, subject, kind_of(text), compares(text), is_unspaced,
        language_of_text(text), _topic(text, content),
    )  # fmt: skip


def is_unspaced_text(text: str) -> bool:
    """Whether a text is mostly written without spaces between words."""
    return len(_UNSPACED.findall(text)) * 3 > len(text)


def contains(words: tuple[str, ...] | list[str], phrase: tuple[str, ...]) -> bool:
    """Whether the phrase stands in the words, in one piece."""
    n = len(phrase)
    return n > 0 and any(tuple(words[at : at + n]) == phrase for at, w in enumerate(words) if w == phrase[0])


def names_title(question: Question, title: tuple[str, ...]) -> bool:
    """Whether the question holds a title (as stems): in its words as they stand, where words may repeat."""
    return contains(tuple(stems(question.text)), title)


def title_stems(title: str) -> tuple[str, ...]:
    """A title without what stands in parentheses behind it, as stems; () if too long to be named in a text."""
    bare = re.sub(r"\s*[(（].*[)）]\s*$", "", title) or title
    words = tuple(stems(bare))
    return words if len(words) <= _MAX_TITLE_WORDS else ()


def _content(text: str, words: tuple[str, ...]) -> tuple[str, ...]:
    if thing := thing_asked_about(text):
        return tuple(dict.fromkeys(stem(word) for word in search_tokens(thing)))
    stop = stop_words(language_of(words))
    grammar = _grammar_bigrams(text)
    if not _WON_T.search(text):
        stop -= _NO_FUNCTION_WORDS
    kept = [word for word in words if word not in stop and word not in grammar and not _says_nothing(word)]
    return tuple(dict.fromkeys(stem(word) for word in kept or words))


def _subject(text: str, words: tuple[str, ...], content: tuple[str, ...], *, is_unspaced: bool) -> str:
    """The one thing that is asked about, as a regular expression, "" if there is more or less than one."""
    if thing := thing_asked_about(text):
        return re.escape(thing)
    if is_unspaced:
        pieces = [piece for piece in _BETWEEN.split(_without(text, framing_spans(text)).casefold()) if piece]
        return re.escape(pieces[0]) if len(pieces) == 1 and 1 < len(pieces[0]) <= _LONGEST_SUBJECT else ""
    places = [at for at, word in enumerate(words) if stem(word) in content]
    if not places or places[-1] - places[0] != len(places) - 1 or len(places) > _MAX_TITLE_WORDS // 2:
        return ""
    return r"\b" + r"[\s\-_]*".join(_any_form(words[at]) for at in places) + r"\b"


_OF = re.compile(
    r"\b(?:of|di|del|dello|della|dei|degli|delle|von|des|der|de|du)\s(?:the\s|a\s|an\s|my\s|la\s|el\s)?([^?,.;]{2,60})[?.\s]*$"
    r"|\b(?:dell|nell|d|l)['’]([^?,.;]{2,60})[?.\s]*$",
    re.IGNORECASE,
)
_TOPIC_WITHIN = 80  # characters before the end
_OF_UNSPACED = re.compile(r"^([^的の，,、？?\s]{2,16})[的の][^的の]{2,}")


def _topic(text: str, content: tuple[str, ...]) -> tuple[str, ...]:
    """What the question is about, told by a genitive: the terms behind the last "of" or before the first 的."""
    match = _OF_UNSPACED.match(text)
    if match is None:
        match = _OF.search(text[-_TOPIC_WITHIN:])
    if match is None:
        return ()
    held = set(stems(match[match.lastindex or 0]))
    return tuple(term for term in content if term in held)


def only_grammar(text: str) -> bool:
    """Whether a text without spaces between words holds nothing but function words and words that frame a question."""
    return not any(_BETWEEN.split(_without(text, framing_spans(text)).casefold()))


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


def _any_form(word: str) -> str:
    """A word as a pattern that finds its inflections too."""
    root = stem(word)
    if word.startswith(root) and root.isalpha():
        return re.escape(root) + r"[^\W\d_]{0,3}"
    return re.escape(word)


def _says_nothing(term: str) -> bool:
    if len(term) == 1 and term.isascii():
        return not term.isdigit()
    if not _UNSPACED.match(term):
        return False
    return bool(_HIRAGANA.search(term)) or not _GRAMMAR.isdisjoint(term)


def _grammar_bigrams(text: str) -> frozenset[str]:
    """Bigrams that overlap a function word of two characters or more, or a word that frames the question."""
    found: set[str] = set()
    for word in _LONG_FUNCTION_WORDS:
        at = text.find(word)
        while at >= 0:
            found.update(text[i : i + 2] for i in range(max(0, at - 1), at + len(word)))
            at = text.find(word, at + 1)
    for start, end in framing_spans(text):
        found.update(text[i : i + 2] for i in range(max(0, start - 1), end))
    return frozenset(found)


def _long(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in words if len(word) > 1 and _UNSPACED.match(word)))


_LONG_FUNCTION_WORDS = _long(stop_words("zh") | stop_words("ja"))
_LONGEST_SUBJECT = 24  # characters
_BETWEEN = re.compile(
    "|".join(sorted(map(re.escape, _LONG_FUNCTION_WORDS), key=len, reverse=True))
    + "|[" + "".join(sorted(_GRAMMAR)) + r"\s？?。，,!！、]+|[\u3041-\u309f]+"
)  # fmt: skip


def _names(text: str) -> tuple[tuple[str, ...], ...]:
    """Quoted names, runs of capitalised words, foreign words in Chinese and Japanese."""
    found: dict[tuple[str, ...], None] = {}
    for match in _QUOTED.finditer(text):
        found.setdefault(tuple(stems(match[1])))
    if _UNSPACED.search(text):
        for match in _LATIN_IN_HAN.finditer(text):
            found.setdefault(tuple(stems(match[0])))
    else:
        for span in _capitalised(text):
            found.setdefault(tuple(stems(span)))
    return tuple(name for name in found if name)


def _capitalised(text: str) -> list[str]:
    words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(text)]
    stop = stop_words(language_of([word.casefold() for _, _, word in words]))
    spans: list[str] = []
    run: list[int] = []

    def close() -> None:
        while run and (words[run[-1]][2] in JOINING):
            run.pop()
        while run and words[run[0]][2].casefold() in stop:
            run.pop(0)
        if run:
            spans.append(_POSSESSIVE.sub("", text[words[run[0]][0] : words[run[-1]][1]]))
        run.clear()

    for at, (start, _, word) in enumerate(words):
        gap = text[words[at - 1][1] : start] if at else ""
        if run and _POSSESSIVE.search(words[run[-1]][2]):
            close()
        if run and gap.strip() not in ("", ",", "'", "’", ".", "&"):
            close()
        is_name = word[0].isupper() or (word[0].isdigit() and bool(run)) or any(ch.isupper() for ch in word[1:])
        if is_name or (run and word in JOINING):
            if run and gap.strip() == ",":
                close()
            if is_name or run:
                run.append(at)
        else:
            close()
    close()
    return spans
