"""Markdown → the links in it, and a link → the file of the vault that it means.

Relative links resolve from the folder of the page that holds them (as in VS Code and on GitHub), wikilinks as in
Obsidian: the full path from the vault's root, or the end of a path. No link leads out of the vault.
"""

from __future__ import annotations

import html
import posixpath
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, unquote

from wikigraph.text.yaml_writer import read_own

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

LinkKind = Literal["link", "image", "wikilink", "embed"]
Outcome = Literal["found", "missing", "ambiguous", "outside", "external"]

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_MARKDOWN_ENDINGS = ("", ".md", ".markdown")
_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n]+)\]\]")
_UNSAFE = re.compile(r"""[\s\x00-\x20\x7f"#%&'()*:<>?\[\\\]^`{|}\u202a-\u202e\u2066-\u2069\ud800-\udfff]""")
_UNLINKABLE = re.compile(
    r"""[\[\]|#^"\\\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]|%%|\{\{|\{%|<%"""
)
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link as it stands in a text."""

    kind: LinkKind
    target: str  # Markdown: the destination, character references decoded; wikilink: without the text behind "|"
    line: int  # 1-based


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a link means. `path` is from the vault's root, "" unless `outcome` is "found"."""

    outcome: Outcome
    path: str = ""
    candidates: tuple[str, ...] = ()  # ambiguous: all that it may mean, sorted; outside, missing: ()


class Files:
    """The files that a link can lead to, prepared for look-ups when the first one needs it."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(paths)

    @cached_property
    def _by_normal(self) -> dict[str, str]:
        held: dict[str, str] = {}
        for path in sorted(path for path in self.paths if not path.isascii()):
            held.setdefault(_normal(path), path)
        return held

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        held: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            held.setdefault(_folded(path.rpartition("/")[2]), []).append(path)
        return held

    def exact(self, path: str) -> str | None:
        """The file of that path, however its name is normalised."""
        return path if path in self.paths else self._by_normal.get(_normal(path))

    def ending_in(self, path: str) -> list[str]:
        """All files whose path is, or ends in, these components; case is folded, as Obsidian does."""
        wanted = "/" + _folded(path)
        named = self._by_name.get(wanted.rpartition("/")[2], [])
        return [found for found in named if ("/" + _folded(found)).endswith(wanted)]


def page_links(text: str) -> tuple[Link, ...]:
    """All links of a Markdown text, in the order of their lines: Markdown links and images, reference links,
    wikilinks and embeds; also those in the front matter. What stands in code or in HTML is no link."""
    found: list[Link] = []
    head = _FRONT_MATTER.match(text)
    body, first_line = text, 0
    if head is not None:
        found += [Link("wikilink", _without_alias(m[2]), line) for line, m in _lines_with_wikilinks(head[0])]
        body, first_line = text[head.end() :], _n_breaks(head[0])
    for token in _parser().parse(body.removeprefix("\ufeff")):
        if token.type == "inline" and token.map:
            found += _inline_links(token, first_line + token.map[0] + 1)
    return tuple(found)


def resolve(link: Link, page: str, files: Files) -> Resolution:
    """`page` is the path of the page that holds the link."""
    if link.kind in ("wikilink", "embed"):
        return resolve_wikilink(link.target, page, files)
    return resolve_markdown(link.target, page, files)


def resolve_markdown(target: str, page: str, files: Files) -> Resolution:
    """A destination such as `../two/my%20page.md#part`; a leading "/" is the vault's root."""
    if _SCHEME.match(target) or target.startswith("//"):
        return Resolution("external")
    joined = linked_path(target, page)
    if joined is None:
        return Resolution("outside")
    found = page if joined == page else files.exact(joined)
    return Resolution("found", found) if found else Resolution("missing")


def linked_path(target: str, page: str) -> str | None:
    """The path from the vault's root that a destination spells out, whether or not anything stands there; None where it
    leads out of the vault."""
    path = unquote(re.split(r"[#?]", target, maxsplit=1)[0])
    return _join(page, path) if path else page


def resolve_wikilink(target: str, page: str, files: Files) -> Resolution:
    """`topics/two/page#Part` and the like. First the full path, then a path relative to the page's folder, then the
    end of a path if only one file has it. A source and the page that mirrors it count as one: the source."""
    for name in dict.fromkeys((target.strip(), re.split(r"[#^]", target, maxsplit=1)[0].strip())):
        if not name:
            return Resolution("found", page)
        found = _wikilink_file(name, page, files)
        if found.outcome != "missing":
            return found
    return Resolution("missing")


def relative(path: str, page: str) -> str:
    """The destination of a Markdown link on `page` that leads to `path`, percent-encoded where needed."""
    way = posixpath.relpath(path, posixpath.dirname(page) or ".")
    return _UNSAFE.sub(lambda found: quote(found[0], safe="", errors="replace"), way)


