"""Is every part of this install well, and can what is wrong be mended here and now?

A check is one function: it looks at a `Patient` and yields findings, each with what was seen, what to do, and, where
Seorap can do it itself, how it is mended. A new check is one file and its line in `registry`. Looking changes nothing.

- `finding`: the values. `registry`: the checks, in the order they are told. `examine`: runs them, and mends.
- `places`, `database`, `memories`, `following`, `shells`, `notices`: the parts. `canary`: the whole way once, on made-up ground.
"""
