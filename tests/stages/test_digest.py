"""A document in short: outline with lines, summary of sentences that stand alone, in reading order."""

from __future__ import annotations

from tests.stages.small import lexicon, mention, read
from wikigraph.model.claim import DocumentDigest
from wikigraph.stages import claims, digest
from wikigraph.text.centrality import centrality, pick
from wikigraph.text.tokens import search_tokens


def digest_of(text: str, names: list[str]) -> DocumentDigest:
    document, chunks = read(text)
    mentions = mention(chunks, names)
    context = claims.split(lexicon(names), {document.path: mentions})[document.path]
    found = claims.run(document, chunks, mentions, context, claims.Params())
    return digest.run(document, chunks, found, digest.Params())


TEXT = """# Docker Compose

Docker Compose is a tool for running applications of several containers.

However, this was not always so.

## Files

The compose file describes services, networks and volumes of the application.

The compose file describes services, networks and the volumes of an application.

```
docker compose up starts all the containers of the application.
```

Docker Compose starts the services of the file in the order of their dependencies.

Cats are nice animals that sleep in the sun all day.
"""


def test_summary_and_outline() -> None:
    found = digest_of(TEXT, ["Docker Compose"])
    assert [(item.level, item.text, item.line) for item in found.outline] == [(1, "Docker Compose", 1), (2, "Files", 7)]
    texts = [statement.text for statement in found.summary]
    assert texts[0].startswith("Docker Compose is a tool")
    assert len(texts) == 3
    assert sum("describes services" in text for text in texts) == 1
    assert not any("However" in text or "up starts" in text for text in texts)
    lines = [statement.citations[0].start_line for statement in found.summary]
    assert lines == sorted(lines)
    for statement in found.summary:
        (citation,) = statement.citations
        assert citation.quote in TEXT.split("\n")[citation.start_line - 1]


def test_a_claim_in_the_summary_has_the_claim_s_id() -> None:
    document, chunks = read(TEXT)
    mentions = mention(chunks, ["Docker Compose"])
    context = claims.split(lexicon(["Docker Compose"]), {document.path: mentions})[document.path]
    made = claims.run(document, chunks, mentions, context, claims.Params())
    summary = digest.run(document, chunks, made, digest.Params()).summary
    ids = {claim.statement: claim.id for claim in made.claims}
    cited = {statement.text: statement.citations[0].claim_id for statement in summary}
    assert {text: cited[text] for text in cited if text in ids} == {text: ids[text] for text in cited if text in ids}
    assert any(text in ids for text in cited)


def test_tiny_empty_and_without_prose() -> None:
    assert digest_of("", []) .summary == ()
    assert digest_of("# Only\n\n```\nx = 1\n```\n", ["Only"]).summary == ()
    one = digest_of("It is a small house with a red roof.", ["house"]).summary
    assert [statement.text for statement in one] == ["It is a small house with a red roof."]


def test_chinese() -> None:
    text = (
        "GraphRAG是一种结合知识图谱的检索增强生成方法。\n\n因此它很好用，大家都喜欢。\n\n"
        "全局查询把社区报告分批映射，然后归约成一个答案。\n\n知识图谱由实体和关系组成，支持全局查询。\n\n今天天气非常好，我们去公园。"
    )
    texts = [statement.text for statement in digest_of(text, ["GraphRAG"]).summary]
    assert texts[0].startswith("GraphRAG是")
    assert not any(text.startswith("因此") for text in texts)


def test_centrality_prefers_what_others_share_and_drops_copies() -> None:
    sentences = ["red apples grow on trees", "apples and pears grow on trees", "pears grow on trees", "blue cars go"]
    tokens = [search_tokens(sentence) for sentence in sentences]
    values = centrality(tokens)
    assert values[3] == min(values)
    assert pick([1.0, 0.9, 0.8], [["a", "b"], ["a", "b"], ["c"]], 2, 0.6) == [0, 2]
    assert centrality([]) == []
    assert centrality([[], []]) == [1.0, 1.0]


