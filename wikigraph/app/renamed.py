"""A path that is no more → where the log of the wiki says that it went."""

from __future__ import annotations

from wikigraph.pages.slugs import mirror
from wikigraph.pages.wikilog import PATH, renamed_to
from wikigraph.store.vault import Vault
from wikigraph.store.wikidir import read


def gone_to(vault: Vault, path: str) -> str:
    """The path that a renamed source, or the page of one, has now; "" where nothing is known of it."""
    if not path.startswith(("raw/", "wiki/sources/")):
        return ""
    text, problem = read(vault.root, PATH)
    if problem is not None:
        return ""
    if path.startswith("raw/"):
        return renamed_to(text, path)
    inside = path.removeprefix("wiki/sources/")
    for source in (f"raw/{inside}", f"raw/{inside.removesuffix('.md')}"):
        if now := renamed_to(text, source):
            return "/".join(mirror(now)) + ".md"
    return ""
