"""How English says that something shall hold: data for `words`, which explains the two kinds."""

from __future__ import annotations

DO = (
    r"(?:use|push|force-?push|commit|touch|deploy|run|ask|write|answer|reply|respond|speak|keep|add|create|delete|remove|change"
    r"|modify|edit|merge|force|expose|log|store|hard-?code|skip|disable|import|call|make|put|test|check|start|include|follow"
    r"|show|tell|leave|return|rebase|squash|format|lint|read|install|upgrade|update|rename|move|mention|explain|document|mock"
    r"|assume|guess|invent|generate|share|print|send|publish|release|tag|overwrite|drop|reset|revert|restart|prefer|avoid"
    r"|empty|wipe|truncate|restore|retry|rerun|regenerate|rewrite|refactor|reformat|hand-?edit|leak|trust"
    r"|verify|confirm|review|validate|translate|reuse|bump|pin|build|bypass|ignore|have|be|do(?! (?:that|this|it)\b))\b"
)
TOOL = (
    r"(?:npm|pnpm|yarn|bun|deno|node|uv|poetry|pip|pipenv|conda|docker|podman|make|just|cargo|gradle|maven|mvn|pytest|unittest"
    r"|jest|vitest|mocha|playwright|cypress|selenium|biome|eslint|prettier|ruff|black|flake8|mypy|pyright|typescript|javascript"
    r"|python3?|postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|redis|bash|zsh|fish|gh|glab|curl|wget|vite|webpack|tabs|spaces"
    r"|httpx|requests|aiohttp|tailwind|terraform|tofu|ripgrep|rg|grep|fd|find)(?![A-Za-z0-9_-])"
)
START = r"(?:^|[,:;—–-] ?|\b(?:and|but|so|also|please|btw|note|important|pls)[,:]? )(?:please |pls )?"
UNLESS = r".{0,120}\b(?:unless (?:i|we|you|explicitly|absolutely|asked|told|needed|necessary)\b|ever\b|under any|without (?:\w+ ){0,2}?(?:asking|my|permission|approval|consent|confirm\w*|first))"
_OFTEN = r"(?:every|each) (?:single )?(?:commit|push|merge|deploy(?:ment)?|release|change|edit|pr|pull request|migration|task|session)\b"

_MADE = (
    "endpoints?|functions?|modules?|migrations?|commits?|prs?|pull requests?|branch(?:es)?|handlers?|quer(?:y|ies)|services?"
    "|scripts?|secrets?|routes?|classes|variables?"
)
_WRITTEN = "commit messages?|pr titles?|branch names?|comments|docstrings|(?:test|variable|function) names?|error messages?|secrets"
_MAKE = r"(?:write|add|use|create|leave|include|generate|put|make)"
HABIT = (
    r"(?:(?:\w+ )?comments?|docstrings?|emojis?|co-?authored-?by|(?:readme|markdown|summary|documentation|doc|backup) files?|new files|mocks?"
    r"|(?:mock|dummy|fake|placeholder) data|hard-?coded (?:values|strings|urls|paths|secrets|colou?rs|credentials)|placeholders?|stubs|workarounds|(?:ai )?attribution"
    r"|todos?|console\.logs?|print statements?|inline styles?|abbreviations|default exports?|barrel files?|dependencies)"
)
_PLACE = r"(?:docs?|documentation|files|tests|commits?|code|modules|services|packages|prs?|pull requests|responses|answers|projects)"
_MUST = "(?:must|should|has to|have to|needs? to)"
_BE = r"(?:be|have|use|include|follow|start|end|contain|go|live|stay|support|carry)\b"

_ON_PAGE = r"\b(?:to|in|on|from|into) the (?:titles?|headers?|footers?|headings?|buttons?|menus?|sidebar|navbar|modals?|dialogs?|forms?|tooltips?|banners?|cards?|labels?|lists?|tables?|pages?)\b"

