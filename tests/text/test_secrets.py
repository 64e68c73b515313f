"""What counts as a secret, where it stands, and that all else keeps its place."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wikigraph.text.secrets import is_masked, mask, secrets_in

AWS = "AKIA" + "IOSFODNN7" + "EXAMPLE"
RANDOM = "9f8a7b6c5d4e3f2a" * 2
PARTS = ["password", ": ", "is ", AWS, "\n", "|", "-", "a1!b2c3", " ", '"', "密码是", "x"]
BODY = "MIIEowIBAAKCAQEAn5h" * 3


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"The key of Docker is {AWS} in the old account.", AWS),
        (f"# Key {AWS}", AWS),
        (f"[[{AWS}]] and `{AWS}`", AWS),
        ("SG." + "a1B2c3D4e5F6g7H8i9J0k1" + "." + "x" * 43, "x" * 43),
        ("AccountName=a;AccountKey=" + "Zm9v" * 21 + "YQ==;", "Zm9v" * 21 + "YQ=="),
        ("Docker logs in at postgres://admin:s3cr3tpw@db.local/main every night.", "s3cr3tpw"),
        ("The admin password is Sommer2024!geheim.", "Sommer2024!geheim"),
        ("The password for the old server is Sommer2024!geheim", "Sommer2024!geheim"),
        ("Das Passwort lautet Sommer2024!geheim.", "Sommer2024!geheim"),
        ("Das Datenbankpasswort ist „Sommer2024!geheim“.", "Sommer2024!geheim"),
        ("La password è Estate2024!segreta.", "Estate2024!segreta"),
        ("密码是Abc12345！请不要告诉别人。", "Abc12345"),
        ("Docker 的密码：Abc12345! 请不要告诉别人这个。", "Abc12345!"),
        ("パスワードは Hunter2!x です。", "Hunter2!x"),
        (f"Authorization: Bearer {RANDOM}", RANDOM),
        ('DB_PASSWORD="korrekt-pferd-batterie"', "korrekt-pferd-batterie"),
        ("dbPassword = 'hunter2'", "hunter2"),
        ("- **Password:** hunter2!", "hunter2!"),
        ("mysql --password hunter2x1 -u root", "hunter2x1"),
        (f"Docker reads api_key = {RANDOM} and starts.", RANDOM),
        ("| user | password |\n|------|:--------|\n| a | zitrone9 |\n", "zitrone9"),
        ("> user | Initial Passwort\r\n> --- | ---\r\n> a | zitrone9\r\n", "zitrone9"),
        ("| Password | zitrone9! |", "zitrone9!"),
        (f"-----BEGIN RSA PRIVATE KEY-----\n{BODY}\nab==\n-----END RSA PRIVATE KEY-----", BODY),
        (f"-----BEGIN PRIVATE KEY-----\n> {BODY}\n\nProse goes on.", BODY),
        (f'"key": "-----BEGIN PRIVATE KEY-----\\n{BODY}\\n-----END PRIVATE KEY-----"', BODY),
    ],
)
def test_a_secret_is_found_and_masked(text: str, secret: str) -> None:
    shown = mask(text, secrets_in(text))
    assert secret in text and secret not in shown
    assert is_masked(shown)
    assert len(shown) == len(text) and len(shown.splitlines()) == len(text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "The password: required for every login of the service.",
        "Set API_KEY=${API_KEY} before you start the service.",
        "password: <your-password-1>", "A token is a piece of text.", "secret: changeme123", "密码：用户输入的内容",
        "The password is hashed.", "The password is required!", "Das Passwort ist verschlüsselt.", "密码是必填项。",
        "The password is SHA-256 hashed.", "The password is base64-encoded.", "The password is 12-character long.",
        "The password is sent via HTTP/2.", "The API key is stored in vault2.", "Password: 8-64 characters",
        "password: /etc/secrets/db1", "password = config.password1", "password = getpass()", "password=None",
        'api_key=os.environ["OPENAI_API_KEY2"]', "token = tokens[0]", "The number of tokens is 1000000.",
        "docker swarm join --token SWMTKN-1-xxxxx-manager-token",
        "A head such as -----BEGIN PRIVATE KEY----- stands first.",
        "| name | password |\n|---|---|\n| type | string |\n| hash | SHA256 |", "postgres://user:password@host/db",
    ],
)  # fmt: skip
def test_prose_code_and_placeholders_are_no_secrets(text: str) -> None:
    assert secrets_in(text) == ()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=30))
def test_all_else_keeps_its_place(parts: list[str]) -> None:
    text = "".join(parts)
    secrets = secrets_in(text)
    shown = mask(text, secrets)
    inside = {k for secret in secrets for k in range(secret.start, secret.end)}
    assert len(shown) == len(text)
    assert all(shown[k] == text[k] for k in range(len(text)) if k not in inside)
    assert all(one.end <= two.start for one, two in pairwise(secrets))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_survived(text: str) -> None:
    assert len(mask(text, secrets_in(text))) == len(text)


@pytest.mark.parametrize(
    "text",
    ["password" * 9000, "password " * 9000, "| password |\n|-|\n" * 9000, "eyJ" * 90000, "eyJaaaaaaaaa." * 9000,
     "-----BEGIN PRIVATE KEY-----\n" * 9000, "-----BEGIN PRIVATE KEY-----\n" + "A" * 500_000, "://a:" * 50000,
     "密码是" * 50000, "| password " * 300 + "|\n" + "|-" * 300 + "|\n" + "|a1b2c3d4" * 9000, "sk-" * 90000,
     "A" * 500_000, "password is " * 9000],
)  # fmt: skip
def test_hostile_text_is_fast(text: str) -> None:
    start = time.process_time()
    mask(text, secrets_in(text))
    assert time.process_time() - start < 1.0
