"""What should the agent read now?

The read path. It imports `storage` and the vocabulary of `classifiers`, and never changes a memory except through
storage's verbs.

- `situation`: what the agent is doing, a value. `select`: the few memories for it, and why; of `intents` (the words of
  `lexicon.toml`: Korean and English for actions and things), `ranking` (BM25 in memory, pure) and `finding` (the index
  kept in step), which `weighing` puts on one scale; `meant` tells the parts an action is for and the rules that hold for it.
  `phrases` are the lexicon's, `hearing` knows the drawer's words by their sound in Hangul, `spelling` what a hasty hand
  meant, `refusals` what is said not to be done, `reports` what is only told; `meaning` is asked when words
  are silent. `digest`: what a session is told at its start. `context`: memories as an agent gets them, fenced.
  `staleness`: what a memory names and its workspace does not hold any more. `answers`: what an agent says it cannot do,
  and what proves that it can. `imports`: the files an edit may reach.
- `errors`: the lesson about the error at hand. `gate`: what a constraint forbids.
- `snapshot`: memories to MEMORY.md, rendered purely and published atomically.
"""
