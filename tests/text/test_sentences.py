import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wikigraph.text.sentences import split_sentences


@pytest.mark.parametrize(
    "joined",
    [
        "Dr. Smith uses v1.10.|It works (really).|Done.",
        "J. K. Rowling wrote it.|Written in C. It compiles.".replace("C. It", "C.|It"),
        'At 3.14 we go!|Is it?" he said.|Yes.',
        "See https://a.b/c.d?e=f for more.|Next.",
        "Wait... more.|Wait...|What?",
        "e.g. Docker, i.e. Compose.|The U.S. Army came.|It was etc.|The end.",
        "今天很好。|他说：“好。”|然后走了！|真的？|GPT-4.1很好……是的。",
        "真的?|好.",
        "「はい。」と言った。|次へ。",
        "Am 3. Mai kam er, z.B. Peter.|Es ist gut.",
        "Il dott. Rossi arriva.|È tardi, ecc.|La fine.",
        "¿Cómo está?|¡Muy bien!|Gracias.",
        "هل هذا صحيح؟|نعم.",
        "यह एक वाक्य है।|दूसरा वाक्य।",
        "ภาษาไทยไม่มีช่องว่าง ระหว่างคำ",
        "1. First item here",
        "One paragraph\n\n|another one",
        "In 2024. It was.".replace("2024. It", "2024.|It"),
        "行数（多亏了它们是兼容的！），不同。|下一句（真的！）也是。",
        "（整句在括号里。）|下一句。",
        "It (wow!) Bob saw.|(All in here.)|Next.",
        "看看这个 “Hello, world!” 程序。|好。",
        "Yahoo! is a company.|Node.js is not.",
        "Das gilt z. B. Docker und d. h. Podman.|Er nennt u. a. Redis.|Die Liste endet.",
        "Das sind Hunde u. a.|Die Katze schläft.",
        "So ist es.|Dann kam er.",
        "Gilt per es. Docker, ad es. Podman, p. es. Redis.|La fine.",
        "Nel 44 a. C. Cesare morì.|Era marzo.",
        "A work of art.|The end.",
        "BM25 returns A, B, D.|Dense retrieval returns C and B.|Fusion joins them.",
        "彼は「はい。そうです。」と言った。|次へ。",
    ],
)
def test_splits(joined: str) -> None:
    parts = [part.strip() for part in joined.split("|")]
    separator = "" if any("\u3000" <= c <= "\u9fff" for c in joined) else " "
    text = joined.replace("|", separator)
    assert [text[start:end] for start, end in split_sentences(text)] == parts


def test_code_ends_nothing_and_may_begin_a_sentence() -> None:
    text = "Call panic! now. docker up starts."
    code = [(5, 11), (17, 26)]
    assert [text[start:end] for start, end in split_sentences(text, code)] == ["Call panic! now.", "docker up starts."]
    text = "调用 panic! 宏。async fn main() { ... } 是。"
    code = [(3, 9), (text.index("async"), text.index("}") + 1)]
    assert [text[start:end] for start, end in split_sentences(text, code)] == [
        "调用 panic! 宏。",
        "async fn main() { ... } 是。",
    ]


@given(st.text(max_size=200))
def test_nothing_but_space_is_left_out(text: str) -> None:
    spans = split_sentences(text)
    cursor = 0
    for start, end in spans:
        assert cursor <= start < end
        assert text[cursor:start].strip() == ""
        assert text[start:end] == text[start:end].strip()
        cursor = end
    assert text[cursor:].strip() == ""


@pytest.mark.parametrize("piece", [".", "! a", "a. ", "\n", "\n ", "1. ", "Mr. ", "... ", "。", "x"])
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    started = time.process_time()
    split_sentences(piece * 200_000)
    assert time.process_time() - started < 3
