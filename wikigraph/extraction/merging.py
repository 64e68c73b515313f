"""Rules that say which names are one entity; each merge carries its reason, and doubt only proposes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from wikigraph.extraction.classes import Classes
from wikigraph.extraction.found import Found
from wikigraph.extraction.homonyms import SEPARATOR, Scoping
from wikigraph.extraction.likeness import initials
from wikigraph.extraction.patterns import CAPITAL_WORD
from wikigraph.extraction.tally import Corpus
from wikigraph.model.graph import Reason
from wikigraph.model.ontology import Ontology
from wikigraph.text.names import name_key, split_parenthesis
from wikigraph.text.stopwords import without_article

_OFTEN = 5  # mentions of a long form
_SEVERAL = 4  # documents that name both

Proposal = tuple[str, str, Reason]  # two keys and why


class Merger:
    """Applies the rules in order to the records; changes `found` where a form was never counted by itself."""

    def __init__(self, corpus: Corpus, found: dict[str, Found], scoping: Scoping, ontology: Ontology) -> None:
        self.corpus = corpus
        self.found = found
        self.scoping = scoping
        self.classes = Classes(frozenset((name_key(a), name_key(b)) for a, b in ontology.never_merge))
        self.proposals: list[Proposal] = []
        self._ontology = ontology
        self._owners: dict[str, set[str]] = {}

    def run(self) -> None:
        """All rules, people's own first."""
        self._owners = self._bearers()
        rules: tuple[Callable[[], None], ...] = (
            self._by_ontology,
            self._plurals,
            self._dots,
            self._acronyms,
            self._initials,
            self._glosses,
            self._aliases,
            self._title_parts,
            self._leads,
        )
        for rule in rules:
            rule()

    def ensure(self, surface: str, documents: Iterator[int] | list[int]) -> str:
        """The key of a form, with a record even if running text never counted it."""
        key = name_key(surface)
        record = self.found.get(key)
        if record is None:
            record = self.found[key] = Found(key=key, kind="title")
            for index in documents:
                record.add(surface, index, 1, 1)
        record.forms.setdefault(surface, 0)
        return key

    def _by_ontology(self) -> None:
        reason = Reason("ontology", "schema/ontology.toml says so")
        pairs = [(alias.canonical, name) for alias in self._ontology.aliases for name in alias.names]
        for canonical, other in (*pairs, *self._ontology.merges):
            if name_key(other) in self.found or name_key(canonical) in self.found:
                self.classes.join(self.ensure(canonical, []), self.ensure(other, []), reason)

    def _plurals(self) -> None:
        """Plural only with evidence: the singular is a word that takes an article or has a lower-case form."""
        words = self.corpus.words
        for key in sorted(self.found):
            if not key.endswith("s") or len(key) < 3 or SEPARATOR in key:
                continue
            plural = self.found[key]
            if key.endswith(("ss", "us", "is")) and not _is_plural_acronym(plural):
                continue
            for singular_key in _singulars(key):
                singular = self.found.get(singular_key)
                if singular is None or " " in singular_key:
                    continue
                is_acronym = _is_plural_acronym(plural) and _first(singular) == _first(plural)[: len(_first(singular))]
                if len(key) < 5 and not is_acronym:
                    continue
                form = max(singular.forms, key=lambda form, n=singular.forms: (n[form], form))  # type: ignore[misc]
                stats = words.get(form.rsplit(" ", 1)[-1].lower())
                if not is_acronym and (stats is None or not (stats.article > 0 or stats.lower > 0)):
                    continue
                if not is_acronym and abs(singular.properness - plural.properness) > 0.4 and " " not in form:
                    continue  # "Windows" and "window"
                self.classes.join(singular_key, key, Reason("plural", f'"{_first(plural)}" is the plural of "{form}"'))
                break

    def _dots(self) -> None:
        """ "U.K." and "UK", "Ph.D." and "PhD", "GPT-3" and "GPT3": capitals with and without dots or hyphens."""
        for key in sorted(self.found):
            bare = key.replace(".", "").replace(" ", "")
            record, other = self.found[key], self.found.get(bare)
            if bare == key or other is None or not (_is_abbreviated(key) or any("-" in form for form in record.forms)):
                continue
            if all(sum(map(str.isupper, _first(one))) > 1 for one in (record, other)):
                detail = f'"{_first(record)}" is "{_first(other)}" with dots or hyphens'
                self.classes.join(bare, key, Reason("dots", detail))

    def _acronyms(self) -> None:
        """`Long Form (LF)`: one expansion in the corpus merges, several only propose."""
        expansions: defaultdict[str, dict[str, tuple[str, str, int]]] = defaultdict(dict)
        for index, document in enumerate(self.corpus.documents):
            for long_form, short_form in document.acronyms:
                expansions[_singular_acronym(short_form)].setdefault(
                    name_key(long_form), (long_form, short_form, index)
                )
        for short_key in sorted(expansions):
            longs = expansions[short_key]
            distinct = {self.classes.root(key) for key in longs}
            for long_key in sorted(longs):
                long_form, short_form, index = longs[long_key]
                path = self.corpus.documents[index].path
                reason = Reason("acronym-expansion", f'"{long_form} ({short_form})" in {path}')
                if len(distinct) > 1:
                    if long_key in self.found and short_key in self.found:
                        self.proposals.append((short_key, long_key, reason))
                elif long_key in self.found or short_key in self.found:
                    self._name_with_acronym(long_form, short_form, index)
                    self.classes.join(
                        self.ensure(long_form, [index]), self.ensure(short_form.rstrip("s"), [index]), reason
                    )

    def _initials(self) -> None:
        """ "AI" and "artificial intelligence" though no text says so: one reading that many documents name
        beside it, and no second one that several do."""
        by_initials: defaultdict[str, list[str]] = defaultdict(list)
        for key in sorted(self.found):
            record = self.found[key]
            if record.n >= _OFTEN and SEPARATOR not in key:
                words = _first(record).split(" ")
                if len(words) > 1:
                    by_initials[initials(words)].append(key)
        for key in sorted(by_initials.keys() & self.found.keys()):
            short = self.found[key]
            longs = by_initials[key]
            shared = {long: len(short.documents.keys() & self.found[long].documents.keys()) for long in longs}
            most = max(shared.values())
            readings = [long for long, n in shared.items() if n >= max(_SEVERAL, most / 3)]
            if not _first(short).isupper() or len(readings) != 1:
                continue
            long = self.found[readings[0]]
            if most >= 0.5 * min(len(short.documents), len(long.documents)):
                detail = f'"{_first(short)}" and "{_first(long)}" in {most} documents'
                self.classes.join(key, readings[0], Reason("initials", detail))

    def _name_with_acronym(self, long_form: str, short_form: str, index: int) -> None:
        """The introduction as a whole is a spelling, too, so that it is one mention."""
        record = self.found[self.ensure(long_form, [index])]
        record.forms.setdefault(f"{long_form} ({short_form})", 0)

    def _glosses(self) -> None:
        """所有权（ownership）, seen twice: the longest known end of the Han characters is the term."""
        seen: defaultdict[tuple[str, str], int] = defaultdict(int)
        terms: dict[str, str] = {}
        for document in self.corpus.documents:
            for before, latin in document.glosses:
                for start in range(len(before) - 1):
                    if before[start:] in self.found:
                        seen[before[start:], name_key(latin)] += 1
                        terms.setdefault(name_key(latin), latin)
                        break
        partners: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for (term, latin_key), n in sorted(seen.items()):
            if n >= 2:
                partners[latin_key].append((n, term))
            self.found[term].marks["gloss"] = self.found[term].marks.get("gloss", 0) + 1
        for latin_key in sorted(partners):
            n, term = max(partners[latin_key])
            reason = Reason("gloss", f'"{term}（{terms[latin_key]}）", {n} times')
            if len(partners[latin_key]) == 1:
                self.classes.join(term, self.ensure(terms[latin_key], []), reason)
        for (term, latin_key), n in sorted(seen.items()):
            if latin_key in self.found and self.classes.root(latin_key) != self.classes.root(term):
                times = "once" if n == 1 else f"{n} times"
                self.proposals.append((term, latin_key, Reason("gloss", f'"{term}（{terms[latin_key]}）", {times}')))

    def _aliases(self) -> None:
        """Aliases in a document's front matter are names of its subject."""
        for index, document in enumerate(self.corpus.documents):
            reason = Reason("front-matter-alias", f"aliases of {document.path}")
            for mark in document.marks:
                if mark.kind == "alias":
                    self._attach(index, mark.surface, reason)

    def _title_parts(self) -> None:
        """ "Bogislaw XIII, Duke of Pomerania": the part before the comma; "The Hague": without its article."""
        for index, document in enumerate(self.corpus.documents):
            reason = Reason("title-part", f"the title of {document.path}")
            for part in _short_titles(document.title):
                self._attach(index, part, reason)

    def _leads(self) -> None:
        """The form under which the first lines introduce the title; two titles that share it only propose."""
        for index, document in enumerate(self.corpus.documents):
            for form in document.lead:
                self._attach(index, form, Reason("lead-alias", f'"{form}" in the first lines of {document.path}'))

    def _bearers(self) -> dict[str, set[str]]:
        """Key of a form → the subjects that it may name, by title, part of a title, first lines or front matter."""
        bearers: defaultdict[str, set[str]] = defaultdict(set)
        for index, document in enumerate(self.corpus.documents):
            subject = self.subject(index)
            if subject:
                aliases = [mark.surface for mark in document.marks if mark.kind == "alias"]
                for form in (*_short_titles(document.title), *document.lead, *aliases):
                    bearers[name_key(form)].add(subject)
                bearers[subject.split(SEPARATOR)[0]].add(subject)
        return bearers

    def subject(self, index: int) -> str:
        """The key of the name in a document's title, "" where the title is none."""
        return self.scoping.subjects.get(index, "")

    def _attach(self, index: int, surface: str, reason: Reason) -> None:
        """Makes a form a name of the document's subject, or proposes it where several subjects bear it."""
        key, subject = name_key(surface), self.subject(index)
        if not subject or key == subject or not key or key in self.scoping.silent:
            return
        if len(self._owners[key]) > 1:  # it means this subject here; elsewhere a person decides
            self.scoping.scoped[subject].append((surface, index))
            if key in self.found:
                self.proposals.append((subject, key, reason))
            return
        if SEPARATOR in subject and key == subject.split(SEPARATOR)[0]:
            return
        self.classes.join(subject, self.ensure(surface, [index]), reason)


