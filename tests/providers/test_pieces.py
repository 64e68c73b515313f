"""The tokens of a few pieces are those of the whole vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from wikigraph.providers.embedders.pieces import Pieces, pack
from wikigraph.providers.embedders.tokens import Tokens

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
PIECES = "▁ a b c ab ca ▁a ▁ab ▁abc bc ▁the the he 知 识 知识 図 か ▁か ß 😀 e x".split()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vocabulary = [*((piece, 0.0) for piece in SPECIAL), *((piece, -1.0 - at % 7) for at, piece in enumerate(PIECES))]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=3, byte_fallback=False))
    tokenizer.add_special_tokens(SPECIAL[:3])
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    path = tmp_path_factory.mktemp("pieces") / "tokenizer.json"
    path.write_text(tokenizer.to_str(), "utf-8")
    path.with_suffix(".bin").write_bytes(pack(tokenizer.to_str()))
    return path


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.sampled_from("abc the知识図か<s>/pd ß😀ﬁ①\u3000\x00qx▁"), max_size=30), max_size=4))
def test_the_same_tokens(file: Path, texts: list[str]) -> None:
    whole = Tokenizer.from_file(str(file))
    found = Pieces(file.with_suffix(".bin")).tokens(texts)
    assert found == [whole.encode(text, add_special_tokens=False).ids for text in texts]


def test_many_texts_are_left_to_the_whole_vocabulary(file: Path) -> None:
    some, all_of_it = Tokens(file, file.with_suffix(".bin"), ""), Tokens(file, None, "")
    texts = ["abc the 知识 " * 40] * 20
    assert some.of(texts[:1]) == all_of_it.of(texts[:1])
    assert some.of(texts) == all_of_it.of(texts)


@pytest.mark.parametrize("data", [b"", b"WGPIECE1", b"WGPIECE1" + b"\xff" * 40, b"something else" * 9])
def test_a_table_that_cannot_be_read_is_done_without(file: Path, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "pieces.bin").write_bytes(data)
    assert Tokens(file, tmp_path / "pieces.bin", "").of(["abc"]) == Tokens(file, None, "").of(["abc"])


def test_another_kind_of_tokenizer_has_no_table() -> None:
    with pytest.raises(ValueError, match="Unigram"):
        pack(Tokenizer(models.WordLevel({"a": 0}, unk_token="a")).to_str())