EXPLICIT = (
    r"(?=from now)(?<!seconds )(?<!minutes )(?<!minute )(?<!hours )(?<!hour )(?<!days )(?<!day )(?<!weeks )(?<!week )(?<!months )(?<!years )"
    r"\bfrom now(?: onwards?\b| on\b|,| (?:please|pls)\b)|(?:^|[,;] ?)going forward,? (?!is\b|with\b|the\b|it\b|we will\b|in\b)"
    rf"|{START}{DO}[^,]{{0,100}} going forward\W*$"
    rf"|\bfrom this (?:point|moment) (?:on|onwards?|forward)\b|(?:^|[,;] ?)in (?:the )?future,? (?:please |always |never )*{DO}"
    r"|^(?:for|in) (?:all|any|every) (?:future|further) \w+ ?[:,]"
    r"|\b(?:make|keep) (?:this|that|it) (?:as )?a (?:\w+ )?rule\b|\bas a (?:general )?rule[,:]"
    r"|\b(?:keep|applies|holds|like this|convention)\b.{0,40}\bfor (?:this|the) (?:whole|entire) project\b"
    rf"|^(?:in|for) (?:all|every|any) (?:of my |my )?(?:project|session|repo)s?,? (?:please )?{DO}"
    rf"|{START}(?:always remember (?:to|that)|remember (?:to (?:always|never)|never to|that you (?:must|should))) "
)
# The alternatives behind a sentence's start stand together; `Ways` tries each of them behind its own literals.
ORDER = (
    rf"{START}(?:"
    rf"(?:never|don'?t ever|do not ever|always) (?:ever |first |please )?(?!(?<=never )have\b){DO}"
    rf"|(?:don'?t|do not) {DO}{UNLESS}"
    r"|(?:don'?t|do not) (?:ever )?touch (?:the )?(?:prod|production|main|master|live)\b"
    rf"|use {TOOL}(?: \w+)?,? (?:and )?(?:not|instead of|rather than|never) [\w./@-]+"
    rf"|use [\w./@-]+,? (?:and )?(?:not|instead of|rather than|never) {TOOL}"
    r"|(?:ask|tell|warn|check with|confirm with) (?:me|us)(?: first)? before (?:you )?\w+"
    r"(?!.*\b(?:this|these|that|those|old)\b)"
    rf"|(?:whenever|every ?time|each time) you {DO}[^,]{{0,100}}, (?:then |please |always |also )?"
    rf"(?!(?:show|log|put|return|call|be|have)\b){DO}"
    r"|(?:run|test|check|lint|format|build|update|ask|commit|push|verify|rebase|review|bump)\b.{0,80}"
    rf"\b(?:before|after) {_OFTEN}|(?:before|after) {_OFTEN},? (?:please |always )?{DO}"
    r"|stop (?:adding|writing|creating|committing|pushing|asking|guessing|touching|apologi[sz]ing|explaining|mocking"
    rf"|hard-?coding|summari[sz]ing|inventing|using(?! (?:the|this|that|it)\b))\b(?!.*{_ON_PAGE}))"
    rf"|\b(?:must|shall|has to|have to) (?:always|never) (?!be able\b)(?:be|{DO})|\balways (?:must|have to|has to) (?:be|{DO})"
    rf"|\b(?:make|be) sure (?:that )?(?:you |to )?(?:always|never) {DO}|\bunder no circumstances\b"
    rf"|\bit(?:'s| is) (?:very |really |absolutely )?(?:important|essential|crucial|critical) (?:that you|to) (?:always|never) {DO}"
    rf"|^i (?:always|never) want (?:you )?to (?:see\b|{DO})|\bi (?:don'?t|do not) want you to {DO}{UNLESS}"
    rf"|^we (?:always|never) {DO}|^we (?:don'?t|do not|only) {DO}.{{0,80}}\b(?:here|in (?:this|the|our) (?:repo|project|codebase|team))\W*$"
    rf"|{START}(?:only )?(?!put\b|show\b){DO}[^,;]{{0,120}}[,;] ?(?:and )?never \w+"
    rf"|{START}(?:use|keep|write|answer|reply|run|ask|follow|commit|test)\b[^?]{{2,80}}[, ]always\W*$"
    rf"|{START}(?:don'?t|do not) {_MAKE} (?:any |new |more |extra )*{HABIT}\b(?!.*\b(?:this|that function|these|here|yet)\b)(?!.*{_ON_PAGE})"
    rf"|{START}(?:use|write|keep|prefer|follow|avoid|answer|reply) (?!the\b|this\b|it\b|that\b).{{1,60}} (?:in|for|on) (?:all|every|any) "
    rf"(?:our |my |new )?{_PLACE}\W*$"
    r"|\b(?:must|should) (?:always )?(?:remain|stay|be kept)\b.{0,160}[,;] ?(?:and )?never \w+"
    r"|\bmost important (?:\w+ ){0,2}?(?:you|we) (?:need to|must|should|have to) (?:use|follow|know|remember|keep)\b"
    rf"|(?:^|[,;:] ?|\b(?:and|but|also|with|please|gradients?|emojis?) )no (?:emojis?|gradients?|em[- ]dash(?:es)?)\b(?!/| (?:found|left|yet|shown|there)\b)(?!.*{_ON_PAGE})"
    rf"|(?:^|[,;:] ?|\b(?:repo|project|codebase|workspace) )(?:we|(?:this|the|our) (?:repo|project|codebase|workspace|monorepo)) (?:only |always |now )*uses? "
    rf"(?:only )?{TOOL}(?: here)?,? (?:and )?(?:not|instead of|rather than|never) "
    rf"|\bi(?:'d| would)? (?:always |generally |usually |strongly |really )*prefer (?:{TOOL} (?:over|to|instead of|rather than)"
    r"|(?:small|short|concise|brief|explicit|plain|descriptive)(?:er)? (?:commits?|prs?|pull requests?|functions?|answers?|names?|diffs?))\b"
    rf"|\bi(?:'d| would) rather (?:that )?you (?:never|always) {DO}"
    rf"|^(?:all|every|each) (?:new )?(?:[\w-]+ ){{0,2}}?(?:{_MADE}) (?:{_MUST} {_BE}|(?:needs?|gets?) (?:an?|its|their)\b)|^(?:{_WRITTEN}) {_MUST} (?:always |never )?{_BE}"
    rf"|\b(?:(?:you|agents?|claude) (?:should|need to|may|can)|we (?:should|need to)) (?:always|never) {DO}"
)
