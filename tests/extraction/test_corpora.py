# ruff: noqa: E501 — the texts of the vaults stay whole
"""Sensible entities at any size, and nothing that structure or language rules out."""

from __future__ import annotations

import time

from tests.extraction.vaults import entity, ids_of, mentioned, read, resolved
from wikigraph.model.ontology import Ontology
from wikigraph.stages import resolve


def titles(files: dict[str, str]) -> set[str]:
    return {item.title for item in resolved(files).entities}


def test_nothing_in_nothing_out() -> None:
    assert resolved({}).entities == ()
    for text in ("", "Hello world", "   \n", "# \n", "---\n---\n", "\x00", "```\n# comment\n```\n"):
        assert resolved({"a.md": text}).entities == (), text


def test_shell_comments_in_fences_are_no_entities() -> None:
    files = {
        "a.md": "# Docker\n\nWe use Docker. Docker runs.\n\n```bash\n# Build The Image\n# Run Portainer Agent\ndocker build .\n```\n"
        * 3
    }
    found = titles(files)
    assert not any("Build" in title or "Portainer" in title for title in found)
    assert "Docker" in found


def test_generic_headings_are_no_pages() -> None:
    body = "The Introduction explains. We use Grafana here. Some use Grafana there, and Grafana elsewhere.\n"
    files = {
        f"{i}.md": f"# Part {i}\n\n## Introduction\n\n{body}\n## Wartungshinweise\n\nDer Rest.\n" for i in range(6)
    }
    pages = {item.title for item in resolved(files).entities if item.is_page_worthy}
    assert "Introduction" not in pages
    assert "Wartungshinweise" not in pages
    assert "Grafana" in pages


def test_the_main_subject_is_not_lost_for_being_frequent() -> None:
    files = {
        f"{i}.md": f"# Chapter {word}\n\nIn Rust one writes {word} code. With Rust it works. Thus Rust wins.\n"
        for i, word in enumerate(["safe", "fast", "small", "clean", "short", "good", "plain", "dense"])
    }
    assert entity(resolved(files), "Rust").is_page_worthy


def test_three_documents_and_three_thousand() -> None:
    def vault(n: int) -> dict[str, str]:
        cities = ["Turin", "Genoa", "Milan", "Parma", "Siena", "Padua", "Lecce"]
        return {
            f"{i}.md": f"# Report {i}\n\nOn that day we saw {cities[i % 7]} again. People in {cities[i % 7]} and "
            f"{cities[(i + 1) % 7]} trade. They say {cities[i % 7]} grows.\n"
            for i in range(n)
        }

    small = titles(vault(3))
    assert {"Turin", "Genoa", "Milan"} <= small
    candidates = read(vault(7))[2]
    many = {f"raw/{i}.md": candidates[f"raw/{i % 7}.md"] for i in range(3000)}
    start = time.process_time()
    lexicon = resolve.run(many, Ontology(), resolve.Params())
    assert time.process_time() - start < 10
    assert {"Turin", "Genoa", "Milan", "Parma", "Siena", "Padua", "Lecce"} <= {item.title for item in lexicon.entities}


def test_reasons_are_for_people() -> None:
    files = {"a.md": "# Docker Compose\n\nDocker Compose starts stacks. We like Docker Compose.\n"}
    reasons = entity(resolved(files), "Docker Compose").reasons
    assert any(reason.detail == "the title of raw/a.md" for reason in reasons)
    assert all(reason.rule and reason.detail for reason in reasons)


def test_mentions_are_exact_and_do_not_overlap() -> None:
    files = {
        "a.md": "# Docker Compose\n\nWe run Docker Compose. İ use Docker Compose v2; Docker is old. See `docker-compose.yml`, "
        "Docker-based, and Docker.\n",
        "b.md": "# Docker\n\nWe run Docker. People use Docker, and Docker Compose too. They like Docker.\n",
    }
    _, found = mentioned(files)
    assert found["raw/a.md"].count("Docker Compose: Docker Compose") == 3
    assert "Docker: Docker" in found["raw/a.md"]
    assert not any("yml" in item for item in found["raw/a.md"])


