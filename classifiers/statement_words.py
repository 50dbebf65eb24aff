"""How people say that something shall hold from now on, in the languages Seorap listens to.

An *explicit* mark says so itself ("from now on", "make this a rule", 앞으로는). An *order* is an imperative that carries
its own permanence ("never push …", "절대 … 하지 마"). The word alone is no rule: "it never works" and "always fails"
complain, "Never have I seen" tells. So the verb after it must be one of conduct, something an agent can do or leave.
"""

from __future__ import annotations

import re

from classifiers.pattern_literals import Ways
from classifiers.statement_tongues import TONGUES

_I = re.IGNORECASE

_DO = (
    r"(?:use|push|force-?push|commit|touch|deploy|run|ask|write|answer|reply|respond|speak|keep|add|create|delete|remove|change"
    r"|modify|edit|merge|force|expose|log|store|hard-?code|skip|disable|import|call|make|put|test|check|start|include|follow"
    r"|show|tell|leave|return|rebase|squash|format|lint|read|install|upgrade|update|rename|move|mention|explain|document|mock"
    r"|assume|guess|invent|generate|share|print|send|publish|release|tag|overwrite|drop|reset|revert|restart|prefer|avoid"
    r"|verify|confirm|review|validate|translate|reuse|bump|pin|build|bypass|ignore|have|be|do(?! (?:that|this|it)\b))\b"
)
_TOOL = (
    r"(?:npm|pnpm|yarn|bun|deno|node|uv|poetry|pip|pipenv|conda|docker|podman|make|just|cargo|gradle|maven|mvn|pytest|unittest"
    r"|jest|vitest|mocha|playwright|cypress|selenium|biome|eslint|prettier|ruff|black|flake8|mypy|pyright|typescript|javascript"
    r"|python3?|postgres(?:ql)?|mysql|mariadb|sqlite|mongo(?:db)?|redis|bash|zsh|fish|gh|glab|curl|wget|vite|webpack|tabs|spaces"
    r"|httpx|requests|aiohttp|tailwind|terraform|tofu|ripgrep|rg|grep|fd|find)(?![A-Za-z0-9_-])"
)
_START = r"(?:^|[,:;—–-] ?|\b(?:and|but|so|also|please|btw|note|important|pls)[,:]? )(?:please |pls )?"
_UNLESS = r".{0,120}\b(?:unless (?:i|we|you|explicitly|absolutely|asked|told|needed|necessary)\b|ever\b|under any|without (?:\w+ ){0,2}?(?:asking|my|permission|approval|consent|confirm\w*|first))"
_OFTEN = r"(?:every|each) (?:single )?(?:commit|push|merge|deploy(?:ment)?|release|change|edit|pr|pull request|migration|task|session)\b"

_MADE = (
    "endpoints?|functions?|modules?|migrations?|commits?|prs?|pull requests?|branch(?:es)?|handlers?|quer(?:y|ies)|services?"
    "|scripts?|secrets?|routes?|classes|variables?"
)
_WRITTEN = "commit messages?|pr titles?|branch names?|comments|docstrings|(?:test|variable|function) names?|error messages?|secrets"
_MAKE = r"(?:write|add|use|create|leave|include|generate|put|make)"
_HABIT = (
    r"(?:(?:\w+ )?comments?|docstrings?|emojis?|co-?authored-?by|(?:readme|markdown|summary|documentation|doc|backup) files?|new files|mocks?"
    r"|todos?|console\.logs?|print statements?|inline styles?|abbreviations|default exports?|barrel files?|dependencies)"
)
_PLACE = r"(?:docs?|documentation|files|tests|commits?|code|modules|services|packages|prs?|pull requests|responses|answers|projects)"
_MUST = "(?:must|should|has to|have to|needs? to)"
_BE = r"(?:be|have|use|include|follow|start|end|contain|go|live|stay|support|carry)\b"

