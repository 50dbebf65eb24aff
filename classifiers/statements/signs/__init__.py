"""The words that give a sign that something shall hold, by language: data for `clauses`.

Entries stand beside one another with `|` between them; `stem*` may go on to the end of its word, `*` alone is any word, and
`{a|b}` stands for either. They are compared without accents, umlauts and capitals. The signs:

- settled: it is a rule, it is agreed; lasting: from now on, by default; ever: always, never; scope: in this project.
- do: an order, or what is ordered; wedo: what we do; must; not; forbid: forbidden for good; only; remove.
- without and consent, until and agree: without asking, both leave; onlyif with one of them, and asked: ask first.
- each or all with event or made: a step of work, every thing or the whole class; whatever; fresh and equals; cond and done, both whenever: when you are done; mine: what the person does alone.
- made: a whole class of things that are written; form, tongue, short: how; answer; habit; prefer; use, tool, over.
- default: unless told otherwise; suggest; dislike; manners: how the person is spoken to; secret; onlywhere: but where; pen and paper: to be written for others.
- where, zone: places, and those nobody touches lightly; off: read-only, generated; owns, team; via, through: where something goes.
- decided, of a matter (or wehave and chosen); note: for the record; env: a part of the surroundings; has, fixed, trait: what stays so.
- What takes a sign away: this (one thing, this time), now, talk (questions, what if, what others say), open, past,
  third (it, he), state (it is already so), build (now do it), screen (parts of a page, and who uses it), bad (what breaks).
"""
