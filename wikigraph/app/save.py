"""An answer → a page in wiki/answers/. Nothing else in the vault is written; the next compile lists the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, groupby
from pathlib import PurePosixPath
from typing import Literal

from wikigraph.app.answerpages import source_target
from wikigraph.app.ask import NOT_VERIFIED
from wikigraph.errors import UsageError
from wikigraph.model.answer import Answer, SavedAnswer
from wikigraph.model.claim import Citation, Statement
from wikigraph.model.evidence import Evidence
from wikigraph.model.ids import content_id
from wikigraph.model.page import PageFile, Target
from wikigraph.pages.answerpage import FOLDER, PREFIX, Neighbours, answer_id, new_page
from wikigraph.pages.humantext import human_edits
from wikigraph.pages.pagefile import is_damaged, page_text, read_page
from wikigraph.pages.pagepatch import plan_write
from wikigraph.pages.slugs import Wanted, is_portable, place, same_file_key, slug
from wikigraph.stages import render
from wikigraph.store.index import Index
from wikigraph.store.lock import hold_lock
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import WikiEntry, WikiWriteError, read, scan, write
from wikigraph.text.quotes import quote_key
from wikigraph.text.shorten import shorten

_COMPILED = ("wiki/sources/", "wiki/entities/", "wiki/communities/")
_CHANGES: dict[str, Literal["created", "updated"]] = {"create": "created", "update": "updated"}
_WAIT_SECONDS = 30.0  # for a compile under way


def save_answer(
    vault: Vault, index: Index, answer: Answer, wanted: str = ""
) -> SavedAnswer | None:
    """`wanted` is a title, or a path in wiki/ (with "/" or ".md"); "" for the question as title. None where there is no
    answer to save.

    The same question is saved on the same page, wherever it stands now. A page whose text a person changed stays as it
    is; the answer gets another one. Raises UsageError ("save-place"), LockedError, WikiWriteError.
    """
    if answer.status != "ready" or not answer.citations:
        return None
    path, title = _path_or_title(wanted)
    paragraphs = _paragraphs(index, answer)
    with hold_lock(vault.state / "lock", wait_seconds=_WAIT_SECONDS):
        listing = scan(vault.root)
        standing = _standing(vault, index, listing.pages)
        taken = [entry.path for entry in listing.pages]
        id_, existing = _page_for(answer.query, standing)
        title = title or answer.query
        if existing is None:
            path = _new_place(path, taken) if path else place([Wanted(id_, FOLDER, slug(shorten(title)))], taken)[id_]
        else:
            path = existing.path
        entities = [Target(e.page, e.title) for e in answer.entities if e.page in taken]
        page = new_page(
            id_, path, (title, answer.query), paragraphs, entities, Neighbours(source=_Sources(index).target),
            _note(answer),
        )  # fmt: skip
        planned = plan_write(existing, render.run(page, render.Params()))
        if planned.kind in ("create", "update"):
            before = None if existing is None else page_text(existing).encode("utf-8")
            write(vault.root, path, planned.text.encode("utf-8"), before)
        elif planned.kind == "left-alone":
            raise WikiWriteError("page-not-written", "the page cannot be written", where=path, hint="see `check`")
    return SavedAnswer(path, id_, _CHANGES.get(planned.kind, "unchanged"))


def _path_or_title(wanted: str) -> tuple[str, str]:
    wanted = wanted.strip()
    if not wanted.endswith(".md") and not ("/" in wanted and " " not in wanted):
        return "", wanted
    path = PurePosixPath(wanted if wanted.endswith(".md") else f"{wanted}.md")
    parts = path.parts[1:] if path.parts[0] == "wiki" else path.parts
    found = "/".join(("wiki", *parts))
    is_ours = found.startswith(_COMPILED) or len(parts) < 2
    if path.is_absolute() or is_ours or not all(is_portable(part.removesuffix(".md")) for part in parts):
        raise UsageError(
            "save-place", f"{wanted!r} is no place for an answer", where="--save",
            hint="give a title, or a path such as wiki/answers/name.md, not in sources/, entities/ or communities/",
        )  # fmt: skip
    return found, ""


def _new_place(path: str, taken: Sequence[str]) -> str:
    if same_file_key(path) in map(same_file_key, taken):
        raise UsageError("save-place", "another page stands there", where=path, hint="give --save another path")
    return path


def _standing(vault: Vault, index: Index, entries: Sequence[WikiEntry]) -> dict[str, PageFile]:
    """Pages of answers by id: those in their folder, those that the index knows elsewhere, and new files."""
    kinds = {row.path: row.id for row in index.pages()}
    pages: dict[str, PageFile] = {}
    for entry in entries:
        is_likely = entry.path.startswith(f"{FOLDER}/") or kinds.get(entry.path, PREFIX).startswith(PREFIX)
        text, problem = read(vault.root, entry.path) if is_likely else ("", None)
        page = read_page(text, entry.path) if is_likely and problem is None else None
        if page is not None and page.id.startswith(PREFIX):
            pages.setdefault(page.id, page)
    return pages


def _page_for(question: str, standing: dict[str, PageFile]) -> tuple[str, PageFile | None]:
    """The first page of the question that nobody edited, or the id of a new one."""
    for which in count():
        id_ = answer_id(question, which)
        page = standing.get(id_)
        if page is None or not (is_damaged(page) or any(not e.startswith("front.") for e in human_edits(page))):
            return id_, page
    raise AssertionError


def _paragraphs(index: Index, answer: Answer) -> list[tuple[Statement, ...]]:
    """Sentences of one theme stand in one paragraph; where there are no themes, those from one source that follow each
    other."""
    ids = _claim_ids(index, answer.citations)
    themes = (number for number, theme in enumerate(answer.themes) for _ in range(theme.n_sentences))
    said = (
        (next(themes, e.path), _statement(e, ids[e]))
        for e in answer.citations
    )
    return [tuple(statement for _, statement in held) for _, held in groupby(said, key=lambda pair: pair[0])]


def _claim_ids(index: Index, citations: Sequence[Evidence]) -> dict[Evidence, str]:
    """The ids that compiled pages give the same sentences (text.quotes): which repeat of its text in the source a
    sentence is, tells its place."""
    places = _quotes(index, {e.path for e in citations})
    ids: dict[Evidence, str] = {}
    for e in citations:
        key = quote_key(e.quote)
        lines = [line for line, other in places[e.path] if other == key]
        repeat = lines.index(e.start_line) if e.start_line in lines else 0
        ids[e] = content_id("c", e.path, key, str(repeat))
    return ids


def _quotes(index: Index, paths: set[str]) -> dict[str, list[tuple[int, str]]]:
    """(first line, quote as ids see it) of each sentence of these documents, in their order."""
    rows = index.rows(
        """SELECT path, start_line, quote FROM sentence WHERE list_contains($paths::VARCHAR[], path)
        ORDER BY path, ordinal""",
        paths=sorted(paths),
    )
    held: dict[str, list[tuple[int, str]]] = {path: [] for path in paths}
    for path, line, quote in rows:
        held[path].append((line, quote_key(quote)))
    return held


class _Sources:
    """How sources are linked to."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def target(self, path: str) -> Target:
        rows = self._index.rows("SELECT path, title FROM page WHERE id = $id ORDER BY path", id=content_id("src", path))
        return source_target(path, next((Target(*row) for row in rows), None))


def _note(answer: Answer) -> str:
    """What a reader of the page should know of the answer; nothing of the day on which it was given."""
    return " ".join(_notes(answer))


def _notes(answer: Answer) -> Iterator[str]:
    if answer.uncovered:
        yield f"These sentences do not cover: {', '.join(answer.uncovered)}."
    if NOT_VERIFIED in answer.notes:
        yield "Nobody checked that they answer the question: it is in another script than the sources."


def _statement(e: Evidence, claim_id: str) -> Statement:
    return Statement(e.text or e.quote, (Citation(claim_id, e.path, e.start_line, e.end_line, e.quote),))
