"""The graph of a vault → questions of kinds of users with their tasks, each with the sources that speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wikigraph.model.evaluation import TemplateQuestion
from wikigraph.model.ids import content_id
from wikigraph.retrieval.templates import TEMPLATES, About, filled
from wikigraph.store.index import Index

N_OF_EACH = 10
"""Questions of a template."""

_ENTITIES = """
    SELECT e.title, '' AS other, list(DISTINCT c.path ORDER BY c.path), string_agg(c.statement, ' ' ORDER BY c.id)
    FROM entity e JOIN claim c ON c.subject_entity_id = e.id WHERE e.is_page_worthy
    GROUP BY e.id, e.title, e.n_documents, e.n_mentions ORDER BY e.n_documents DESC, e.n_mentions DESC, e.id LIMIT $n
"""
_PAIRS = """
    SELECT a.title, b.title, list(DISTINCT m.path ORDER BY m.path), string_agg(s.text, ' ' ORDER BY s.path, s.ordinal)
    FROM relationship r JOIN entity a ON a.id = r.source_entity_id JOIN entity b ON b.id = r.target_entity_id
    JOIN relationship_evidence m ON m.relationship_id = r.id
    JOIN sentence s ON s.path = m.path AND s.ordinal = m.sentence
    GROUP BY r.id, a.title, b.title, r.weight, r.strength ORDER BY r.weight DESC, r.strength DESC, r.id LIMIT $n
"""
_COMMUNITIES = """
    SELECT r.title, '', list(DISTINCT c.path ORDER BY c.path), string_agg(c.quote, ' ' ORDER BY c.path, c.start_line)
    FROM report r JOIN community m ON m.id = r.community_id JOIN report_citation c ON c.community_id = r.community_id
    GROUP BY r.community_id, r.title, m.level, r.rating ORDER BY m.level, r.rating DESC, r.community_id LIMIT $n
"""
_QUERIES: dict[About, str] = {"entity": _ENTITIES, "pair": _PAIRS, "community": _COMMUNITIES}


class _Subject(NamedTuple):
    """What is asked about."""

    names: tuple[str, ...]
    gold: tuple[str, ...]
    said: str  # by the sources, to tell their language


def template_questions(index: Index, n: int = N_OF_EACH) -> tuple[TemplateQuestion, ...]:
    """At most n of each template, about what most sources speak of, each question once. The same index gives the same
    questions."""
    subjects = {about: list(_subjects(index, about, n)) for about in _QUERIES}
    made = (
        TemplateQuestion(
            content_id("q", template.user, template.task, *subject.names), template.user, template.task,
            filled(template, subject.names, subject.said), subject.gold, f"{template.user}/{template.task}",
        )
        for template in TEMPLATES
        for subject in subjects[template.about]
    )  # fmt: skip
    once: dict[str, TemplateQuestion] = {}
    for question in made:  # two relationships, or two homonyms, may bear the same names
        once.setdefault(question.id, question)
    return tuple(once.values())


def _subjects(index: Index, about: About, n: int) -> Iterator[_Subject]:
    for one, other, paths, said in index.rows(_QUERIES[about], n=n):
        yield _Subject((one, other) if other else (one,), tuple(paths), said)