def test_versions_and_symbols_are_not_found_inside_longer_ones() -> None:
    files = {
        "a.md": "# Models\n\nWe use GPT-4 here. They use GPT-4 there. All use GPT-4 now, and the GPT-4 model.\n",
        "b.md": "# News\n\nIn spring GPT-4.1 came, and C++ grew.\n",
    }
    _, found = mentioned(files)
    assert found["raw/b.md"] == []


def test_german_nouns_are_no_names_and_names_are_found() -> None:
    text = (
        "Die Anwendung startet den Dienst. Der Server liest die Datei. Eine Datei liegt im Ordner. Mit Grafana sieht man die "
        "Werte. Wer Grafana nutzt, kennt die Anzeige. Wir betreiben Grafana seit Jahren. Außerdem hilft Grafana bei der Suche. "
        "Der Ordner enthält eine Datei. Heute läuft Grafana stabil, und Grafana bleibt."
    )
    found = titles({"a.md": f"# Betrieb\n\n{text}\n", "b.md": f"# Überwachung\n\n{text}\n"})
    assert "Grafana" in found
    assert not found & {"Datei", "Ordner", "Anwendung", "Werte"}


def test_japanese_katakana_and_kanji_terms() -> None:
    text = "コンテナオーケストレーションは重要です。**形態素解析**を使います。コンテナオーケストレーションを学ぶ。形態素解析で単語を分けます。形態素解析は便利です。"
    found = titles({"a.md": f"# 入門\n\n{text}\n", "b.md": f"# 応用\n\n{text}\n"})
    assert {"コンテナオーケストレーション", "形態素解析"} <= found


def test_italian_names_with_connectors() -> None:
    text = (
        "La torre sta a Reggio di Calabria. Chi visita Reggio di Calabria vede il mare. Poi Reggio di Calabria dorme.\n"
    )
    lexicon = resolved({"a.md": f"# Viaggio\n\n{text}\n"})
    assert ids_of(lexicon, "Reggio di Calabria")
    assert not ids_of(lexicon, "La")


def test_hostile_input_takes_no_time() -> None:
    hostile = [
        "A" * 60_000,
        "A-" * 30_000,
        "A. " * 20_000,
        "(" * 60_000,
        "《" * 60_000,
        "a_ " * 20_000,
        "Aa " * 30_000,
        "“" * 30_000 + "x",
        "的" * 60_000,
        "中文" * 30_000,
        "word " * 30_000,
        "/a" * 30_000,
        "a@" * 30_000,
        "[" * 60_000,
        "_a" * 30_000 + ".tx",
        "x_ " * 20_000 + ".tx",
        "Aa's " * 20_000,
        '"A ' * 20_000,
        "A (B " * 20_000,
        "A.B." * 20_000,
        "a b c d e f " * 8_000,
        "A, " * 20_000,
        "Ab of " * 20_000,
        "A & " * 20_000,
        "a-b " * 20_000,
        "x@y." * 15_000,
    ]
    start = time.process_time()
    for text in hostile:
        resolved({"a.md": f"# Title\n\n{text}\n"})
    assert time.process_time() - start < 20


def test_names_of_a_footer_are_no_entities() -> None:
    footer = "Subscribe to the Gopher Gazette and follow Jane Footer for more news."
    files = {
        f"{i}.md": f"# Note {word}\n\nWe {word} with Grafana. Some {word} with Grafana, and all like Grafana.\n\n{footer}\n"
        for i, word in enumerate(["trade", "sleep", "write", "paint", "dance", "sing"])
    }
    found = titles(files)
    assert "Grafana" in found
    assert not found & {"Gopher Gazette", "Jane Footer"}
    del files["5.md"], files["4.md"], files["3.md"]
    assert "Gopher Gazette" in titles(files)  # three documents may well share a sentence
