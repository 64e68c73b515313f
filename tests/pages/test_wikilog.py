"""The log only grows."""

from __future__ import annotations

from wikigraph.pages.pagefile import read_page
from wikigraph.pages.wikilog import append_log, compile_line


def test_a_line_tells_what_changed() -> None:
    line = compile_line(
        added=["raw/b.md", "raw/*a*.md"], changed=[], removed=[f"raw/{n}.md" for n in range(7)],
        n_written=3, n_removed=1,
    )  # fmt: skip
    assert line == (
        "- compile: added raw/\\*a\\*.md, raw/b.md; "
        "removed raw/0.md, raw/1.md, raw/2.md, raw/3.md, raw/4.md and 2 more; "
        "pages: 3 written, 1 removed"
    )


def test_what_stands_in_it_stays() -> None:
    first = append_log(None, "- one")
    assert first.endswith("# Log\n\n- one\n")
    assert append_log(first, "- two") == first + "- two\n"
    odd = first.replace("\n", "\r\n").rstrip() + " mine"
    assert append_log(odd, "- two") == odd + "\r\n- two\r\n"
    assert read_page(first, "wiki/log.md").diagnostics == ()
