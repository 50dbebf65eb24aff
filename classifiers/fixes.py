"""What was changed between a failure and the success after it, as far as it may have mended that failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from classifiers.commands import Simple
from classifiers.drafts import on_a_card
from classifiers.edits import essence
from classifiers.inert import a_name
from classifiers.remedies import SETTINGS, SUITS, Remedy, configures
from classifiers.signatures.reading import Signature
from classifiers.vocabulary import Category

EDIT = "edit"
"""The kind of a step that changed a file; all other kinds are those of `Remedy`."""


class Step(msgspec.Struct):
    """Something that was done after a failure."""

    number: int
    session: str
    kind: str
    text: str  # the command, or the file's path
    change: str = ""  # of a file, as `edits` writes it, masked


class Tried(msgspec.Struct):
    """The command that failed, as far as the one that works is compared with it."""

    argv: list[str]
    env: list[str]  # names
    text: str
    flags: list[str]  # that its output speaks of
    via: list[str] = []


@dataclass(frozen=True, slots=True)
class Fix:
    """What mended it."""

    text: str  # as it stands in a sentence after "worked"
    sure: bool  # it is about the very thing that the error names
    plain: bool  # anyone would do just that without a lesson: only its coming back makes it one
    edits: tuple[str, ...] = ()  # configuration files that were changed
    unnamed: bool = False  # all that is known is which file was changed
    other_edits: int = 0  # of code, which may have mended it as well


def fix(tried: Tried, error: Signature, steps: Sequence[Step], works: Simple) -> Fix | None:
    """The change that may have mended `error`; None where nothing of the kind was done."""
    suits = SUITS.get(error.category)
    if suits is None:
        return None
    done = [step for step in steps if step.kind in suits or _is_about(step, error)]
    done = [step for step in done if not (step.kind in _ABOUT and not _mentions(step.text, error))]
    edits = tuple(dict.fromkeys(step.text for step in steps if step.kind == EDIT))
    settings = tuple(path for path in edits if configures(path)) if error.category in SETTINGS else ()
    others = len(edits) - len(settings)
    changed = _call(tried, error, works)
    said = list(dict.fromkeys(f"`{on_a_card(step.text)}`" for step in done))[-3:]
    named = False
    parts = [f"when called as `{on_a_card(works.text)}`"] if changed else []
    if said:
        parts.append("after " + ", then ".join(said))
    if settings and len(settings) <= 2 and others <= 2:
        told = {path: _essence(path, steps) for path in settings}
        named = any(_names(said, error) for said in told.values())
        shown = " and ".join(f"`{a_name(_short(path))}`{f' ({said})' if said else ''}" for path, said in told.items())
        parts.append(f"{'and' if said else 'after'} a change of {shown}")
    else:
        settings = ()
    if not parts:
        return None
    return Fix(
        text=" ".join(parts).replace("\n", " "),
        sure=changed or named or any(_mentions(step.text, error) for step in done) or error.category in _CERTAIN,
        plain=not changed and not settings and bool(done) and all(_is_plain(step, error) for step in done),
        edits=settings,
        unnamed=not (changed or named or done) and error.category is not Category.PORT,
        other_edits=others,
    )


_ABOUT = frozenset({Remedy.PLACE, Remedy.CLEAN})
"""Ordinary doings, that count only where they are about what the error names."""
_CERTAIN = frozenset({Category.CONNECTION, Category.AUTH, Category.SCHEMA, Category.VERSION, Category.PERMISSION})


def _is_about(step: Step, error: Signature) -> bool:
    """Whether a remedy that seldom mends such trouble names the very thing: `docker rm web` where `web` is taken."""
    return step.kind in {Remedy.STOP, Remedy.START, Remedy.PLACE} and error.category in {Category.CONFIG, Category.FILE} and _mentions(step.text, error)  # fmt: skip


def _mentions(command: str, error: Signature) -> bool:
    low = command.lower()
    subject = re.split(r"[/\\:]", error.subject.lower().rstrip("/"))[-1] if error.subject else ""
    if error.category is Category.LOCK and "lock" in low:
        return True
    if error.category is Category.DEPENDENCY and ("node_modules" in low or "venv" in low or "--no-cache" in low):
        return True
    return len(subject) > 2 and subject in low


def _essence(path: str, steps: Sequence[Step]) -> str:
    """What was changed in a configuration file, if that is little and all of it is known."""
    return essence(path, [step.change for step in steps if step.kind == EDIT and step.text == path])


_ALIAS = re.compile(r"[@~#]/")


def _names(said: str, error: Signature) -> bool:
    """Whether a change is about the very thing that the error names: the variable, or the alias of a module."""
    if error.category is Category.DEPENDENCY:
        alias = _ALIAS.match(error.subject)
        return alias is not None and alias[0] in said
    return len(error.subject) > 2 and error.subject in said


def _is_plain(step: Step, error: Signature) -> bool:
    """Installing what the error names, or all that is listed; ending what holds a port; what the error itself tells."""
    if step.kind == Remedy.STOP:
        return error.category is Category.PORT
    if step.kind != Remedy.INSTALL:
        return error.category is Category.DEPENDENCY and step.kind != Remedy.LINK
    words = [word for word in step.text.split() if word not in _INSTALLERS]
    names = [_package(word) for word in words if not word.startswith("-")]
    if any(word in _FORCING for word in words):
        return False
    return not names or _package(error.subject) in names or error.category not in _OF_PACKAGES


def _package(name: str) -> str:
    """A package or module by the name both would have: `Pytest_Cov==4.1` and `pytest-cov` are one."""
    scope, slash, rest = name.lower().partition("/")
    plain = f"{scope}/{rest.split('/')[0]}" if name.startswith("@") and slash else scope.split(".")[0]
    return re.split(r"(?<=.)[=<>~^@\[]", plain.replace("_", "-"))[0]


_OF_PACKAGES = frozenset({Category.DEPENDENCY, Category.TOOLCHAIN})
_INSTALLERS = frozenset(["sudo", "npm", "pnpm", "yarn", "bun", "pip", "pip3", "uv", "poetry", "pipenv", "conda", "mamba", "apt", "apt-get", "dnf", "yum", "brew", "apk", "cargo", "go", "gem", "bundle", "composer", "dotnet", "mix", "pod", "flutter", "dart", "swift", "helm", "python", "python3", "venv", "prisma", "docker", "pull", "terraform", "init", "npx", "playwright", "i", "install", "ci", "add", "update", "upgrade", "up", "sync", "rebuild", "restore", "get", "tidy", "mod", "download", "vendor", "deps", "lock", "generate", "submodule", "git", "lfs", "pub", "package", "env", "create", "tool"])  # fmt: skip
_FORCING = frozenset({"--legacy-peer-deps", "--force", "-f", "--no-optional", "--include=optional", "--ignore-scripts", "--no-binary", "--no-build-isolation", "--break-system-packages"})  # fmt: skip


def _call(tried: Tried, error: Signature, works: Simple) -> bool:
    """Whether the command was called otherwise in a way that the error asks for."""
    if error.category is Category.COMMAND:
        return _is_substitute(tried, error, works)
    if error.category is Category.PERMISSION:
        return "sudo" in works.via and "sudo" not in tried.via
    if error.category is Category.PORT:
        return len(error.subject) > 1 and error.subject in " ".join(tried.argv) and error.subject not in works.argv
    added = [each for each in works.argv[1:] if each not in tried.argv]
    if any(each.startswith("-") and each.partition("=")[0] in tried.flags for each in added):
        return True
    if error.category is Category.CONFIG and any(_flag_words(each) & _words(error.text) for each in added):
        return True
    names = set(works.env) - set(tried.env)
    speaking = error.category in _BY_SETTING and any(_SPEAKING.match(name) for name in names)
    return speaking or any(name in error.line for name in names)


def _is_substitute(tried: Tried, error: Signature, works: Simple) -> bool:
    """Whether it was called without the wrapper that is missing, or by another name or from another place."""
    if error.subject in tried.via:
        return error.subject not in works.via
    return works.argv[0] != tried.argv[0] or _place_of(works.text, works.argv) != _place_of(tried.text, tried.argv)


def _flag_words(argument: str) -> set[str]:
    return _words(argument.partition("=")[0]) if argument.startswith("--") else set()


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{5,}", text.lower()))


def _place_of(text: str, argv: Sequence[str]) -> str:
    """The program as it was called, with its path and what runs it: `.venv/bin/pytest`, `npx vite`."""
    head = text.rsplit(argv[1], 1)[0] if len(argv) > 1 else text
    return " ".join(word for word in head.split() if word != "sudo")


_BY_SETTING = frozenset({Category.CONFIG, Category.VERSION, Category.MEMORY, Category.NETWORK, Category.TOOLCHAIN})
_SPEAKING = re.compile(r"PATH\Z|NODE_OPTIONS|\w+_HOME\Z|\w*(?:PROXY|proxy)\Z|\w*CERT\w*|LD_LIBRARY_PATH|\w*FLAGS\Z|GO\w+\Z|DOCKER_\w+|KUBECONFIG|NODE_\w+|\w+_DIR\Z|\w+_VERSION\Z")  # fmt: skip


def _short(path: str) -> str:
    pieces = re.split(r"[/\\]", path)
    return "/".join(pieces[-2:]) if len(pieces) > 1 else path
