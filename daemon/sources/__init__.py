"""Which files are followed, and how their bytes become batches of whole lines.

- `known`: where shells and agents keep their records. `follow`: which files changed. `wake`: hints to look sooner.
- `tail`: from a checkpoint to the next batch. `places`: which workspace a folder belongs to.
"""
