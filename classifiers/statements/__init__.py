"""A person's words to rules, decisions and facts that shall hold; `finding` is the door.

Three ways tell that a sentence lasts, because languages say it in three ways. Each is data beside its small reader:

- Fixed patterns, where a few words say it whatever stands around them, and where words are not parted by spaces. `words`
  puts them together and is the cheap gate before everything else; `english`, `habits`, `european`, `korean`, `japanese`
  and `chinese` are the patterns, `slips` the mistyped ones, `tags` an "ok?" behind one, `tongues` and `choices` the
  wishes for a language or a tool.
- A grammar, where the order of words carries it: English. `wording/` says which part a word plays, `phrases` how such
  words are written down, `parts` and `hints` find them in a sentence, `kinds` are the sentences, `grammar` tells them.
- Signs, where the order is free: Russian, French, German, Spanish and Portuguese. `signs/` says which words give which
  sign, `hearing` finds them, `clauses` says which signs together make a rule, a decision or a fact.

Whatever the way, `credentials` keeps a sentence that may give a password away from being proposed.

Add a wording: to the language's file of the way it is told by. Add a language with parted words: a file in `signs/`.
Either with sentences that shall be found and tempting ones that shall not in `tests/corpus/judgement/sentences.toml`.
"""