_ENGLISH_EXPLICIT = (
    r"(?=from now)(?<!seconds )(?<!minutes )(?<!minute )(?<!hours )(?<!hour )(?<!days )(?<!day )(?<!weeks )(?<!week )(?<!months )(?<!years )"
    r"\bfrom now(?: onwards?\b| on\b|,| (?:please|pls)\b)|(?:^|[,;] ?)going forward,? (?!is\b|with\b|the\b|it\b|we will\b|in\b)"
    rf"|{_START}{_DO}[^,]{{0,100}} going forward\W*$"
    rf"|\bfrom this (?:point|moment) (?:on|onwards?|forward)\b|(?:^|[,;] ?)in (?:the )?future,? (?:please |always |never )*{_DO}"
    r"|^(?:for|in) (?:all|any|every) (?:future|further) \w+ ?[:,]"
    r"|\b(?:make|keep) (?:this|that|it) (?:as )?a (?:\w+ )?rule\b|\bas a (?:general )?rule[,:]"
    r"|\b(?:keep|applies|holds|like this|convention)\b.{0,40}\bfor (?:this|the) (?:whole|entire) project\b"
    rf"|^(?:in|for) (?:all|every|any) (?:of my |my )?(?:project|session|repo)s?,? (?:please )?{_DO}"
    rf"|{_START}(?:always remember (?:to|that)|remember (?:to (?:always|never)|never to|that you (?:must|should))) "
)
# The alternatives behind a sentence's start stand together, so that its many possible places are tried once for all.
_ENGLISH_ORDER = (
    rf"{_START}(?:"
    rf"(?:never|don'?t ever|do not ever|always) (?:ever |first |please )?(?!(?<=never )have\b){_DO}"
    rf"|(?:don'?t|do not) {_DO}{_UNLESS}"
    r"|(?:don'?t|do not) (?:ever )?touch (?:the )?(?:prod|production|main|master|live)\b"
    rf"|use {_TOOL}(?: \w+)?,? (?:and )?(?:not|instead of|rather than|never) [\w./@-]+"
    rf"|use [\w./@-]+,? (?:and )?(?:not|instead of|rather than|never) {_TOOL}"
    r"|(?:ask|tell|warn|check with|confirm with) (?:me|us)(?: first)? before (?:you )?\w+"
    r"(?!.*\b(?:this|these|that|those|old)\b)"
    rf"|(?:whenever|every ?time|each time) you {_DO}[^,]{{0,100}}, (?:then |please |always |also )?"
    rf"(?!(?:show|log|put|return|call|be|have)\b){_DO}"
    r"|(?:run|test|check|lint|format|build|update|ask|commit|push|verify|rebase|review|bump)\b.{0,80}"
    rf"\b(?:before|after) {_OFTEN}|(?:before|after) {_OFTEN},? (?:please |always )?{_DO}"
    r"|stop (?:adding|writing|creating|committing|pushing|asking|guessing|touching|apologi[sz]ing|explaining|mocking"
    r"|hard-?coding|summari[sz]ing|inventing|using(?! (?:the|this|that|it)\b))\b)"
    rf"|\b(?:must|shall|has to|have to) (?:always|never) (?!be able\b)(?:be|{_DO})|\balways (?:must|have to|has to) (?:be|{_DO})"
    rf"|\b(?:make|be) sure (?:that )?(?:you |to )?(?:always|never) {_DO}|\bunder no circumstances\b"
    rf"|\bit(?:'s| is) (?:very |really |absolutely )?(?:important|essential|crucial|critical) (?:that you|to) (?:always|never) {_DO}"
    rf"|^i (?:always|never) want (?:you )?to (?:see\b|{_DO})|\bi (?:don'?t|do not) want you to {_DO}{_UNLESS}"
    rf"|^we (?:always|never) {_DO}|^we (?:don'?t|do not|only) {_DO}.{{0,80}}\b(?:here|in (?:this|the|our) (?:repo|project|codebase|team))\W*$"
    rf"|{_START}(?:only )?(?!put\b|show\b){_DO}[^,;]{{0,120}}[,;] ?(?:and )?never \w+"
    rf"|{_START}(?:use|keep|write|answer|reply|run|ask|follow|commit|test)\b[^?]{{2,80}}[, ]always\W*$"
    rf"|{_START}(?:don'?t|do not) {_MAKE} (?:any |new |more |extra )*{_HABIT}\b(?!.*\b(?:this|that function|these|here|yet)\b)"
    rf"|{_START}(?:use|write|keep|prefer|follow|avoid|answer|reply) (?!the\b|this\b|it\b|that\b).{{1,60}} (?:in|for|on) (?:all|every|any) "
    rf"(?:our |my |new )?{_PLACE}\W*$"
    r"|\b(?:must|should) (?:always )?(?:remain|stay|be kept)\b.{0,160}[,;] ?(?:and )?never \w+"
    r"|\bmost important (?:\w+ ){0,2}?(?:you|we) (?:need to|must|should|have to) (?:use|follow|know|remember|keep)\b"
    r"|(?:^|[,;:] ?|\b(?:and|but|also|with|please|gradients?|emojis?) )no (?:emojis?|gradients?|em[- ]dash(?:es)?)\b(?!/| (?:found|left|yet|shown|there)\b)"
    rf"|(?:^|[,;:] ?|\b(?:repo|project|codebase|workspace) )(?:we|(?:this|the|our) (?:repo|project|codebase|workspace|monorepo)) (?:only |always |now )*uses? "
    rf"(?:only )?{_TOOL}(?: here)?,? (?:and )?(?:not|instead of|rather than|never) "
    rf"|\bi(?:'d| would)? (?:always |generally |usually |strongly |really )*prefer (?:{_TOOL} (?:over|to|instead of|rather than)"
    r"|(?:small|short|concise|brief|explicit|plain|descriptive)(?:er)? (?:commits?|prs?|pull requests?|functions?|answers?|names?|diffs?))\b"
    rf"|\bi(?:'d| would) rather (?:that )?you (?:never|always) {_DO}"
    rf"|^(?:all|every|each) (?:new )?(?:[\w-]+ ){{0,2}}?(?:{_MADE}) (?:{_MUST} {_BE}|(?:needs?|gets?) (?:an?|its|their)\b)|^(?:{_WRITTEN}) {_MUST} (?:always |never )?{_BE}"
    rf"|\b(?:you|we|agents?|claude) (?:should|need to|may|can) (?:always|never) {_DO}"
)

