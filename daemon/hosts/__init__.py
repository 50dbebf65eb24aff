"""The coding agents that ask at the right moment: each one's JSON, in and out.

A host is a program that runs hooks: Claude Code, Codex and so on. Its file maps what it says of an event to a
`happening.Happening`, and our `happening.Answer` to what it understands, and says what its settings need to ask us;
nothing here reads a file or knows a memory. A
new host is one file and its line in `registry`. What it does not know, or says in an odd way, is nothing: an agent never
waits for our opinion of its JSON.

- `happening`: the values. `fields`: reading other people's JSON. `grammar`: the answers several hosts share.
"""
