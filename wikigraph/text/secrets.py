"""Text → where keys and passwords stand in it, and the text with dots in their place.

Credentials of well-known services have a fixed beginning: the text is searched for it, and what follows is matched only
there. Other passwords are told by what stands before them: a word for "password" with a sign or a verb, or the head of
its column. All is bounded, so that the time is linear in the text. What only looks like a place for a secret
("${TOKEN}", "<your key>", "the password is hashed") is none (secretvalues.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wikigraph.text.secretvalues import TRAILING, is_given, is_random, is_told

DOT = "•"
_MASKED = DOT * 3  # no secret is shorter; a lone dot is a bullet


class Secret(NamedTuple):
    """text[start:end] must not be repeated."""

    start: int
    end: int
    kind: str  # for people: "AWS access key"


# (kind, fixed beginnings, what follows). The beginning stands at no letter's or digit's right.
_KNOWN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("AWS access key", ("AKIA", "ASIA", "AGPA", "AROA", "AIDA"), r"[A-Z2-7]{16}(?![A-Za-z0-9])"),
    ("GitHub token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), r"[A-Za-z0-9]{36,255}"),
    ("GitHub token", ("github_pat_",), r"\w{60,255}"),
    ("GitLab token", ("glpat-", "gldt-", "glrt-"), r"[\w\-]{20,64}"),
    ("Slack token", ("xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"), r"[A-Za-z0-9\-]{10,200}"),
    ("Slack webhook", ("hooks.slack.com/services/",), r"T\w{6,20}/B\w{6,20}/\w{16,64}"),
    ("Google API key", ("AIza",), r"[\w\-]{35}"),
    ("Google token", ("ya29.",), r"[\w\-]{30,400}"),
    ("Google client secret", ("GOCSPX-",), r"[\w\-]{20,64}"),
    ("Stripe key", ("sk_live_", "sk_test_", "rk_live_", "rk_test_"), r"[A-Za-z0-9]{16,200}"),
    ("webhook secret", ("whsec_",), r"[A-Za-z0-9+/=]{24,200}"),
    ("model API key", ("sk-",), r"(?=[\w\-]{0,60}\d)(?:proj-|ant-|or-)?[A-Za-z0-9][\w\-]{30,200}"),
    ("Hugging Face token", ("hf_",), r"[A-Za-z0-9]{30,64}"),
    ("npm token", ("npm_",), r"[A-Za-z0-9]{36}"),
    ("PyPI token", ("pypi-AgEI",), r"[\w\-]{40,300}"),
    ("SendGrid key", ("SG.",), r"[\w\-]{16,32}\.[\w\-]{32,64}"),
    ("Docker token", ("dckr_pat_",), r"[\w\-]{20,64}"),
    ("DigitalOcean token", ("dop_v1_",), r"[a-f0-9]{64}"),
    ("Shopify token", ("shpat_", "shpss_", "shpca_"), r"[a-fA-F0-9]{32}"),
    ("Atlassian token", ("ATATT3",), r"[\w\-=]{40,300}"),
    ("age key", ("AGE-SECRET-KEY-1",), r"[A-Z0-9]{50,64}"),
    ("JSON web token", ("eyJ",), r"[\w\-]{8,2000}\.eyJ[\w\-]{8,4000}\.[\w\-]{8,2000}"),
    ("Azure key", ("AccountKey=", "SharedAccessKey="), r"[A-Za-z0-9+/]{20,100}={0,2}"),
)
# A pattern that starts with its fixed beginning is searched for at the speed of a plain search.
_KNOWN_PATTERNS = tuple(
    (kind, start, re.compile(rf"{re.escape(start)}(?<![A-Za-z0-9]{re.escape(start)}){rest}", re.ASCII))
    for kind, starts, rest in _KNOWN
    for start in starts
)
_IN_URL = re.compile(r"://[^\s:@/]{0,64}:(?P<value>[^\s@/]{3,128})@")
_BEARER = re.compile(r"(?:Bearer|bearer|Basic|Authorization: ?Token)[ \t]{1,3}(?P<value>[A-Za-z0-9._~+/=\-]{16,2000})")
_PRIVATE = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_RUN = re.compile(r"\\[nr]|[A-Za-z0-9+/=]+")
_KEY_LINES = re.compile(r"(?:[\s>|\"']{0,20}(?:\\[nr])?[A-Za-z0-9+/=]{16,200}(?![A-Za-z0-9+/=]))+")
_MAX_KEY = 20_000  # characters between the beginning and the end of a private key

_PASSWORD = (
    r"pass(?:words?|wort|wörter|wd|phrase|code)|(?<![^\W_])pwd|kennwort|zugangscode|mot de passe|contraseña|senha"
    r"|пароль|parola d'ordine|parola chiave"
)
_KEY = (
    r"(?<![^\W_])secret(?:[_ \-]?(?:access[_ \-]?)?key)?|(?:api|encryption|signing|account|private)[_ \-]?key"
    r"|access[_ \-]?(?:key|token)|(?:auth|bearer|refresh)[_ \-]?token|client[_ \-]?secret|(?<![^\W_])token"
)
_HAN = r"密码|密碼|口令|密钥|密鑰|パスワード|暗証番号|비밀번호"
_WORD = re.compile(  # also at the end of a longer word: "Datenbankpasswort", "dbPassword"
    rf"(?:(?P<password>{_PASSWORD})|(?P<key>{_KEY}))\d{{0,2}}(?![^\W_])|(?P<han>{_HAN})", re.IGNORECASE
)
_SIGN = re.compile(
    r"[\"'`*_\])]{0,4}[ \t]{0,3}(?:=>|:=|[:=：＝])[*_]{0,3}[ \t]{0,3}(?:>[ \t])?(?:"
    r"\"(?P<double>[^\"\r\n]{4,200})\"|'(?P<single>[^'\r\n]{4,200})'|`(?P<code>[^`\r\n]{4,200})`"
    r"|[\"'`*_]{0,3}(?P<bare>(?:[^\s\"'`,;，。；]|,(?=[^\s\"'`])){4,200}))"
)
_OPTION = re.compile(r"[ \t]{1,2}[\"'`]?(?P<bare>[^\s\"'`]{4,200})")
_VERB = re.compile(
    r"[^\r\n.,;:!?。，；：！？]{0,40}?[ \t](?:is|was|lautet|ist|heißt|è|e'|es|est|é|=)[ \t]{1,3}"
    r"(?:(?:now|jetzt|ora)[ \t]{1,3})?[\"'`*_“„«]{0,3}(?P<bare>[^\s\"'`”“«»]{6,200})",
    re.IGNORECASE,
)
_HAN_VERB = re.compile(
    r"[^\r\n。，；！？!-~]{0,12}?(?:是|为|為|は|が|[:：=＝])\s{0,3}[\"'`*_「『“]{0,3}(?P<bare>[!-~]{6,200})"
)
_CELL = re.compile(  # "password | value |"
    r"[ \t*_`]{0,6}(?<!\\)\|[ \t]{0,40}[`*_]{0,3}(?P<bare>[^\s|`]{4,200})[`*_]{0,3}[ \t]{0,40}(?:\||$)", re.MULTILINE
)
_RULE = re.compile(  # "|---|:--|", between a table's head and its rows
    r"[ \t>]{0,20}\|?[ \t]{0,40}:?-{1,200}:?[ \t]{0,40}"
    r"(?:\|[ \t]{0,40}:?-{1,200}:?[ \t]{0,40}){0,200}\|?[ \t]{0,40}"
)
_BAR = re.compile(r"(?<!\\)\|")
_BREAK = re.compile(r"\r\n?|\n")


def secrets_in(text: str) -> tuple[Secret, ...]:
    """All secrets of a text, in order, without overlap."""
    found = sorted((*_known(text), *_private_keys(text), *_named(text)), key=lambda s: (s.start, -s.end))
    kept: list[Secret] = []
    for secret in found:
        if kept and secret.start < kept[-1].end:
            if secret.end <= kept[-1].end:
                continue
            secret = Secret(kept[-1].end, secret.end, secret.kind)
        kept.append(secret)
    return tuple(kept)


def mask(text: str, secrets: Iterable[Secret]) -> str:
    """The text with a dot in place of each character of each secret, so that all others keep their places.

    Line breaks and other white space stay, and so do the line breaks that a private key on one line spells out.
    """
    pieces: list[str] = []
    at = 0
    for secret in secrets:
        pieces.append(text[at : secret.start])
        piece = text[secret.start : secret.end]
        pieces.append(_KEY_RUN.sub(_dots, piece) if secret.kind == "private key" else re.sub(r"\S", DOT, piece))
        at = secret.end
    pieces.append(text[at:])
    return "".join(pieces)


def is_masked(text: str) -> bool:
    """Does the text hold a secret's dots? Then it is not what stands in the source, and must not be quoted."""
    return _MASKED in text