_KO_END = r"(?:해|해줘|줘|라|세요|십시오|할 것|하자|야 ?(?:해|한다|합니다|함|돼)|써|돌려|적어|물어봐|봐|지 ?마|지 ?말(?:고|아)?|말 것|금지)\W*$"
_KO_NOT = r".{0,120}(?:지 ?(?:마|말)|말 것|금지|말고|않도록|안 ?돼)"
_KOREAN_EXPLICIT = (
    r"앞으로(?:는|도)[ ,]|앞으로,? (?!할|어떻|해야|남은|진행|개선|무엇|뭐|이동|나아|가|옮|당|필요|추가할).{2,120}"
    + _KO_END
    + r"|이제부터(?:는|도)?[ ,](?!.{0,12}(?:시작|진행|들어가|본격)).{2,120}"
    + _KO_END
    + r"|규칙(?:으로|이야|이다|입니다)|명심"
)
_KOREAN_ORDER = (
    rf"절대(?:로)?(?! ?(?:경로|값|좌표|위치|주소|참조|url)){_KO_NOT}"
    r"|(?:항상|언제나|무조건|반드시) (?!같은).{0,80}(?:작성|답|응답|사용|실행|확인|테스트|커밋|푸시|물어|돌려|돌리|써|쓰|적어|말해|설명|유지|지켜|검증)"
    rf".{{0,12}}{_KO_END}"
    rf"|(?:prod|프로덕션|운영|상용|라이브|실서버|main(?! ?함수)|master).{{0,40}}지 ?(?:마|말)"
    rf"|(?:허락|승인|허가|확인|물어보지|묻지) ?(?:없이|않고|도 않고).{{1,80}}지 ?(?:마|말)"
    r"|(?:커밋(?: ?메시지)?|주석|문서|답변|코드)(?:에|에는|에서|에다) .{1,40}지 ?(?:마|말)"
    r"|.{4,80}(?:줘|세요),? ?(?:항상|언제나)\W*$|(?:항상|언제나|반드시|무조건) .{2,80}(?:돌려|적어|지켜|받아|거쳐)\W*$"
    rf"|{_TOOL}(?:은|는|을|를)? ?(?:말고|대신에?|쓰지 말고) {_TOOL}(?:을|를|으로|로)? ?(?:써|사용|쓰)"
)

