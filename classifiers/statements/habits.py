"""Habits of work that English asks for without "always" or "never": data for `words`.

What makes them last is what they are about: commits, tests, comments and answers in general, files that are not to be
touched, what the person does themselves. A sentence about one thing of the task ("the text in this dialog") is none.
"""

from __future__ import annotations

from classifiers.statements.english import DO, HABIT, START, TOOL

_THAT = r"(?!it\b|this\b|that\b|them\b|these\b|those\b|the next\b)"
_WRITINGS = (
    "(?:code )?comments?|commit messages?|commits|docs?|documentation|docstrings|(?:variable|function|file|branch|class|test) names?"
    "|identifiers|(?:ui |user[- ]facing |all )*(?:texts?|strings|labels|copy)|error messages|log messages|responses|answers|explanations|pr descriptions?"
)
_TONGUE = "(?:english|german|french|spanish|portuguese|italian|russian|chinese|japanese|korean)"
_THINGS = "(?:features?|(?:new |production )?code|bug ?fix(?:es)?|fix(?:es)?|changes?|endpoints?|components?|functions?|modules?|services?)"
_COMES = "(?:features?|(?:production )?code|bug ?fix(?:es)?|fix(?:es)?|changes?)"  # what is there already is a task's
_PROOF = "(?:(?:unit|e2e|regression|integration|a|an|its|own) )*(?:tests?|docs|documentation|docstrings?|review|changelog entr(?:y|ies)|types|stor(?:y|ies))"
_STEP = r"(?:every|each|any) (?:single |code |new )?(?:change|edit|commit|feature|fix|bug ?fix|refactor(?:ing)?|task|merge|deploy(?:ment)?|release|push|pr|pull request|migration)\b"
_EVENT = r"(?:migration|build|deploy(?:ment)?|release|merge|pipeline|ci|lint(?:er)?|schema|public api|dependenc(?:y|ies)|lockfile|tests?)\b"
_END = r"(?:,? (?:please|pls|ever|always|anywhere|everywhere|at all|here|only))*\W*$"
_PLEA = r"(?:,? (?:please|pls|ever|anywhere|everywhere|at all))+\W*$"
_PATH = r"(?:[\w.@-]+/[\w./@*-]*|\.\w+[\w./-]*|(?:generated|vendored|vendor|third[- ]party|legacy|auto-?generated) (?:files|code|folders?|director(?:y|ies)|modules?))"

