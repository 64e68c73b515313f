# ruff: noqa: E501 — the texts of the vaults stay whole
"""Names in texts: marks, code, slices."""

from __future__ import annotations

from tests.extraction.vaults import read
from wikigraph.extraction.matching import Matcher, is_whole
from wikigraph.model.graph import Lexicon, Name
from wikigraph.model.ontology import Ontology
from wikigraph.stages import mention, resolve

FILES = {
    "a.md": "# Docker Compose\n\nWe run Docker Compose. **Docker Compose** is small; see [Docker Compose](b.md) and `Grafana`.\n\n"
    "```yaml\n# Grafana comment\nGrafana: 1\nGrafana: 2\nGrafana: 3\nGrafana: 4\n```\n",
    "b.md": "# Boards\n\nWe watch Grafana. People like Grafana, and Grafana likes people.\n",
    "c.md": "# Other\n\nNothing of it here.\n",
}


def test_marks_and_code() -> None:
    documents, chunks, candidates = read(FILES)
    lexicon = resolve.run(candidates, Ontology(), resolve.Params())
    slices = mention.split(lexicon, candidates)
    titles = {entity.id: entity.title for entity in lexicon.entities}
    found = mention.run(documents["raw/a.md"], chunks["raw/a.md"], slices["raw/a.md"], mention.Params())
    marks = [(titles[item.entity_id], item.mark) for item in found.mentions]
    assert marks[:5] == [
        ("Docker Compose", "title"),
        ("Docker Compose", ""),
        ("Docker Compose", "strong"),
        ("Docker Compose", "link"),
        ("Grafana", "code"),
    ]
    assert marks[5:] == [("Grafana", "code")] * 3  # no comment line, at most three
    places = [(item.sentence, item.start) for item in found.mentions]
    assert places == sorted(places)


def test_a_slice_holds_what_its_document_can_hold() -> None:
    _, _, candidates = read(FILES)
    lexicon = resolve.run(candidates, Ontology(), resolve.Params())
    slices = mention.split(lexicon, candidates)
    assert {name.surface for name in slices["raw/b.md"].names} == {"Grafana"}
    assert slices["raw/c.md"].names == ()
    more = Lexicon(lexicon.entities, (*lexicon.names, Name("Docker Swarm", "ent-x")))
    assert mention.split(more, candidates) == slices


def test_case_scope_and_length() -> None:
    names = (Name("Go", "go", is_case_sensitive=True), Name("Go Tour", "tour"), Name("İstanbul", "city"))
    matcher = Matcher(names)
    text = "go Go; the go tour in İstanbul, GO"
    assert [(text[start:end], entity) for start, end, entity in matcher.find(text)] == [
        ("Go", "go"),
        ("go tour", "tour"),
        ("İstanbul", "city"),
    ]


def test_a_name_of_the_document_wins() -> None:
    matcher = Matcher((Name("Kevin", "any"), Name("Kevin", "scott", path="raw/a.md")))
    assert matcher.find("Kevin") == [(0, 5, "scott")]


def test_whole_words() -> None:
    def whole(text: str, piece: str) -> bool:
        start = text.index(piece)
        return is_whole(text, start, start + len(piece))

    assert whole("使用Docker容器", "Docker")
    assert whole("南京大学生", "南京大学")
    assert whole("Docker-based", "Docker")
    assert whole("It is Docker.", "Docker")
    for text, piece in [
        ("Dockerfile", "Docker"), ("GPT-4.1", "GPT-4"), ("GPT-4", "GPT"), ("C++", "C"), ("C#", "C"), ("v1.10", "v1.1"),
        ("node.js", "node"), ("a@docker", "docker"), ("docker_x", "docker"), ("x.docker", "docker"),
    ]:  # fmt: skip
        assert not whole(text, piece), (text, piece)