_JAPANESE_EXPLICIT = r"今後(?:は|も|、|,)|これからは|以後は|ルールとして|ルールにして"
_JA_END = r"(?:ください|下さい|こと|しない|するな|禁止|ないで|して|使う|答え(?:て|る)?|書いて|書く|残して|確認して|聞いて)[。.!！]?$"
_JAPANESE_ORDER = (
    rf"(?:必ず|常に|絶対に|決して|いつも)(?!.*(?:ので|エラー|失敗|落ち|クラッシュ|問題|バグ|不具合|ように(?:直|修正|変更|調整)|(?:表示|配置|固定)(?:して|する))).{{0,120}}{_JA_END}"
    r"|.{2,40}は(?:禁止|厳禁)(?:です|とします|とする)?[。.!！]?$"
    r"|(?:勝手に|許可なく|無断で).{1,60}(?:ないで|するな|しないこと|禁止)"
    rf"|{_TOOL} ?(?:では|じゃ)なくて?、? ?{_TOOL} ?を ?(?:使|利用)"
)

_ZH_DO = (
    r"(?:使?用|修改|删除|提交|推送|部署|创建|新建|添加|运行|执行|写|回答|回复|触碰|碰|动|改|合并|直接|跳过|硬编码|泄露|上传|覆盖|在|对|把|先|保持"
    r"|遵循|检查|测试|询问|问|输出|生成)"
)
_CHINESE_EXPLICIT = (
    r"(?:^|[，,。;；:： ])(?:请)?以后(?:[，,]? ?[都请要不]|.{1,12}(?:都要|要先|都先|都得|必须|务必))|今后[，,]? ?[都请要不]|从现在(?:起|开始)[，, ]?(?:都|请|不|要|用|使用|所有)"
    r"|作为规则|(?:请)?记住[，,:：]? ?(?:不要|别|永远|始终|必须|以后|每次)"
)
_CHINESE_ORDER = (
    rf"(?:永远|始终|一律|务必|总是|必须始终)(?:都|要|不要|不能|不得|不|别|请)?{_ZH_DO}|(?:绝对?不[要能]|严禁|禁止|不得){_ZH_DO}"
    rf"|(?:不要|别|不得|请勿)再?{_ZH_DO}.{{1,80}}除非|(?:不要|别|请勿)再{_ZH_DO}.{{2,}}"
    rf"|(?:未经|没有)我?.{{0,6}}(?:允许|同意|许可|确认).{{0,12}}(?:不要|别|不得|禁止|请勿)"
    rf"|每次.{{1,12}}(?:前|后|时)[，, ]?(?:都|必须|要|请|务必|先){{1,3}}{_ZH_DO}"
    r"|(?:提交|推送|部署|合并|发布|上线)(?:代码)?之?[前后][，, ]?(?:都|必须|要|请|务必)"
    rf"|(?:不要|别|请勿)(?:随便|擅自|随意|私自|自动){_ZH_DO}"
    r"|所有(?:的)?(?:注释|提交|接口|测试|代码|函数|变量|回答|回复).{0,12}(?:必须|都要|一律|都用|要用)"
    rf"|(?:使用|用) ?{_TOOL}[，, ]*(?:不要|别|而不是)(?:使?用)? ?{_TOOL}"
)

