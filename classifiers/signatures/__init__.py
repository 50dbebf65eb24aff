"""What went wrong, so that the same kind of error is known again: one signature for all its wordings in one place.

- `kinds`: what a kind of error is. `languages`, `packages`, `services`, `systems`: the kinds that are known, as data. Add
  one: a line in the file it belongs to, and a sample in `tests/classifiers/error_samples.py` (two wordings of it, if there
  are two).
- `normal`: what is masked in an error that is of no known kind.
- `reading`: an output -> its signature.
"""
