"""Kinds of users × their tasks → questions about names of a vault (Edge et al., From Local to Global, 2024, 3.2).

There a model thinks up users, tasks and questions. Here they are fixed, in the languages that the product is tested in,
and what they are asked about comes from the graph, so that the sources that should answer are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from wikigraph.retrieval.language import LANGUAGE_SAMPLE, language_of_text

About = Literal["entity", "pair", "community"]


class Template(NamedTuple):
    """What somebody wants to know of one thing, of two, or of a community."""

    user: str
    task: str
    about: About
    texts: dict[str, str]  # language → question, with {0} and {1} for the names


TEMPLATES = (
    Template("newcomer", "definition", "entity", {
        "en": "What is {0}?", "de": "Was ist {0}?", "it": "Che cos'è {0}?", "zh": "{0}是什么？",
        "ja": "{0}とは何ですか？",
    }),
    Template("newcomer", "overview", "community", {
        "en": "What are the main points about {0}?", "de": "Was sind die wichtigsten Aussagen zu {0}?",
        "it": "Quali sono i punti principali su {0}?", "zh": "关于{0}的要点有哪些？", "ja": "{0}の要点は何ですか？",
    }),
    Template("practitioner", "relation", "pair", {
        "en": "How is {0} related to {1}?", "de": "Wie hängt {0} mit {1} zusammen?",
        "it": "Che relazione c'è tra {0} e {1}?", "zh": "{0}和{1}有什么关系？", "ja": "{0}と{1}はどう関係しますか？",
    }),
    Template("maintainer", "dependence", "entity", {
        "en": "What depends on {0}?", "de": "Was hängt von {0} ab?", "it": "Che cosa dipende da {0}?",
        "zh": "什么依赖{0}？", "ja": "何が{0}に依存しますか？",
    }),
    Template("auditor", "evidence", "entity", {
        "en": "What do the sources say about {0}?", "de": "Was sagen die Quellen über {0}?",
        "it": "Che cosa dicono le fonti su {0}?", "zh": "资料对{0}怎么说？",
        "ja": "資料は{0}について何と言っていますか？",
    }),
)  # fmt: skip


def filled(template: Template, names: Sequence[str], said: str) -> str:
    """The question about these names, in the language of what the sources say of them, if it is one that is known."""
    text = template.texts.get(language_of_text(said[:LANGUAGE_SAMPLE]), template.texts["en"])
    return text.format(*names)