_RU_START = r"(?:^|[,:;] ?)(?:пожалуйста,? )?"
_RUSSIAN = (
    r"\bвпредь\b|\bотныне\b|\bс этого момента\b",
    (
        rf"{_RU_START}(?:больше )?(?:всегда|никогда не) (?!очень|ошибк|проблем)\w+(?:й|йте|ь|ьте|и|ите|ать|ить)\b"
        rf"|{_RU_START}больше не \w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|^(?:все|каждый|каждую|любые) [\w ]{{3,40}} (?:пиши|писать|делай|называй|храни|оформляй|должны)\b"
        rf"|{_RU_START}перед кажд\w+ \w+,? (?:всегда )?\w+(?:й|йте|ь|ьте|и|ите)\b"
        rf"|{_RU_START}не \w+(?:й|йте|ь|ьте)\b.{{0,80}}\bбез (?:\w+ )?(?:разрешения|спроса|согласия|подтверждения)\b"
        rf"|{_RU_START}использу(?:й|йте) {_TOOL},? (?:а )?(?:не|вместо) "
    ),
)
_FR_START = r"(?:^|[,:;] ?)(?:s'il (?:te|vous) pla[iî]t,? )?(?:il faut )?"
_FRENCH = (
    r"\bdésormais,? (?!le\b|la\b|les\b|il\b|elle\b|ça\b|on\b|tout\b|l\x27)|\bdorénavant\b|\bà partir de maintenant\b|\b(?:garde\w*|vaut|valable|comme ça)\b.{0,40}\bpour tout (?:le|ce) projet\b",
    (
        rf"{_FR_START}(?:ne |n')(?:touche|pousse|supprime|modifie|utilise|ajoute|crée|commit\w*|efface|écris|déploie|change|fais|mets"
        r"|lance|merge|retire|enlève|invente|laisse)z? jamais\b"
        rf"|{_FR_START}(?:toujours|ne jamais) (?!entre\b|notre\b|votre\b|autre\b|être\b|pire\b|cher\b|premier\b|dernier\b|hier\b)\w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:cré(?:e|ez)|commencez?|prends|prenez|passez?|documentez?|signez?|répond(?:s|ez)|utilisez?|écri(?:s|vez)|parlez?|gardez?|commencez?|fais|faites|mets|mettez|lancez?|demandez?"
        r"|pose|posez|propose|proposez|explique|expliquez|nomme|nommez|vérifiez?|ajoutez?|testez?|exécutez?|rédigez?|suivez) toujours\b"
        rf"|{_FR_START}utilis(?:e|ez|er) {_TOOL},? (?:et )?(?:pas|plutôt que|au lieu de) "
        rf"|{_FR_START}(?:ne |n')\w+ .{{0,80}}\bsans (?:mon |ma |me |m'|nous )?(?:permission|accord|autorisation|demander|prévenir|consentement)\b"
        rf"|{_FR_START}on (?:ne |n')(?:utilise|pousse|committe|commite|déploie|modifie|touche|écrit|met|fait) jamais\b"
        rf"|{_FR_START}demandez?-(?:moi|nous) toujours\b|{_FR_START}il ne faut jamais \w+(?:er|ir|re)\b"
        rf"|{_FR_START}(?:tu (?:ne )?dois|vous (?:ne )?devez|on (?:ne )?doit) (?:toujours|jamais) (?!être\b)\w+(?:er|ir|re)\b"
    ),
)
_DE_START = r"(?:^|[,:;] ?)(?:bitte )?"
_GERMAN = (
    r"\bab (?:jetzt|sofort)\b(?! (?:geht|ist|kommt|läuft))|\bmerk dir,? dass\b",
    (
        rf"{_DE_START}(?:niemals|nie|immer) (?!noch\b|wieder\b).{{0,80}}\b(?:pushen|committen|mergen|deployen|verwenden|benutzen|nutzen"
        r"|schreiben|antworten|löschen|ändern|anfassen|ausführen|testen|fragen|prüfen|hinzufügen|erstellen|formatieren|überschreiben)\W*$"
        rf"|{_DE_START}(?:antworte|verwende|benutze|nutze|schreibe?|teste|frage?|prüfe|lösche|ändere|pushe|committe|deploye|mache?"
        r"|führe|füge|halte|lass|nimm|sprich|formatiere)(?: \w+)? (?:bitte )?(?:immer|nie|niemals)\b(?! noch)"
        rf"|{_DE_START}(?:nutze|verwende|benutze|nimm) {_TOOL},? (?:statt|anstatt|nicht|und nicht) "
    ),
)
_ES_START = r"(?:^|[,:;] ?)(?:por favor,? )?"
_ES_DO = r"(?:usa|utiliza|responde|escribe|ejecuta|pregunta|prueba|haz|pon|añade|agrega|contesta|mantén|revisa|verifica|habla|crea|comprueba)\b"
_SPANISH = (
    r"\bde ahora en adelante\b|\ba partir de ahora\b(?! (?:falla|da|hay|es|está|no funciona)\b)",
    (
        rf"{_ES_START}nunca (?:toques|uses|hagas|borres|subas|modifiques|cambies|escribas|elimines|despliegues|añadas|agregues|crees"
        r"|ejecutes|pongas|mezcles)\b"
        rf"|{_ES_START}(?:siempre|nunca) (?:\w+(?:ar|er|ir)\b|{_ES_DO})|{_ES_START}{_ES_DO} siempre\b"
        rf"|{_ES_START}(?:usa|utiliza) {_TOOL},? (?:y )?(?:no|en (?:vez|lugar) de) "
    ),
)


