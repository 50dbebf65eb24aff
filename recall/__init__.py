"""What should the agent read now?

The read path. It imports `storage` and the vocabulary of `classifiers`, and never changes a memory except through
storage's verbs.

- `snapshot`: memories to MEMORY.md, rendered purely and published atomically.
"""
