"""Pages to test with."""

from __future__ import annotations

from wikigraph.model.claim import Citation, Statement
from wikigraph.model.page import Item, Page, Section, Target

CITATION = Citation("c-7f3a10b2c4", "raw/source-v1.md", 41, 44, "rebuilt when the index version changes")
OTHER = Citation("c-0000000001", "raw/a b/(x).txt", 7, 7, "it *holds* [[vectors]]")
VECTOR_CACHE = Page(
    id="ent-4f1c09a7b2",
    kind="entity",
    path="wiki/entities/vector-cache.md",
    title="Vector cache",
    aliases=("VCache",),
    tags=("wikigraph/entity",),
    community=Target("wiki/communities/retrieval.md", "Retrieval"),
    supported_by=(Target("raw/source-v1.md", "source-v1"),),
    requires=(Target("wiki/entities/duckdb-index.md", "DuckDB index"),),
    related=(Target("wiki/entities/embedding-model.md", "Embedding model"),),
    sections=(
        Section("lead", "", ((Statement("The cache is rebuilt when the index version changes.", (CITATION,)),),)),
        Section(
            "relations",
            "Relations",
            items=(
                Item("requires", Target("wiki/entities/duckdb-index.md", "DuckDB index")),
                Item("related", Target("wiki/entities/embedding-model.md", "Embedding model"), citations=(CITATION,)),
                Item("supported by", Target("raw/source-v1.md", "source-v1")),
            ),
        ),
    ),
)


def page_with(*sections: Section, path: str = "wiki/entities/x.md", title: str = "X") -> Page:
    return Page("ent-0123456789", "entity", path, title, (), (), None, (), (), (), sections)
