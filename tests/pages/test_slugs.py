"""Names survive every system."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.pages.slugs import MAX_BYTES, Wanted, is_portable, mirror, place, same_file_key, slug

HEX = "0123456789"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Docker Compose", "docker-compose"),
        ("北京大学", "北京大学"),
        ("Größe der Würfel", "größe-der-würfel"),
        ("データベース", "データベース"),
        ("GPT-4.1", "gpt-4.1"),
        ("C++", "c++"),
        ("C#", "c"),
        ("../../etc/passwd", "etc-passwd"),
        ("..\\x", "x"),
        ("C:\\x", "c-x"),
        (".git/hooks/x", "git-hooks-x"),
        ("-rf", "rf"),
        ("name.", "name"),
        ("CON", "con_"),
        ("nul.txt", "nul_.txt"),
        ("COM1", "com1_"),
        ("console", "console"),
        ("🚀", "page"),
        ("", "page"),
        ("a [b] | c # d ^ e", "a-b-c-d-e"),
        ("a\x00b\u2028c", "a-b-c"),
        ("\u0301x", "x"),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected


@given(st.text())
def test_a_slug_is_portable_stable_and_short(title: str) -> None:
    found = slug(title)
    assert found
    assert slug(found) == found
    assert is_portable(found)
    assert len(found.encode()) + 14 <= MAX_BYTES
    assert not set(found) & set('<>:"/\\|?*#^[]')
    assert unicodedata.is_normalized("NFC", found)


def test_a_hundred_chinese_characters_fit() -> None:
    path = place([Wanted("ent-0123456789", "w", slug("数" * 100)), Wanted("ent-9876543210", "w", slug("数" * 100))])
    assert all(len(p.rpartition("/")[2].encode()) <= MAX_BYTES for p in path.values())
    assert len(set(path.values())) == 2


def test_all_that_collide_get_a_suffix() -> None:
    wanted = [Wanted("ent-aaaaaaaaaa", "w", "foo"), Wanted("ent-bbbbbbbbbb", "w", "Foo"), Wanted("ent-cc", "w", "bar")]
    assert place(wanted) == place(wanted[::-1]) == {
        "ent-aaaaaaaaaa": "w/foo-aaaaaaaaaa.md",
        "ent-bbbbbbbbbb": "w/Foo-bbbbbbbbbb.md",
        "ent-cc": "w/bar.md",
    }


def test_normal_forms_are_one_file() -> None:
    assert same_file_key("é/Ü") == same_file_key(unicodedata.normalize("NFD", "é/ü"))


def test_a_taken_path_is_left_to_its_owner() -> None:
    taken = ["w/Foo.md", "w/foo-aaaaaaaaaa.md"]
    assert place([Wanted("ent-aaaaaaaaaa", "w", "foo")], taken) == {"ent-aaaaaaaaaa": "w/foo-aaaaaaaaaa-1.md"}


@given(st.lists(st.text(max_size=4), max_size=8))
def test_no_two_pages_share_a_file(titles: list[str]) -> None:
    paths = place([Wanted(f"ent-{number:010}", "w", slug(title)) for number, title in enumerate(titles)])
    assert len({same_file_key(path) for path in paths.values()}) == len(titles)


@pytest.mark.parametrize(
    ("raw", "page"),
    [
        ("raw/a/readme.md", "wiki/sources/a/readme.md"),
        ("raw/a/readme.txt", "wiki/sources/a/readme.txt.md"),
        ("raw/My Notes/Über.md", "wiki/sources/My Notes/Über.md"),
        ("raw/a#b/x?.md", "wiki/sources/a-b/x.md"),
        ("raw/a\u3000b\u200d.md", "wiki/sources/a-b.md"),
        ("raw/Gro\u0308ße.md", "wiki/sources/Größe.md"),
        ("raw/{{x}}.md", "wiki/sources/x.md"),
        ("raw/.md", "wiki/sources/md.md"),
        ("raw/con.md", "wiki/sources/con_.md"),
    ],
)
def test_source_pages_mirror_raw(raw: str, page: str) -> None:
    assert "{}/{}.md".format(*mirror(raw)) == page
