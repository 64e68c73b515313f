import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikigraph.model.text import LinkField
from wikigraph.text.frontmatter import iso_date, link_targets, read

BODY = "# T\n\nBody\n"


def yaml(inside: str) -> str:
    return f"---\n{inside}---\n{BODY}"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "inside",
    [
        "title: a\n",
        "",
        "2024: x\non: y\ncontent: z\n",
        "x: !!python/object/apply:os.getcwd []\n",
        "date: 2024-13-45\n",
        "tags:\n\t- x\n",
        "title: {{ page.title }}\n",
        "author: @me\nq: `x`\n",
        "- a\n- b\n",
        "just a string\n",
        "d: >-\n  folded\n  text\n",
        "a: &a [1]\nb: [*a, *a]\n",
        "? {x: y}\n: z\n",
        "people: [[A]], [[B]]\n",
        "a: " + "[" * 5000 + "\n",
        "a: " + "{a: " * 3000 + "\n",
        "- " * 3000 + "a\n",
        "a: *nowhere\n",
        "\x01: b\n",
    ],
)
def test_the_body_starts_right_after_the_fence(inside: str, newline: str) -> None:
    text = yaml(inside).replace("\n", newline)
    front, _ = read(text)
    assert text[front.end :] == BODY.replace("\n", newline)


@pytest.mark.parametrize(
    ("text", "title", "end"),
    [
        ('+++\ntitle = "Hugo"\n+++\n# T\n', "Hugo", 23),
        ('{"title": "json"}\n\n# T\n', "json", 18),
        ("---\ntitle: dots\n...\n# T\n", "dots", 20),
        ("--- \ntitle: space\n--- \n# T\n", "space", 23),
        ("\ufeff---\ntitle: BOM\n---\n# T\n", "BOM", 20),
        ("---\ntitle: end\n---", "end", 18),
        ("# T\n\n---\nnot: front matter\n---\n", "", 0),
        ("---\n\ntext between rules\n\n---\n", "", 0),
        ("{{< shortcode >}}\n", "", 0),
        ("---\n", "", 0),
    ],
)
def test_fences(text: str, title: str, end: int) -> None:
    front, _ = read(text)
    assert (front.title, front.end) == (title, end)


def test_broken_yaml_keeps_its_simple_lines_and_says_where() -> None:
    front, notes = read(yaml("title: Alpha: part 2\naliases:\n- B\nrequires: [[A]], [[B]]\n"), "raw/a.md")
    assert front.title == "Alpha: part 2"
    assert front.aliases == ("B",)
    assert [link.target for link in front.links] == ["A", "B"]
    assert [(note.code, note.line, note.path) for note in notes] == [("front-matter-invalid", 2, "raw/a.md")]


@pytest.mark.parametrize(
    ("inside", "code", "line"),
    [
        ("title: a\ntags: [x]\ntitle: b\n", "front-matter-duplicate-key", 4),
        ("x: 1\ndate: 2024-02-30\n", "front-matter-date", 3),
        ("- a\n", "front-matter-not-mapping", 1),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_is_odd_has_its_line(inside: str, code: str, line: int, newline: str) -> None:
    _, notes = read(yaml(inside).replace("\n", newline))
    assert [(note.code, note.line) for note in notes] == [(code, line)]


def test_unclosed_is_text() -> None:
    front, notes = read("---\ntitle: never\n\n# H\n")
    assert front.end == 0
    assert [note.code for note in notes] == ["front-matter-unclosed"]


def test_a_huge_one_is_not_read_but_skipped() -> None:
    front, notes = read(yaml("".join(f"k{i}: v\n" for i in range(50_000))))
    assert front.end > 400_000
    assert [note.code for note in notes] == ["front-matter-too-large"]


def test_values_stay_as_written() -> None:
    front, notes = read(
        yaml("title: 1.10\ntags: [no, 007, '#x', a/b]\nalias: Alpha, 阿尔法\ndate: 2024-05-06 07:08:09 +08:00\n")
    )
    assert front.title == "1.10"
    assert front.tags == ("no", "007", "x", "a/b")
    assert front.aliases == ("Alpha", "阿尔法")
    assert front.date == "2024-05-06T07:08:09+08:00"
    assert notes == ()


def test_typed_links_in_every_spelling() -> None:
    inside = (
        'requires: ["[[raw/source-v1|v1]]", "[x](../raw/a%20b.md#L3)"]\n'
        "supported-by:\n- [[raw/b#part]]\n- raw/c.md\n"
        "related: [[D]]\nSupersedes: '[[raw/e]]'\nother: [[F]]\n"
    )
    front, _ = read(yaml(inside))
    assert front.links == (
        LinkField("requires", "raw/source-v1", 2),
        LinkField("requires", "../raw/a%20b.md", 2),
        LinkField("supported_by", "raw/b", 4),
        LinkField("supported_by", "raw/c.md", 5),
        LinkField("related", "D", 6),
        LinkField("supersedes", "raw/e", 7),
    )


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[[a|b]]", ["a"]),
        ("[[a\\|b]]", ["a"]),
        ("[t](<a b.md>)", ["a b.md"]),
        ("C#", ["C#"]),
        ("raw/a.md#L3", ["raw/a.md"]),
        ("", []),
        ("#x", ["#x"]),
    ],
)
def test_link_targets(text: str, targets: list[str]) -> None:
    assert link_targets(text) == targets


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2024-05-06", "2024-05-06"),
        ("20240506", "2024-05-06"),
        ("2024-02-29", "2024-02-29"),
        ("2023-02-29", ""),
        ("2024-05-06T07:08:09Z", "2024-05-06T07:08:09+00:00"),
        ("2024-01-01T25:00:00Z", ""),
        ("May 2024", ""),
        ("2024-05-06 07:08 +0530", "2024-05-06T07:08:00+05:30"),
        ("2024-05-06T07:08:09.123+8", "2024-05-06T07:08:09+08:00"),
    ],
)
def test_dates(text: str, iso: str) -> None:
    assert iso_date(text) == iso


@settings(max_examples=200)
@given(st.text(alphabet=st.sampled_from(list("ab:-[]{}\"'|>#&*!%@`,?\t \n\r.+=1\u0085\u2028中")), max_size=60))
def test_never_raises(inside: str) -> None:
    for text in (f"---\n{inside}\n---\nbody", f"+++\n{inside}\n+++\nbody", "{" + inside + "}\nbody", inside):
        front, _ = read(text)
        assert 0 <= front.end <= len(text)
        assert all(link.line >= 1 for link in front.links)
