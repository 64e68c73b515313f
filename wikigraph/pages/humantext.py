"""A compiled page → where a person's text stands on it."""

from __future__ import annotations

from collections.abc import Iterator

from wikigraph.model.page import PageFile
from wikigraph.pages.pagefile import has_comment, is_owned, values_of
from wikigraph.pages.pagehash import FRONT, LIST_KEYS, item_hashes, section_hash, with_lf
from wikigraph.pages.records import generated_front, intact_sections, is_as_generated, without_former

NOTES = "## Notes\n\nYours: wikigraph never writes in this section."


def human_edits(page: PageFile) -> tuple[str, ...]:
    """What a person changed or deleted of all that was generated: slugs of sections, and keys of the front matter as
    "front.title" ("front" on a page of an older version, where nobody knows which)."""
    intact = intact_sections(page)
    edited = tuple(slug for slug, _ in page.generated if slug != FRONT and slug not in intact)
    return (*edited, *_edited_keys(page))


def holds_human_text(page: PageFile) -> bool:
    """Whether a person wrote anything on a compiled page: a section, a comment, a front matter key or value."""
    recorded = dict(page.generated)
    others = (part.text for part in page.parts if recorded.get(part.slug) != section_hash(part.text))
    if any(text.strip() and with_lf(text) != NOTES for text in others):
        return True
    if any(item.text.strip() for item in page.slices if not is_owned(item) or has_comment(item)):
        return True
    held = values_of(page)
    base = generated_front(page, held)
    if base is None:
        return True
    added = (set(item_hashes(without_former(key, values))) - set(base.get(key, ())) for key, values in held
             if key != "generated")  # fmt: skip
    return any(added)


def _edited_keys(page: PageFile) -> Iterator[str]:
    if not page.generated and not page.front:
        return  # nothing is recorded: the log
    held = values_of(page)
    base = generated_front(page, held)
    if base is None:
        yield FRONT
        return
    now = dict(held)
    for key in dict.fromkeys((*base, *now)):
        values = now.get(key, ())
        is_own = key not in base and key not in LIST_KEYS  # the value of a key that was never generated
        if key != "generated" and not is_own and not is_as_generated(key, values, base.get(key, ())):
            yield f"front.{key}"
