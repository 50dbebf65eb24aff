"""Where a person sees candidates, each surface knowing nothing of the others; all share storage's one queue.

- `desktop/`: cards where the desktop takes them, else a plain notice or a line before the prompt. `terminal`: the review.
- `page/`: the inbox in a browser, behind the browser's door of `daemon.api`.
"""
