"""The vault on disk → the pipeline's inputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wikigraph.engine.fingerprint import digest, digest_parts, encode
from wikigraph.engine.memo import ONCE
from wikigraph.engine.results import Result
from wikigraph.errors import WikigraphError
from wikigraph.model.base import Value
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.model.record import FileState
from wikigraph.model.settings import SourceSettings
from wikigraph.model.text import Source
from wikigraph.store import rawdir
from wikigraph.store.index import Index
from wikigraph.store.vault import Vault


class ChangedMeanwhileError(WikigraphError):
    """A source was written while it was being compiled: exit 1, nothing was written."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Before:
    """What the last compile left: files as it saw them, and which of them it could read."""

    states: Mapping[str, FileState]
    readable: frozenset[str]
    taken_ns: int  # when the states of raw/ were taken
    wiki_taken_ns: int  # when those of wiki/ were
    encodings: str  # digest of the encodings that were set

    @classmethod
    def nothing(cls) -> Before:
        return cls({}, frozenset(), 0, 0, "")

    @classmethod
    def of(cls, index: Index) -> Before:
        """From the index that it left."""
        return cls(
            index.file_states(),
            frozenset(path for path, _ in index.documents()),
            int(index.meta("taken_ns") or 0),
            int(index.meta("wiki_taken_ns") or 0),
            index.meta("encodings"),
        )


@dataclass(frozen=True, slots=True)
class Sources:
    """raw/ as this compile sees it."""

    result: Result
    states: tuple[FileState, ...]  # of every file that is a source by its name
    encodings: str
    diagnostics: tuple[Diagnostic, ...]

    @property
    def digest(self) -> str:
        """Of all that a compile depends on in raw/: every source and the names of the other files."""
        return digest_parts((self.result.digest, *self.others))

    @property
    def others(self) -> tuple[str, ...]:
        """Files of raw/ that are no sources; a link may lead to them all the same."""
        return tuple(d.path for d in self.diagnostics if d.code == "not-read-kind")


def gather_sources(vault: Vault, settings: SourceSettings, before: Before) -> Sources:
    """Lists raw/ and reads what is new or changed; the rest is read again only if a stage asks for it.

    Raises NoVaultError where raw/ is no folder.
    """
    listing = rawdir.scan(
        vault.root, settings.include, settings.exclude, before.states,
        hints_taken_ns=before.taken_ns, max_bytes=settings.max_bytes,
    )  # fmt: skip
    encodings = digest_parts(part for pair in settings.encodings for part in pair)
    known = before.readable if encodings == before.encodings else frozenset[str]()
    outputs: dict[str, str] = {}
    read: dict[str, Source] = {}
    problems = list(listing.not_read)
    for state in listing.files:
        if state.path not in known or before.states[state.path].sha256 != state.sha256:
            source = rawdir.read(vault.root, state.path, settings.encodings, max_bytes=settings.max_bytes)
            if isinstance(source, Diagnostic):
                problems.append(source)
                continue
            read[state.path] = source
        outputs[state.path] = digest_parts((state.path, state.sha256, encodings))

    kept = tuple(_out_of_reach(listing.not_read, before))
    outputs.update((state.path, digest_parts((state.path, state.sha256, encodings))) for state in kept)
    states = (*listing.files, *kept)
    hashes = {state.path: state.sha256 for state in states}

    def load(keys: Iterable[str]) -> dict[str, bytes]:
        return {key: encode(_read_again(vault, settings, key, hashes[key])) for key in keys}

    result = Result(outputs, Source, load, once=False)
    for path, source in read.items():
        if source.sha256 != hashes[path]:
            raise _changed(path)
        result.put(path, source)
    return Sources(result, states, encodings, tuple(problems))


def _out_of_reach(not_read: Iterable[Diagnostic], before: Before) -> Iterable[FileState]:
    """Sources that were read before and cannot be opened now, or whose folder cannot be listed: they are not deleted,
    and what they gave stays until they can be read again."""
    places = [d.path for d in not_read if d.code == "not-read-unreadable"]
    for path in sorted(before.readable):
        if any(path == place or path.startswith(place + "/") for place in places):
            yield before.states[path]


def once(value: Value) -> Result:
    """An input that is one value."""
    data = encode(value)
    result = Result({ONCE: digest(data)}, type(value), lambda keys: {ONCE: data}, once=True)
    result.put(ONCE, value)
    return result


def _read_again(vault: Vault, settings: SourceSettings, path: str, sha256: str) -> Source:
    source = rawdir.read(vault.root, path, settings.encodings, max_bytes=settings.max_bytes)
    if isinstance(source, Diagnostic) or source.sha256 != sha256:
        raise _changed(path)
    return source


def _changed(path: str) -> ChangedMeanwhileError:
    return ChangedMeanwhileError(
        "changed-meanwhile", "a source was written while it was being compiled; nothing was written",
        where=path, hint="run the compile again",
    )