def _singulars(key: str) -> Iterator[str]:
    yield key[:-1]
    if key.endswith("ies"):
        yield key[:-3] + "y"
    elif key.endswith("es"):
        yield key[:-2]


def _singular_acronym(short_form: str) -> str:
    return name_key(short_form[:-1] if short_form.endswith("s") and short_form[:-1].isupper() else short_form)


def _short_titles(title: str) -> list[str]:
    base = split_parenthesis(title)[0]
    parts: list[str] = []
    head = base.split(",", 1)[0]
    if (
        head != base
        and head.count(" ") >= 1
        and all(CAPITAL_WORD.match(word) or word.islower() for word in head.split(" "))
    ):
        parts.append(head)
    parts = [part for part in parts if CAPITAL_WORD.match(part)]
    bare = without_article(base)
    if bare != base and " " in bare:
        parts.append(bare)
    return parts


def _is_plural_acronym(record: Found) -> bool:
    """ "GPUs", "PhDs": capitals and a small s are evidence enough."""
    form = _first(record)
    return len(form) > 2 and form[-1] == "s" and form[-2].isupper() and sum(map(str.isupper, form)) > 1


def _is_abbreviated(key: str) -> bool:
    """ "u.k.", "ph.d": short parts with dots between."""
    parts = key.rstrip(".").split(".")
    return len(parts) > 1 and all(part.isalpha() and len(part) <= 2 for part in parts)


def _first(record: Found) -> str:
    if len(record.forms) == 1:
        return next(iter(record.forms))
    return max(record.forms, key=lambda form: (record.forms[form], form), default=record.key)
