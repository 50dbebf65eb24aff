"""What do we know?

The only room that speaks SQL; it decides nothing about text. It imports `classifiers` for the vocabulary and the secret
mask. Every verb is one short transaction, works the same on SQLite and PostgreSQL, and may be called by several
processes at once.

- `tables`, `engine`, `migrations/`: the shape of the data, connections and dialect differences, how old data moves on.
- `intake`: the one transaction that commits a batch together with its checkpoint.
- `queue`: candidates and verdicts. `drawer`: memories and their versions. `decay`: ageing. `policy`: what may be kept.
"""
