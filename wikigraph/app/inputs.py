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
from wikigraph.store.vaultlook import Looks, looks_of


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
    changed: frozenset[str]  # paths of sources that are new or not what the last compile read

    @property
    def digest(self) -> str:
        """Of all that a compile depends on in raw/: every source and the names of the other files."""
        return digest_parts((self.result.digest, *self.others))

    @property
    def others(self) -> tuple[str, ...]:
        """Files of raw/ that are no sources; a link may lead to them all the same."""
        return tuple(d.path for d in self.diagnostics if d.code == "not-read-kind")


def gather_sources(
    vault: Vault, settings: SourceSettings, before: Before, settled: Mapping[str, Looks] | None = None
) -> Sources:
    """Lists raw/ and reads what is new or changed; the rest is read again only if a stage asks for it.

    `settled` is how each file looks whose content counts (None: all do): one that looks otherwise, or that is gone
    though it stands there, may be in the middle of a save, and keeps what it gave before.

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
    held = _in_a_save(vault, listing.files, before, settled)
    for state in listing.files:
        if state.path in held:
            continue
        if state.path not in known or before.states[state.path].sha256 != state.sha256:
            source = rawdir.read(vault.root, state.path, settings.encodings, max_bytes=settings.max_bytes)
            if settled is not None and looks_of(vault.root / state.path) != settled[state.path]:
                held.add(state.path)  # what was read need not be what has settled
                continue
            if isinstance(source, Diagnostic):
                problems.append(source)
                continue
            read[state.path] = source
        outputs[state.path] = digest_parts((state.path, state.sha256, encodings))

    out_of_reach = {state.path for state in _out_of_reach(listing.not_read, before)}
    kept = tuple(before.states[path] for path in sorted(out_of_reach | (held & before.readable)))
    outputs.update((state.path, digest_parts((state.path, state.sha256, encodings))) for state in kept)
    states = (*(state for state in listing.files if state.path not in held), *kept)
    hashes = {state.path: state.sha256 for state in states}

    def load(keys: Iterable[str]) -> dict[str, bytes]:
        return {key: encode(_read_again(vault, settings, key, hashes[key])) for key in keys}

    result = Result(outputs, Source, load, once=False)
    for path, source in read.items():
        if source.sha256 != hashes[path]:
            raise _changed(path)
        result.put(path, source)
    seen = {path: state.sha256 for path, state in before.states.items()}
    changed = frozenset(path for path, digits in hashes.items() if seen.get(path) != digits)
    return Sources(result, states, encodings, tuple(problems), changed)


def _out_of_reach(not_read: Iterable[Diagnostic], before: Before) -> Iterable[FileState]:
    """Sources that were read before and cannot be opened now, or whose folder cannot be listed: they are not deleted,
    and what they gave stays until they can be read again."""
    places = [d.path for d in not_read if d.code == "not-read-unreadable"]
    for path in sorted(before.readable):
        if any(path == place or path.startswith(place + "/") for place in places):
            yield before.states[path]


def _in_a_save(
    vault: Vault, files: Iterable[FileState], before: Before, settled: Mapping[str, Looks] | None
) -> set[str]:
    """Sources that do not look as they did when they were last seen to be at rest."""
    if settled is None:
        return set()
    listed = {state.path: state.looks for state in files}
    held = {path for path, looks in listed.items() if settled.get(path) != looks}
    gone = (path for path in before.readable if path in settled and path not in listed)
    return held.union(path for path in gone if looks_of(vault.root / path) != settled[path])


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
