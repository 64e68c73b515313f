"""Claims: whole sentences only, the right subject, verbatim quotes, no secrets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.stages.small import ent, lexicon, mention, read
from wikigraph.model.claim import DocumentClaims
from wikigraph.stages import claims
from wikigraph.text.dates import date_in
from wikigraph.text.defining import defines
from wikigraph.text.referring import refers_back
from wikigraph.text.secrets import secrets_in
from wikigraph.text.standing import is_plain, judge
from wikigraph.text.subjects import head_of
from wikigraph.text.telling import is_example, is_reference, is_telling
from wikigraph.text.terms import explains


def claims_of(text: str, names: list[str], params: claims.Params | None = None) -> DocumentClaims:
    document, chunks = read(text)
    mentions = mention(chunks, names)
    context = claims.split(lexicon(names), {document.path: mentions})[document.path]
    return claims.run(document, chunks, mentions, context, params or claims.Params())


DEFINITIONS = [
    ("Docker Compose is a tool for defining multi-container applications.", "Docker Compose"),
    ("The HNSW index (hierarchical navigable small world) is a graph of vectors.", "HNSW index"),
    ("BM25 refers to a family of ranking functions used by search engines.", "BM25"),
    ("GraphRAG是一种结合知识图谱的检索方法。", "GraphRAG"),
    ("所谓社区报告，指的是对一个社区的总结文本。", "社区报告"),
    ("知识图谱（KG）是由实体和关系组成的图。", "知识图谱"),
    ("霓虹雀鲷，又称天蓝雀鲷，俗名为厚壳仔，为雀鲷科的其中一种。", "霓虹雀鲷"),
    ("涞滩镇，中国重庆市合川区下属的一个镇，面积70.99平方公里。", "涞滩镇"),
    ("Il programma Apollo è stato il terzo programma di volo spaziale.", "programma Apollo"),
    ("ベクトルデータベースとは、埋め込みを保存する仕組みである。", "ベクトルデータベース"),
    ("東京は日本の首都です。", "東京"),
    ("La fusione RRF è un metodo per combinare due classifiche.", "fusione RRF"),
    ("DuckDB ist eine Datenbank für analytische Abfragen.", "DuckDB"),
    ("Leiden est un algorithme de détection de communautés.", "Leiden"),
    ("BM25 es una función de ordenación para buscadores.", "BM25"),
]


@pytest.mark.parametrize(("sentence", "subject"), DEFINITIONS)
def test_definitions_of_many_languages(sentence: str, subject: str) -> None:
    found = claims_of(sentence, [subject]).claims
    assert [(claim.type, claim.subject_entity_id) for claim in found] == [("definition", ent(subject))]


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Docker runs in the background of every machine here.", "Docker"),
        ("Docker是否可以在这里运行取决于系统版本。", "Docker"),
        ("DuckDB ist schneller als viele andere Datenbanken.", "DuckDB"),
        ("In Kubernetes, Docker is one of many container runtimes.", "Kubernetes"),
        ("東京は人が多く、家賃が高いと思います。", "東京"),
    ],
)
def test_facts_are_no_definitions(sentence: str, name: str) -> None:
    start = sentence.index(name)
    assert not defines(sentence, start, start + len(name))


@pytest.mark.parametrize(
    "piece",
    [
        "Is Docker a tool for building containers?",
        "Docker Compose and the others",
        "Click Docker in the settings menu.",
        "Docker, see Figure 3 | 12 | yes.",
        "请点击 Docker 打开设置的页面。",
        "Docker { image = nginx; ports = [80] } == ok.",
        "Docker is a tool such as Podman etc.",
        "and Docker (which was cut here.",
        "Docker.",
    ],
)
def test_what_is_no_statement(piece: str) -> None:
    assert not claims_of(piece, ["Docker"]).claims


def test_headings_code_and_rows_make_no_claims() -> None:
    line = "Docker is a tool for everybody here."
    text = f"# {line}\n\n```\n{line}\n```\n\n| Docker | a tool. |\n"
    assert not claims_of(text, ["Docker"]).claims


def test_subject_stands_at_the_head() -> None:
    names = ["Docker", "Docker Engine", "Kubernetes", "Podman", "周瑜", "孙策", "曹操"]
    found = claims_of(
        "Kubernetes schedules Docker containers on many nodes.\n\n"
        "On a small server, Docker starts faster than Kubernetes.\n\n"
        "With Podman the Docker Engine is not needed at all.\n\n"
        "在赤壁之战中，周瑜和孙策的旧部击败了曹操。",
        names,
    ).claims
    expected = [ent("Kubernetes"), ent("Docker"), ent("Docker Engine"), ent("周瑜")]
    assert [claim.subject_entity_id for claim in found] == expected
    assert found[0].object_entity_ids == (ent("Docker"),)
    assert set(found[3].object_entity_ids) == {ent("孙策"), ent("曹操")}


def test_what_stands_alone_scores_higher() -> None:
    found = claims_of(
        "Docker is a platform for running applications in containers.\n\n"
        "However, this means that in most cases Docker needs more memory.\n\n"
        "The machines in the second building run Docker on old hardware.",
        ["Docker"],
    ).claims
    assert len(found) == 3
    scores = [claim.score for claim in found]
    assert scores[0] > scores[2] > scores[1]


def test_few_of_one_subject_but_every_pair() -> None:
    lines = [f"Docker has the property number {n} that nobody asked for." for n in range(20)]
    lines.append("Docker, they say, works with this and that and also with Podman.")
    params = claims.Params(per_subject=5, min_score=0.0)
    found = claims_of("\n\n".join(lines), ["Docker", "Podman"], params).claims
    assert len(found) <= 6
    assert any(ent("Podman") in claim.object_entity_ids for claim in found)
    assert [claim.sentence for claim in found] == sorted(claim.sentence for claim in found)


def test_repeats_have_ids_of_their_own_and_ids_do_not_move() -> None:
    text = "Docker is a tool for containers.\n\nDocker is a tool for containers."
    one, two = claims_of(text, ["Docker"]).claims
    assert one.id != two.id
    moved = claims_of("# Docker\n\nSome other line comes first here.\n\n" + text, ["Docker"]).claims
    assert [claim.id for claim in moved if "tool" in claim.quote] == [one.id, two.id]


DOTS = "•" * 20  # what parse leaves of a secret


def test_a_sentence_with_the_dots_of_a_secret_is_never_quoted() -> None:
    text = f"The key of Docker is {DOTS} in the old account. Docker is a tool for containers."
    assert [claim.quote for claim in claims_of(text, ["Docker"]).claims] == ["Docker is a tool for containers."]


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("It was founded on 5 March 2019 in Rome.", "2019-03-05"),
        ("It was founded on March 5, 2019, in Rome.", "2019-03-05"),
        ("Released 2021-04-01 by the team.", "2021-04-01"),
        ("公司成立于2019年3月5日。", "2019-03-05"),
        ("1987年に設立された。", "1987"),
        ("Nato il 2 giugno 1946 a Roma.", "1946-06-02"),
        ("Am 3. Oktober 1990 wurde es gefeiert.", "1990-10-03"),
        ("Le 14 juillet 1789, Paris.", "1789-07-14"),
        ("El 12 de octubre de 1492 llegaron.", "1492-10-12"),
        ("It began in 1987 and ended.", "1987"),
        ("It has 1987 members and 2019 books.", ""),
        ("Version 1.1999.3 is old.", ""),
    ],
)
def test_dates(text: str, iso: str) -> None:
    assert date_in(text) == iso


@pytest.mark.parametrize(
    ("text", "is_dangling"),
    [
        ("This is the best of all tools.", True),
        ("However, no tool is better than that.", True),
        ("因此我们知道它的原因是什么。", True),
        ("これは本当に良い本だと思います。", True),
        ("Questo è vero per tutti i sistemi.", True),
        ("Dies ist gut für alle Systeme.", True),
        ("Il est là depuis trois ans déjà.", True),
        ("Il sistema è pronto per la prova.", False),
        ("Thistle grows here on all the hills.", False),
        ("东京是一座很大很大的城市。", False),
        ("Der Dienst läuft auf allen Rechnern.", False),
        ("Iterators are lazy in most languages.", False),
    ],
)
def test_openers(text: str, is_dangling: bool) -> None:
    seen = judge(text)
    assert seen is not None
    assert seen.is_dangling is is_dangling


def test_speakers_are_no_subjects_but_headings_of_items_are() -> None:
    talk = "\n\n".join(
        f"ANNA BELL: Docker is the tool of choice number {n} for small teams." for n in range(3)
    ) + "\n\nANNA BELL: I was born in a small town in the north of Wales."
    found = claims_of(talk, ["ANNA BELL", "Docker"]).claims
    assert [claim.subject_entity_id for claim in found] == [ent("Docker")] * 3 + [ent("ANNA BELL")]
    assert all(claim.object_entity_ids == () for claim in found)
    item = "- Docker Compose: A single file describes all services of Podman."
    (one,) = claims_of(item, ["Docker Compose", "Podman"]).claims
    assert one.subject_entity_id == ent("Docker Compose")
    assert not claims_of("ANNA BELL: Yeah, what a great story that is.", ["ANNA BELL"]).claims


def use_of(text: str, names: list[str]) -> list[str]:
    return [claim.use for claim in claims_of(text, names, claims.Params(min_score=0.0)).claims]


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("Docker runs applications in containers on one machine.", "lead"),
        ("The Docker daemon builds images from a plain file.", "lead"),
        ("Many teams deploy their services with Docker today.", "naming"),
        ("So, Docker is a platform for running containers.", "naming"),
        ("But then they moved the servers over to Docker.", "evidence"),
        ("Problem: the old Docker network is never removed.", "evidence"),
        ("I love working with Docker on my old laptop.", "evidence"),
        ("Docker is what our whole team uses every day.", "evidence"),
        ("Docker made this variant popular in many companies.", "evidence"),
        ("Docker is the best tool for the whole world!", "evidence"),
        ("Docker starts the nodes A, B, D of the test.", "evidence"),
        ("In this post, Docker is set up on a new server.", "evidence"),
        ("Docker est un outil décrit dans notre prochain article.", "evidence"),
        ("关于镜像的更多内容，Docker的文章中会列出完整的例子。", "evidence"),
    ],
)
def test_what_a_page_may_show(text: str, use: str) -> None:
    assert use_of(text, ["Docker"]) in ([use], [] if use == "evidence" else None)


def test_a_speaker_may_say_i_but_is_not_what_is_said() -> None:
    talk = "\n\n".join(f"ANNA BELL: Docker is what I used on machine number {n}." for n in range(3))
    assert use_of(talk, ["ANNA BELL", "Docker"]) == ["lead"] * 3
    alone = "\n\n".join(f"ANNA BELL: The weather in town number {n} is fine." for n in range(3))
    assert use_of(alone, ["ANNA BELL"]) == ["evidence"] * 3


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ("- Cloudflared - a service that tunnels traffic to my server", "Cloudflared"),
        ("- Mostlylucid - my blog", "Mostlylucid"),
        ("- 向量缓存：保存每个文本单元的向量", "向量缓存"),
        ("- Docker (20.10): runs containers on one machine", "Docker"),
        ("- Redis – ein Speicher für Schlüssel und Werte", "Redis"),
    ],
)
def test_an_item_that_explains_its_first_words_defines_them(item: str, name: str) -> None:
    (one,) = claims_of(item, [name]).claims
    assert (one.type, one.use, one.subject_entity_id) == ("definition", "lead", ent(name))


@pytest.mark.parametrize(
    "item",
    [
        "- Docker: 20.10", "- Docker - see below", "- Docker: https://docker.com/a/b", "- Docker - not started",
        "- Docker - which of them should it be?", "- with Docker: a service that runs", "- Docker, Podman and others",
        "- Docker: a service that:",
    ],
)  # fmt: skip
def test_items_that_explain_nothing(item: str) -> None:
    assert not claims_of(item, ["Docker"]).claims


def test_footnotes_and_bibliographies_make_no_claims() -> None:
    entry = 'Traag, Waltman and van Eck, "From Louvain to Leiden", Scientific Reports 9 (2019).'
    assert judge(entry) is None
    assert judge("Cormack, Clarke and Büttcher, SIGIR 2009, pages 758–759.") is None
    assert judge("Dick, Tom and Harry are the authors of a book on Leiden (2019).") is not None


@pytest.mark.parametrize(
    "order",
    [
        "Build a proper cluster of all these machines.", "Start simple: Begin with the basic concepts.",
        "Await each async block immediately after defining it.", "Verwenden Sie den neuen Dienst auf allen Rechnern.",
        "Utilisez le nouveau service sur toutes les machines.", "Never reduce a name to its Latin letters.",
        "创建一个目录，新建一个文件。", "See the full guide for all of the details.",
    ],
)  # fmt: skip
def test_orders_are_no_statements(order: str) -> None:
    assert judge(order) is None


@pytest.mark.parametrize(
    "statement",
    [
        "Build times are much shorter with a warm cache.", "Open source software is used by many companies.",
        "Running a server costs money every single month.", "Like the first engine, the second is slow.",
        "Given a query, the engine returns ten passages.", "add 方法将两个点的坐标分别相加。",
        "Type inference is done by the compiler itself.",
    ],
)  # fmt: skip
def test_what_looks_like_an_order(statement: str) -> None:
    seen = judge(statement)
    assert seen is not None
    assert seen.is_statement


def test_sentences_that_make_no_claim_still_support() -> None:
    text = "Docker and Podman?\n\nThey compared Docker with Podman.\n\nSee [it](x.md) with Docker.\n\nDocker alone?"
    found = claims_of(text, ["Docker", "Podman"], claims.Params(min_score=0.9))
    assert found.claims == ()
    quotes = [citation.quote for _, citation in found.evidence]
    assert "Docker and Podman?" in quotes
    assert "Docker alone?" not in quotes
    assert [ordinal for ordinal, _ in found.evidence] == sorted(ordinal for ordinal, _ in found.evidence)
    secret = claims_of(f"The Docker key for Podman is {DOTS}.", ["Docker", "Podman"])
    assert secret.evidence == ()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    judge(text)
    is_plain(text)
    explains(text, 0, min(3, len(text)))
    head_of(text, [(min(4, len(text)), min(9, len(text)))])
    secrets_in(text)
    date_in(text)
    defines(text, 0, min(3, len(text)))


@pytest.mark.parametrize(
    "piece",
    ["(" * 5000, "a" * 50000, "password" * 9000, "is a " * 9000, "，" * 20000, "1 " * 20000, "eyJ" * 20000,
     "a_" * 999, "a_" * 190 + ".",
     "this " * 9000,
     "Aa Bb, " * 7000 + "9", "the notes " * 5000, "我们" * 20000, "A, " * 15000, "a: b, " * 9000],
)
def test_hostile_text_is_fast(piece: str) -> None:
    import time

    start = time.process_time()
    for function in (
        judge, secrets_in, date_in, is_telling, is_example, is_reference, refers_back, is_plain,
        lambda text: defines(text, 0, 1), lambda text: explains(text, 0, 1),
        lambda text: head_of(text, [(len(text) - 9, len(text))]),
    ):  # fmt: skip
        function(piece)
    assert time.process_time() - start < 1.0