EXPLICIT = Ways(
    "|".join(
        (
            *(_ENGLISH_EXPLICIT, _FRENCH[0], _GERMAN[0], _SPANISH[0]),
            *(_KOREAN_EXPLICIT, _JAPANESE_EXPLICIT, _CHINESE_EXPLICIT, _RUSSIAN[0]),
        )
    ),
    _I,
)
"""The sentence says of itself that it lasts."""

ORDER = Ways(
    "|".join(
        (
            *(_ENGLISH_ORDER, _FRENCH[1], _GERMAN[1], _SPANISH[1]),
            *(_KOREAN_ORDER, _JAPANESE_ORDER, _CHINESE_ORDER, _RUSSIAN[1]),
        )
    ),
    _I,
)
"""An imperative that lasts by its own words."""

BARE = re.compile(
    r"(?:(?:and|ok|okay|please|pls)[, ]+)*(?:make|keep) (?:this|that|it) (?:as )?a (?:\w+ )?rule(?:,? please)?"
    r"|(?:이걸|이것을|이건|이거|이걸로)? ?규칙(?:으로|이야) ?(?:해|정해|삼아|저장해)?(?:줘|라|주세요)?"
    r"|これをルールにして(?:ください)?|(?:请)?(?:把)?这(?:个|条)?(?:作为|定为|当成|是)规则|сделай это правилом|fais-en une règle"
    r"|mach das zur regel|haz de esto una regla",
    _I,
)
"""What only says that the sentence before it lasts."""

DECISION = Ways(
    r"\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled) (?:to (?:use|adopt|drop|keep|switch|move|migrate|replace|stay|standardi[sz]e)\b|on [\w-]+)"
    r"|^(?:(?:yes|ok|okay|so|and|also|well)[, ]+)?(?:the |our )?[\w./-]+(?: \w+)? (?:is|are) (?:now )?(?:the|our|my) (?!best\b|plan\b|next\b|way\b)[\w /-]{2,40}? go(?:ing|ign) forward\b"
    r"|\b(?:the|our|my) new (?:main |overall )?goal is (?:to|that|now)\b"
    r"|(?:사용하|쓰|이전하|전환하|바꾸)기로 (?:했|결정|정했)|(?:使う|使用する|採用する|移行する)ことに(?:した|しました|決め)"
    r"|我们?(?:已经)?决定(?:使用|采用|改用|用|换成|迁移)|\bрешили (?:использовать|перейти|взять)\b"
    r"|\b(?:on a|nous avons) décidé (?:de |d')(?:utiliser|passer|garder)|\b(?:hemos decidido|decidimos) (?:usar|utilizar|migrar)\b"
    r"|\bwir haben (?:uns )?(?:entschieden|beschlossen)\b",
    _I,
)
"""A choice that was made, and stays made."""

NOTED = re.compile(
    r"(?:(?:please|pls|also|and|ok|okay)[, ]+)*(?:add|write|put|save|note|record|append|store|remember)\b[^:.]{0,30}?"
    r"(?:\b(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md|\b(?:your|the|project) memory|\b(?:project|your) rules)(?: file)?(?: ?[:：]| that\b)"
    r"|(?:CLAUDE|AGENTS|GEMINI)\.md ?(?:에|にも?|へ).{0,8}(?:추가|적어|기록|저장|넣어|追記|追加|書い|記録).{0,10}[:：]"
    r"|(?:请|把下面)?(?:写入|写到|写进|加到|添加到|加入|记录到|更新到|加进) ?(?:CLAUDE|AGENTS|GEMINI)\.md ?[:：]"
    r"|(?:добавь|запиши|внеси|ajoute|note|écris|schreib|füge|añade|agrega)(?:те|z)? (?:это |ça |das )?(?:в|dans|in|a|zu) (?:CLAUDE|AGENTS|GEMINI)\.md ?[:：]",
    _I,
)
"""What follows is to be written down where agents read it."""

