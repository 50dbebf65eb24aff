"""The words by which English says that something shall hold, by their part in a sentence: data for `kinds`.

Entries stand one beside the other with `|` between them. `stem*` may go on to the end of the word, `{a|b}` stands for
either. Parts:

- soft: politeness, articles and the like, passed over. who: people; it, this: what is pointed at. if: what is
  asked, supposed, told by others or past. screen: parts of a page and what users do; bad: what breaks.
- not: forbids. do, touch, step, use, write, ask: what an agent is to do. leave: until or unless the person
  agrees; asked, agreed: only when the person does. only, may, must, be, has, in, the.
- each, whenever, when, before: what comes again; event: a step of work. ever, lasts: that it holds; keeps:
  that what was just said holds; notdone: is never done.
- made: what is written in general (commit messages, answers); form, short, tongue: how. tool, over (instead
  of), we, weuse. prefer, dislike, habit: what somebody likes or does not.
- where: a kind of place; off, handsoff, alone: not to be touched; owns, team.
- note: for the record; env: a part of the surroundings; trait, fixed, copy: what stays so. decided: it was.
"""
