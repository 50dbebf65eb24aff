"""The kinds of sentences that last by what they are about, spelled in the parts that their words play: data for `grammar`.

In a kind, `<not>` is a word that plays the part, `<do|touch>` one of either, `·` a word without one, `,` a sign between
clauses; `~` a few words of a clause that neither point at the talk nor speak of other people, `~~` the same across
clauses; `^` the start of the sentence, `S` that of a clause, `E` its end or that of the sentence; `[^<a>+<b>]` any word but those of `a` that play no `b`.
A kind is read without the words that only say that it lasts. Add one: a row here, what it needs in `NEEDS`, and
sentences that it finds and leaves alone in `tests/corpus/judgement/kinds.toml`.
"""

from __future__ import annotations

from typing import TypeAlias

from classifiers.vocabulary import MemoryType

Kind: TypeAlias = tuple[MemoryType, str, str]
"""As what it lasts, why, and how it is spelled."""

_RULE, _DECISION, _FACT = MemoryType.RULE, MemoryType.DECISION, MemoryType.FACT

_LEAVE = "forbidden without the person's leave"
_ASKED = "only with the person's leave"
_HABIT = "a habit at each step of work"
_EACH = "what each step of work needs"
_FORM = "how something is written"
_WHATEVER = "forbidden whatever happens"
_DOUBT = "what to do in doubt"
_MINE = "what the person does alone"
_REASON = "an order with a reason that stays"
_PLACE = "a place not to be touched"
_RIGHT = "a right that few have"
_TOOL = "which tool to use"
_OWNER = "whose something is, and not to be touched"
_OWNED = "whose something is"
_LIKED = "how the person likes it"
_DISLIKED = "what the person does not want"
_AROUND = "how the surroundings are"

