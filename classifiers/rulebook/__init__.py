"""Success rules as data: one TOML file per area, `general.toml` for what all of them share.

Add a rule: one `[[entry]]` with at least one example where it fires and one where it must stay silent; both are tests.
The fields are described in `entries.Entry`.
"""
