"""Where a person sees candidates, each surface knowing nothing of the others; all share storage's one queue.

- `notice`: a plain desktop notice that candidates wait. `terminal`: the review in a terminal.
- `page/`: the inbox in a browser, behind the browser's door of `daemon.api`.
"""