def source_label(path: str) -> str:
    """How a source is called where it is cited: raw/a/readme.md → a/readme; other files keep their ending."""
    return path.removeprefix("raw/").removesuffix(".md")


def wikilink_target(path: str) -> str | None:
    """What stands in a wikilink to `path`: from the vault's root, without ".md", unless the rest would look like the
    name of another kind of file (gpt-4.1.md). None where the path holds what would end the link or act."""
    stem = path.removesuffix(".md")
    if _UNLINKABLE.search(path) or any(part != part.strip() for part in stem.split("/")):
        return None
    return path if "." in stem.rpartition("/")[2] else stem


def _wikilink_file(name: str, page: str, files: Files) -> Resolution:
    if not name.startswith(".") and name + ".md" in files.paths and name not in files.paths:
        return Resolution("found", name + ".md")  # the usual case, in short
    folders = (page,) if name.startswith(("./", "../")) else ("", page)
    bases = [_join(folder, name) for folder in folders]
    if not any(bases):
        return Resolution("outside")
    for base in bases:
        for ending in _MARKDOWN_ENDINGS:
            found = files.exact(base + ending) if base else None
            if found:
                return Resolution("found", found)
    if name.startswith(("./", "../", "/")):
        return Resolution("missing")
    for ending in _MARKDOWN_ENDINGS:
        candidates = _without_mirrors(files.ending_in(name + ending))
        if len(candidates) == 1:
            return Resolution("found", candidates[0])
        if candidates:
            return Resolution("ambiguous", candidates=tuple(candidates))
    return Resolution("missing")


def _without_mirrors(candidates: Collection[str]) -> list[str]:
    kept = []
    for path in candidates:
        mirrored = path.removeprefix("wiki/sources/")
        if mirrored == path or not {"raw/" + mirrored, "raw/" + mirrored.removesuffix(".md")} & set(candidates):
            kept.append(path)
    return kept


def _join(page: str, path: str) -> str | None:
    """`path` seen from the folder of `page`, from the vault's root; None where it leads out of the vault."""
    if "\0" in path:
        return None
    start = "" if path.startswith("/") else posixpath.dirname(page)
    joined = posixpath.normpath(posixpath.join(start, path.lstrip("/")))
    return None if joined in ("..", "/") or joined.startswith(("../", "/")) else joined


def _normal(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def _folded(path: str) -> str:
    return path.casefold() if path.isascii() else unicodedata.normalize("NFC", path).casefold()


def _n_breaks(text: str) -> int:
    return len(re.findall(r"\r\n|\r|\n", text))


def _without_alias(inside: str) -> str:
    return re.split(r"\\?\|", inside, maxsplit=1)[0].strip()


def _lines_with_wikilinks(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if "[[" in line:
            own = read_own(line.partition(": ")[2])
            for value in (line,) if own is None else (own,) if isinstance(own, str) else own:
                for found in _WIKILINK.finditer(value):
                    yield number, found


def _inline_links(inline: Token, first_line: int) -> Iterator[Link]:
    for token in inline.children or ():
        line = first_line + inline.content.count("\n", 0, token.meta.get("at", 0))
        if token.type == "link_open" and token.info != "auto":
            yield Link("link", html.unescape(str(token.attrs["href"])), line)
        elif token.type == "image":
            yield Link("image", html.unescape(str(token.attrs["src"])), line)
            yield from (Link(inner.kind, inner.target, line) for inner in _inline_links(token, line))
        elif token.type == "wikilink":
            yield Link("embed" if token.markup == "![[" else "wikilink", token.content, line)


def _wikilink_rule(state: StateInline, silent: bool) -> bool:
    found = _WIKILINK.match(state.src, state.pos, state.posMax) if state.src[state.pos] in "![" else None
    if found is None:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.markup = found[1] + "[["
        token.content = _without_alias(found[2])
        token.meta = {"at": state.pos}
    state.pos = found.end()
    return True


def _telling_where(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The rule, noting on the token that it makes where in the block's text it stands."""

    def run(state: StateInline, silent: bool) -> bool:
        at, n_before = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        for token in state.tokens[n_before:]:
            if token.type in ("link_open", "image") and not token.meta:
                token.meta = {"at": at}
                break
        return True

    return run


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # only here: most readers of links need no parser, and it is slow to import
    from markdown_it.rules_inline import image, link
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark").use(footnote_plugin).enable("table").disable(["emphasis"])
    parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.inline.ruler.before("link", "wikilink", _wikilink_rule)
    parser.inline.ruler.at("link", _telling_where(link))
    parser.inline.ruler.at("image", _telling_where(image))
    return parser
