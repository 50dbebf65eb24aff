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

STACK = "sandbox"

_REFUSALS: tuple[tuple[Category, str, re.Pattern[str]], ...] = (
    (
        Category.NETWORK,
        "the network is closed",
        re.compile(
            r"Could not resolve host|Temporary failure in name resolution|Name or service not known"
            r"|nodename nor servname|\bENOTFOUND\b|\bEAI_AGAIN\b|\bENETUNREACH\b|[Nn]etwork is unreachable|no such host"
            r"|failed to lookup address|connect EPERM|connect\w*\b[^\n]{0,120}[Oo]peration not permitted"
        ),
    ),
    (
        Category.PORT,
        "every port is closed",
        re.compile(r"\blisten EPERM|\b(?:bind|listen)\w*\b[^\n]{0,80}[Oo]peration not permitted"),
    ),
    (
        Category.PERMISSION,
        "a file or folder is closed",
        re.compile(
            r"[Rr]ead-only file system|\bEROFS\b|[Oo]peration not permitted|\bEPERM\b|[Pp]ermission denied|\bEACCES\b"
            r"|[Aa]ccess is denied"
        ),
    ),
)
_LOOKED_AT = 4_000


def refused(shown: str) -> Category | None:
    """What a sandbox may have refused, by the end of what was printed; None for an error of another kind."""
    end = shown[-_LOOKED_AT:]
    return next((category for category, _, pattern in _REFUSALS if pattern.search(end)), None)


def refusal(category: Category, name: str, shown: str) -> Signature:
    """The error that a lesson is about, of the command that `same_command` calls `name`; `shown` is its line."""
    text = next(text for each, text, _ in _REFUSALS if each is category)
    return Signature(STACK, category, text, tool_of(name), shown)


def outside(error: Signature) -> str:
    """How it worked, as it stands in a sentence; `error` is a `refusal`."""
    return f"outside the agent's sandbox; inside it {error.text} to `{error.subject}`"
