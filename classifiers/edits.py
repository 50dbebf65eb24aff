"""What an edit changed, where that is little enough to be said in a sentence.

The text of a change has lines that begin with "-" and "+", as in a patch; its other lines stay as they are. It is masked
as a whole before it is taken apart here; and it is told only where all that is told is known to be harmless, see
`plain_settings`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from classifiers.inert import one_line
from classifiers.plain_settings import plain
from classifiers.remedies import configures

KEPT = 1_500
"""Characters of a change that is kept; a longer one is not told in a few lines."""
DELETED = "*** deleted"
"""The change of a file that is gone."""
_LINES = 5
_MORE = "…"
"""A line of a shortened change that stands for all that were left out."""
_TOLD = 240
_PRIVATE = re.compile(r"(?:^|[/\\])(?:[^/\\]*\.env(?:[.-][^/\\]*)?|\.env[^/\\]*|\.(?:npm|pypi|net|pg|my\.)\w*|[^/\\]*(?:secret|credential|passw|token|kubeconfig|keystore)[^/\\]*|auth\.\w+|[^/\\]*\.(?:tfvars|pem|key|p12|pfx|jks|kdbx|asc|gpg|ovpn)|(?:\.(?:aws|azure|docker|kube|ssh|gnupg|gcloud|env)|env|envs|secrets?|credentials?|vault)[/\\].*)\Z", re.IGNORECASE)  # fmt: skip
"""Files whose values are nobody's business, even where they do not look like secrets."""
_CODE = frozenset((".ts", ".tsx", ".js", ".jsx", ".mjs", ".vue", ".svelte", ".css", ".scss", ".html", ".py", ".pyi", ".rs", ".go", ".java", ".kt", ".swift", ".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".rb", ".php", ".ex", ".dart", ".sql", ".md", ".mdx", ".txt"))  # fmt: skip


def is_kept(path: str) -> bool:
    """Whether changes of the file at `path` are kept: of configuration only, as no lesson tells others; of none private."""
    return configures(path) and path[path.rfind(".") :] not in _CODE and _PRIVATE.search(path) is None


def replaced(path: str, old: str | None, new: str | None) -> str:
    """The change of an edit of `path` that puts `new` in the place of `old`; "" where it is long or not told."""
    if not old or new is None or len(old) + len(new) > KEPT or not is_kept(path):
        return ""
    return "-" + old.replace("\n", "\n-") + "\n+" + new.replace("\n", "\n+")


def shortened(path: str, change: str, telling: re.Pattern[str] | None = None) -> str:
    """Only the lines of a change that differ; of too many those that are `telling`.

    "" where none or many are, or where one of them may hold what must not be shown.
    """
    if not is_kept(path):
        return ""
    if change == DELETED:
        return change
    old, new = _pair(change)
    more = len(old) + len(new) > _LINES
    if more:
        old, new = ([line for line in lines if telling is not None and telling.search(line)] for lines in (old, new))
    if not 0 < len(old) + len(new) <= _LINES or not all(plain(line, path) for line in old + new):
        return ""
    return "\n".join([f"-{line}" for line in old] + [f"+{line}" for line in new] + [_MORE] * more)


def essence(path: str, changes: Sequence[str]) -> str:
    """What all masked `changes` of one file come to, as code and words for a sentence; "" for much or for unknown."""
    if not is_kept(path):
        return ""
    if changes and changes[-1] == DELETED:
        return "deleted"
    if not all(changes):
        return ""
    pairs = [_pair(each) for each in changes]
    removed = [line for old, _ in pairs for line in old]
    added = [line for _, new in pairs for line in new]
    if not 0 < len(removed) + len(added) <= _LINES or not all(plain(line, path) for line in removed + added):
        return ""
    old, new = (", ".join(f"`{one_line(line)}`" for line in lines) for lines in (removed, added))
    told = f"{old} → {new}" if old and new else f"{new} added" if new else f"{old} removed"
    more = ", among others" if any(each.endswith(_MORE) for each in changes) else ""
    return told + more if len(told) <= _TOLD else ""


def _pair(change: str) -> tuple[list[str], list[str]]:
    """The lines that were taken out and put in; what stands in both was not changed."""
    lines = change[: 2 * KEPT].split("\n")
    old = [line[1:].strip() for line in lines if line.startswith("-")]
    new = [line[1:].strip() for line in lines if line.startswith("+")]
    removed, added = Counter(old) - Counter(new), Counter(new) - Counter(old)  # in the order they stand in
    return [line for line in removed.elements() if _says(line)], [line for line in added.elements() if _says(line)]


def _says(line: str) -> bool:
    return bool(line) and not line.startswith(("# ", "//", "/*", "*/"))


def glob(path: str, root: str) -> str:
    """The path of a changed file below the workspace, so that it means the same in every clone."""
    path, root = path.replace("\\", "/"), root.replace("\\", "/").rstrip("/")
    if root and path.startswith(root + "/"):
        return path[len(root) + 1 :]
    return path.lstrip("/") if not path.startswith("/") else "**/" + "/".join(path.split("/")[-2:])
