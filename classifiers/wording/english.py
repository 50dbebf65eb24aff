"""English."""

from __future__ import annotations

WORDS = {
    "soft": (
        "please|pls|plz|kindly|just|also|always|ever|at all|a|an|any|our|my|your|all of|own|very|really|thanks|thank you|btw|by the way|so|and|but|ok|okay|hey|then"
        "|generally|usually|normally|in general|as a rule|by default|strictly|directly|{strong|strict|hard} rule|house rule|to be|anything|more|new|first|even|here|around here"
        "|in general|automatically|manually|straight|ourselves|yourself|too|now|from now on|going forward"
        "|i want you to|you {should|must|need to|have to}|make sure {to|you|that you}|remember to|be sure to|i'd like you to|i would like you to|i need you to|try to|it would be great if you"
        "|i'd appreciate it if you|i'd prefer it if you|i would prefer it if you|i'd rather you"
    ),
    "it": "it|them|they|one",
    "who": "i|you|he|she|someone|somebody|which|who|user|users|customer*|visitor*|player*|admin|admins|there|if|whether|would|could|might|maybe|perhaps|suppose|think|guess|why|how|what",
    "this": "this|these|those|that one|like that|do that|that {branch|file|commit|test|function|page|button|line|part|thing|bug|error|pr|change|folder|name|class|variable}|for that|with that|to that|about that|the one|yet|now|this time|again|above|below one|last|next|previous|current|today|tomorrow|temporarily|yesterday|earlier",
    "the": "the",
    "not": (
        "don't|dont|do not|never|don't ever|do not ever|must not|must never|mustn't|should not|should never|shouldn't|you may not|you must not|may not|cannot be|can't be|not to be|shall not|no|nothing|refrain from|avoid"
        "|not allowed to|no one|nobody|stop"
    ),
    "do": (
        "pin|pins|pinned|lock|locks|commit*|push*|force-push*|force push*|merge*|rebase*|squash*|deploy*|releas*|publish*|tag|tagging|install*|upgrad*|updat*|bump*|downgrad*|delet*|remov*|drop*|renam*|mov*|refactor*|rewrit*|reformat*|format*"
        "|creat*|add|adds|added|adding|introduc*|chang*|modif*|edit*|touch*|alter*|regenerat*|run|runs|running|execut*|restart*|start|starting|stop*|kill*|apply*|migrat*|roll back|rolling back|revert*|amend*|open|opening|close|closing"
        "|check*|test|tests|tested|testing|lint*|verif*|review*|document*|writ*|make|making|clear*|clean*|invalidat*|regenerat*|record*|log|attach*|link*|mention*|post|ping|notify*|tell*|show*|ask*|keep|include|use|put|reset*|truncat*|seed*|backup|back up|pull|fetch|sync*|read|confirm*"
        "|build*|generat*|import*|export*|call|send*|ssh|log in|scale|provision*|switch*|disabl*|enabl*|skip*|bypass*|ship*|go|goes|get|gets|bring|pull in|reorder*|sort|list|explain*|summari*|leave|spell*|tick|mark*|reply|translate*|rotate*|redeploy*|rebuild*|re-run|rerun"
    ),
    "step": (
        "commit*|push*|force-push*|merge*|rebase*|squash*|deploy*|releas*|publish*|install*|upgrad*|bump*|add|adding|change|changing|modify|modifying|edit|editing|touch|touching|create|creating|delete|deleting|remove|removing|rename|renaming|refactor*|introduc*|fix|fixing|finish|finishing|write|writing|open a pr|opening a pr|tag|ship|migrate|update|updating|move|moving"
    ),
    "touch": "touch*|chang*|modif*|edit*|alter*|rename*|delet*|refactor*|writ*|commit*|merg*|deploy*|approv*|push*|reformat*|move|moving|clean up|mess with|fiddle with|upgrade*|add|put|import*|run|access|ssh|log in|release*|publish*|review*|grant*|rotate*|create|restart*",
    "use": "use|uses|using|runs on|run on|is on|are on|we're on|stick to|sticks to|sticking to|stick with|standardi{s|z}ed on|work with|go with|goes with|prefers|write|is written in|are written in|is",
    "write": "write|keep|use|name|prefix|format|put|start|begin|end|store|give|limit|wrap|capitali{s|z}e|spell|return|phrase|word|make|answer|reply|respond|sign|follow",
    "ask": (
        "ask|ask me|ask us|check with me|check with us|confirm with me|{get|have} my {ok|okay|approval|permission|sign-off|go-ahead}|let me {read|see|look at|check} {the|your|every|each} {diff|diffs|changes|plan|code|pr}|wait for my {ok|okay|approval|permission|sign-off|go-ahead|confirmation|review}"
        "|run it by me|run {that|things|changes} by me|let me {know|review|check|confirm|approve}|tell me|warn me|talk to me|show me {the diff|the plan|a diff|a plan|the command|your plan|what you're going to do|what you're about to do}|get my approval|get approval|need my {ok|okay|approval|permission}|consult me"
    ),
    "before": "before|prior to|before you|first before",
    "leave": (
        "{until|till|unless|before} {i|we|i've|we've} {|explicitly |have |actually |specifically }{say*|said|tell*|told|ask*|approv*|confirm*|ok|okay|okayed|ok'd|request*|sign off|signed off|give*|gave|given|agree*|allow*|green-light|greenlight|green light*|want|review*|looked|seen|look|instruct*|permit*}"
        "|without {|explicitly |first }{asking*|checking|confirming|telling|consulting|letting me|approval|permission|consent|confirmation|sign-off|signoff|authorization|authorisation|getting my|a go|a go-ahead|a green light|a sign-off|review|being asked|being told}|without {my|our|explicit|prior|an explicit|a prior|any} {|explicit |prior |written }{ok|okay|approval|permission|consent|confirmation|sign-off|signoff|go-ahead|go ahead|say-so|review|blessing|knowledge|input}|unless {|explicitly |specifically }{asked|told|instructed|requested|approved|authorized|necessary|absolutely necessary|strictly necessary}|unless it's {absolutely |strictly |really }necessary|unless you {ask*|check*|have my|get my|have}|unless there's an approved|until {told|asked|instructed|approved}"
        "|{if|when} {i|we} {didn't|did not|haven't} {ask|asked|request*|told|tell|approve*}|{i|we} {didn't|did not} ask for|behind my back|on your own|on your own initiative|of your own accord|by yourself|before {asking|checking with|consulting} {me|us}|before {i|we} had a look"
    ),
    "asked": (
        "only {if|when|after|once|with} {i|we|my|our|explicit} *|{only|just} {if|when|after|once} {i|we|i've} {|explicitly |have |actually |specifically }{say*|said|tell*|told|ask*|approv*|confirm*|ok*|request*|sign off|signed off|give*|gave|agree*|review*|want}"
        "|only {with|after} {my|our|explicit} {|explicit |prior }{ok|okay|approval|permission|consent|sign-off|signoff|go-ahead|confirmation|review|say-so|request}|only on {my|explicit} {request|command|instruction|say-so}|on request only|only when {asked|told|instructed}|only if {asked|told|instructed}"
    ),
    "only": "only|no one but|nobody but|nobody except|no one except",
    "may": "may|can|is allowed to|are allowed to|get to|gets to|has access*|have access*|is permitted to|are permitted to|should|must|is supposed to|are supposed to",
    "must": "must|should|has to|have to|need to|needs to|shall|are to|is to|always|ought to|needs|need",
    "be": "is|are|be|stay|stays|remain|remains|counts as|treated as|considered",
    "in": "in|with|under|inside|below|into|within|to|on|using|as|at|for|of|from",
    "we": "we|in this {repo|repository|project|codebase|monorepo}|{this|the|our} {repo|repository|project|codebase|monorepo|workspace|frontend|backend|app}|our {frontend|backend|stack|tests|scripts|services|e2e tests|unit tests|styling|styles}|everything|the whole {repo|team|codebase}|package manager|the package manager|test runner|the test runner",
    "over": "over|instead of|rather than|not|never|and not|no more|no longer",
    "each": "each|every|any|all|every single|each single",
    "whenever": "whenever {you|we}|every time {you|we}|each time {you|we}|any time {you|we}|anytime {you|we}|everytime {you|we}|as soon as you|if you ever|when you|when you're|when you are|if you",
    "when": "before|after|with|for|on|prior to|following|as part of|at the end of|in|at the start of|until",
    "event": (
        "commit*|push*|merge*|merging|deploy*|release*|releasing|pr|prs|pull request*|merge request*|mr|mrs|migration*|refactor*|change|changes|edit|edits|feature*|bug fix*|bugfix*|fix|fixes|task|tasks|rebase*|schema change*|api change*|dependency|dependencies|upgrade*"
        "|code change*|rollout*|hotfix*|publish*|build|builds|package|packages|endpoint*|step|steps|phase|session|sessions|conversation*|model change|file|files|test run|handover|version bump*|branch|branches|rename*|config change*|infra change*|library|libraries"
    ),
    "made": (
        "commits|commit message*|commit title*|commit subject*|commit bod*|branch name*|branches|branch|pr title*|pr description*|prs|pull request*|pull request title*|{variable|function|file|class|test|column|table|component|package|method|folder|directory|module} name*|identifiers|comments|code comments|docstrings|docs|documentation|readme*"
        "|error messages|log messages|logs|answers|responses|replies|explanations|summaries|test files|tests|test names|unit tests|migrations|components|filenames|file names|constants|interfaces|types|env vars|environment variables|css classes|endpoints|routes|urls|tables|columns|timestamps|dates|times|prices|amounts|money"
        "|money amounts|translations|ui strings|user-facing {text*|strings|copy}|hooks|imports|functions|methods|classes|files|directories|folders|modules|scripts|release notes|changelog entries|changelog|versions|tags|tag names|json keys|json fields|api responses|ids|primary keys|enums|booleans|secrets|config|configs|configuration|services|helpers|utilities|diffs|changes|indentation|line length|lines|quotes|plans|reviews|code reviews|feature flags|sql|queries|sql keywords|dockerfiles|tickets|code"
    ),
    "form": (
        "conventional commits|the conventional commits {format|spec|style}|conventional commit*|imperative|imperative mood|present tense|past tense|snake_case|snake case|camelcase|camel case|kebab-case|kebab case|pascalcase|pascal case|screaming_snake_case|upper case|uppercase|lowercase|lower case|lower-case|title case|sentence case"
        "|start* with|begin* with|end* with|end* in|prefixed with|prefixed by|prefix|prefixed|suffixed with|suffix|named after|name* after|follow*|iso 8601|iso-8601|iso8601|utc|cents|ticket id|ticket number|jira key|issue number|ticket|single quotes|double quotes|tabs|spaces|two spaces|four spaces|semicolons|trailing commas"
        "|next to|live in|lives in|live under|live next to|belong in|belong under|belongs in|go in|go into|go under|goes in|goes into|goes under|sit next to|characters|chars|columns wide|lines|plural|singular|alphabetical*|semver|semantic versioning|uuid*|present-tense|google style|numpy style|type hints|strict mode|absolute imports|relative imports|named exports|early returns|british english|american english|plain english|markdown|yaml|toml|json|one sentence|bullet points|bullets|few sentences|past-tense|black style|at most|at least"
    ),
    "short": "brief|short|concise|brief|terse|small|tiny|minimal|simple|focused|atomic|compact|to the point|succinct|tight|shorter|smaller|plain|under * lines|formal|informal|casual|polite|honest|direct|sober|descriptive|explicit|flat|self-contained|readable|boring|stateless|pure",
    "tongue": "english|german|french|spanish|portuguese|italian|russian|chinese|japanese|korean|mandarin|dutch|polish|turkish",
    "where": (
        "folder|folders|directory|directories|dir|dirs|module|modules|branch|branches|schema|namespace|bucket|legacy|vendor|vendored|generated|third-party|third party|third_party|production|prod|main|master|staging|live|migrations|infra|infrastructure|terraform|package|packages|tree|subtree|submodule|submodules|workflows|lockfile*|lock file*"
        "|{legacy|vendor|vendored|generated|billing|payment*|third-party|auth} {code|files|folder|directory|module|dir|tree|service}|outside|protected branches|shared branches|release branches|prod database|production database|prod db|production db"
    ),
    "off": (
        "off limits|off-limits|offlimits|hands off|hands-off|frozen|read-only|read only|readonly|untouchable|taboo|no-go|no go|a no-go area|no-go zone|not to be {touched|edited|changed|modified}|generated|auto-generated|autogenerated|immutable|sacred|vendored|locked|must stay untouched|stays as {it is|is}|stay as {they are|is}"
    ),
    "handsoff": "hands off|stay out of|keep out of|stay away from|keep your hands off|keep away from|leave|steer clear of|keep off|work only in|stay in|stay inside|stay within",
    "alone": "alone|untouched|as is|as it is|as they are|be",
    "owns": "owned by|handled by|managed by|maintained by|run by|belongs to|belong to|is the responsibility of|are the responsibility of|taken care of by|administered by|looked after by|operated by|controlled by|governed by|deployed by|owns|own|owner of|maintains|manages|handles|looks after|is in charge of|are in charge of|takes care of|is responsible for",
    "team": "team|teams|squad|crew|guild|folks|department|ops|devops|sre|sres|platform|security|infra team|dba|dbas|data team|release manager*|maintainers|codeowners|contractor*|vendor|agency|legal|people|engineers|leads|lead",
    "prefer": "i {|really |generally |much |strongly |always |personally }{prefer|like|favor|favour|love}|i'd {|really |generally |much }{prefer|like|rather have|rather see}|i would {|really |much }{prefer|like}|i'm a fan of|i am a fan of|my preference is|we {|generally |strongly |usually |always }{prefer|like|favor|favour}|i'm fond of|prefer|give me|i like to {see|have|get|read}|i expect|favor|favour",
    "dislike": "i {|really }{hate|dislike|don't like|do not like|can't stand|don't want|do not want|don't need|do not need}|i'm {no|not a} fan of|i am {no|not a} fan of|i'd rather not {have|see}|spare me|i don't want to see|i never want to see|we don't do|we don't want|no more",
    "habit": (
        "emojis|emoji|comments|trailing summaries|summaries|long explanations|long answers|long functions|boilerplate|abbreviations|mocks|mocking|one-liners|magic numbers|globals|global state|default exports|barrel files|any types|type assertions|nested ternaries|ternaries|inheritance|decorators|wildcard imports|star imports|star-imports|inline styles|todos|todo comments|placeholder*|dead code|commented-out code|console.logs|print statements|ascii art|"
        "filler|small talk|apologies|flattery|disclaimers|preamble|intros|tables in {answers|responses}|unsolicited {advice|refactor*|change*}|new {files|dependencies|packages|abstractions}|extra files|markdown files|readme files|workarounds|hacks|quick fixes|giant prs|big prs|huge prs|huge commits|big commits|merge commits|force pushes|force-pushes|direct pushes|wip commits|hardcoded {values|strings|urls|paths|colors|secrets}|passive voice|em dashes|exclamation marks|marketing language|jargon|sarcasm|"
        "raw sql|orms|classes|singletons|snapshot tests|flaky tests|sleeps|skipped tests|large diffs|squash merges|monkeypatching|monkey patching|jquery|semicolons"
    ),
    "note": (
        "fyi,|fyi|for the record|just so you know|so you know|heads up|heads-up|note|note that|please note|please note that|keep in mind|keep in mind that|bear in mind|bear in mind that|remember|remember that|for context|for your information|be aware|be aware that|one thing to know|good to know|worth knowing|for reference|for future reference|as background|background|context|mind you|you should know|you should know that|reminder|info|important|know that|also note|also note that|in case you wonder|in case it matters|note to self|n.b.|nb|fact|setup note|infra note"
    ),
    "env": (
        "prod db|production db|prod database|production database|staging db|staging database|test database|test db|build {box|server|machine|agent|host|node|cluster|farm}{|s|es}|{|staging |prod |production |test |dev |qa |live }{server|db|database|cluster|bucket|replica|registry|queue}{|s}|staging|stage|prod|production|qa|uat|preprod|sandbox|dev {env|environment|box|cluster|server|db|database|machine|container}|server|servers|box|boxes|machine|machines|host|hosts|runner|runners|ci|ci agents|build agents|cluster|clusters|db|dbs|database|databases|replica|replicas|registry|mirror|bucket|buckets|queue|queues|broker|vpn|proxy|firewall|domain|dns|network|intranet|laptop|laptops|secrets|api keys|api key|keys|credentials|passwords|tokens|certs|certificates|logs"
        "|backups|runbooks|runbook|wiki|tickets|issue tracker|bug tracker|designs|design files|default branch|main branch|trunk|deploys|deployments|releases|warehouse|data warehouse|gateway|load balancer|cdn|cache|search index|monitoring|dashboards|alerts|feature flags|artifacts|images|docker images|terraform state|tf state|state file|env file*|service accounts|kubeconfig*|workers|cron jobs|cronjobs|nightly jobs|target devices|target device|devices|customers|clients|tenants|monolith"
        "|ports|port|repo|repository|the repo|our repo|the code|code|account|accounts|license|licenses|plan|subscription|the api|api|backend|frontend|mobile app|pipeline|pipelines|build|builds|test {db|database|server|env|environment|accounts|data}|minimum supported version|supported versions|release branch*|release train|on-call|mail server|smtp|ldap|sso|auth|time zone|timezone|the vm|vm|vms|nas|router|raspberry pi|pis|disk|gpu box|jump host|bastion|this machine|this laptop|this box|this host|my laptop|my machine|our stack"
    ),
    "has": (
        "is|are|is on|are on|moved to|has moved to|sits|expires|resets|resolves to|lives|live|runs|run|runs on|run on|lives in|live in|lives on|live on|lives at|live at|lives under|live under|sits behind|sit behind|sits on|is behind|are behind|uses|use|has|have|is at|are at|is in|are in|listens on|is hosted {on|in|at|by}|are hosted {on|in|at|by}|is stored in|are stored in|are kept in|is kept in|comes from|come from|points to|point to|goes through|go through|is pinned to|are pinned to|is stuck on|stuck on|only has|only have|only runs|only run|only supports|only support|supports|support"
        "|requires|require|needs|need|can't reach|cannot reach|can not reach|has no|have no|can't access|cannot access|doesn't have|don't have|does not have|do not have|doesn't support|does not support|is called|are called|is named|is reachable {only |}{via|through|from|at}|are reachable {only |}{via|through|from|at}|is only reachable {via|through|from}|is always|are always|is managed in|are managed in|is shared|are shared|is set to|are set to|happen on|happens on|happen|go out|goes out|is deployed {to|on|from|via|with}|are deployed {to|on|from|via|with}|is a|is an|is our|are on aws|terminates|deploys from|deploy from|deploys to|are built {on|in|with}|is built {on|in|with}|stays on|stay on"
    ),
    "fixed": (
        "no internet|no {outbound |external |direct |}{internet|network}{| access}|internet access|no outbound access|no gpu|no sudo|no root{| access}|no docker|no shell access|no ssh access|no write access|read-only replica|a read-only replica|read replica|behind the vpn|behind a vpn|behind {the|a|our|cloudflare} {vpn|proxy|firewall|nat|bastion|load balancer}|on-prem|on premises|on-premise|in a private {subnet|network|vpc}|gb of ram|gb ram|gb of memory|tb of disk|gb of disk|by another project|runs out of|in live mode|live mode|test mode|read-only mirror|a mirror|mirror|the source|single az|behind a {load balancer|proxy|vpn}|over the vpn|wiped|every night at|rate limited|rate-limited|capped at|limited to|cores|vcpus|shared|multi-tenant|single-tenant|"
        "every {monday|tuesday|wednesday|thursday|friday|night|sunday|saturday|week|other week|two weeks|second tuesday|second thursday|second friday}|on {mondays|tuesdays|wednesdays|thursdays|fridays|weekends}|nightly|weekly|biweekly|the wiki|the company wiki|the vault|the intranet|password manager|offline|no public ip|ephemeral|immutable|32-bit|64-bit|big-endian|case-sensitive|case-insensitive|no tests|spot instances|preemptible|serverless|bare metal|on the old {version|schema}|a monorepo|the only {environment|env|place}|wiped every night|reset every night|the source of truth|source of truth|the default branch|trunk|develop|main|master|main not master|feature-frozen|end of life|eol|customers"
    ),
    "screen": (
        "button*|header|headers|footer*|icon*|modal*|dialog*|menu*|sidebar*|tooltip*|row|rows|card|cards|field*|input*|form|screen*|popup*|spinner*|column|cursor|click*|hover*|scroll*|tap|taps|user log*|toast*|dropdown*|checkbox*|page|pages|navbar|banner*|animation*|keystroke*|logs in|logs out|item|items|request|requests|message|element|elements|loop|iteration|frame|tick|value|null|pixel*|px|color|colour|checkout|login|log in|sign in|signup"
    ),
    "bad": (
        "bug|bugs|error*|issue|issues|problem*|broken|fail*|down|crash*|slow|red|flaky|stuck|missing|wrong|weird|out of date|full|empty|unreachable|timing out|timeout*|again|at the moment|not work*|doesn't work|isn't work*|leak*|dead|stopped|hang*|seems|looks|unhealthy|behind by|throws|throwing|unavailable|degraded|lagging|not set|unset|expired|green|reverted|lost|up|back up|running again|deployed|merged|pushed|already"
    ),
    "lasts": (
        "ever again|never again|from now on|from this point on|going forward|moving forward|as a rule|as a general rule|non-negotiable|nonnegotiable|no exceptions|without exception|once and for all|{that|this|same|it} {goes|applies|holds|counts} for {all|every|everything|any|both|the rest|new|each}*|applies to {all|every|everything|any|new}*|in all {future |my |our |}{sessions|chats|projects|repos|code}|in every {session|chat|project|repo}|across sessions|for all future|around here|how i like to work|how i work|how we work|that's how we do {it|things|that}|i keep {having to say|telling you|saying|repeating|reminding you}|like i keep saying|in the future|in future|permanently|by convention|our convention|the convention|convention:|house style|company policy|our policy|policy is|policy:|rule:|the rule is|rules:|ground rule|house rule|hard rule|standing order|standing instruction|standing rule|general rule|whatever i {say|ask|seem}*|{not|isn't} up for {debate|discussion}|by default|{keep|stick} to {that|this}|gets rejected in review|get rejected in review|won't pass review|fails review|for every {repo|project|branch|service|session|file|module|change|task}|for {all|any} {new |}{code|files|changes|work|tasks|features|modules|services|endpoints|tests|commits|branches|projects|repos}|when you're done with a task|when you finish a task|{in|for} new code|i'd like you to always|make it a habit|get in the habit|compliance|no matter what|under any circumstances|in no case"
    ),
    "keeps": (
        "{that|this|same|it} {goes|applies|holds|counts} for {all|every|everything|any|both|the rest|new|each}*|{stick|keep} to {that|this|it}|{please |}remember {that|this}|{that|this|it} is {a|the|our|my} {|hard |general |strict |standing |house }rule|{that's|it's} {a|the|our|my} {|hard |general |strict |standing |house }rule|treat {that|this} as {non-negotiable|a rule|a hard rule|law}|no exceptions|always|every time|every single time|ever|from now on|going forward|in all sessions|for every project|not up for debate|{that's|it's} {non-negotiable|not negotiable|how we do it here|how we work|how i like it|policy|company policy|the convention|our convention}|this is {non-negotiable|policy|company policy|how we work}|permanently|don't make me repeat {that|this|it}|i don't want to {repeat|say} {that|this|it} again|keep {that|this|it} in mind {for|going}*|make a note of {that|this|it}|note that down|both always|{same|that} for new *|new ones too|also for new *|that's the rule*"
    ),
    "decided": (
        "we{| have|'ve} {picked|chose|chosen|went with|gone with|settled on|decided|agreed|opted|selected|standardized on|standardised on|committed to|dropped|ditched|ruled out|voted}|{we're|we are} {going with|moving to|switching to|standardizing on|standardising on|dropping|ditching|retiring|sticking with|staying on|staying with|phasing out|killing}|{the |}team {decided|agreed|chose|picked|voted}|it's {decided|settled|final|official}|{is|are} {off the table|out of the picture|officially out|decided|settled|deprecated in favour of|deprecated in favor of|being phased out|being retired|ruled out}|final decision|decision:|decided:|{we|i}{'ll| will} stay {on|with}|{we|i}{'ll| will} stick with|won the vote|we ended up {choosing|picking|going}|decision is|{has|have} been {decided|agreed|chosen|dropped|approved}|got the green light|moves to"
    ),
    "if": "if|whether|would|could|might|maybe|perhaps|suppose|i think|guess|why|how|what|insists|he says|she says|they say|someone said|told me|told him|told them|said that|says that|the docs say|wonder|is it|are we|is there|are there|do we|does it|should we|should i|can we|can you|could you|did you|have you|let's|lets|i was|was|were|went|had|lol",
    "ever": "always|never|everywhere|nowhere|anywhere|anything|everything|every time|each time|all the time|all our|all of our|every single time|in every|all|any|only|as usual|{on|in|for} {this|the|our} {repo|repository|project|codebase|team|monorepo|company}|at all times|new code|no|from here on",
    "copy": "replica|replicas|read replica|read-only replica|a read-only replica|mirror|a read-only mirror",
    "agreed": "{after|once|when|if|with} {i|we|my|i've|our} {|have |explicitly }{approv*|confirm*|ok*|review*|sign off|signed off|say so|say|ask*|tell*|give*|gave|go-ahead|sign-off}",
    "weuse": "we use|we're using|we only use|we always use|we work with|we run on|we're on",
    "notdone": "is never|are never|never gets|never get",
}
