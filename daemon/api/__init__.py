"""HTTP in the daemon: two doors, and what answers behind each.

The door of local programs is a Unix socket that only this user may open; coding agents knock there, so no verdict is
given behind it. The door of the browser is loopback TCP: Host and Origin are checked, no other origin is answered, and
the page asks for a cookie that only `seorap inbox --open` leads to.

- `registry`: which apps stand behind which door; a new app is one file and its line there. `served`: what each is given.
- `doors`: the sockets. `listening`: holds them in the event loop; the server is imported when somebody knocks.
- `http`: the server. `guard`: what is asked of every request. `tokens`: the install's secret, and all made from it.
- `hooks`: coding agents ask at each event; `moments`: what is done then; `sessions`: what each was told already.
- `memories`: the drawer over HTTP, as `openapi` describes it.
- `mcp`: the tools of `daemon.mcp`, behind `/mcp/`. `caller`: which agent asks, and where; `writing`, `telling`, `problems`:
  what comes of its writes, and how it is told of memories and of what went wrong.
- `address`: where the browser's door is, for `seorap inbox --open`.
"""