HABITS = (
    rf"{START}(?:"
    rf"no (?:more |new |any )*{HABIT}(?: (?:in|to|for|on) (?:the |this |our |your |any |production )*(?:code|codebase|commits?|commit messages|repo|project|files|tests|source|answers|responses){_END}|{_PLEA})"
    r"|no (?:more )?(?:(?:mock|dummy|fake|placeholder) data|hard-?coded \w+)\W*$"
    rf"|(?:don'?t|do not) (?:add|put|include|mention|write|use|leave) {_THAT}.{{1,60}}? (?:to|in|into) (?:the |your |any |my |our )*"
    rf"(?:commits|commit messages?|prs|pull requests|pr descriptions?|code comments|comments|docs|readme|changelog){_END}"
    rf"|(?:don'?t|do not|never) (?:modify|edit|touch|change|write|create|delete|format|commit) (?:any(?:thing)? ?|files? |code |new )*"
    rf"(?:outside(?: of)? |in |inside |under |below |to )?(?!https?:){_PATH}{_END}"
    rf"|(?:don'?t|do not|never) (?:{DO}|refactor)[^,;]{{0,50}}\b(?:i|we) (?:didn'?t|did not|haven'?t|have not|don'?t) (?:ask|request|mention)"
    rf"|(?:don'?t|do not|never) (?:touch|change|modify|edit|refactor) (?:any )?(?:unrelated (?:files|code|parts|things|features)|(?:files|code|things|anything) (?:that (?:is|are) )?(?:unrelated|not related))"
    rf"|only (?:change|do|edit|modify|touch|implement) (?:exactly )?what (?:i|we) (?:ask|asked|tell|told|say|said|request)\w*\b(?!.*\b(?:this|last|next|above|step)\b)"
    rf"|(?:don'?t|do not|never) {DO}[^.]{{0,80}}[,;:—-] ?(?:because )?i (?:always (?:run|do|have|start)|handle|manage|take care of|(?:do|run|start|commit|push|test) (?:it|that|them|those|git|the \w+) myself)\b"
    r"|(?:update|run|ask|write|add|document|bump|test|commit|check|review|regenerate)\b[^,?]{2,80} (?:whenever|every ?time|each time) (?:you|we) (?:add|change|touch|modify|edit|create"
    r"|delete|remove|rename|commit|push|merge|deploy|release|finish|refactor|fix|install|bump|update)\b"
    rf"|whenever (?:an? |the |our )?{_EVENT}[^,]{{0,60}}, (?:then |please |always |first )?(?!(?:show|log|put|return|call|be|have|send|print|start|make|store|the)\b){DO}"
    rf"|(?:write|add|include|create) {_PROOF} for (?:(?:every|each|all) (?:new|added|changed) (?:{_THINGS}|class(?:es)?|hooks?)|any (?:new |added |changed )?(?:{_THINGS}|class(?:es)?|hooks?)|(?:every|each|all) (?:{_COMES}|bugs?))\b(?! (?:in|of|on)\b)"
    rf"|(?:before|after|for|with) {_STEP}(?:[^,]{{0,30}}?,)? (?:please |always |also |first |you (?:must|should|have to) |the \w+ (?:must|should|has to|have to) )?{DO}"
    rf"|{DO}[^,?]{{2,60}}\b(?:before|after|with) {_STEP}"
    rf"|ask (?:me |us |first )*before (?:you )?\w+ing (?:any|anything|files?|new|packages|dependencies|data|code)\b"
    r"|(?:re-?use|use|prefer) (?:the |our )?existing \w[^.]{2,40}(?:[,;] ?(?:and )?(?:don'?t|do not|never)|instead of|rather than) (?:\w+ ){0,2}new ones\b"
    rf"|(?:re-?use|use|prefer|avoid|keep|follow|write) [^,?]{{2,60}} (?:wherever|whenever) possible{_END}"
    rf"|(?:use|write|keep|prefer|follow|do) (?!the\b|this\b|it\b|that\b)[^,?]{{1,40}} for (?:everything|all (?:our |the |new )?(?:styling|styles|ui|components|tests|testing|endpoints|forms|queries|requests|logging|state|icons|dates|validation|scripts))\b"
    rf"|(?:use|follow|do|practi[cs]e) (?:strict )?(?:tdd|bdd|test[- ]driven development|conventional commits|semver|semantic versioning|trunk[- ]based development|git ?flow|atomic commits)(?: (?:for|in) (?:everything|all \w+|every \w+|this (?:repo|project|codebase)))?{_END}"
    rf"|treat [^,?]{{2,60}} as (?:read-?only|frozen|immutable|off[- ]limits|untouchable|vendored)\b"
    rf"|keep (?:your |all |the )?(?:answers?|responses?|replies|explanations?|commits|prs|pull requests|functions|diffs|changes|components|files|methods) (?:very |as |more )*(?:brief|concise|short|small|terse|minimal|simple|focused|atomic)\b(?!.*\b(?:this|that|these|and (?:fix|add|implement|change|update|move|make))\b)"
    rf"|be (?:very |more |as )*(?:brief|concise|terse|direct|honest|critical)(?: as possible)? (?:in|with) (?:your |all |all your )?(?:answers?|responses?|replies|explanations?|reviews?)"
    rf"|(?:explain|respond|document|add|include)\b[^?,]{{2,80}},? always\W*$"
    r")"
    rf"|^(?:all |the |our )*(?:{_WRITINGS})(?: [\w ]{{0,30}}?)?(?: (?:must|should|has to|have to|need to|needs to)(?: always)? be)? (?:(?:written|always|only) )*in {_TONGUE}(?: only)?(?:[,;] (?:and )?[\w -]{{2,40}} in {_TONGUE}(?: only)?)?\W*$"
    rf"|^(?:all|every|each|any) (?:new )?{_THINGS} (?:must|should|has to|have to|needs? to) (?:always )?(?:be (?:\w+ )?(?:tested|covered|documented|reviewed|typed|linted|formatted)|have {_PROOF})\b"
    rf"|^(?:all|every|each|any) (?:new )?{_THINGS} needs? {_PROOF}\W*$"
    rf"|\bi (?:really |generally )?(?:don'?t|do not) (?:like|want) (?:any |to see (?:any )?)?(?!the |this |your ){HABIT}\b(?!.*\b(?:this|these|here|yet)\b)"
    rf"|^we (?:only |always |now )*use (?!the\b|this\b|that\b|it\b|an?\b)[\w./@+-]+(?: \w+)?(?: (?:for|in|as) [\w ]{{2,30}})?,? (?:and )?(?:not|never|instead of|rather than) (?!the\b|this\b|that\b)[\w./@+-]+(?: \w+)?\W*$"
    rf"|^in this (?:repo|repository|project|codebase),? (?:please |we |always |only )*use (?:{TOOL}|[\w./@+-]+(?: for [\w ]{{2,30}})?\W*$)"
)
"""An order that lasts by what it is about."""
