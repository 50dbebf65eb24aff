"""Whether a sentence may give away a password: it speaks of one as such and holds what may be its value.

The mask of `classifiers.secrets` reads shapes; people tell a password in free words ("log in with ada / kittycat"). What
is proposed is kept and shown for long, so one that may be among it costs more than a wish that is not heard.
"""

from __future__ import annotations

import re

from classifiers.literal_finder import LiteralFinder

_CALLED = (
    r"pass(?:word|wd|phrase|code|key)?s?|pwd?|pins?(?: code)?|mots? de passe|mdp|senhas?|passw(?:o|ö)rte?r?s?|kennw(?:o|ö)rte?r?s?|contraseñas?|contrasenas?"
    r"|парол[а-я]{1,3}|пин(?:-?код)?[а-я]{0,2}"
)
_NAMED = (
    rf"(?<!\w)(?:{_CALLED}|secrets?|tokens?|creds?|credentials?|logins?|log(?:ged|s|ging)? ?in|sign(?:ed|s|ing)? in|api[ -]?keys?|access keys?"
    r"|jetons?|identifiants?|connecte[rz]?|zugangsdaten|anmeldedaten|anmelde[nr]?|einloggen|credencia(?:le)?s|clave|token|логин[а-я]{0,2}|токен[а-я]{0,2}|секрет[а-я]{0,2})(?!\w)"
)
_CALLED_THERE = "비밀번호|비번|암호|패스워드|パスワード|パスフレーズ|パス(?=[はがを:：])|暗証番号|密码|密碼|口令"
_EASTERN = f"{_CALLED_THERE}|토큰|로그인|계정|暗証|トークン|ログイン|令牌|登录|登入"
_NO_VALUE = (
    r"(?i:\.?env\b|vault\b|git|bcrypt|argon|hash|https?\b|oauth|jwt|sha\d|google|api\b|aws\b|1password|bitwarden)"
)
_CREDENTIAL = re.compile(rf"{_NAMED}|{_EASTERN}", re.IGNORECASE)
_MARKS = LiteralFinder(
    (
        "pass", "pw", "pin", "mdp", "mot", "senha", "kennw", "contrase", "парол", "пин", "secret", "token", "cred", "log", "sign", "key",
        "jeton", "identifiant", "connecte", "zugang", "anmeld", "clave", "секрет", "токен", "логин", "비밀번호", "비번", "암호", "패스", "토큰", "계정",
        "로그인", "acc", "acess", "доступ", "вход", "user", "konto", "unlock", "ssh", "connect", "authenticate", "einloggen", "code", "접속", "サーバー", "账号", "用户", "パス", "暗証", "トークン", "ログイン", "密", "口令", "令牌", "登",
    )
)  # fmt: skip
"""One of them is in every word for a credential."""

_TOKEN = re.compile(r"(?<![\w/.@-])[A-Za-zÀ-ɏЀ-ӿ0-9!@#$%^&*_+=~:-]{5,}(?![/\w]|\.\w)")
_KNOWN = re.compile(
    r"oauth\d|auth0|base\d\d|sha-?\d+|md5sum|argon2\w*|scrypt\d*|ed25519|x25519|p256|[hrep]s\d{3}|aes-?\d+(?:-\w+)?|utf-?\d+|1password|web3|http2|ipv[46]|python3?\d*|sqlite3|latin1|rfc-?\d+"
    r"|iso-?\d+|tls-?\d|totp\d?|fido2|windows\d+|node\d+|[A-Z]{2,10}-\d+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|#\d+|v\d+|\d+(?:-\w+|[a-z]{1,4}|days?|hours?|minutes?|months?|chars?|bytes?)|[a-z]+-\d{1,2}",
    re.IGNORECASE,
)
"""What has digits among its letters and is a word all the same."""

