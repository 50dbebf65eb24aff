"""The blocks that a message to or from a model is made of, as Anthropic's API has them; several agents store them so.

Source: docs.anthropic.com/en/api/messages.
"""

from __future__ import annotations

import msgspec

from classifiers.json_lines import NOTHING


class Block(msgspec.Struct, gc=False):
    """Text, a tool call or a tool's result."""

    type: str = ""
    text: str | None = None
    id: str = ""
    name: str = ""
    input: msgspec.Raw = NOTHING
    tool_use_id: str = ""
    content: msgspec.Raw = NOTHING
    is_error: bool | None = None
