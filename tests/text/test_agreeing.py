"""What says the same, and what says otherwise with nearly the same words."""

from __future__ import annotations

import pytest

from wikigraph.text.agreeing import says_otherwise, wording


@pytest.mark.parametrize(("one", "other"), [
    ("The Valve is safe for the public.", "The Valve is not safe for the public."),
    ("The Valve isn't safe.", "The Valve is safe."),
    ("The Valve holds 400 degrees.", "The Valve holds 500 degrees."),
    ("It holds -5 degrees.", "It holds 5 degrees."),
    ("It grew by 1.5%.", "It grew by 15%."),
    ("The works were built in Leeds in spring.", "The works were built in York in spring."),
    ("Das Ventil wurde 1921 gebaut.", "Das Ventil wurde 1925 gebaut."),
    ("Das Ventil ist sicher.", "Das Ventil ist keineswegs sicher, es ist kein Ventil."),
    ("La caldaia è sicura.", "La caldaia non è sicura."),
    ("阀门是安全的。", "阀门不是安全的。"),
    ("弁は安全である。", "弁は安全ではない。"),
])  # fmt: skip
def test_says_otherwise(one: str, other: str) -> None:
    assert says_otherwise(one, other) and says_otherwise(other, one)
    assert wording(one) != wording(other)


@pytest.mark.parametrize(("one", "other"), [
    ("The valve is  SAFE.", "“The Valve is safe!”"),
    ("阀门是安全的。", "阀门是安全的"),
    ("Das Ventil hält 400 Grad", "Das Ventil hält 400 Grad."),
])  # fmt: skip
def test_says_the_same(one: str, other: str) -> None:
    assert wording(one) == wording(other) and not says_otherwise(one, other)


def test_more_of_the_same_is_not_otherwise() -> None:
    assert not says_otherwise("The valve is safe.", "The red valve is safe in winter.")
