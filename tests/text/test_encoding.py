import pytest

from wikigraph.text.encoding import Decoded, Undecodable, decode

TEXT = "# 阿尔法\r\n\r\nNaïve – 🚀\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_read_without_its_mark(encoding: str) -> None:
    result = decode(TEXT.encode(encoding))
    assert isinstance(result, Decoded)
    assert result.text == TEXT


@pytest.mark.parametrize(
    ("mark", "codec"),
    [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe\0\0", "utf-32-le")],
)
def test_the_mark_names_the_encoding(mark: bytes, codec: str) -> None:
    assert decode(mark + TEXT.encode(codec)) == Decoded(TEXT, codec)


@pytest.mark.parametrize("encoding", ["gbk", "gb18030", "big5", "shift_jis", "cp1252"])
def test_other_encodings_are_never_guessed(encoding: str) -> None:
    text = {"cp1252": "“dash” – é"}.get(encoding, "標題 日本")
    data = text.encode(encoding, "ignore")
    refused = decode(data)
    assert isinstance(refused, Undecodable)
    assert refused.code == "unknown-encoding"
    named = decode(data, encoding)
    assert isinstance(named, Decoded)
    assert named.text == data.decode(encoding)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a\0b", "binary"),
        (b"\x89PNG\r\n\x1a\nabc", "binary"),
        (b"%PDF-1.7\n", "binary"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "git-lfs-pointer"),
        ("截断".encode()[:-1], "unknown-encoding"),
        (b"lone \xed\xa0\x80 surrogate", "unknown-encoding"),
        (b"\xff\xfe" + b"\x00\xd8", "unknown-encoding"),
    ],
)
def test_what_is_no_text_says_why(data: bytes, code: str) -> None:
    result = decode(data)
    assert isinstance(result, Undecodable)
    assert result.code == code


def test_an_unknown_name_in_the_settings_is_no_crash() -> None:
    result = decode(b"abc", "klingon")
    assert isinstance(result, Undecodable)
    assert "klingon" in result.message