_MADE = "a choice that was made"
_ALWAYS = "what always holds here"
_NEVER = "<if|screen|this|bad> | ^ <asks>"
_LASTS = "an order, and a word that it lasts"
_ORDER = r"(?: <not> ·? <do|touch|use|write|habit|made> | (?: ^ | , ) <lasts|note|we|only>* <not|do|write|use|ask> | <must> )"
_FREELY = "[^,<do|use|not|write|ask|this|who|screen|each|must>+<env|has|copy|fixed|trait>]"
_THEN = "[^,<do|write|ask|this|who|screen|must>+<env|has|copy|fixed|trait|only|use>]"
KINDS: tuple[Kind, ...] = (
    (_RULE, _LEAVE, r"S <not> <leave>? ~ <do|touch|use|event> ~~ <leave> | S <not> <leave> ~ <do|touch|event>"),
    (_RULE, _LEAVE, r"S (?: <do|touch> ~ )? <not> ~~ <leave> | S <do|touch> ~ <not> ~~ <leave>"),
    (_RULE, _LEAVE, r"S <leave> .{0,3}? ,? <not> ~ <do|touch|use|event> | S <leave> ~ <do|touch> ~ <not>"),
    (_RULE, _LEAVE, r"^ ~ <do|touch|event> ~ <leave> ~~ <not>"),
    (_RULE, _ASKED, r"S <do|touch> ~ <asked> | S <asked> ,? ~ <do|touch>"),
    (_RULE, _ASKED, r"S <do|event> ~~ <only> ,? ~ <leave|agreed> | S <only> ~ <do|event> ~ <leave|agreed>"),
    (_RULE, _ASKED, r"S <ask> ,? <before> ~ <do|event|touch> | S <before> ~ <do|event|touch> ~ , <ask>"),
    (_RULE, _HABIT, r"S <when> <each> <event> ~ ,? <do|ask|use|write|not>"),
    (_RULE, _EACH, r"S <each> <event> <must> ~ <do|ask|made|event>"),
    (_RULE, _HABIT, r"S <whenever> ~ <step|touch|event> ~ , <do|ask|use|not|write>"),
    (_RULE, _HABIT, r"S <do|ask|use|write> ~ <when> <each> <event> ~ $"),
    (_RULE, _HABIT, r"S <do|ask|use|write> ~ <whenever> ~ <step|touch> ~ $"),
    (_RULE, _FORM, r"S <made>+ <must|write|be|in|use|not|do>* (?: <use|in> · )? ,? <use|in>* <number>? <form|tongue|tool|place>+ [^<if|screen|this|bad>]* $"),
    (_RULE, _FORM, r"^ <made>+ <in>? <place> <form> ~ $"),
    (_RULE, _FORM, r"^ <made>+ [^,<if|this|screen|bad>]{0,5} <must|not> ~ E | S <each>* <made>+ ·? <be|asks> ·? <in>? <form> ~ E"),
    (_RULE, _WHATEVER, r"S <whatever> ,? ~ <not> | ^ [^<if|screen|this|bad>]{1,7} <banned>"),
    (_RULE, _DOUBT, r"S <doubt> ,? [^<if|screen|this>]{2,9} $ | S <do|ask> ~ <doubt>"),
    (_RULE, _MINE, r"S <who> <do|touch> ~ <myself> | S <who> <myself> <do|touch>"),
    (_RULE, _REASON, r"S <not|do|touch|write|use|dislike> ~~ , ~~ <reason>"),
    (_RULE, _FORM, r"S <write|use|must> <made>+ <form|tongue|in> ~ <form|tongue|place|number>* ~ E"),
    (_RULE, _FORM, r"S <use> <form>+ ·? (?: <in> <made>+ )? E"),
    (_FACT, _AROUND, rf"^ (?: <note> ,? )? {_FREELY}{{0,3}} <env>+ {_FREELY}{{0,4}} <has>* {_THEN}{{0,6}} <copy>"),
    (_RULE, _PLACE, r"S (?: <only> <in> | <in> )? <the>? ·{0,2} <place|where>+ <NOCOPY>{0,5} <be|must>* <off> <NOCOPY>{0,5} $"),
    (_RULE, _PLACE, r"S <handsoff> <the>? ·{0,2} <place|where>+ <env|we>* <alone>? (?: <leave> | E ) | ^ <the>? ·{0,2} <place|where>+ [^<if|screen|this>]{1,8} , <off> $"),
    (_RULE, _PLACE, r"S <not> <touch|event|habit|short|do|over>* ·{0,3} <in>+ <the>? ·? <place|where>+ $"),
    (_RULE, _PLACE, r"^ ·{0,2} <place|where>+ ~ <touch> ~ <not> ~ $ | S <not> <touch> <over>? <the>? ·{0,2} <place|where>+ ~ E | ^ ·{0,2} <place|where>+ ~ <not> <touch> ~ $"),
    (_RULE, _RIGHT, r"S <only> <who|team|name> ~ <touch|do> ~ <where|place> | S <only> ~ <may> ~ <touch|do|event> | S <not> ~ <team> ~ <may> ~ <touch|do>"),
    (_RULE, _RIGHT, r"^ ~ <team> ·? <only> ~ <touch|do> ~ <may> | ^ ~ <touch|do> ~ <team> ·? <only> ~ <may>"),
    (_RULE, _TOOL, r"^ <ever|lasts>* (?: <we|weuse>+ <use|only|not|be|has>* | <weuse> ) ,? <tool>+ ·? <use|only|has>* (?: <in|when> <made|form|env>+ )? (?: ,? <over|not|use>+ <tool>+ )? ·? $"),
    (_RULE, _TOOL, r"^ <we|ever>* (?: <use|only>+ <tool> ,? <over|not|only>+ <tool>* | <tool> <only> (?: ,? <over|not|only>+ <tool> )? ) ·? $"),
    (_RULE, _TOOL, r"^ <not|dislike|over> <use|do>+ <tool> ,? <use|only|we|over>+ <tool> ·? $"),
    (_RULE, _TOOL, r"^ <we|weuse>+ <only>+ <form|tool|trait> | S <weuse> <form|tool|number>+ ~~ $"),
    (_RULE, _TOOL, r"^ <we|ever|lasts>+ <use> <tool>+ $ | ^ <use> <tool> <in|when> <made|form|event>+ $"),
    (_RULE, _OWNER, r"S ~ <owns> ~ <team> ~~ (?: <not> ~ <touch|do> | <off> ) | S ~ <team> ~ <owns> ~~ (?: <touch|do> ~ <not> | <off> )"),
    (_RULE, _OWNER, r"S ~ <team> ~ <owns> ~~ <not> ~ <touch|do>"),
    (_FACT, _OWNED, r"^ (?: <note> ,? )? ~ <owns> ~ <team> ~ $ | ^ (?: <note> ,? )? ~ <team> ~ <owns> ~ $"),
    (_RULE, _LIKED, r"S <prefer> (?: <short|form|made|habit|tool>+ ~ | · ) <made|habit|form|tool|over> ~ $"),
    (_RULE, _LIKED, r"S <prefer> <short|form|tongue>+ <made>+ ~ $ | S <prefer> <made|form>+ <short|form|tongue|over>+ ~ $"),
    (_RULE, _LIKED, r"^ ~ <short|form|tongue> ·? <made> ~ <prefer> ~ $ | ^ <made> ·? <short|form|tongue> ~ <prefer> ~ $"),
    (_RULE, _LIKED, r"S <write|use>* <made>+ <be|must|in>* <short>+ ~ <write|do>* ·? $ | ^ <short>+ <made>+ $ | S <write> <short>+ (?: <in> <made>+ )? (?: , | $ )"),
    (_RULE, _DISLIKED, r"^ <not> <short>* <habit> <in> ·? <made|event|where>+ E | S <dislike> <short>* <habit> (?: <in> <made|event>+ )? $ | ^ <made>* ·? <habit> ·? <dislike> ·? $"),
    (_FACT, _AROUND, rf"^ (?: <note> ,? )? {_FREELY}{{0,3}} <env>+ {_FREELY}{{0,4}} <has> {_THEN}{{0,6}} <trait|fixed|address|copy>"),
    (_FACT, _AROUND, rf"^ (?: <note> ,? )? {_FREELY}{{0,3}} <env>+ {_FREELY}{{0,2}} <has>+ <in>* <port> (?= ·? <soft>? (?: ,? <over> <port|number|env>+ )? $ )"),
    (_FACT, _AROUND, r"^ (?: <note> ,? )? <the|soft>* <stored> <has> <in>* <place> <in>+ <the>? ·? <env>+ $"),
    (_FACT, _AROUND, rf"^ (?: <note> ,? )? {_FREELY}{{0,3}} <env>+ <be> <do> ·{{0,2}} <fixed>"),
    (_FACT, _AROUND, rf"^ <note> ,? (?: {_FREELY} | <who|we> ){{0,4}} <has> {_THEN}{{0,4}} <trait|fixed|address|copy|name>"),
    (_FACT, _AROUND, rf"^ (?: <note> ,? )? {_FREELY}{{0,3}} <has>+ {_FREELY}{{0,2}} <trait|fixed>+ {_FREELY}{{0,2}} <env>"),
)  # fmt: skip

