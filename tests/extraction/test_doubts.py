# ruff: noqa: E501 — the texts of the vaults stay whole
"""What looks like a name and is none, or less of one than it looks."""

from __future__ import annotations

import pytest

from tests.extraction.vaults import entity, ids_of, resolved
from wikigraph.extraction.hanverbs import HanVerbs
from wikigraph.extraction.prose import identifier_of


def titles(files: dict[str, str]) -> set[str]:
    return {item.title for item in resolved(files).entities}


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("Rc<T>", "Rc"),
        ("HashMap<K, V>", "HashMap"),
        ("Box<dyn Error>", "Box"),
        ("main()", "main"),
        ("Vec<Option<i32>>", "Vec"),
        ("std::io", "std::io"),
        ("a < b > c", ""),
        ("rm -rf", ""),
        ("main.rs", ""),
        ("x" * 50, ""),
        ("List<" + "a" * 90 + ">", ""),
    ],
)
def test_what_an_identifier_is_used_with_is_no_part_of_it(code: str, name: str) -> None:
    assert identifier_of(code) == name


def test_a_generic_type_in_code_is_a_name() -> None:
    text = "We wrap it in `Rc<T>` here. Clones of `Rc<T>` are cheap, and every `Rc<T>` counts.\n"
    lexicon = resolved({"a.md": f"# Sharing\n\n{text}", "b.md": f"# Counting\n\n{text}"})
    assert entity(lexicon, "Rc").n_mentions == 6


def test_labels_that_count_are_no_names() -> None:
    text = "Level C0 is coarse. Level C1 is finer. Then C2 follows, and C2 beats C0. In C1 and C0 we see C2; so C1.\n"
    found = titles({"a.md": f"# Levels\n\n{text}", "b.md": f"# More\n\n{text}"})
    assert not found & {"C0", "C1", "C2"}
    text = text.replace("C0", "ARM8").replace("C1", "ARM32").replace("C2", "ARM64")
    assert {"ARM32", "ARM64"} <= titles({"a.md": f"# Levels\n\n{text}", "b.md": f"# More\n\n{text}"})


def test_a_cited_heading_gives_no_names() -> None:
    heading = "Using Trait Objects That Allow for Values of Different Types"
    files = {f"{i}.md": f"# Chapter {word}\n\nSo {word}. See “{heading}” for more.\n" for i, word in enumerate("abcdef")}
    files["x.md"] = f"# {heading}\n\nHere we begin.\n"
    assert not any("Trait Objects That Allow" in title or "Values of Different" in title for title in titles(files))


def test_a_sentence_of_many_documents_gives_no_names() -> None:
    files = {
        f"{i}.md": f"# Talk {word}\n\nSome {word} happens first. I’m Christina Warren, Senior Cloud Advocate at Contoso. We {word} with Grafana, "
        f"and all {word} in Grafana.\n"
        for i, word in enumerate(["trade", "sleep", "write", "paint", "dance", "sing"])
    }
    found = titles(files)
    assert "Grafana" in found
    assert not found & {"Senior Cloud Advocate", "Christina Warren"}


def test_a_label_that_a_page_break_cut_is_no_name() -> None:
    lines = "\n\n".join(f"KEVIN SCOTT: So we said {word}." for word in "abcdefghijklmnopqrstuvwxyzäöüßæø")
    text = f"# Talk\n\n{lines}\n\n[MUSIC] VIN SCOTT: Yeah.\n\nx y VIN SCOTT: Right.\n\nz VIN SCOTT: True.\n"
    found = titles({"a.md": text})
    assert "VIN SCOTT" not in found
    assert any(title.casefold() == "kevin scott" for title in found)


def test_mass_nouns_that_titles_repeat_are_names_and_adjectives_are_not() -> None:
    text = (
        "**Ownership** is a set of rules. We explain ownership now. With ownership memory is safe. An *irrefutable* pattern fits. "
        "The irrefutable pattern matches. Any irrefutable pattern works, an irrefutable pattern too. Then ownership moves.\n"
    )
    files = {
        "a.md": f"# Understanding Ownership\n\n{text}",
        "b.md": f"# What Is Ownership\n\n{text}",
        "c.md": f"# Rules\n\n## Ownership and Functions\n\n{text}",
    }
    found = {title.lower() for title in titles(files)}
    assert "ownership" in found
    assert "irrefutable" not in found


def test_the_code_name_of_an_everyday_word_is_not_the_word() -> None:
    text = "The call returns a `Result` here. The result is large. We match on `Result`, and a result follows.\n"
    lexicon = resolved({f"{i}.md": f"# Chapter {word}\n\n{text}" for i, word in enumerate("abcdef")})
    found = entity(lexicon, "Result")
    assert found.n_mentions == 12
    assert all(name.is_case_sensitive for name in lexicon.names if name.entity_id == found.id)


def test_chinese_verbs_with_objects_are_no_terms() -> None:
    text = (
        "程序读取一个文件。然后读取这个文件，读取该目录，读取每行。我们读取文件。先读取文件。再读取文件。最后读取文件。"
        "**智能指针**很有用。智能指针可以释放内存。每个智能指针都是结构体。智能指针，智能指针。"
    )
    found = titles({"a.md": f"# 输入\n\n{text}\n", "b.md": f"# 输出\n\n{text}\n"})
    assert "智能指针" in found
    assert "读取文件" not in found


def test_a_chinese_verb_needs_more_than_one_opener() -> None:
    verbs = HanVerbs(["读取一个文件", "读取这个", "读取该行", "读取它", "读取每行", "读取一"] * 3 + ["鑫诺一号", "鑫诺一型"] * 9)
    assert verbs.share("读取") > 0.9
    assert verbs.share("鑫诺") == 0.0
    assert verbs.share("文件") == 0.0


def test_an_emphasised_term_may_begin_with_a_function_character() -> None:
    text = "在 Rust 中，**所有权**（ownership）是核心。每个值都有所有权。所有权可以移动。理解所有权很重要。"
    lexicon = resolved({"a.md": f"# 内存\n\n{text}\n", "b.md": f"# 规则\n\n{text}\n"})
    assert ids_of(lexicon, "所有权") == ids_of(lexicon, "ownership") != set()
