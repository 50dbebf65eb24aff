"""Cards on the desktop: a candidate with Approve and Dismiss, or one digest of many.

- `pacing`: what to show now, and when to look again; a pure function of the queue, the past and the clock. `past`: that
  past at rest, for a daemon that starts anew.
- `wording`: a candidate, or how many wait, as inert text.
- `bus`: freedesktop notifications over D-Bus. `plain`: a notice without buttons (macOS, Windows). `hint`: a line for the
  next shell prompt, where there is no desktop. Each is a `face.Face`.
- `desk`: what it reads of the store, and verdicts by card. `cards`: the task in the daemon's loop that joins them; `showing` starts it.
"""
