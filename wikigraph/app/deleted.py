"""Pages that a person deleted: noticed, recorded in schema/deleted.toml, kept away until they are restored.

A page is deleted by a person if the last compile left it, its file and its id are nowhere in wiki/ now, and all else
looks as if nobody had put another wiki in this one's place: the log is as the last compile left it (a checkout of
another branch, or a wiki/ that is gone, is no deletion), and at least half of the pages are there.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from wikigraph.app.wikifiles import WikiFiles
from wikigraph.engine.memo import Memo
from wikigraph.model.base import Value
from wikigraph.model.claim import DocumentDigest
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.ids import content_id
from wikigraph.model.page import Followed, KnownPage, PageFile
from wikigraph.model.record import PageRow
from wikigraph.pages import wikilog
from wikigraph.pages.pagehash import item_hashes
from wikigraph.pages.slugs import mirror
from wikigraph.store.schemadir import schema_text, write_schema
from wikigraph.store.vault import Vault
from wikigraph.text.toml_reader import read_value
from wikigraph.text.yaml_writer import quoted

DELETED_FILE = "schema/deleted.toml"
_HEAD = """\
# Pages that somebody deleted: id = path. They are not made again and nothing links to them.
# `wikigraph restore PAGE` takes a page out of this list and makes it again.

[pages]
"""


class DeletedPages(Value, frozen=True):
    """schema/deleted.toml."""

    pages: tuple[tuple[str, str], ...] = ()  # (id, path where it stood)


@dataclass(frozen=True, slots=True)
class Deleted:
    """Pages that are not to be made, by id: what is on record, and what is missing since the last compile."""

    recorded: Mapping[str, str]
    missing: Mapping[str, str]  # id → path where it stood
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Of all of them, sorted."""
        return tuple(sorted({*self.recorded, *self.missing}))

    @property
    def away(self) -> dict[str, str]:
        """All of them: id → path where it stood."""
        return {**self.recorded, **self.missing}

    def following(self, moved: Iterable[Followed]) -> Deleted:
        """The same, where some have another id now. The page of a renamed source would stand where that one is."""
        new = {item.old_id: item for item in moved}

        def now(pages: Mapping[str, str]) -> dict[str, str]:
            return {new[id_].id if id_ in new else id_: _place_of(path, new.get(id_)) for id_, path in pages.items()}

        return Deleted(now(self.recorded), now(self.missing), self.diagnostics) if new else self

    def to_record(self, kept_away: Collection[str]) -> dict[str, str]:
        """What is to be on record: of the missing pages those that there would be now."""
        found = {id_: path for id_, path in self.missing.items() if id_ in kept_away}
        return dict(sorted({**self.recorded, **found}.items()))

    def news(self, kept_away: Collection[str]) -> tuple[Diagnostic, ...]:
        """What to tell of pages that were not on record."""
        message = "somebody deleted this page; it stays away until `wikigraph restore` brings it back"
        gone = sorted(path for id_, path in self.missing.items() if id_ in kept_away and id_ not in self.recorded)
        return (*self.diagnostics, *(Diagnostic("page-deleted", "info", message, path) for path in gone))


def _place_of(path: str, moved: Followed | None) -> str:
    """Where a deleted page would stand now."""
    if moved is None or not moved.old_subject or path != "/".join(mirror(moved.old_subject)) + ".md":
        return path
    return "/".join(mirror(moved.subject)) + ".md"


def pages_away(
    away: Mapping[str, str], memo: Memo, sources: Collection[str], changed: Collection[str]
) -> tuple[KnownPage, ...]:
    """What place must know of deleted pages to tell whether their subjects have other ids now. Pages of sources that
    are gone, or are another text now, are known by what the last compile read."""
    named = [KnownPage(id_, path, PurePosixPath(path).stem if id_.startswith("ent-") else "")
             for id_, path in away.items() if not id_.startswith("src-")]  # fmt: skip
    if len(named) == len(away):
        return tuple(named)
    paths = {content_id("src", path): path for path in memo.records("digest")}
    stray = {id_: paths[id_] for id_ in away if id_ in paths and (paths[id_] not in sources or paths[id_] in changed)}
    digests = memo.load("digest", stray.values()) if stray else {}
    texts = {id_: msgspec.msgpack.decode(digests[path], type=DocumentDigest).text for id_, path in stray.items()}
    return (*named, *(KnownPage(id_, away[id_], "", texts[id_], path) for id_, path in stray.items()))


def load_deleted(vault: Vault) -> dict[str, str]:
    """Id → path where it stood. Raises SettingsError."""
    return dict(read_value(DeletedPages, vault.read_schema(DELETED_FILE), DELETED_FILE).pages)


def store_deleted(vault: Vault, pages: Mapping[str, str]) -> None:
    """Writes what is on record, if it is something else. Raises SettingsError."""
    if pages != load_deleted(vault):
        text = _HEAD + "".join(f"{quoted(id_)} = {quoted(path)}\n" for id_, path in sorted(pages.items()))
        write_schema(vault, DELETED_FILE, text, schema_text(vault, DELETED_FILE))  # TOML and YAML quote alike


def find_deleted(
    vault: Vault, wiki: WikiFiles, rows: Mapping[str, PageRow], recorded: Mapping[str, str], restored: Collection[str]
) -> Deleted:
    """`rows` are the pages that the last compile left, by path; `restored` are ids that are wanted back. A page that
    somebody put back by hand is no longer on record."""
    present = {fact.id for fact in wiki.facts}
    on_record = {id_: path for id_, path in recorded.items() if id_ not in present and id_ not in restored}
    known = {row.id: path for path, row in rows.items() if row.id.startswith(("src-", "ent-", "com-"))}
    unseen = tuple(problem.path + "/" for problem in wiki.listing.diagnostics)
    lost = {made for fact in wiki.facts if isinstance(fact, PageFile) for made in dict(fact.front).get("id", ())}
    missing = {
        id_: path
        for id_, path in known.items()
        if id_ not in present and lost.isdisjoint(item_hashes((id_,)))
        and not f"{path}/".startswith(unseen) and not os.path.lexists(vault.root / path)
    }  # fmt: skip
    if not missing or not wiki.is_untouched(wikilog.PATH):
        return Deleted(on_record, {})
    if 2 * len(missing) > len(known):
        message = f"{len(missing)} of {len(known)} pages are gone, which looks like no deletion by hand: they come back"
        return Deleted(on_record, {}, (Diagnostic("pages-missing", "info", message, "wiki"),))
    return Deleted(on_record, {id_: path for id_, path in missing.items() if id_ not in restored})
