"""What an agent's sandbox refuses a command, told from the error, and the lesson that it is run outside from the start.

Some agents run commands in a sandbox without network or without leave to write, and may run one again outside of it
(Codex: `with_escalated_permissions`, `sandbox_permissions`; Claude Code: `dangerouslyDisableSandbox`). What fails within
for want of such a thing and works outside needs it: one lesson for each project, refusal and tool, however often it is
seen. The reason that the agent gives when it asks for leave is no person's word, and is not read.
"""

from __future__ import annotations

import re

from classifiers.same_command import tool_of
from classifiers.signatures.reading import Signature
from classifiers.vocabulary import Category

_SAID: dict[Category, str] = {
    Category.NETWORK: "the network is closed",
    Category.PORT: "every port is closed",
    Category.PERMISSION: "a file or folder is closed",
}
_NETWORK = ("ould not resolve host", "emporary failure in name resolution", "ame or service not known", "nodename nor servname", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "etwork is unreachable", "no such host", "failed to lookup address", "connect EPERM")  # fmt: skip
_CLOSED = ("ead-only file system", "EROFS", "EPERM", "ermission denied", "EACCES", "ccess is denied")
"""Either without its first letter where that may be a capital."""
_NOT_PERMITTED = "peration not permitted"
_OF_A_CALL = re.compile(r"\b(?:(connect)|bind|listen)\w*\b[^\n]{0,120}" + _NOT_PERMITTED)
_LOOKED_AT = 4_000


def refused(shown: str) -> Category | None:
    """What a sandbox may have refused, by the end of what was printed; None for an error of another kind."""
    end = shown[-_LOOKED_AT:]
    if any(words in end for words in _NETWORK):
        return Category.NETWORK
    if _NOT_PERMITTED in end:
        call = _OF_A_CALL.search(end)
        return Category.PERMISSION if call is None else Category.NETWORK if call[1] else Category.PORT
    if "listen EPERM" in end:
        return Category.PORT
    return Category.PERMISSION if any(words in end for words in _CLOSED) else None


def refusal(category: Category, name: str, shown: str) -> Signature:
    """The error that a lesson is about, of the command that `same_command` calls `name`; `shown` is its line."""
    return Signature("sandbox", category, _SAID[category], tool_of(name), shown)


def outside(error: Signature) -> str:
    """How it worked, as it stands in a sentence; `error` is a `refusal`."""
    return f"outside the agent's sandbox; inside it {error.text} to `{error.subject}`"
