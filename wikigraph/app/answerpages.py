"""Pages of saved answers: what a compile makes of those that stand."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wikigraph.app.wikifiles import WikiFiles
from wikigraph.model.page import FrontMatterValue, PageFile, RenderedPage, RenderedSection, SiteMap, Target
from wikigraph.model.record import PageRow
from wikigraph.pages.answerpage import PREFIX, Neighbours, kept_page
from wikigraph.pages.footnotes import Standing
from wikigraph.pages.pagehash import LEAD, with_lf
from wikigraph.pages.records import intact_sections
from wikigraph.stages import render
from wikigraph.text.links import source_label, wikilink_target


def neighbours_in(site: SiteMap, facts: Iterable[PageFile | PageRow]) -> Neighbours:
    """What answers link to among the pages that there are to be; entities under the paths of their former pages too."""
    pages = {page.id: Target(page.path, page.title) for page in site.pages if page.kind == "entity"}
    entities = {target.path: target for target in pages.values()}
    former = {item.old_path: pages[item.id] for item in site.followed if item.id in pages}
    joined = {old: pages[new] for old, new in site.joined if new in pages}
    if joined:
        former.update((fact.path, joined[fact.id]) for fact in facts if fact.id in joined)
    sources = {page.subject: Target(page.path, page.title) for page in site.pages if page.kind == "source"}
    return Neighbours({**former, **entities}, lambda path: source_target(path, sources.get(path)))


def source_target(path: str, page: Target | None) -> Target:
    """The source itself; its page where no wikilink can lead to the source."""
    return page if page is not None and not wikilink_target(path) else Target(path, source_label(path))


def kept_answers(wiki: WikiFiles, neighbours: Neighbours, standing: Standing) -> tuple[RenderedPage, ...]:
    """Each answer that stands, as it is to stand, by id; of several with one id the first by path."""
    pages: dict[str, PageFile] = {}
    for path in sorted(fact.path for fact in wiki.facts if fact.id.startswith(PREFIX)):
        page = wiki.page(path)
        if page is not None:
            pages.setdefault(page.id, page)
    return tuple(_kept(page, neighbours, standing) for _, page in sorted(pages.items()))


def _kept(existing: PageFile, neighbours: Neighbours, standing: Standing) -> RenderedPage:
    page, is_supported = kept_page(existing, neighbours, standing)
    made = render.run(page, render.Params())
    intact = intact_sections(existing)
    lead = [RenderedSection(LEAD, with_lf(part.text)) for part in existing.parts
            if part.slug == LEAD and LEAD in intact]  # fmt: skip
    status = () if is_supported else (FrontMatterValue("status", ("unsupported",), is_list=False),)
    front = (*(item for item in made.front_matter if item.key != "generated"), *status)
    return replace(made, front_matter=front, sections=(*lead, *made.sections))
