"""All pages that there should be and all files of wiki/ → what to do with each file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from msgspec.structs import replace

from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.ids import content_id
from wikigraph.model.page import Followed, KnownPage, KnownPages, PageFile, PageWrite, RenderedPage, Target, Verdicts
from wikigraph.pages.answerpage import PREFIX
from wikigraph.pages.blank import blank_problem, is_blank
from wikigraph.pages.footnotes import Standing, nowhere
from wikigraph.pages.halfmoved import left_from
from wikigraph.pages.humantext import holds_human_text
from wikigraph.pages.lostid import as_lost, found_again, lost_page
from wikigraph.pages.pagefile import page_text
from wikigraph.pages.pagepatch import AS_BEFORE, plan_follow, plan_kept, plan_removal, plan_write
from wikigraph.pages.renaming import Renaming
from wikigraph.pages.slugs import suffix_digits
from wikigraph.pages.twins import spare_twin

_COMPILED = re.compile(r"(?:src|ent|com)-|index\Z|review\Z")  # ids of pages that go when their subject goes


@dataclass(frozen=True, slots=True)
class Decided:
    """What else a plan goes by: decisions of a person, by page id, and where claims stand now."""

    verdicts: Mapping[str, Verdicts] = field(default_factory=dict)
    standing: Standing = nowhere
    followed: Mapping[str, Followed] = field(default_factory=dict)  # pages whose subject has another id now, by that
    successors: Mapping[str, str] = field(default_factory=dict)  # id of an entity that is gone → page of its successor
    renaming: Renaming = AS_BEFORE  # files that have other paths now


class KnownFile(Protocol):
    """What place must know of a page."""

    @property
    def path(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...


def known_pages(
    files: Iterable[KnownFile],
    kept_away: Iterable[str] = (),
    stray: Collection[str] = (),
    away: Iterable[KnownPage] = (),
) -> KnownPages:
    """What place must know. Of two pages with one id the one with the shorter path counts (the name of a copy is longer
    than that of what was copied), of equal ones the first; neither will be written. `kept_away` are
    the ids of pages that a person deleted, `away` what is known of some of them; `stray` the ids of source pages among
    `files`, read, whose source may stand elsewhere. A blank file of nobody takes no place: it is taken for the page
    that belongs there."""
    files = _without_twins(files)
    lost = {file.path: page for file in files if isinstance(file, PageFile) and (page := lost_page(file)) is not None}
    by_id: dict[str, KnownPage] = {}
    taken: list[str] = []
    people: list[Target] = []
    answers: list[Target] = []
    first: dict[str, str] = {}
    for file in sorted(files, key=lambda file: (len(file.path), file.path)):
        if file.path not in lost:
            first.setdefault(file.id, file.path)
    for file in sorted(files, key=lambda file: file.path):
        if file.id and first.get(file.id) == file.path:
            by_id[file.id] = _known(file, is_stray=file.id in stray)
            if file.id.startswith(PREFIX):
                answers.append(Target(file.path, file.title))
        elif not (isinstance(file, PageFile) and not file.id and is_blank(file)):
            taken.append(file.path)
            if not file.id:
                people.append(Target(file.path, file.title))
    pages = tuple(page for _, page in sorted(by_id.items()))
    found = tuple(page for _, page in sorted(lost.items()))
    gone = tuple(sorted(away, key=lambda page: page.id))
    return KnownPages(pages, tuple(taken), tuple(people), tuple(sorted(kept_away)), gone, found, tuple(answers))


def _without_twins(files: Iterable[KnownFile]) -> list[KnownFile]:
    """The files without pages that go because they were made twice."""
    by_id: dict[str, list[KnownFile]] = {}
    for file in files:
        by_id.setdefault(file.id, []).append(file)
    kept: list[KnownFile] = []
    for id_, owners in by_id.items():
        spare = spare_twin(owners, _is_generated) if id_ else None
        kept += [file for file in owners if file is not spare]
    return kept


def _is_generated(file: KnownFile) -> bool:
    """Of a page that was read; nobody knows of others."""
    return isinstance(file, PageFile) and not file.diagnostics and not holds_human_text(file)


def _known(file: KnownFile, *, is_stray: bool) -> KnownPage:
    if isinstance(file, PageFile) and is_stray:
        sources = (link.target for link in file.links if link.relation == "supported_by")
        paths = (path for target in sources for path in (f"{target}.md", target))
        source = next((path for path in paths if content_id("src", path) == file.id), "")
        return KnownPage(file.id, file.path, "", file.text, source)
    return KnownPage(file.id, file.path, file.title if file.id.startswith("ent-") else "")


def plan_wiki(
    rendered: Sequence[RenderedPage],
    files: Sequence[PageFile],
    unreadable: Collection[str] = (),
    decided: Decided | None = None,
) -> tuple[PageWrite, ...]:
    """One entry for each rendered page and for each generated page whose subject is gone, by path. Where a file stands
    that cannot be read, nothing is written."""
    decided = decided or Decided()
    verdicts, standing = decided.verdicts, decided.standing
    belongs = {page.path: page.id for page in rendered}
    files = [_known_again(file, belongs.get(file.path, "")) for file in files]
    by_path = {file.path: file for file in files}
    by_id: dict[str, list[PageFile]] = {}
    for file in sorted(files, key=lambda file: file.path):
        if file.id:
            by_id.setdefault(file.id, []).append(file)
    writes = []
    for page in rendered:
        followed = decided.followed.get(page.id)
        owners = by_id.pop(followed.old_id if followed else page.id, [])
        if twin := spare_twin(owners, _is_generated):
            writes.append(PageWrite("remove", twin.path, twin.id, ""))
            owners = [owner for owner in owners if owner is not twin]
        there = by_path.get(page.path)
        if len(owners) > 1:
            writes += [_duplicate(file, owners) for file in owners]
        elif not owners and there is not None and not there.id and is_blank(there):
            problem = blank_problem(page.path, page.id)
            writes.append(PageWrite("left-alone", page.path, page.id, "", diagnostics=(problem,)))
        elif not owners and page.path in unreadable:
            message = "a file that cannot be read stands in the place of this page; it is left alone"
            problem = Diagnostic("page-not-read", "warning", message, page.path)
            writes.append(PageWrite("left-alone", page.path, page.id, "", diagnostics=(problem,)))
        elif owners and page.kind == "answer":
            writes.append(plan_kept(owners[0], page, verdicts.get(page.id, ()), standing, decided.renaming))
        elif owners and followed:
            writes.append(plan_follow(owners[0], page, followed, verdicts.get(page.id, ()), standing, decided.renaming))
        else:
            standing_there = owners[0] if owners else there
            writes.append(plan_write(standing_there, page, verdicts.get(page.id, ()), standing, decided.renaming))
    for id_, owners in by_id.items():
        if _COMPILED.match(id_) and len(owners) > 1:
            writes += [_duplicate(file, owners) for file in owners]
        elif _COMPILED.match(id_):
            write = plan_removal(owners[0], verdicts.get(id_, ()), standing, decided.successors.get(id_, ""))
            writes.append(_at_home(write, owners[0], by_path.keys() | belongs.keys()))
    return tuple(sorted(writes, key=lambda write: (write.path, write.id)))


def _at_home(write: PageWrite, file: PageFile, taken: Collection[str]) -> PageWrite:
    """What is to become of a page whose subject is gone; one that a killed compile left on its way goes back where it
    came from, under its name with a suffix if that is taken."""
    home = left_from(file.path)
    if not home or write.kind not in ("update", "unchanged"):
        return write
    if home in taken:
        home = f"{home.removesuffix('.md')}-{suffix_digits(file.id)}.md"
    return replace(write, kind="update", path=home, text=write.text or page_text(file), origin=file.path)


def _known_again(file: PageFile, id_: str) -> PageFile:
    """The file as the page of an id that belongs in its place, where it is that one and has lost its id."""
    lost = lost_page(file) if id_ and file.id != id_ else None
    return as_lost(file, id_) if lost is not None and found_again({file.path: lost}, id_, file.path) else file


def _duplicate(file: PageFile, owners: Sequence[PageFile]) -> PageWrite:
    others = ", ".join(other.path for other in owners if other.path != file.path)
    message = f"the id {file.id} also stands in {others}; neither is written: remove one page, or the copied id"
    problem = Diagnostic("duplicate-id", "error", message, file.path, 1)
    return PageWrite("left-alone", file.path, file.id, "", diagnostics=(problem,))
