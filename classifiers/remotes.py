"""A git remote URL, reduced to what all clones of one repository share.

`https://me@github.com/Acme/Shop.git`, `git@github.com:acme/shop` and `ssh://git@ssh.github.com:443/acme/shop.git` are
one repository. User names, passwords, ports and query strings are dropped, so no secret of a URL gets into an identity.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from classifiers.vocabulary import CiStep, Workspace

_URL = re.compile(r"(?:git\+)?(?:https?|ssh|git|git\+ssh)://(?P<host>[^/?#]*)(?P<path>/[^?#]*)?", re.IGNORECASE)
_SCP = re.compile(r"(?:[^@/\s:]+@)?(?P<host>\[[0-9a-f:.]+\]|[^@/\s:\[\]\\]{2,}):(?P<path>(?!//|:)\S.*)", re.IGNORECASE)
_ALIAS = re.compile(r"(github\.com|gitlab\.com|bitbucket\.org)[-_.].+")  # `Host github.com-work` in an ssh config
_PORT = re.compile(r":\d*$")
_HOSTS = {
    "ssh.github.com": "github.com",  # ssh over port 443, documented by each of the three
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
    "ssh.dev.azure.com": "dev.azure.com",
    "vs-ssh.visualstudio.com": "dev.azure.com",
}
_LONGEST = 2048


def normalize(remote: str) -> str:
    """`git:<host>/<owner>/<name>`, lower case and NFC; "" for what names no repository on a host.

    Paths and `file://` URLs name a place on this disk and give "". Groups of groups are kept
    (`git:gitlab.com/acme/web/shop`).
    """
    text = remote.strip()
    if not text or len(text) > _LONGEST or not text.isprintable():
        return ""
    found = _URL.match(text) if "://" in text else _SCP.fullmatch(text)
    if found is None:
        return ""
    host = _host(found["host"])
    parts = _path(host, found["path"] or "")
    if not host or not parts:
        return ""
    if host.endswith(".visualstudio.com"):
        host, parts = "dev.azure.com", [host.partition(".")[0], *parts]
    return "git:" + "/".join([host, *parts])


def repository_name(identity: str) -> str:
    """The last part of an identity that `normalize` made; "" for any other."""
    return identity.rpartition("/")[2] if identity.startswith("git:") and "/" in identity else ""


def _host(text: str) -> str:
    host = _fold(unquote(text.rpartition("@")[2]))
    host = _PORT.sub("", host).rstrip(".").removeprefix("www.")
    alias = _ALIAS.fullmatch(host)
    return _HOSTS.get(host, alias[1] if alias else host)


def _path(host: str, text: str) -> list[str]:
    parts = [part for part in _fold(unquote(text)).strip().split("/") if part not in ("", ".")]
    if ".." in parts or any(not part.isprintable() for part in parts):
        return []
    if parts:
        parts[-1] = parts[-1].removesuffix(".git")
        if parts[-1] in (".", ".."):  # "..git": a name that was never filled in
            return []
    if host.endswith(("dev.azure.com", ".visualstudio.com")):
        parts = [part for part in parts if part not in ("_git", "v3", "defaultcollection")]
    elif parts[:1] == ["scm"]:  # Bitbucket Server: /scm/ over https only
        parts = parts[1:]
    return [part for part in parts if part]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower()


def workspace_of_ci(step: CiStep, cwd: str) -> Workspace | None:
    """The repository a CI job names; its folder below the checkout is the part."""
    if not step.project:
        return None
    name = step.project.rstrip("/").rsplit("/", 1)[-1].lower()
    part = ""
    if cwd:
        pieces = [piece for piece in re.split(r"[/\\]", cwd) if piece and piece != "."]
        lower = [piece.lower() for piece in pieces]
        if name in lower:
            part = "/".join(pieces[len(lower) - lower[::-1].index(name) :])
        elif not cwd.startswith(("/", "\\")) and ":" not in cwd:
            part = "/".join(pieces)
    host = "" if step.project.count("/") > 1 else "github.com/"
    return Workspace(identity=f"git:{host}{step.project.lower()}", name=name, part=part)
