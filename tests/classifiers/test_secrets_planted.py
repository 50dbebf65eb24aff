"""No planted secret comes through, and what is around it does."""

from __future__ import annotations

import string
import sys
from pathlib import Path

import pytest

from classifiers.inert import bare, inert
from classifiers.secrets import mask

sys.path.insert(0, str(Path(__file__).parent))

from secret_samples import LETTERS, PROVIDERS, TEMPLATES, Maker, provider_token

# Half a token of these is a plain hexadecimal word: nothing tells it from another.
WITHOUT_SEPARATOR = {"databricks", "twilio", "airtable", "google refresh"}


def _readable(secret: str, text: str) -> bool:
    """Tell whether eight characters in a row of `secret`, or all of a short one, can still be read."""
    size = min(8, len(secret))
    return any(secret[at : at + size] in text for at in range(len(secret) - size + 1))


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_secret_in_any_place_is_masked(template):
    """A password or token planted in a command, file, header or sentence cannot be read afterwards."""
    for seed in range(8):
        make = Maker(seed)
        secret = make.password() if "{p}" in template else make.token()
        masked = mask(template.format(p=secret, t=secret))
        assert not _readable(secret, masked), masked
        assert "***" in masked


HIDDEN = (
    "\u200b",
    "\u202e",
    "\u00ad",
    "\u200d",
    "\ufe0f",
    "\x00",
    "\x1b[0m",
    "\x1b[01;31m\x1b[K",
    "\U000e0041",
    "\u2060",
)
"""What a terminal, a page and a reader do not see, and a pattern does. `grep --color` puts the colours there."""


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_nobody_sees_hides_no_secret(hidden):
    """A token or a password's name with something invisible inside is not whole again once the text is made inert."""
    for seed, name in enumerate(PROVIDERS):
        token, body = provider_token(name, Maker(seed))
        for at in (1, len(token) - len(body), len(token) // 2, len(token) - 1):
            masked = mask(f"push with {token[:at]}{hidden}{token[at:]} now")
            assert not _readable(body, inert(masked)), (name, masked)
    secret = Maker(1).password()
    for place in ("PASSWORD={}", "mysql --password={} shop", "psql postgres://shop:{}@db.internal/shop"):
        text = place.format(secret)
        for at in range(1, len(text)):
            masked = mask(text[:at] + hidden + text[at:])
            assert not _readable(secret, inert(masked)), masked


def wide(text: str) -> str:
    """As an input method for Chinese or Japanese writes it."""
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


@pytest.mark.parametrize("template", TEMPLATES)
def test_full_width_letters_hide_no_secret(template):
    """Nor does a full-width name, sign or value alone; what is read is what is masked."""
    for seed in range(4):
        make = Maker(seed)
        secret = make.password() if "{p}" in template else make.token()
        around = wide(template).replace("｛ｐ｝", secret).replace("｛ｔ｝", secret)
        within = template.format(p=wide(secret), t=wide(secret))
        for text in (around, within, wide(around)):
            masked = mask(text)
            assert not _readable(secret, bare(masked)), masked


def test_a_full_width_password_is_masked_and_other_full_width_text_stays():
    assert mask("ｐａｓｓｗｏｒｄ＝ｈｕｎｔｅｒｈｉｌｌ９！") == "password=***"
    assert mask("ＡＰＩを確認した。テスト：１２件、成功！") == "ＡＰＩを確認した。テスト：１２件、成功！"
    assert mask("部署完成，请检查（生产环境）。") == "部署完成，请检查（生产环境）。"


def test_colours_around_what_is_masked_stay():
    """The text as it was is kept where its mask shows no more than the mask of what is read."""
    assert mask("\x1b[32mTOKEN\x1b[0m done\x1b[K") == "\x1b[32mTOKEN\x1b[0m done\x1b[K"
    assert mask("\x1b[32mPASSWORD=hunterhill9!\x1b[0m").startswith("\x1b[32mPASSWORD=***")


@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize(
    "place",
    [
        "{}",
        "push it with {} now",
        "TOKEN={}\n",
        'x = f("{}")',
        "\x1b[32m{}\x1b[0m",
        "https://x-access-token:{}@git.acme.io/a.git",
        "key\t{}\tok",
        "({})",
    ],
)
def test_a_provider_token_is_masked_wherever_it_stands(name, place):
    """A token of a known provider needs no name beside it."""
    for seed in range(3):
        token, body = provider_token(name, Maker(seed))
        masked = mask(place.format(token))
        assert not _readable(body, masked), masked


@pytest.mark.parametrize(
    "name", [name for name, (_, _, length) in PROVIDERS.items() if length >= 30 and name not in WITHOUT_SEPARATOR]
)
def test_a_token_that_the_terminal_wrapped_is_masked_in_both_lines(name):
    """A hard-wrapped token leaves nothing on its second line, and the line after it stays."""
    for seed, cut in ((1, 8), (2, 20), (3, 12)):
        token, body = provider_token(name, Maker(seed))
        at = len(token) - len(body) + cut
        for line_end in ("\n", "\r\n"):
            masked = mask(f"access: {token[:at]}{line_end}{token[at:]}{line_end}done in 2s")
            assert not _readable(body[cut:], masked), masked
            assert masked.endswith("done in 2s")


def test_a_jwt_is_masked_whole_cut_and_wrapped():
    """JSON web tokens go, with or without their signature."""
    make = Maker(5)
    head, claims, signature = (
        "ey" + "J" + make.of(LETTERS, 33),
        "ey" + "J" + make.of(LETTERS, 80),
        make.of(LETTERS + "-_", 43),
    )
    for token in (
        f"{head}.{claims}.{signature}",
        f"{head}.{claims}.",
        f"{head}.{claims}",
        f"{head}.\n{claims}.{signature}",
    ):
        masked = mask(f"got {token}\nbye")
        assert not any(_readable(part, masked) for part in (head, claims, signature) if part in token), masked
        assert masked.endswith("bye")


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED ", "PGP "])
@pytest.mark.parametrize("line_end", ["\n", "\\n", "\r\n"])
@pytest.mark.parametrize("ended", [True, False])
def test_a_private_key_block_is_masked_even_when_it_is_cut(kind, line_end, ended):
    """Nothing between the armour lines survives, finished or not; the text around them does."""
    make = Maker(len(kind))
    block = " BLOCK" if kind == "PGP " else ""
    body = [make.of(LETTERS + "+/", 64) for _ in range(12)] + [make.of(LETTERS, 20) + "=="]
    text = line_end.join(
        (
            "-" * 5 + f"BEGIN {kind}PRIVATE" + f" KEY{block}-----",
            *body,
            *(["-" * 5 + f"END {kind}PRIVATE KEY{block}-----"] if ended else []),
        )
    )
    masked = mask(f"cat key\n{text}\n$ ls -la\n")
    assert not any(_readable(line, masked) for line in body), masked
    assert masked.startswith("cat key\n")
    assert masked.endswith("$ ls -la\n")
    tail = line_end.join((*body[3:], "-" * 5 + f"END {kind}PRIVATE KEY{block}-----"))
    assert not any(_readable(line, mask(tail)) for line in body[3:])


def test_an_aws_secret_beside_its_key_id_is_masked():
    """A key id names the value that follows it, in tables and in lists."""
    make = Maker(9)
    secret = make.of(LETTERS + "+/", 40)
    for between in (", ", "\t", " | ", '","', "\n"):
        masked = mask("AK" + "IA" + make.of(string.ascii_uppercase + string.digits, 16) + between + secret)
        assert not _readable(secret, masked), masked


def test_tokens_of_bots_are_masked():
    """Telegram and Discord tokens have a shape instead of a prefix."""
    make = Maker(11)
    secret = make.of(LETTERS, 33)
    assert not _readable(secret, mask(f"https://api.telegram.org/bot1234567890:AA{secret}/getMe"))
    tail = make.of(LETTERS, 6) + "." + make.of(LETTERS, 38)
    assert not _readable(tail[7:], mask(f"client.login(M{make.of(LETTERS, 23)}.{tail})"))
