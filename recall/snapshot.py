"""MEMORY.md: a workspace's memories as a short ranked index, and a page of detail for each type.

Rendering is pure and byte-stable: the same memories give the same bytes whenever and wherever it happens, so no time of
writing appears. What an agent loads first is small: the index stays within 200 lines and 25,000 bytes (what Claude Code
reads of a MEMORY.md at a session's start), and names what it had to leave out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from classifiers.inert import one_line
from classifiers.secrets import mask
from classifiers.vocabulary import GLOBAL, MemoryType
from storage.sureness import grown

if TYPE_CHECKING:
    from storage.tables import Memory

MAX_LINES = 200
MAX_BYTES = 25_000
BODY = 280  # characters of one memory in the index; its page has the rest

# What must not be forgotten comes first: a rule that is missed does harm, a fact that is missed can be asked again.
ORDER = (
    MemoryType.RULE,
    MemoryType.CAPABILITY,
    MemoryType.PROCEDURE,
    MemoryType.LESSON,
    MemoryType.DECISION,
    MemoryType.FACT,
)
TITLES = {
    MemoryType.RULE: "Rules: what a person said must hold",
    MemoryType.CAPABILITY: "Capabilities: what this machine has proved it can do",
    MemoryType.PROCEDURE: "Procedures: sequences that worked",
    MemoryType.LESSON: "Lessons: errors, their causes and fixes",
    MemoryType.DECISION: "Decisions",
    MemoryType.FACT: "Facts",
}
PREAMBLE = (
    "# Memory",
    "",
    "Approved by a person, proved by what ran here. Before saying that something is impossible, look here.",
)


def index(
    memories: Sequence[Memory], pages: str, gone: Mapping[str, Sequence[str]] | None = None, *, most: int = MAX_BYTES
) -> str:
    """The index page of active memories: rules first, then by type; within a type the surest and newest first.

    `pages` is where the topic pages stand, seen from the index. What does not fit is left out from the least important
    end and named on the last lines (within `most` bytes), and so are memories that name what is `gone` from the workspace, by key.
    """
    gone = gone or {}
    ranked = sorted((memory for memory in memories if memory.key not in gone), key=_rank)
    fits, never = 0, len(ranked) + 1
    while never - fits > 1:  # the more is kept the longer it gets, so halve
        kept = (fits + never) // 2 if never <= len(ranked) else len(ranked)
        text = _index(ranked[:kept], ranked[kept:], pages, gone)
        if len(text.encode()) <= most and text.count("\n") < MAX_LINES:
            fits = kept
        else:
            never = kept
    return _index(ranked[:fits], ranked[fits:], pages, gone)


def lists(index: str, key: str) -> bool:
    """Does the memory stand whole in this text of an index, not merely among those that are left out or gone?"""
    return f"- `{quoted(key)}`: " in index


def topics(memories: Sequence[Memory]) -> dict[str, str]:
    """A page for each type that has memories: file name to text, every memory whole, with its proof."""
    pages = {}
    for kind in ORDER:
        chosen = sorted((memory for memory in memories if memory.type is kind), key=lambda memory: memory.key)
        if chosen:
            pages[f"{kind.value}.md"] = "\n".join([f"# {TITLES[kind]}", *(_detail(memory) for memory in chosen)]) + "\n"
    return pages


def _rank(memory: Memory) -> tuple[int, float, float, str]:
    return (ORDER.index(memory.type), -memory.confidence, -memory.last_seen.timestamp(), memory.key)


def _index(kept: Sequence[Memory], left_out: Sequence[Memory], pages: str, gone: Mapping[str, Sequence[str]]) -> str:
    lines = list(PREAMBLE)
    for kind in ORDER:
        chosen = [memory for memory in kept if memory.type is kind]
        if chosen:
            lines += ["", f"## {TITLES[kind]}", "", *(_entry(memory) for memory in chosen)]
            lines += ["", f"Proof and detail: {pages}/{kind.value}.md"]
    if left_out:
        names = [f"`{quoted(memory.key)}`" for memory in left_out]
        shown = names[:30]
        more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
        lines += ["", f"Left out here for length, in full in {pages}/: {', '.join(shown)}{more}"]
    if gone:
        named = [f"`{quoted(key)}` ({prose(', '.join(things), 120)})" for key, things in sorted(gone.items())[:30]]
        lines += ["", f"Not to be relied on, for what they name is not there any more: {', '.join(named)}"]
    return "\n".join(lines)


def _entry(memory: Memory) -> str:
    where = " (everywhere)" if memory.scope == GLOBAL and memory.type is MemoryType.RULE else ""
    return f"- `{quoted(memory.key)}`{where}: {prose(memory.body, BODY)} ({proved(memory)})"


def proved(memory: Memory) -> str:
    """When a memory was last proved or said, as a reader of it should know."""
    day = memory.last_seen.date().isoformat()
    if memory.type in {MemoryType.CAPABILITY, MemoryType.PROCEDURE, MemoryType.LESSON} and memory.proof:
        return f"proved {day}" + (f", {memory.seen} times" if memory.seen > 1 else "")
    return f"said {day}" if memory.type is MemoryType.RULE else f"as of {day}"


def _detail(memory: Memory) -> str:
    lines = ["", f"## `{quoted(memory.key)}`", "", prose(memory.body, 4000), ""]
    lines.append(f"- scope: {'everywhere' if memory.scope == GLOBAL else 'this workspace'}")
    lines.append(f"- seen: {_days(memory)}; confirmed by {prose(memory.confirmed_by or 'a person', 80)}")
    if memory.lesson:
        said = ", ".join(prose(memory.lesson[name], 200) for name in ("signature", "category"))
        stands = grown(memory.scope, memory.seen, memory.prevented_in, memory.guard)
        lines.append(f"- error: {said}; {stands}")
    if memory.untried is not None:
        lines.append(f"- tried: prevented {memory.prevented}, still failed {memory.still_failed}")
    for kind, patterns in memory.guard.items():
        lines.append(f"- forbids {kind}: " + ", ".join(f"`{quoted(pattern)}`" for pattern in patterns))
    if memory.paths:
        lines.append("- applies to: " + ", ".join(f"`{quoted(path)}`" for path in memory.paths))
    lines += [f"- proof: {_proof(proof)}" for proof in memory.proof]
    return "\n".join(lines)


def _days(memory: Memory) -> str:
    first, last = memory.first_seen.date().isoformat(), memory.last_seen.date().isoformat()
    times = f", {memory.seen} times" if memory.seen > 1 else ""
    return (first if first == last else f"{first} to {last}") + times


def _proof(proof: dict[str, object]) -> str:
    day = str(proof.get("at") or "")[:10]
    parts: Iterable[str] = (
        day,
        f"`{quoted(str(proof['command']))}`" if proof.get("command") else "",
        prose(str(proof.get("why") or ""), 160),
        prose(str(proof.get("excerpt") or ""), 300),
        f"({quoted(str(proof.get('format')))})" if proof.get("format") else "",
    )
    return ", ".join(part for part in parts if part)


_CODE = re.compile(r"(`[^`\n]+`)")


def prose(text: str, limit: int) -> str:
    """Untrusted text as Markdown prose on one line: code spans stay, but no tag, link, image, comment or heading."""
    flat = one_line(mask(text), limit)
    parts = _CODE.split(flat)
    for place, part in enumerate(parts):
        if place % 2 == 0:
            plain = part.replace("&", "&amp;").replace("<", "&lt;")
            parts[place] = re.sub(r"([\[\]`\\])", r"\\\1", plain)
        else:
            parts[place] = f"`{quoted(part[1:-1])}`"
    joined = "".join(parts)
    return re.sub(r"^([#>*+\-|=~]|\d+[.)])", r"\\\1", joined)


def quoted(text: str) -> str:
    """Untrusted text for the inside of a code span: one line, no backtick, and never a marker of ours."""
    return one_line(mask(text), 4000).replace("`", "'").replace("<!--", "<! --").replace("-->", "-- >")
