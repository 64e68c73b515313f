# ruff: noqa: E501 — the texts of the vaults stay whole
"""Likely merges are proposed with a reason and where to look; nothing is merged by them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.extraction.vaults import ids_of, resolved
from wikigraph.extraction.likeness import is_numeronym_of, is_one_edit_apart, kana_skeleton, latin_skeleton
from wikigraph.model.graph import Lexicon
from wikigraph.model.ontology import Ontology


def proposals(lexicon: Lexicon) -> dict[frozenset[str], str]:
    found = {item.id: item.title for item in lexicon.entities}
    return {frozenset((found[p.entity_id], found[p.other_id])): f"{p.reason.rule}: {p.reason.detail}" for p in lexicon.proposals}


def test_a_numeronym_is_proposed_and_can_be_dismissed() -> None:
    files = {"a.md": "# Clusters\n\nWe run Kubernetes. Some write K8s. In Kubernetes pods run; so K8s it is, and K8s grows. Kubernetes too.\n"}
    lexicon = resolved(files)
    assert not ids_of(lexicon, "Kubernetes") & ids_of(lexicon, "K8s")
    assert proposals(lexicon) == {frozenset(("K8s", "Kubernetes")): 'numeronym: "K8s" counts the letters left out of "Kubernetes"'}
    assert not resolved(files, Ontology(dismissed=(("K8s", "Kubernetes"),))).proposals


def test_initials_are_proposed_and_merged_only_where_many_documents_say_both() -> None:
    text = "At Carnegie Mellon University they teach. So CMU grows, and CMU wins. Then Carnegie Mellon University and CMU rest.\n"
    two = resolved({f"{i}.md": f"# Talk {i}\n\n{text}" for i in range(2)})
    assert not ids_of(two, "CMU") & ids_of(two, "Carnegie Mellon University")
    assert any(reason.startswith("initials") and "raw/0.md" in reason for reason in proposals(two).values())
    five = resolved({f"{word}.md": f"# Talk {word}\n\nSome {word}.\n\n{text}" for word in "abcdef"})
    many = {f"{word}.md": f"# Talk {word}\n\nA {word}. " + text.replace("teach", word) for word in ("teach", "run", "eat", "sing", "jump")}
    assert five.entities
    assert ids_of(resolved(many), "CMU") == ids_of(resolved(many), "Carnegie Mellon University") != set()


def test_two_readings_of_initials_are_never_merged() -> None:
    text = "Some like Active Server Pages, and some like Answer Set Programming. We say ASP here, ASP there, and ASP again.\n"
    many = {f"{word}.md": f"# Talk {word}\n\nA {word}. {text}" for word in ("teach", "run", "eat", "sing", "jump")}
    lexicon = resolved(many)
    assert not ids_of(lexicon, "Active Server Pages") & ids_of(lexicon, "Answer Set Programming")


def test_katakana_that_sounds_like_a_word_beside_it_is_proposed() -> None:
    text = "サーバーはクッキーを送る。クッキーは小さい。次に cookie を読む。この cookie は古い。クッキーと cookie は同じ。クッキーを消す。"
    found = proposals(resolved({"a.md": f"# クッキー\n\n{text}\n", "b.md": f"# cookie\n\n{text}\n"}))
    assert any(pair == {"クッキー", "cookie"} and reason.startswith("sound") for pair, reason in found.items()), found


def test_dots_make_no_difference() -> None:
    text = "In the U.K. it rains. The UK is wet. Some say U.K., some UK, and the UK stays. She has a Ph.D. and he a PhD; each Ph.D. counts, each PhD too.\n"
    lexicon = resolved({"a.md": f"# Rain\n\n{text}", "b.md": f"# Sun\n\n{text}"})
    assert ids_of(lexicon, "U.K.") == ids_of(lexicon, "UK") != set()
    assert ids_of(lexicon, "Ph.D") == ids_of(lexicon, "PhD") != set()


@pytest.mark.parametrize(
    ("katakana", "latin"),
    [("クッキー", "cookie"), ("サーバー", "server"), ("データ", "data"), ("ファイル", "file"), ("テスト", "test"), ("コンテナ", "container"), ("イメージ", "image"), ("クラス", "class")],
)
def test_skeletons_of_loan_words(katakana: str, latin: str) -> None:
    assert kana_skeleton(katakana) == latin_skeleton(latin)


@pytest.mark.parametrize(("short", "name"), [("k8s", "kubernetes"), ("i18n", "internationalization"), ("l10n", "localization"), ("a11y", "accessibility")])
def test_numeronyms(short: str, name: str) -> None:
    assert is_numeronym_of(short, name)
    assert not is_numeronym_of(short, name + "s")


@given(st.text("abcdef", min_size=5, max_size=9), st.text("abcdef", min_size=5, max_size=9))
def test_one_edit_is_one_edit_both_ways(left: str, right: str) -> None:
    def edited(word: str) -> set[str]:
        cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
        return {a + b[1:] for a, b in cuts if b} | {a + c + b[1:] for a, b in cuts if b for c in "abcdef"} | {a + c + b for a, b in cuts for c in "abcdef"}

    assert is_one_edit_apart(left, right) == (left != right and right in edited(left))
    assert is_one_edit_apart(left, right) == is_one_edit_apart(right, left)
