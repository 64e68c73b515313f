"""Text → the name of a secret in it, so that what must not be repeated is not quoted on any page.

Named patterns of well-known credentials, each anchored at a fixed beginning and bounded, so that the time is
linear in the text. A placeholder ("${TOKEN}", "<your key>", "xxxx") is no secret.
"""

from __future__ import annotations

import re

_PATTERNS: tuple[tuple[str, str], ...] = (
    ("private key", r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY"),
    ("AWS access key", r"\b(?:AKIA|ASIA|AGPA|AROA|AIDA)[A-Z2-7]{16}\b"),
    ("GitHub token", r"\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b"),
    ("GitLab token", r"\bglpat-[A-Za-z0-9_\-]{20,64}"),
    ("Slack token", r"\bxox[abeoprs]-[A-Za-z0-9\-]{10,200}"),
    ("Slack webhook", r"hooks\.slack\.com/services/T[A-Za-z0-9]{6,}/B[A-Za-z0-9]{6,}/[A-Za-z0-9]{16,}"),
    ("Google API key", r"\bAIza[A-Za-z0-9_\-]{35}"),
    ("Stripe key", r"\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}"),
    ("model API key", r"\bsk-(?:proj-|ant-|or-)?[A-Za-z0-9][A-Za-z0-9_\-]{30,200}"),
    ("Hugging Face token", r"\bhf_[A-Za-z0-9]{30,64}\b"),
    ("npm token", r"\bnpm_[A-Za-z0-9]{36}\b"),
    ("PyPI token", r"\bpypi-AgEI[A-Za-z0-9_\-]{40,300}"),
    ("JSON web token", r"\beyJ[A-Za-z0-9_\-]{8,2000}\.eyJ[A-Za-z0-9_\-]{8,4000}\.[A-Za-z0-9_\-]{8,2000}"),
    ("password in a URL", r"\b[a-z][a-z0-9+.\-]{1,20}://[^\s:@/]{1,64}:(?P<url>[^\s@/]{3,128})@"),
    (
        "password",
        r"(?i:\b|_)(?i:pass(?:word|wd|phrase)|passwort|kennwort|mot de passe|contraseña"
        r"|secret(?:[_ \-]?(?:access[_ \-]?)?key)?|api[_ \-]?key|access[_ \-]?(?:key|token)|auth[_ \-]?token"
        r"|client[_ \-]?secret)"
        r"[\"'`]?\s{0,3}(?:[:=：]|=>)\s{0,3}[\"'`]?(?P<value>[^\s\"'`,;，。；]{4,200})",
    ),
    ("password", r"(?:密码|口令|密钥|パスワード)\s{0,3}[:=：]\s{0,3}[\"'`]?(?P<han>[!-~]{6,200})"),
)
_ALL = re.compile("|".join(f"(?P<p{number}>{pattern})" for number, (_, pattern) in enumerate(_PATTERNS)))
# Every pattern holds one of these; most sentences hold none, and are told at the speed of a plain search.
_HINTS = (
    "private key", "akia", "asia", "agpa", "aroa", "aida", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat",
    "glpat-",
    "xox", "hooks.slack", "aiza", "k_live", "k_test", "sk-", "hf_", "npm_", "pypi-", "eyj", "://", "pass", "kennwort",
    "contrase", "secret", "key", "token",
    "密码", "口令", "密钥", "パスワード",
)  # fmt: skip
_PLACEHOLDER = re.compile(
    r"^[$<{\[(%*…]|\.\.\.|^(.)\1+$|(?i:^(?:your|my|the|change|example|placeholder|redacted)|^x{3})"
)
_DIGIT_OR_SYMBOL = re.compile(r"[0-9!@#$%^&*+=/\\_~?]")


def secret_in(text: str) -> str:
    """The kind of the first secret in `text`, "" for none."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return ""
    for found in _ALL.finditer(text):
        value = found["url"] or found["value"] or found["han"]
        if value and not _is_secret_value(value):
            continue
        number = next(k for k in range(len(_PATTERNS)) if found[f"p{k}"] is not None)
        return _PATTERNS[number][0]
    return ""


def _is_secret_value(value: str) -> bool:
    """Prose after a colon ("password: required") is none: a secret has a digit or a symbol in it."""
    return _PLACEHOLDER.search(value) is None and _DIGIT_OR_SYMBOL.search(value) is not None


def without_secrets(text: str) -> str:
    """A text with a note in place of each line that holds a secret, and of what follows the head of a private key."""
    if not secret_in(text):
        return text
    shown: list[str] = []
    is_inside = False
    for line in text.split("\n"):
        kind = "private key" if is_inside else secret_in(line)
        is_inside = kind == "private key" and "-----END" not in line
        note = f"[left out: looks like a secret ({kind})]"
        if not kind:
            shown.append(line)
        elif shown[-1:] != [note]:
            shown.append(note)
    return "\n".join(shown)
