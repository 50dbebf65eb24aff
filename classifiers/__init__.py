"""What does this line mean, and what does it prove?

Values in, values out: no disk, clock, network, database, log or environment is touched here, so every judgement Seorap
makes can be replayed from its input alone. This room imports only itself, the standard library's pure parts and parsers.

- `vocabulary`: the frozen values every room shares.
- `formats/`: one file per source format; bytes lines and carry in, records and carry out. Add one: write the file, add
  it to `FORMATS`, give it a corpus folder under `tests/corpus/`.
- `lines`, `json_lines`: the lines of a buffer where they stand, and what is read of JSON in them.
- `secrets`, `trust`: mask secrets at one chokepoint; tell whose words a text is.
- `commands`, `scripts`, `outcome`, `rulebook/`, `successes`, `drafts`: from a command that ran to a proposed memory. Add a
  rule: one entry in a rulebook file with an example where it fires and one where it must stay silent.
- `statements/`: a person's words to rules, decisions and facts.
- `agent_tools`: calls of an agent without a shell that prove what a command would.
- `recollection`, `correction_words`: what only a whole session shows. `consulting`: what a model is given and believed.
- `signatures/`, `lessons`, `unmended`: from a failure, what was done and a success to a lesson. `aftermath` says,
  before the mask, which records that takes; `same_command` whether it was tried again, `remedies`, `edits` and `fixes`
  what may have mended it, `plain_settings` which changed lines anybody may read, `sandboxes` what only a sandbox
  refused, `causes` what was said to be the reason, `maturity` how far a lesson has come. `ci_lessons`: the same of jobs
  in CI, which are not tried again as a command is; `ci_failures` what failed there, `ci_commands` of which repository a
  line speaks and whether it pushed.
- `tries`: what a line tries and the error it ended with; `attempts`: what that tells of a lesson that was given.
- `probes`: which read-only call may tell whether a capability still holds.
- `search_words`: the words a text is found by. `transliteration`: which English word one in Hangul may be.
- `mining`: folds all of it over the records of one batch. `explanation`: the same judgement in words.
"""
