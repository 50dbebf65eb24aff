"""Whose words are these? Cut what tools, harnesses and Seorap itself put into a person's message.

A transcript's "user" role also carries reminders, notifications, command echoes, expanded templates and summaries. A cut
errs towards losing words: a wrapper that never closes takes the rest of the message with it, one that never opened what is before.
"""

from __future__ import annotations

import re

MANAGED_BLOCK = ("<!-- seorap:begin -->", "<!-- seorap:end -->")
"""The lines between which Seorap owns a MEMORY.md, AGENTS.md or the like."""

# Wrappers that may stand beside real words; they are cut out. Seen in Claude Code 1.0-2.1, Codex 0.47-0.142, Cline,
# Cursor, Copilot CLI and Droid.
_CUT_TAGS = (
    "seorap-memory", "system-reminder", "system_reminder", "system_notification", "command-name", "command-message",
    "command-args", "command-contents", "local-command-caveat", "local-command-stdout", "local-command-stderr",
    "bash-input", "bash-stdout", "bash-stderr", "ide_opened_file", "ide_selection", "ide_diagnostics",
    "environment_context", "environment_details", "user_instructions", "permissions instructions", "turn_aborted",
    "skill", "goal_context", "subagent_notification", "new-diagnostics", "external_links", "attached_files",
    "open_and_recently_viewed_files", "current_datetime", "timestamp", "user-prompt-submit-hook", "post-tool-use-hook",
    "session-start-hook", "file_content", "folder_content", "tool_result", "function_results", "persisted-output",
    "tool_use_error", "agent_skills", "cursor_rules", "project_layout", "collaboration_mode", "apps_instructions",
)  # fmt: skip