REMEMBER = re.compile(
    r"(?:please )?(?:remember|memori[sz]e) (?:this|that)(?: please)?|(?:꼭 )?기억해 ?(?:줘|둬|주세요)?|覚えて(?:おいて)?(?:ください)?"
    r"|(?:请)?记住(?:了|这个|这一点)?|запомни(?:те)?(?: это)?|(?:retiens|retenez|souviens-toi)(?: (?:ça|bien|de ça))?|merk dir das|recuérdalo",
    _I,
)
"""What only says that the sentence before it is to be remembered."""

ABOUT_OTHERS = Ways(f"{BARE.pattern}|{REMEMBER.pattern}|{NOTED.pattern}", _I)
"""It may say something of the sentence before or after it."""

OPEN_CHOICE = Ways(
    r"方案|\b(?:keep|use|adopt|drop) (?:it|that|this|them)\b|\b(?:option|approach|plan|variant) (?:\d|[a-d]\b)|\bbut\b|\bif\b|\bmaybe\b|\bnot sure\b",
    _I,
)
"""The choice is of this talk alone, or still open."""

_THING = r"(?:server|db|database|staging|prod|production|api|port|host|repo|repository|domain|site|service|bucket|cluster|registry)\b"
FACT = Ways(
    rf"{_START}(?:remember|note|keep in mind) that (?:the |our |my )?(?:[\w-]+ ){{0,3}}?{_THING}.{{0,40}}?"
    r"\b(?:is|are|listens?|runs?|lives?|sits?) (?:\w+ )?(?:on|in|at|under|behind) (?:the )?(?:port )?\S*[\d./:]\S*\w"
    r"|[\w.:/-]*\d[\w.:/-]*(?:이야|야|입니다|이에요|예요|이다)[,. ]+(?:꼭 )?기억해"
    r"|\d\S{0,8}(?:です|だ)(?:。|、|と|ので)?覚えて|记住[，,:： ]?.{1,30}[在是](?:端口)? ?\S*\d"
    r"|запомни(?:те)?[,:]? .{3,60} (?:на|в|по) \S*(?: \S+)? ?\d|\b(?:retiens|retenez|note|notez|souviens-toi) que .{3,60} (?:sur|à|dans|au) .{0,12}\d",
    _I,
)
"""Where something is, which the person asks to keep."""

MISHAP = Ways(r"\b(?:bugs?|errors?|issues?|problems?|broken|fail\w*|down|line \d+)\b", _I)
"""What breaks is no fact to keep."""

PASSING = Ways(
    r"\b(?:yet|for now|right now|this time|just this once|today|tonight|at the moment|currently|until (?:i|we|you))\b"
    r"|\b(?:in this|for this) (?:task|pr|commit|change|step|session)\b"
    r"|\b(?:on|in|for) this (?:page|view|screen|component|function|button|modal|method|class|endpoint|one)\b"
    r"|[,;.] ?(?:so |please |and )*(?:fix|add|change|implement|correct|repair) (?:it|this|that)\b|\bsur cette (?:page|vue)\b|\bdans cette\b"
    r"|아직|지금은|이번(?:에|만|엔)|일단|우선|今回|とりあえず|まだ|今は|这次|暂时|先不|现在先|\bпока\b|на этот раз|pour l'instant|cette fois"
    r"|\bvorerst\b|\bdiesmal\b|\bpor ahora\b|\besta vez\b",
    _I,
)
"""It speaks of this task alone."""

COMPLAINT = Ways(
    r"\b(?:(?<!rather )(?<!that )you|it|this|that|they|he|she|i|we|there|which|who|what|code|app|site|page|build|test)(?:'ve|'s|'re)? (?:(?!must|should|shall|have|has|need|may|can)\w+ )?(?:always|never)\b"
    r"(?! (?:use|do|run|ask|push|commit|touch|deploy|write|answer|reply|keep|be|have|want)\b)"
    r"|(?<![,;] )\bnever (?:works?|worked|loads?|seen|ran|finishes|used|defined|read)\b|\bas always\b|\balmost (?:always|never)\b|\bwhy\b"
    r"|왜 |(?<!면 )안 ?돼$|(?:보이|되|나오|뜨)게 |에러가|오류가|なぜ|エラーに|为什么|报错|失败|崩溃|错误|40\d|почему|pourquoi|warum|por qué",
    _I,
)
"""It tells what is, or asks why, instead of saying what shall be."""