def _dots(run: re.Match[str]) -> str:
    return run[0] if run[0].startswith("\\") else DOT * len(run[0])


def _known(text: str) -> Iterator[Secret]:
    for kind, start, pattern in _KNOWN_PATTERNS:
        if start in text:
            skip = len(start) if start.endswith("=") else 0
            yield from (Secret(m.start() + skip, m.end(), kind) for m in pattern.finditer(text))
    for kind, pattern in (("password in a URL", _IN_URL), ("authorization", _BEARER)):
        for match in pattern.finditer(text):
            value = match["value"]
            if is_given(value) if pattern is _IN_URL else is_random(value):
                yield Secret(*match.span("value"), kind)


def _private_keys(text: str) -> Iterator[Secret]:
    """What stands between the lines around a private key; without an end, the lines of letters that follow. A head
    alone, as in a text about keys, is no secret."""
    end = 0
    for head in _PRIVATE.finditer(text):
        start = head.end()
        if 0 <= end < start:
            end = text.find("-----END", start)
        body = text[start:end] if start <= end <= start + _MAX_KEY else ""
        if not body or "-----BEGIN" in body:
            lines = _KEY_LINES.match(text, start, start + _MAX_KEY)
            body = lines[0] if lines else ""
        if any(len(run) >= 16 for run in _KEY_RUN.findall(body)):
            yield Secret(start, start + len(body), "private key")