_ENDS = r"""(?=["'”’»`]?\s*(?:$|[.,;:!?)]|[,.]?\s(?:and|et|und|y|e|и|with|for|on|port|use)\b))"""
_SAID = r"""["'“‘«`]?(?!(?:{})\b)[^\s,;"'“”‘’«»`()]{{3,}}"""
_TOLD = (
    "required|needed|mandatory|optional|secret|private|safe|secure|wrong|missing|invalid|expired|hashed|encrypted|stored|there|here|fine|set|gone|old|weak|unknown|empty|per|our|your|mine|ours"
    "|never|always|not|only|also|now|sacred|sensitive|forbidden|shared|tabu|verboten|geheim|pflicht|interdit|secretos?|sagrad[oa]s?"
)
_NOUNS = r"auth\w*|managers?|protect\w*|reset\w*|hash\w*|grants?|login|based|fields?|polic\w*|rules?|rate|forms?|files?|inputs?|checks?|store\w*|rotation|strength|validat\w*|column|table|prompt|is|are|must|should|in|on|for|to|and|or|"
_VALUE = re.compile(
    "|".join(
        (
            # it is X, also told of a place: "the password of the server is X"
            rf"{_NAMED}(?: [\w.-]+){{0,5}}?(?: (?:is|was|est|ist|lautet|es|é|sera|это)| ?[=—–→]|:(?= ))[ :]*{_SAID.format(_TOLD)}{_ENDS}",
            rf"{_NAMED} ?(?:=|:(?=\S)) ?{_SAID.format(_TOLD)}",
            rf"(?:[,;:]|\buse(?: the| this)?|\bthe) (?!pins?\b|pass\b)(?:{_CALLED}) {_SAID.format(_NOUNS + _TOLD)}(?=[,;.]|$| (?:for|on|in) (?:the |our )?(?:staging|test|dev|prod|demo|local))",
            rf"(?<!\w)(?:{_CALLED})(?: \S+){{0,3}}?\W{{1,3}}\d{{4,}}(?![\w.])",
            r"парол[а-я]{1,3}(?: (?:от|для|к|на|у) \S+)? [^\s,;.]{4,}(?=,)",
            # "use X as the password", "with password X", "with A / B"
            rf"(?:\bas|\bcomo|\bcomme|\bals|как|в качестве)(?: (?:the|our|my|a|la|le|o|a|el|das))?(?: [\w-]+){{0,2}}? (?:{_CALLED}|token|secret|login|api key)(?! (?:store|manager|vault|backend|provider|hash))(?!\w)",
            rf"\b(?:with|and|mit|und|avec|et|con|y|com|e|с|и)(?: the)? (?:{_CALLED}) {_SAID.format(_NOUNS + _TOLD)}{_ENDS}",
            rf"{_NAMED}.{{0,60}}?\b(?:with|as|mit|als|avec|comme|con|como|com|с|как) [\w.@-]+ ?[/:|] ?[^\s/]{{3,}}",
            rf"{_NAMED}.{{0,60}}?(?<![\w/])[\w.@-]{{2,}}:(?!\d{{1,5}}\b)[^\s/:]{{4,}}",
            # a quoted word
            rf"""{_NAMED}.{{0,60}}?["“«](?!{_NAMED})[^\s"”»]{{3,}}["”»]""",
            (
                rf"(?:{_CALLED_THERE})[^\n。!-~]{{0,8}}?(?:는|은|이|가|를|을|로|は|が|を|に|是|为|為|用|：|[:=]|(?<=[호번드号ド码]) )\s?(?!{_NO_VALUE})[!-+\-0-9:-~]{{4,}}"
                r"(?:이?야|이에요|예요|입니다|이고|고|이며|임|로|으로|で(?!管理|保)|です|だ(?!け)|に(?!保存|入れ|置|書)|[,，.。、]|\s*$)"
            ),
            rf"""(?:{_EASTERN}).{{0,20}}?["'「『“‘][^\s"'」』”’]{{3,}}["'」』”’]""",
            rf"用\s?[!-~]{{4,}}\s?(?:作为|当作?|做).{{0,8}}(?:密码|口令)|[!-~]{{4,}}\s?(?:を|를|을).{{0,12}}(?:{_EASTERN})(?:に|로|として|으로)",
        )
    ),
    re.IGNORECASE,
)


_MIXED = r"(?=[^\s/,;]*\d)(?=[^\s/,;]*[^\W\d_])[^\s/,;.]{5,}(?![\w/]|\.\w)"
_ACCESS = re.compile(
    "|".join(
        (
            # "the access is ada / kitty99", "ssh as ada with kitty99"
            r"(?:access|acc[eè]s|acceso|acesso|zugang|доступ|вход|\busers?\b|username|account|\bssh\b|konto|계정|접속|サーバー|ログイン|账号|用户)[^\n]{0,40}?(?<![A-Za-z0-9_/.])[A-Za-z][\w.@-]{1,30} ?/ ?"
            + _MIXED,
            r"\b(?:ssh|connect|unlock|authenticate|einloggen|anmelden)\b[^\n]{0,40}? (?:with|mit|avec|con|com|using) (?:\w+ (?:and|und|et|y|e) )?(?![a-z]+\d\b|ed25519|1password)"
            + _MIXED,
            r"\b(?:[2m]fa|otp|totp|security|access|verification|door|alarm|unlock|recovery)[ -]?codes?\b[^\n]{0,30}?\b\d{4,}(?![\w.])",
            r"""\bkeys? ["'`“](?=[^\s"'`”]*\d)(?=[^\s"'`”]*[^\W\d_])[^\s"'`”/]{6,}["'`”]""",
            rf"(?<!\w)(?:us[ae]|utili[sz]\w+|nutze?|verwende|benutze|используй\w*)(?: (?:the|this|la|le|a|o|el|das|ce|esta|essa))? (?:clave|{_CALLED}) (?!(?:{_NOUNS}{_TOLD}|del?|d[aou]s?|v[oa]\w|aus|from|of|que|für|para|pour|only|we|i|you|из|от|для)\b)[^\s,;.]{{4,}}",
        )
    ),
    re.IGNORECASE,
)
"""It tells how to get in, without the word for what opens."""


def gives_a_credential(said: str) -> bool:
    """Whether `said` names a credential and gives, or may give, its value; a wish about credentials alone does not."""
    if not _MARKS.places(said.lower()):
        return False
    if _CREDENTIAL.search(said) and (any(map(_thought_up, _TOKEN.findall(said))) or _VALUE.search(said)):
        return True
    return _ACCESS.search(said) is not None


def _thought_up(token: str) -> bool:
    """Whether letters and digits stand together as in no word."""
    token = token.strip("!:-=#*_")
    mixed = any(map(str.isdigit, token)) and any(map(str.isalpha, token))
    return len(token) > 4 and mixed and not _KNOWN.fullmatch(token)
