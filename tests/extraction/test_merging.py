# ruff: noqa: E501 — the texts of the vaults stay whole
"""Merges have reasons; people's words win; doubt only proposes."""

from __future__ import annotations

from tests.extraction.vaults import entity, ids_of, mentioned, resolved
from wikigraph.model.ontology import Alias, Ontology, TypedNames

LEAD = {
    "bell.md": "# William Bell (author)\n\nWilliam Edwin Bell (27 October 1945 – 30 July 2016) was a Canadian author.\n",
}


def test_the_form_of_the_first_lines_is_an_alias() -> None:
    lexicon = resolved(LEAD)
    bell = entity(lexicon, "William Bell (author)")
    assert ids_of(lexicon, "William Edwin Bell") == {bell.id}
    assert any(reason.rule == "lead-alias" and "raw/bell.md" in reason.detail for reason in bell.reasons)


def test_a_form_that_two_titles_share_is_only_proposed() -> None:
    files = {
        "first.md": "# John Stafford, 1st Earl\n\nJohn Stafford, 1st Earl, was a peer. They met John Stafford.\n",
        "second.md": "# John Stafford, 2nd Earl\n\nJohn Stafford, 2nd Earl, was his son. They met John Stafford.\n",
        "third.md": "# Peers\n\nSome say John Stafford came. Then John Stafford went, and John Stafford died.\n",
    }
    lexicon = resolved(files)
    ids = dict(lexicon.subjects)
    assert ids["raw/first.md"] != ids["raw/second.md"]
    assert lexicon.proposals


def test_several_expansions_of_an_acronym_are_not_merged() -> None:
    files = {
        "a.md": "# A\n\nWe use Active Server Pages (ASP) here. With ASP one writes pages. Active Server Pages are old.\n",
        "b.md": "# B\n\nWe use Answer Set Programming (ASP) here. With ASP one solves. Answer Set Programming is fun.\n",
    }
    lexicon = resolved(files)
    assert not ids_of(lexicon, "Active Server Pages") & ids_of(lexicon, "Answer Set Programming")


def test_windows_is_not_the_plural_of_window() -> None:
    files = {
        "a.md": "# Systems\n\nWe install Windows. People run Windows and like Windows.\n",
        "b.md": "# House\n\nA **window** is open. Close the window. Each window has glass, and the window broke.\n",
    }
    lexicon = resolved(files)
    assert not ids_of(lexicon, "Windows") & ids_of(lexicon, "window")


def test_aliases_and_merges_of_the_ontology() -> None:
    files = {
        "a.md": "# Clusters\n\nWe run Kubernetes. Some write K8s. In Kubernetes pods run; K8s is short for Kubernetes, so K8s.\n"
    }
    assert not ids_of(resolved(files), "Kubernetes") & ids_of(resolved(files), "K8s")
    merged = resolved(files, Ontology(aliases=(Alias("Kubernetes", ("K8s",)),)))
    assert ids_of(merged, "Kubernetes") == ids_of(merged, "K8s") != set()
    assert entity(merged, "Kubernetes").aliases == ("K8s",)
    assert entity(resolved(files, Ontology(merges=(("K8s", "Kubernetes"),))), "K8s")


def test_never_merge_wins_over_a_rule() -> None:
    files = {
        "a.md": "# Words\n\nThe natural language processing (NLP) field. NLP is old. NLP is new, natural language processing too.\n"
    }
    apart = resolved(files, Ontology(never_merge=(("NLP", "natural language processing"),)))
    assert not ids_of(apart, "NLP") & ids_of(apart, "natural language processing")


def test_stop_names_types_and_pages_of_the_ontology() -> None:
    files = {
        "a.md": "# Tools\n\nWe use Grafana and Loki. People like Grafana and Loki, since Grafana and Loki are free.\n"
    }
    ontology = Ontology(stop_names=("Loki",), typed=(TypedNames("tool", ("grafana",)),), no_pages=("Grafana",))
    lexicon = resolved(files, ontology)
    assert not ids_of(lexicon, "Loki")
    assert entity(lexicon, "Grafana").type == "tool"
    assert not entity(lexicon, "Grafana").is_page_worthy


def test_dismissed_proposals_stay_away() -> None:
    files = {
        "first.md": "# John Stafford, 1st Earl\n\nJohn Stafford, 1st Earl, was a peer. They met John Stafford.\n",
        "second.md": "# John Stafford, 2nd Earl\n\nJohn Stafford, 2nd Earl, was his son. They met John Stafford.\n",
        "third.md": "# Peers\n\nSome say John Stafford came. Then John Stafford went, and John Stafford died.\n",
    }
    pairs = (("John Stafford", "John Stafford, 1st Earl"), ("John Stafford", "John Stafford, 2nd Earl"))
    assert not resolved(files, Ontology(dismissed=pairs)).proposals


def test_a_first_name_means_the_person_of_its_document() -> None:
    people = ["Scott", "Warner", "Miller"]
    files = {
        f"{name}.md": f"# Talk {i}\n\nToday Kevin {name} speaks. So Kevin {name} said it. Then Kevin laughed. We thank Kevin. "
        f"All know Kevin {name}.\n"
        for i, name in enumerate(people)
    }
    _, found = mentioned(files)
    for name in people:
        assert f"Kevin {name}: Kevin" in found[f"raw/{name}.md"], found


def test_a_chinese_term_and_its_gloss_seen_twice_are_one() -> None:
    text = "在 Rust 中，**所有权**（ownership）是核心。每个值都有所有权。所有权可以移动。理解所有权很重要。"
    files = {"a.md": f"# 所有权\n\n{text}\n", "b.md": f"# 内存\n\n{text}\n"}
    lexicon = resolved(files)
    assert ids_of(lexicon, "所有权") == ids_of(lexicon, "ownership") != set()


def test_front_matter_aliases_name_the_subject() -> None:
    files = {
        "a.md": "---\ntitle: La compilazione incrementale\naliases: [Build incrementale]\n---\n# La compilazione incrementale\n\n"
        "Una compilazione rifà soltanto il lavoro necessario.\n",
        "b.md": "# Altro\n\nQui si parla di Build incrementale.\n",
    }
    lexicon, found = mentioned(files)
    subject = dict(lexicon.subjects)["raw/a.md"]
    assert ids_of(lexicon, "Build incrementale") == {subject} == ids_of(lexicon, "compilazione incrementale")
    assert any("Build incrementale" in item for item in found["raw/b.md"])


def test_the_head_of_a_title_of_two_parts_is_the_subject() -> None:
    files = {
        f"{i}.md": f"# Chunking, version {i}\n\nThis note is about chunking. Good chunking keeps sentences.\n"
        for i in (1, 2)
    }
    lexicon = resolved(files)
    assert len(set(dict(lexicon.subjects).values())) == 1
    assert ids_of(lexicon, "chunking")
