"""What waits for a decision → wiki/review.md, in pieces. The same things give the same bytes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from wikigraph.model.page import FrontMatterValue, RenderedPage, RenderedSection
from wikigraph.model.review import Review, ReviewItem
from wikigraph.pages.pagehash import LEAD, REVIEW_ID, REVIEW_PATH, section_slug
from wikigraph.pages.records import with_records
from wikigraph.text.links import relative
from wikigraph.text.markdown import escape, escape_label, one_line

VERSION = 1  # another one: the page is made anew though nothing else changed
MAX_ITEMS = 50  # of one kind that are listed
MAX_LINES = 40  # of a difference
_BEHIND_FOOTNOTE = re.compile(r"(?<=\]) (?=\S)(?<=[0-9a-f]\] )")
_HEADINGS = (
    ("Both changed", ("section", "front-matter"), "Your text stands. `accept` takes what is generated instead (the"
     " lines with `+`), `keep` leaves yours until something newer is generated."),
    ("Pages without support", ("page",), "`accept` removes the page with all that stands on it, `keep` leaves it."),
    ("Footnotes without support", ("footnote",), "Your text cites them. Change it, or `keep` it as it is."),
    ("Only superseded sources say it", ("superseded",), "`keep` leaves the page as it is."),
    ("One thing or two", ("merge",), "`accept` makes the two names one in `schema/ontology.toml`, `keep` notes there"
     " that they are two."),
)  # fmt: skip


def review_page(review: Review, path: str = REVIEW_PATH) -> RenderedPage | None:
    """None where there is nothing to say."""
    if not review.items and not review.corrections:
        return None
    sections = [RenderedSection(LEAD, _lead(review))]
    for heading, kinds, note in _HEADINGS:
        items = [item for item in review.items if item.kind in kinds]
        if items:
            sections.append(_section(heading, note, [_entry(item, path) for item in items]))
    if review.corrections:
        entries = [_correction(item, path) for item in review.corrections]
        note = "What people changed on compiled pages. It stays. `wikigraph review list --corrections` shows the texts."
        sections.append(_section("Corrections", note, entries))
    front = (
        FrontMatterValue("id", (REVIEW_ID,), is_list=False),
        FrontMatterValue("type", ("review",), is_list=False),
        FrontMatterValue("title", ("Review",), is_list=False),
        FrontMatterValue("tags", ("wikigraph/review",), is_list=True),
    )
    return RenderedPage(REVIEW_ID, "review", path, with_records(front, sections), tuple(sections))


def difference(item: ReviewItem) -> list[str]:
    """What `accept` would change, sentence by sentence, as lines of a unified difference without its head."""
    stands, new = (_BEHIND_FOOTNOTE.sub("\n", text).splitlines() for text in (item.stands, item.generated))
    lines = list(difflib.unified_diff(stands, new, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@") and line.strip("+-")]


def _lead(review: Review) -> str:
    n = len(review.items)
    said = "Nothing waits for a decision."
    if n:
        said = f"{n} thing{'s wait' if n > 1 else ' waits'} for a decision: `wikigraph review`."
    return f"# Review\n\n{said}"


def _section(heading: str, note: str, entries: Sequence[str]) -> RenderedSection:
    shown = list(entries[:MAX_ITEMS])
    if len(entries) > MAX_ITEMS:
        shown.append(f"- … and {len(entries) - MAX_ITEMS} more: `wikigraph review list`")
    return RenderedSection(section_slug(heading), f"## {heading}\n\n{note}\n\n" + "\n".join(shown))


def _entry(item: ReviewItem, path: str) -> str:
    if item.kind == "merge":
        return f"- `{item.id}` {_plain(item.title)}: {_plain(item.reason)}"
    lines = [f"- `{item.id}` {_link(item, path)}{_what(item)}"]
    if item.kind in ("section", "front-matter"):
        lines += [f"  {line}".rstrip() for line in _fenced(difference(item))]
    elif item.kind == "superseded":
        lines[0] += ": " + _plain(item.reason)
    return "\n".join(lines)


def _correction(item: ReviewItem, path: str) -> str:
    about = f", about {_plain(', '.join(item.sources))}" if item.sources else ""
    verb = "changed" if item.stands else "deleted"
    return f"- {_link(item, path)}{_what(item)}: {verb}{about}"


def _what(item: ReviewItem) -> str:
    return "" if item.kind in ("page", "superseded") else f", `{item.part}`"


def _link(item: ReviewItem, path: str) -> str:
    return f"[{escape_label(item.title)}]({relative(item.path, path)})"


def _plain(text: str) -> str:
    return escape(one_line(text), at_start=False)


def _fenced(lines: Sequence[str]) -> Iterator[str]:
    """In code, where nothing of it acts."""
    shown = [*lines[:MAX_LINES], *([f"… and {len(lines) - MAX_LINES} more lines"] if len(lines) > MAX_LINES else [])]
    ticks = max((len(found) for line in shown for found in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, ticks + 1)
    yield from (f"{fence}diff", *shown, fence)
