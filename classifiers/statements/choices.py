"""Which one of several: a wish that names a package manager, a test runner or a language to answer in.

Two such wishes about the same matter cannot both hold, so they share a key, and the later one takes the earlier one's
place. Only a sentence that says nothing else is such a choice: "never run npm ci in the api folder" is a rule of its own.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from classifiers.statements.tongues import tongue_of

_MATTERS = {
    "javascript-package-manager": "npm pnpm yarn bun",
    "python-package-manager": "pip pipenv poetry uv conda pdm",
    "javascript-test-runner": "jest vitest mocha jasmine ava",
    "python-test-runner": "pytest unittest nose2",
    "javascript-linter": "eslint biome oxlint",
    "python-linter": "ruff flake8 pylint",
    "browser-tests": "playwright cypress selenium",
    "bundler": "vite webpack rollup parcel esbuild",
    "container-tool": "docker podman nerdctl",
    "indentation": "tabs spaces",
}
_MATTER_OF = {name: matter for matter, names in _MATTERS.items() for name in names.split()}
_NAME = re.compile(rf"(?<![A-Za-z0-9_./@-])(?:{'|'.join(_MATTER_OF)})(?![A-Za-z0-9_/@-])", re.IGNORECASE)
_NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never(?: use)?|instead of|rather than|over|than|don'?t use|do not use|stop using|no longer(?: use)?|no)|\bprefer \w+ to"
    r"|不要(?:再)?(?:使?用)?|别(?:再)?用|而不是|вместо|\bне(?: используй)?|больше не используй|\bpas|\bjamais|plutôt que|au lieu de|\bstatt|\bnicht"
    r"|en (?:vez|lugar) de)\W*\Z",
    re.IGNORECASE,
)
_NOT_AFTER = re.compile(r"(?:은|는|을|를)? ?(?:말고|대신|쓰지|사용하지)|\s?(?:では|じゃ)なく|\s?は(?:使わ|禁止)")
_EMPTY_WORDS = (
    "use using uses used always from now on onwards going forward not never instead of rather than over please "
    "pls we i you only this that the our a an in for to and or project repo repository codebase here "
    "everywhere package manager packages runner tests test linter formatter bundler indentation indent install "
    "installs run running scripts commands it with as is so ok okay also just no longer stop don t do prefer d "
    "would like remember must should will again everything all every time actually changed my mind switch "
    "switched back dependencies deps javascript python js ts typescript node utilise utilisez pas jamais "
    "toujours ici partout nutze verwende immer usa utiliza siempre"
)
_SAYS_NOTHING = frozenset(_EMPTY_WORDS.split())
_FOREIGN_LEFT = 24
"""Letters of another script that may stand around the names: particles, "use", "from now on"."""


class Choice(NamedTuple):
    """What was chosen, and in which matter."""

    matter: str  # fit for a key
    chosen: str  # lower case


def choice_of(said: str) -> Choice | None:
    """The choice that `said` makes, if that is all it says."""
    tongue = tongue_of(said)
    if tongue:
        return Choice("language-of-answers", tongue)
    names = list(_NAME.finditer(said))
    if not names or not _says_nothing_else(_NAME.sub(" ", said)):
        return None
    wanted = {name[0].lower() for name in names if not _refused(said, name)}
    if len(wanted) != 1 or len({_MATTER_OF[name[0].lower()] for name in names}) != 1:
        return None
    chosen = wanted.pop()
    return Choice(_MATTER_OF[chosen], chosen)


def _refused(said: str, name: re.Match[str]) -> bool:
    return bool(_NOT_BEFORE.search(said[: name.start()]) or _NOT_AFTER.match(said, name.end()))


def _says_nothing_else(rest: str) -> bool:
    foreign = sum(letter.isalpha() and not letter.isascii() for letter in rest)
    words = re.findall(r"[a-zàâéèêîôûç]+", rest.lower())
    return foreign <= _FOREIGN_LEFT and _SAYS_NOTHING.issuperset(words)