# A message that begins with one of these holds no words of a person, before the close or after it.
_WHOLE_TAGS = (
    "task-notification", "bash-notification", "agent-notification", "teammate-message", "ci-monitor-event", "fork-boilerplate",
    "cross-session-message", "channel", "tick", "instructions", "observed_from_primary_session", "conversation_summary",
)  # fmt: skip
_WHOLE_HEADS = (
    "# AGENTS.md instructions", "# CLAUDE.md instructions", "# GEMINI.md instructions", "Caveat: The messages below",
    "This session is being continued from a previous conversation", "This conversation is being continued from",
    "Please continue the conversation from where we left", "Continue from where you left off.", "Stop hook feedback",
    "Implement the following plan:", "Base directory for this skill:", "Another language model started to solve",
    "Your task is to create a detailed summary of the conversation", "[SYSTEM NOTIFICATION", "[SUGGESTION MODE:",
    "You are performing a CONTEXT CHECKPOINT COMPACTION", "Summary of the conversation so far", "PreToolUse:", "PostToolUse:",
    "[TASK RESUMPTION]", "The user was asked about the commit", "## Conversation summary", "The conversation history before",
)  # fmt: skip
_TEMPLATE = re.compile(
    r"\$ARGUMENTS\b|\*\*MUST\*\* consider (?:it|the user input)|^## User Input\s*$|^(?:User input|Arguments):\s*\n+\s*```"
    r"|\A---\n(?:[\w-]+:.*\n)+---\n",
    re.MULTILINE,
)
_TEMPLATE_MARKS = ("$ARGUMENTS", "**MUST** consider", "## User Input", "User input:", "Arguments:")
_HARNESS_LINE = re.compile(
    r"^[ \t]*(?:\[Request interrupted by user[^\]\n]*\]|\[Image(?: #\d+|: [^\]\n]*)?\]|\[Pasted text #\d+[^\]\n]*\]|\(no content\)"
    r"|\[\w+ for '[^'\n]*'\] Result:.*)[ \t]*$",
    re.MULTILINE,
)
_HARNESS_MARKS = ("[Request interrupted by user", "[Image", "[Pasted text #", "(no content)", "] Result:")
"""One of them is in every line of the harness."""
_WRAPPER = re.compile(r"<(/?)(" + "|".join(map(re.escape, _CUT_TAGS)) + r")(?=[\s>/])[^<>]{0,500}>", re.IGNORECASE)
_WHOLE_OPEN = re.compile(r"\s*<(?:" + "|".join(_WHOLE_TAGS) + r")(?=[\s>/])", re.IGNORECASE)
_QUERY = re.compile(r"<(user_query|user_message|task|feedback|answer)>(.*?)(?:</\1>|\Z)", re.DOTALL)
_IDE_REQUEST = re.compile(r"^## My request for [\w .-]+:[ \t]*$", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n(?:[ \t]*+\n){2,}")

REJECTION_HEADS = (
    "The user doesn't want to",
    "The user rejected",
    "User rejected",
    "The user denied",
    "The agent proposed a plan that was rejected",
    "Permission for this tool use was denied",
)
_REASON_MARKS = (
    "the user said:",
    "The user provided the following reason for the rejection:",
    "user provided feedback:",
)
_REASON_TAIL = re.compile(
    r"\n+(?:Note: The user's next message|<system-reminder\b|STOP what you are doing).*", re.DOTALL
)
_OUR_OWN = re.compile(rf"{MANAGED_BLOCK[0]}.*?(?:{MANAGED_BLOCK[1]}|\Z)", re.DOTALL)
_ANSWER = re.compile(r'"="((?:[^"\\]|\\.|"(?![,.]| user notes))*)"(?=[,.]| user notes)')


def human_text(text: str) -> str:
    """Return what the person wrote, or "" when all of `text` comes from a program.

    Wrappers are cut and the words beside them kept; expanded prompt templates, compaction summaries, notifications and
    instruction files are dropped whole.
    """
    said = text
    if MANAGED_BLOCK[0] in text:
        text = _OUR_OWN.sub("", text)
    if _is_injected(text):
        return ""
    if "## My request for" in text:
        text = _IDE_REQUEST.split(text)[-1]  # what stands before the last one is context
    if "<" in text:
        asked = [match[2] for match in _QUERY.finditer(text)]
        text = _without_wrappers("\n".join(asked) if asked else text)
    for mark in _HARNESS_MARKS:
        if mark in text:
            text = _HARNESS_LINE.sub("", text)
            break
    text = _BLANK_LINES.sub("\n\n", text).strip()
    if text in {"Warmup", "/clear", "/compact", "/exit"}:
        return ""
    return "" if text != said and _is_injected(text) else text


def rejection_reason(text: str) -> str:
    """Return the words a person typed when turning a tool call down, cut out of the tool's result; "" without any.

    Any tool can print such a text, so callers pass only results that the source itself marks as errors.
    """
    if not text.lstrip().startswith(REJECTION_HEADS):
        return ""
    for mark in _REASON_MARKS:
        _, found, reason = text.partition(mark)
        if found:
            return human_text(_REASON_TAIL.sub("", reason))
    return ""


def answers(text: str) -> str:
    """Return the answers a person gave to an agent's questions, one a line; "" when `text` is no such result."""
    if not text.lstrip().startswith("User has answered your questions"):
        return ""
    return human_text("\n".join(match[1] for match in _ANSWER.finditer(text)))


def _is_injected(text: str) -> bool:
    head = text.lstrip()
    if head.startswith(_WHOLE_HEADS) or _WHOLE_OPEN.match(head) is not None:
        return True
    if text.startswith("---"):
        return _TEMPLATE.search(text) is not None
    for mark in _TEMPLATE_MARKS:
        if mark in text:
            return _TEMPLATE.search(text) is not None
    return False


def _without_wrappers(text: str) -> str:
    """The words beside wrappers. A close too many was opened earlier than it seems: what stands before it goes as well."""
    kept: list[str] = []
    closed: dict[str, int] = {}  # of each tag: how much is kept from before its last close
    at = 0
    while (found := _WRAPPER.search(text, at)) is not None:
        tag = found[2].lower()
        if found[1]:
            del kept[closed.get(tag, 0) :]
            closed = {other: min(much, len(kept)) for other, much in closed.items()}
            at = found.end()
        else:
            kept.append(text[at : found.start()])
            at = found.end() if found[0].endswith("/>") else _close_of(text, tag, found.end())
        closed[tag] = len(kept)
    kept.append(text[at:])
    return "".join(kept)


def _close_of(text: str, tag: str, at: int) -> int:
    """Return the offset behind the close of `tag`, nested ones counted; the end of `text` when it never closes."""
    depth = 1
    for found in re.compile(rf"<(/?){re.escape(tag)}(?=[\s>])[^<>]{{0,500}}>", re.IGNORECASE).finditer(text, at):
        depth += -1 if found[1] else 1
        if depth == 0:
            return found.end()
    return len(text)
