"""The `seorap` command: one file per group of verbs, heavy imports inside the verbs so that `--help` is quick."""
