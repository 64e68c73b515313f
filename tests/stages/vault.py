"""A small vault as the stages before place give it: three sources, four entities, a community."""

from __future__ import annotations

from wikigraph.model.claim import (
    Citation,
    Claim,
    CommunityReport,
    DocumentClaims,
    DocumentDigest,
    Finding,
    OutlineItem,
    Statement,
)
from wikigraph.model.graph import Community, Entity, Graph, Hierarchy, Lexicon, Relationship
from wikigraph.model.text import LinkField, Span

E1, E2, E3, E4 = (f"ent-{number:010}" for number in range(1, 5))
A, B, C = "raw/a/readme.md", "raw/a/readme.txt", "raw/x#y.md"


def entity(id_: str, title: str, *, is_page_worthy: bool = True, aliases: tuple[str, ...] = ()) -> Entity:
    return Entity(id_, title, title.lower(), "", aliases, "", 1.0, is_page_worthy, 3, 2, 2, ())


def claim(number: int, path: str, subject: str, text: str, *objects: str, kind: str = "fact") -> Claim:
    span = Span(0, len(text), number, number)
    return Claim(f"c-{number:010}", path, number, span, text, text, subject, objects, kind, score=1.0 / number)


LEXICON = Lexicon(
    (entity(E1, "Docker", aliases=("docker.io",)), entity(E2, "docker"), entity(E3, "向量数据库"),
     entity(E4, "Thin", is_page_worthy=False)),
    (),
)  # fmt: skip
CLAIMS = {
    path: DocumentClaims(path, tuple(held))
    for path, held in {
        A: [
            claim(1, A, E1, "Docker runs containers with images."),
            claim(2, A, E1, "Docker is a platform.", E3, kind="definition"),
            claim(3, A, E1, "Docker needs a kernel.", E4),
        ],
        B: [claim(4, B, E1, "Docker runs containers with images!", E2), claim(5, B, E3, "向量数据库存储向量。")],
        C: [claim(6, C, E1, "Docker has a daemon.")],
    }.items()
}
GRAPH = Graph(
    (
        Relationship("rel-1", E1, E2, "related", 3, 0.5, (), ((B, 4), (A, 99))),
        Relationship("rel-2", E1, E3, "related", 9, 0.5, (), ((A, 2),)),
        Relationship("rel-3", E1, E4, "related", 99, 0.5, (), ((A, 3),)),
        Relationship("rel-4", E3, E1, "references", 1, 1.0, (), ((B, -1),)),
        Relationship("rel-5", E1, E1, "related", 1, 1.0, (), ()),
    ),
    4,
)
HIERARCHY = Hierarchy(
    (Community("com-0000000001", 0, 0, "", (E1, E2, E3), (E1,), True),
     Community("com-0000000002", 0, 1, "", (E4,), (E4,), True)),
    1, 0.5,
)  # fmt: skip
SAID = Statement("Docker runs containers with images.", (Citation("c-0000000001", A, 1, 1, "Docker runs containers"),))
REPORTS = {
    "com-0000000001": CommunityReport(
        "com-0000000001", "Docker and more", (SAID,), (Finding("A – B", (SAID,)),), 5.0, ""
    ),
    "com-0000000002": CommunityReport("com-0000000002", "Thin", (), (), 0.0, ""),
}
DIGESTS = {
    A: DocumentDigest(A, "Readme [1]",
                      (OutlineItem(1, "Readme [1]", 1), OutlineItem(2, "Use", 3), OutlineItem(3, "On", 5)),
                      (SAID,), (LinkField("requires", "raw/a/readme.txt", 2), LinkField("requires", "gone", 3),
                                LinkField("supersedes", "x#y", 4)), 1, 10),
    B: DocumentDigest(B, "Text", (), (), (), 1, 10),
    C: DocumentDigest(C, "X", (), (), (), 1, 10),
}  # fmt: skip