MACHINE = Ways(
    r"^\s*(?:you are (?:a|an|the|now)\b|your (?:task|role|job|goal) is\b|# |## |act as\b|\*\*(?:role|task|context)|<\w+>|role:)"
    r"|(?-i:\bMUST\b.*\bMUST\b|\bIMPORTANT:.*\bIMPORTANT:)|\$ARGUMENTS|\bsub-?agents?\b.*\breport back\b",
    re.DOTALL | _I,
)
"""A prompt that a program or another agent wrote."""

EVERYWHERE = Ways(
    r"\b(?:in|for) (?:all|every|any) (?:of my |my )?(?:project|repo|workspace|session|conversation)s?\b|모든 (?:프로젝트|저장소|대화)"
    r"|すべての(?:プロジェクト|会話)|所有(?:的)?项目|во всех проектах|dans tous (?:les|mes) projets",
    _I,
)
"""It is meant for all projects."""

QUOTED = re.compile('"[^"\n]{0,400}"|“[^”\n]{0,400}”|«[^»\n]{0,400}»')
"""Somebody else's words within a sentence."""

_MARK_WORDS = frozenset(
    {
        "never", "always", "ever", "rule", "project", "projects", "repo", "repos", "session", "sessions",
        "remember", "unless", "without", "touch", "not", "instead", "rather", "whenever", "every", "everytime",
        "each", "before", "stop", "decided", "agreed", "settled", "goal", "pas", "nie", "immer", "statt", "anstatt",
        "nicht", "nunca", "siempre", "no", "vez", "lugar", "не", "must", "should", "needs", "don", "future", "circumstances", "point", "moment", "all", "any", "все", "prefer", "important", "sans",
        "memorize", "memorise", "souviens", "recuérdalo", "regel", "regla", "règle", "правилом", "retiens", "retenez", "notez", "memory", "rules", *TONGUES,
    }
)  # fmt: skip
_MARK_PIECES = (
    "from now", "forward", "note that", "keep in mind", "maintenant", "pour tout", "jamais", "toujours", "au lieu",
    "ab jetzt", "ab sofort", "merk", "niemals", "entschieden", "beschlossen", "de ahora", "decidi", ".md",
)  # fmt: skip
_MARK_PHRASE = re.compile(
    r"\b(?:from now|go(?:ing|ign) forward|note that|keep in mind)\b|\bab (?:jetzt|sofort)|maintenant|pour tout|jamais"
    r"|toujours|au lieu|merk|niemals|entschieden|beschlossen|de ahora|decidi|(?:claude|agents|gemini)\.md"
)
# Every alternative begins with a letter of its own, so `re` looks for those letters alone.
_MARK_FOREIGN = re.compile(
    r"앞으로|이제부터|규칙|명심|기억|절대|항상|언제나|무조건|반드시|지 ?[마말]|말고|대신|기로|今後|これから|以後|ルール|必ず|常に|決して|いつも|勝手|許可|無断"
    r"|なく|絶対|ことに|覚え|以后|从现在|规则|记住|永远|始终|一律|务必|总是|不[要能得]|禁|别|勿|每次|而不是|决定|впредь|отныне|момента|всегда|никогда"
    r"|решили|вместо|перед|больше|кажд|любые|所有|提交|推送|部署|合并|发布|上线|커밋|주석|문서|답변|запомни|한국어|한글|영어|日本語|英語|中文|英文|英语|русском|английском|по-русски|français|español|português|désormais|dorénavant|plutôt|décidé"
)
_words = re.compile(r"\w+").findall


def marked(lower: str) -> bool:
    """Whether a word is in `lower` (lower case) without which no sentence is read any further; most messages have none."""
    if not _MARK_WORDS.isdisjoint(_words(lower)):
        return True
    for piece in _MARK_PIECES:  # a plain loop: this is asked of every line
        if piece in lower:
            if _MARK_PHRASE.search(lower):
                return True
            break
    return not lower.isascii() and _MARK_FOREIGN.search(lower) is not None


REJECTION = re.compile(
    r"(?:(?:no|nope|please|pls|just)[, ]+)*(?:use )?(npm|pnpm|yarn|bun|uv|poetry|pip|docker|podman|make|just)"
    r"(?:[, ]+(?:instead|please|pls|thanks|not \w+))*\s*[.!]?",
    _I,
)
"""The reason typed when a call was turned down, where it is but the name of a tool."""