def _named(text: str) -> Iterator[Secret]:
    """What a word for "password" announces."""
    table_at = -1
    for word in _WORD.finditer(text):
        found = _announced(text, word)
        if found is not None:
            yield found
        if word.start() > table_at:
            line_start, line_end = _line_around(text, word.start(), word.end())
            if line_end >= 0 and "|" in text[line_start:line_end]:
                below, table_at = _columns(text, line_start, line_end)
                yield from below


def _announced(text: str, word: re.Match[str]) -> Secret | None:
    at, is_password = word.end(), word["key"] is None
    is_token = word[0].lower() == "token"
    kind = "password" if is_password else "key"
    for pattern in (_HAN_VERB, _SIGN) if word["han"] else (_SIGN, _VERB):
        match = pattern.match(text, at)
        if match is not None:
            group = match.lastgroup or "bare"
            start, value = match.start(group), match[group]
            if pattern is _SIGN:
                is_one = is_given(value, is_quoted=group in ("double", "single", "code"), is_password=is_password)
            else:
                is_one = is_told(value)
            if is_one and (not is_token or is_random(value)):
                return _trimmed(start, value, kind)
    if text[max(0, word.start() - 2) : word.start()] == "--":
        match = _OPTION.match(text, at)
        if match is not None and is_told(match["bare"]):
            return _trimmed(match.start("bare"), match["bare"], kind)
    match = _CELL.match(text, at)
    if match is not None and is_told(match["bare"]) and (not is_token or is_random(match["bare"])):
        return _trimmed(match.start("bare"), match["bare"], kind)
    return None


def _trimmed(start: int, value: str, kind: str) -> Secret:
    """Without what ends the sentence rather than the value; "!" and the like may be part of it."""
    return Secret(start, start + len(value.rstrip(TRAILING.replace("!", "").replace("?", ""))), kind)


def _line_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The line of a word, if it is of a size that a table's head has; else (0, -1)."""
    left = max(text.rfind("\n", max(0, start - 2000), start), text.rfind("\r", max(0, start - 2000), start)) + 1
    after = _BREAK.search(text, end, end + 2000)
    if after is None or (left == 0 and start > 2000):
        return 0, -1
    return left, after.start()


def _columns(text: str, head_start: int, head_end: int) -> tuple[list[Secret], int]:
    """The cells below each head that is a word for "password", if the line is the head of a table; and where the table
    ends, so that none of its lines is read as a head again."""
    found: list[Secret] = []
    line = _next_line(text, head_end)
    if line is None or "-" not in text[line[0] : line[1]] or not _RULE.fullmatch(text[line[0] : line[1]]):
        return found, head_end
    columns = [n for n, (start, end) in enumerate(_cells(text, head_start, head_end)) if _is_head(text[start:end])]
    end = line[1]
    while columns and (line := _next_line(text, end)) is not None and "|" in text[line[0] : line[1]]:
        end = line[1]
        cells = _cells(text, *line)
        for start, end in (cells[n] for n in columns if n < len(cells)):
            value = text[start:end].strip(" \t`*_\"'")
            if value and is_given(value, is_quoted=True, is_password=True):
                at = text.index(value, start)
                found.append(Secret(at, at + len(value), "password"))
    return found, end


def _is_head(cell: str) -> bool:
    """Is the last word of a column's head one for "password" ("DB password", "Initial Passwort")?"""
    head = cell.strip(" \t*_`:")
    found = [word for word in _WORD.finditer(head) if word.end() == len(head)]
    return bool(found) and len(head) <= 40


def _next_line(text: str, end: int) -> tuple[int, int] | None:
    """The line after the one that ends at `end`."""
    here = _BREAK.match(text, end)
    if here is None:
        return None
    after = _BREAK.search(text, here.end())
    line = here.end(), after.start() if after else len(text)
    return line if line[1] - line[0] <= 4000 else None


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The cells of a table's row, as offsets."""
    first = start + len(text[start:end]) - len(text[start:end].lstrip(" \t>"))
    if text[first : first + 1] == "|":
        first += 1
    bars = [bar.start() for bar in _BAR.finditer(text, first, end)]
    return list(zip([first, *(bar + 1 for bar in bars)], [*bars, end], strict=True))