ANYWHERE: tuple[tuple[MemoryType, str, str, str], ...] = (
    (_DECISION, _MADE, r"<decided> [^<if>]* <name|tool|trait|form> | <name|tool|trait|form|env|we> [^<if>]* <decided>", r"<if|screen>"),
    (_RULE, _LASTS, rf"<lasts> .* {_ORDER}", _NEVER),
    (_RULE, _LASTS, rf"{_ORDER} .* <lasts>", _NEVER),
    (_RULE, _LASTS, r"<lasts> .* <not|dislike> ·{0,2} (?: , | $ )", _NEVER),
    (_RULE, _LASTS, r", <keeps> ·? $ | <tongue|form> .* <lasts> | <lasts> .* <tongue|form>", _NEVER),
    (_RULE, _ALWAYS, r"^ ·{0,2} <each>? <made>+ ·? <has|must>+ <ever> | ^ (?: <ever|we|note|lasts> | , )* <notdone> | ^ ·{0,2} <made> ~ <notdone>", _NEVER),
)  # fmt: skip
"""Kinds told by what stands anywhere in a sentence, and by what must stand nowhere in it."""

NEEDS: dict[str, tuple[str, ...]] = {
    _LEAVE: ("leave",),
    _ASKED: ("asked", "agreed", "ask before", "ask event", "only leave"),
    _HABIT: ("each event", "each touch", "whenever"),
    _EACH: ("each event", "each made"),
    _FORM: ("made form", "made must", "made tongue", "made tool", "made dir", "form use"),
    _WHATEVER: ("whatever", "banned"),
    _DOUBT: ("doubt",),
    _MINE: ("myself",),
    _REASON: ("reason",),
    _PLACE: ("where off", "place off", "handsoff", "where off", "not where", "not place"),
    _RIGHT: ("only touch", "not team"),
    _TOOL: (
        "tool over",
        "tool we",
        "tool weuse",
        "tool only",
        "tool not",
        "tool use",
        "weuse form",
        "weuse only",
        "tool ever",
    ),
    _OWNER: ("owns team",),
    _OWNED: ("owns team",),
    _LIKED: ("prefer", "made short", "write short"),
    _DISLIKED: ("dislike habit", "not habit"),
    _AROUND: ("env trait", "env fixed", "env copy", "env address", "env port", "stored place", "note"),
    _MADE: ("decided",),
    _LASTS: ("lasts", "keeps"),
    _ALWAYS: ("made ever", "notdone"),
}
"""Of each kind: parts of which all of one line are in each of its sentences."""

WHATEVER = frozenset({_LEAVE, _ASKED, _HABIT})
"""Kinds in which what breaks may be spoken of."""
TOPIC = "<made|event|tool|habit|form|place|tongue|where|env|trait|name|touch>"
"""What work is about; a sentence without it is small talk."""
NEVER = _NEVER
"""What takes a wish away, wherever it stands: a condition, a page on a screen, what is pointed at, what breaks."""
ORDERS = f"{_ORDER} | <dislike|must>"
"""What a sentence must hold that the next one can make a rule."""
