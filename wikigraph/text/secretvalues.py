"""Does what stands where a password is expected look like one? A placeholder, prose, code or a path does not.

Two measures: *given* values stand behind "password:" or "API_KEY=", where little else is written; *told* values
stand in running text ("the password is …"), where nearly everything else is written, and so must look stranger.
"""

from __future__ import annotations

import re

TRAILING = ".,;:!?*_)]}>|\\。，；：！？）」』"  # may end the sentence rather than the value

_PLACEHOLDER = re.compile(
    r"^[$<{\[(%*…•]|\.\.\.|^(.)\1+$|(?i:^(?:your|my|the|change|example|placeholder|redacted)|^x{3}|x{4}|\*{3})"
)
_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.\-]*://|mailto:|[.~]{0,2}/[\w.]|[A-Za-z]:\\)")  # a URL or path
_CODE = re.compile(
    r"[\w.]+\([^()]*\)?$|[a-z_]+(?:\.[A-Za-z_]\w*)+(?:\[.*)?$|[A-Za-z_]\w*\[|[A-Za-z_]+(?:[=&?][A-Za-z_]*)+$"
)
_MAIL = re.compile(r"[a-z]+(?:[._\-][a-z]+)*@[a-z\-]+(?:\.[a-z\-]+)+$")
_TECHNICAL = re.compile(
    r"(?i:(?:p?sha|md|base|utf|argon|pbkdf|b?s?crypt|aes|rsa|ec|ed|hmac|hs|rs|es|oauth|tls|ssl|iso|rfc|http|win|ipv|v|x|"
    r"ecdsa|totp|fido|web|os|id)[\-_]?\d[\w.\-]*$)"
)
_AMOUNT = re.compile(r"\d{1,4}(?:[.,:/\-–]\d{1,4})*[\-–]?[A-Za-z%+]*$")  # "12-character", "8–64", "90%"
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_STRONG = re.compile(r"[!@#$%^&*+=~?]")
_PASSPHRASE = re.compile(r"[^\W\d_]+(?:[\-._][^\W\d_]+){2,}$")


def is_given(value: str, *, is_quoted: bool = False, is_password: bool = False) -> bool:
    """Behind a key and a sign: something with a digit or symbol in it; in quotes also three words with hyphens."""
    bare = value.rstrip(TRAILING)
    if len(value) < 4 or _is_other(value, bare):
        return False
    if " " in value:
        return bool(is_quoted and _DIGIT.search(value) and _STRONG.search(bare))
    if is_quoted and is_password and len(value) >= 12 and _PASSPHRASE.match(bare):
        return True
    return _is_mixed(bare) or (bare.isdecimal() and len(bare) >= 6) or _is_signs(value)


def is_told(value: str) -> bool:
    """In running text: letters mixed with digits, or with symbols inside; or a long number."""
    bare = value.rstrip(TRAILING)
    if len(bare) < 6 or " " in value or _is_other(value, bare):
        return False
    return _is_mixed(bare) or bare.isdecimal()


def is_random(value: str) -> bool:
    """A long run with letters and digits, as machines make them."""
    return len(value) >= 16 and _LETTER.search(value) is not None and len(_DIGIT.findall(value)) >= 2


def _is_mixed(bare: str) -> bool:
    return _LETTER.search(bare) is not None and (_DIGIT.search(bare) is not None or _STRONG.search(bare) is not None)


def _is_signs(value: str) -> bool:
    """Digits and symbols without a letter ("12#34!")."""
    return _DIGIT.search(value) is not None and _STRONG.search(value) is not None


def _is_other(value: str, bare: str) -> bool:
    """A placeholder, a path, a piece of code, a mail address, the name of an algorithm, an amount."""
    if not bare or _PLACEHOLDER.search(value) or _ELSEWHERE.match(value):
        return True
    is_number = bare.isdecimal() and len(bare) >= 6
    return any(p.match(bare) for p in (_CODE, _MAIL, _TECHNICAL)) or (not is_number and bool(_AMOUNT.match(bare)))
