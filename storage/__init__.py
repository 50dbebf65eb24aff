"""What do we know?

The only room that speaks SQL; it decides nothing about text. It imports `classifiers` for the vocabulary and the secret
mask. Every verb is one short transaction, works the same on SQLite and PostgreSQL, and may be called by several
processes at once.

- `values`, `columns`, `tables`: the words and the shape of the data. `engine`, `dialects`, `errors`: the store, its
  transactions, where databases differ. `schema`, `migrations/`: how old data moves on. Change a table: the same change
  in a new revision, and HEAD; a test tells when they disagree.
- `checkpoints`, `claims`, `intake`: the one transaction that commits batches together with their checkpoints.
- `proposals`, `merge`: the single place where candidates are made. `admission`, `bars`: what keeps a draft away from
  there, tombstone, policy and a person's verdicts so far. `queue`: candidates and verdicts.
- `drawer`, `removal`: memories, their versions and their end. `tombstones`: what stays away.
- `search`: the words each memory can be found by, derived from the drawer through an outbox. `vectors`: what they mean, a cache.
- `decay`, `jobs`: ageing, and what ran when. `consultations`: which sessions a model was asked about.
  `receipts`: which memories agents were given; `probes`: what may be run to see whether a memory holds.
  `feedback`: what came of lessons, `attempts`: what transcripts show of that, `sureness`: what it says of them;
  `guards`: constraints. `policy`, `policy_file`: what may be kept. `status`: the numbers.
"""