def test_centrality_is_linear() -> None:
    import time

    tokens = [[f"w{k % 97}", f"v{k % 89}", "the", f"u{k}"] for k in range(20_000)]
    start = time.process_time()
    assert len(centrality(tokens)) == 20_000
    assert time.process_time() - start < 3


def test_japanese_and_german() -> None:
    japanese = (
        "ベクトルデータベースとは、埋め込みを保存して検索する仕組みである。\n\nしかし、それは速くないこともある。\n\n"
        "検索はベクトルの近さで埋め込みを並べ、近い文書を返す。\n\n索引は埋め込みのベクトルを木や層に分けて保存する。\n\n"
        "詳しくは図3を参照してください。\n\n今日は天気がとても良いので散歩に行く。"
    )
    texts = [statement.text for statement in digest_of(japanese, ["ベクトルデータベース"]).summary]
    assert texts[0].startswith("ベクトルデータベースとは")
    assert not any(text.startswith("しかし") or "図3" in text for text in texts)
    german = (
        "DuckDB ist eine eingebettete Datenbank für analytische Abfragen.\n\nDeshalb ist sie sehr schnell dabei.\n\n"
        "Die Datenbank speichert Spalten getrennt und liest nur die Spalten einer Abfrage.\n\n"
        "Abfragen laufen in DuckDB auf allen Kernen des Rechners.\n\nKatzen schlafen gern in der Sonne."
    )
    texts = [statement.text for statement in digest_of(german, ["DuckDB"]).summary]
    assert texts[0].startswith("DuckDB ist")
    assert not any(text.startswith("Deshalb") for text in texts)


def test_a_sentence_with_the_dots_of_a_secret_is_not_quoted() -> None:
    key = "•" * 20
    found = digest_of(f"# Server\n\nThe key of the server is {key} since March.\n\n## {key}\n\nNothing.", ["Server"])
    assert all(key not in statement.text for statement in found.summary)
    assert [item.text for item in found.outline] == ["Server", key]


def test_what_is_said_stands_behind_who_says_it() -> None:
    turns = [
        ("KEVIN SCOTT", "The model learned to write code in 2021. The second release doubled the speed of training."),
        ("Anna Rossi", "Large clusters need careful scheduling of every job."),
        ("KEVIN SCOTT", "Our engineers measured the latency of each request."),
        ("Anna Rossi", "The hardware team built a new network for it. That network carries gradients between racks."),
        ("KEVIN SCOTT", "Storage became the next limit of the system."),
        ("Anna Rossi", "Caches in memory removed that limit within a year."),
    ]
    found = digest_of("# Talk\n\n" + "\n\n".join(f"{who}: {what}" for who, what in turns), ["Stockholm"])
    assert found.summary
    for statement in found.summary:
        who = next(who for who, what in turns if statement.text.partition(": ")[2] in what)
        assert statement.text.startswith(f"{who}: ") and statement.text.count(f"{who}:") == 1


def test_a_kind_of_thing_speaks_no_sentence() -> None:
    forms = "\n\n".join(f"Problem: The service {n} fails at night. A restart of it helps then." for n in range(4))
    assert not any(
        s.text.startswith("Problem: A restart") for s in digest_of(f"# Log\n\n{forms}", ["Berlin"]).summary
    )


def test_a_speaker_speaks_on_in_the_next_paragraph() -> None:
    turns = "".join(
        f"KEVIN SCOTT: The release number {n} doubled the speed.\n\nAnna Rossi: The cluster {n} is full.\n\n"
        for n in range(3)
    )
    told = "Gradients travel between racks over a network of light."
    (found,) = (s.text for s in digest_of(f"# Talk\n\n{turns}{told}\n", ["Berlin"]).summary if told in s.text)
    assert found == f"Anna Rossi: {told}"
    after = digest_of(f"# Talk\n\n{turns}## Links\n\n{told}\n", ["Berlin"]).summary
    assert [s.text for s in after if told in s.text] in ([told], [])
