"""What coding agents ask over the Model Context Protocol: the drawer's tools, and the ways to them.

- `tools`: what each tool takes, does and answers; no protocol. `reading`, `writing`: what they do.
- `server`: the tools in the official SDK, which is heavy: nothing imports it before the first request.
- `bridge`: `seorap mcp`, standard library only: lines of a host to the daemon's socket and back. `alone`: the same
  server in the bridge's own process, for when no daemon runs.
"""
