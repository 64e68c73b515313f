# ruff: noqa: E501 — the texts of the vaults stay whole
"""Titles told apart by parentheses stay apart; the bare name means what its document means."""

from __future__ import annotations

import pytest

from tests.extraction.vaults import entity, ids_of, mentioned, resolved

FILMS = {
    "film.md": "# Alien (film)\n\nAlien is a film by Ridley Scott. The critics praised Alien. In Alien a crew dies.\n",
    "soundtrack.md": "# Alien (soundtrack)\n\nAlien holds music by Jerry Goldsmith. The label sold Alien. On Alien he used a shell.\n",
}


def test_two_films_are_two_entities_with_their_disambiguators() -> None:
    lexicon = resolved(FILMS)
    film, soundtrack = entity(lexicon, "Alien (film)"), entity(lexicon, "Alien (soundtrack)")
    assert film.id != soundtrack.id
    assert (film.key, film.disambiguator) == ("alien", "film")
    assert dict(lexicon.subjects) == {"raw/film.md": film.id, "raw/soundtrack.md": soundtrack.id}


def test_the_bare_name_is_scoped_to_its_document() -> None:
    files = {**FILMS, "other.md": "# Notes\n\nOnce Alien was named here, and Alien again. We like Alien.\n"}
    _, found = mentioned(files)
    assert "Alien (film): Alien" in found["raw/film.md"]
    assert "Alien (soundtrack): Alien" in found["raw/soundtrack.md"]
    assert not any("Alien" in item for item in found["raw/other.md"])  # nobody knows which


def test_a_title_without_parentheses_owns_the_bare_name_elsewhere() -> None:
    files = {
        "carol.md": "# A Christmas Carol\n\nA Christmas Carol is a book by Charles Dickens. Readers love A Christmas Carol.\n",
        "film.md": "# A Christmas Carol (2006 film)\n\nA Christmas Carol is a film of 2006. Viewers love A Christmas Carol.\n",
        "other.md": "# Winter\n\nIn winter we read A Christmas Carol aloud.\n",
    }
    lexicon, found = mentioned(files)
    book, film = entity(lexicon, "A Christmas Carol"), entity(lexicon, "A Christmas Carol (2006 film)")
    assert book.id != film.id
    assert "A Christmas Carol: A Christmas Carol" in found["raw/other.md"]
    assert "A Christmas Carol (2006 film): A Christmas Carol" in found["raw/film.md"]


def test_the_id_of_one_homonym_does_not_change_when_another_comes() -> None:
    alone = entity(resolved({"film.md": FILMS["film.md"]}), "Alien (film)")
    assert entity(resolved(FILMS), "Alien (film)").id == alone.id


def test_an_acronym_in_parentheses_is_no_homonym() -> None:
    files = {
        "a.md": "# Natural Language Processing (NLP)\n\nThe field of Natural Language Processing grew. NLP is old. Now NLP is new.\n"
    }
    lexicon = resolved(files)
    assert len(ids_of(lexicon, "NLP") | ids_of(lexicon, "Natural Language Processing")) == 1


@pytest.mark.parametrize("order", [False, True])
def test_the_order_of_documents_does_not_matter(order: bool) -> None:
    files = dict(sorted(FILMS.items(), reverse=order))
    assert resolved(files) == resolved(FILMS)


def test_a_name_that_all_use_is_not_the_one_bearer_of_a_parenthesis() -> None:
    files = {"album.md": "# Turin (album)\n\nTurin is an album of songs. The album Turin sold well.\n"}
    for i, word in enumerate(["trade", "sleep", "write", "paint", "dance"]):
        files[f"{i}.md"] = (
            f"# Report {word}\n\nPeople {word} in Turin. Then all {word} near Turin, since Turin is large.\n"
        )
    lexicon, found = mentioned(files)
    assert entity(lexicon, "Turin").id != entity(lexicon, "Turin (album)").id
    assert "Turin: Turin" in found["raw/0.md"]
    assert "Turin (album): Turin" in found["raw/album.md"]


FRUIT = "An apple grows on a tree. The apple is red. Apple trees bloom. Eat an apple a day, and the apple is gone.\n"
COMPANY = "In 1976 Apple was founded. People queue for Apple. Then Apple made a phone. We like Apple.\n"


def test_the_company_and_the_fruit_without_parentheses() -> None:
    lexicon, found = mentioned({"a.md": f"# Apple\n\n{COMPANY}", "b.md": f"# Apple\n\n{FRUIT}"})
    company, fruit = entity(lexicon, "Apple"), entity(lexicon, "apple")
    assert company.id != fruit.id
    assert dict(lexicon.subjects) == {"raw/a.md": company.id, "raw/b.md": fruit.id}
    assert set(found["raw/a.md"]) == {"Apple: Apple"}
    assert set(found["raw/b.md"]) == {"apple: apple", "apple: Apple"}
    assert company.id == entity(resolved({"a.md": f"# Apple\n\n{COMPANY}"}), "Apple").id


def test_a_word_that_documents_mix_stays_one() -> None:
    mixed = "The String holds text. A string is long. We use String here, a string there, and String again, and the string.\n"
    lexicon = resolved({"a.md": f"# String\n\n{mixed}", "b.md": f"# Text\n\n{mixed}"})
    assert len(ids_of(lexicon, "string")) <= 1
    commands = {
        "a.md": "# Docker\n\nWe run Docker. People like Docker. See Docker.\n",
        "b.md": "# Run\n\nCall docker. Then use docker now.\n",
    }
    assert len(ids_of(resolved(commands), "docker")) == 1
