"""The shapes secrets come in: data for `secrets`.

Every pattern puts what stays in front of the secret in `keep`, the secret in `value` (or `quoted` / `escaped` where
quotes matter) and matches nothing behind it, so that quotes, separators and the rest of a command stay as they were.
Prefixes follow the providers' own token formats.
"""

from __future__ import annotations

import re

import regex

_FLAGS = regex.IGNORECASE | regex.VERBOSE
NAME_WORDS = (
    "pass", "pw", "secret", "token", "key", "auth", "cred", "mdp", "sig", "pat=", "jwt", "otp", "session", "connection",
    "mot de p", "contrase", "kennwort", "senha", "jeton",
)  # fmt: skip
"""The words that make a name a secret's, in lower case."""
NAME_END = re.compile(r"(?:mot de p)?[\wñ\-]{1,60}+", re.ASCII)

_VALUE = r"""
    (?: (?P<open>\$?(?P<q>["'`])) (?P<quoted>(?:\\.|(?!(?P=q))[^\\\n]){0,4000}+)
      | (?P<open2>(?P<q2>\\{1,7}["'])) (?P<escaped>(?:(?!(?P=q2))[^\n]){0,4000}+)
      | (?P<scheme>(?:basic|bearer|token|apikey|negotiate|sso-key|bot)[^\S\n]+)? (?P<value>(?:\\\S|[^\s"'`;&|<>\\]){1,600}+) )
    (?P<wrap>(?:\r?\n[ \t]{0,4}[A-Za-z0-9_\-+/=.]{8,}(?=[ \t]*(?:\r?\n|\Z|["'])))*+)
"""
# The next three are tried where a NAME ends.
ASSIGNED = re.compile(
    rf"""(?P<sep>(?:\\{{0,7}}["'`])?\]?\s{{0,2}}(?::\s?[\w\[\]|]{{1,20}}\s)?(?:=>|:=|===?|!==?|=|:[\-?+](?=[^\s{{}}]{{0,200}}\}})|:(?!:|\?[A-Za-z_]))[^\S\n]{{0,4}})(?!//){_VALUE}""",
    re.IGNORECASE | re.VERBOSE,
)
OPTION = re.compile(rf"(?:[^\S\n]|\\\n)+(?![-|&;<>]){_VALUE}", re.IGNORECASE | re.VERBOSE)
_AFTER = r"[\"'`«“「‘]?(?P<value>[!-~]{3,200})"
SPOKEN = re.compile(
    rf"""(?:[ ](?:for|of|to|on|at|pour|de|del|da|do|das|dos|du|des|para|für|von|vom|zum|zur|der)[ ][^\n:=.,;]{{1,40}}?)?
      (?:[ ](?:is|are|was|will[ ]be|should[ ]be|to|est|es|ist|é|lautet|sera)[ ]?:?|[ ]?(?::|=|-|–|—|→|->)[ ])[ ]*{_AFTER}""",
    re.IGNORECASE | re.VERBOSE,
)
PAIRED = re.compile(rf"[^\S\n]*[:=]?[^\S\n]*{_AFTER}")
PAIR_BEFORE = re.compile(
    r"""\b(?:user(?:name)?|login|account|id|benutzer|usuario|utilisateur)\b[^\S\n]*[:=]?[^\S\n]*[^\s,/]+[^\S\n]*[,/&]?[^\S\n]*(?:and[ ]|with[ ])?\Z""",
    re.IGNORECASE | re.VERBOSE,
)
XML = regex.compile(
    r"(?P<keep><(?P<name>[\w.:\-]*(?:pass|pwd|secret|token|key|auth|cred)[\w.\-]*)[^<>]{0,80}>)(?P<value>[^<>\n]{1,400})(?=</)",
    regex.IGNORECASE,
)

# The value ends with the quote that the header, or the value itself, began with.
SIGNED_HEADER = regex.compile(
    r"""(?P<keep>(?P<hq>\\*["'](?=[\w\-]+[ ]{0,3}:))?(?:proxy-)?authorization(?:\\*["'])?[ ]{0,3}:[ ]{0,3}(?P<vq>\\*["'])?(?:digest|aws4-hmac-sha256|oauth|hmac)[ ])
    (?P<value>(?(hq)(?:(?!(?P=hq))[^\n])+|(?(vq)(?:(?!(?P=vq))[^\n])+|[^\n]+)))""",
    _FLAGS,
)
COOKIE = regex.compile(
    r"""(?P<keep>(?<![\w-])(?:set-)?cookie2?(?:\\*["'])?[^\S\n]{0,3}:[^\S\n]{0,3}(?:\\*["'])?)(?P<value>(?=[^\s"'=]{1,80}=)[^"'\n\r]+)
    |(?P<keep2>(?:(?<=\s)-b|--cookie)(?:\s+|=)["']?)(?P<value2>(?=[\w.\-]{1,80}=)[^"'\n\r\s]+(?:;\s?[^"'\n\r\s]+)*)""",
    _FLAGS,
)
BEARER = regex.compile(r"(?P<keep>\bbearer[^\S\n]+)(?P<value>[A-Za-z0-9_\-.~+/=]{8,})", _FLAGS)

URL = regex.compile(
    r"""(?P<keep2>(?<=postgres|postgresql|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|\+srv|\+asyncpg|\+psycopg2?|\+pymysql)://(?:\$\{[^{}\s]{0,80}\}|\$(?!\{[^{}\s]{0,80}\})|[^\s/:@"'<>`$]){0,200}:)(?P<value2>[^\s"'<>`]{1,400})(?=@)
    |(?P<keep>://(?:\$\{[^{}\s]{0,80}\}|\$(?!\{[^{}\s]{0,80}\})|[^\s/:@"'<>`$]){0,200}:)(?P<value>[^\s/"'<>`]{1,400})(?=@)
    |(?P<keep3>://)(?P<value3>[A-Za-z0-9_\-]{20,})(?=(?::x-oauth-basic)?@)""",
    _FLAGS,
)
GO_DSN = regex.compile(
    r"""(?P<keep>(?<![\w/])\w[\w.\-]{0,60}:)(?P<value>[^\s:/"'<>`]{1,200})(?=@(?:tcp|unix)\()""", _FLAGS
)
QUERY = regex.compile(
    r"(?P<keep>[?&#;](?:code|key|sig|auth|hmac|ticket|sas|x-(?:amz|goog)-(?:signature|security-token|credential))=)(?P<value>[^&\s\"'#<>]{16,})",
    _FLAGS,
)
SIGNATURE = regex.compile(r"(?P<keep>[?&;]x-(?:amz|goog)-signature=)(?P<value>[^&\s\"'#<>]{16,})", _FLAGS)
WEBHOOK = regex.compile(
    r"(?P<keep>hooks\.slack\.com/(?:services|workflows|triggers)/|discord(?:app)?\.com/api/webhooks/\d+/|webhook\.office\.com/webhookb2/|chat\.googleapis\.com/v1/spaces/[^\s\"']{1,80}\?)(?P<value>[^\s\"'<>]{8,})",
    _FLAGS,
)

_ARG = r"""(?:\$?["'](?P<quoted>[^"'\n]+)|(?P<value>[^\s"'|;&<>]+))"""


def _short(tools: str, option: str) -> regex.Pattern[str]:
    # The words between never hold the tool again: a line that repeats it would be read over and over.
    called = rf"(?<![\w-])(?:{tools})(?:\.exe)?(?=[\s])"
    between = rf"""(?:"[^"\n]*"|'[^'\n]*'|\\[\s\S]|(?!{called})[^\n|;&"'\\]){{0,300}}?"""
    return regex.compile(rf"(?P<keep>{called}{between}(?<=[\s]){option}){_ARG}", regex.VERBOSE)


LAST_ARGUMENT = regex.compile(
    rf"(?P<keep>(?<![\w-])(?:vault\s+login\s+(?:-\S+\s+)*|rclone\s+obscure\s+|mysqladmin\s+(?:-\S+\s+)*password\s+|snyk\s+auth\s+)){_ARG}",
    _FLAGS,
)
# (lower-case triggers, pattern): one-letter options mean a password to some programs and a port or a path to others.
SHORT = (
    (("mysql", "mariadb", "mycli", "xtrabackup", "7z", "rar"), _short(r"mysql\w*|mariadb[\w-]*|mycli|xtrabackup|7z[ar]?|rar|unrar", r"-p(?![\s-])")),
    (("login",), _short(r"(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|cf|az)(?:\s+registry)?\s+(?:acr\s+)?login|helm\s+registry\s+login|oc\s+login", r"-p[\s=]*(?!-)")),
    (("mongo", "sshpass", "influx", "rabbitmqadmin", "clickhouse"), _short(r"mongo\w*|sshpass|influx|rabbitmqadmin|clickhouse-client", r"-p[\s=]*(?!-)")),
    (("redis-cli", "valkey-cli", "http", "xh"), _short(r"redis-cli|valkey-cli|https?|xh", r"(?:-a|--auth)\s+(?:[\w.@%-]+:(?=\S))?(?!-)")),
    (("curl", "wget", "aria2c"), _short(r"curl|wget|aria2c", r"(?:-\w*[uU]|--user|--proxy-user)[\s=]*[\"']?[^\s:\"']+:")),
    (("ldap", "bcp"), _short(r"ldap\w+|bcp", r"-w\s*(?![\s-])")),
    (("zip", "sqlcmd", "bcp", "osql"), _short(r"zip|unzip|sqlcmd|bcp|osql", r"-P\s*(?![\s-])")),
    (("smbclient", "rpcclient", "net use", "mount"), _short(r"smbclient|rpcclient|net(?=\s+use)|mount", r"(?:-U\s*[\"']?[\w\\.-]+%|/user:\S+[ ]+(?!/))")),
    (("net use",), _short(r"net(?=\s+use)", r"\\\\\S+[ ]+(?=[^\s/]\S*\s+/user:)")),
    (("openssl", "keytool"), _short(r"openssl|keytool", r"(?:-pass(?:in|out)?\s+[\"']?pass:|-k\s+|-(?:store|key|src|dest)\w*pass\s+)")),
    (("htpasswd",), _short(r"htpasswd", r"-\w*b\w*\s+(?:-\w+\s+)*(?:\S+\s+){1,2}(?=\S+\s*(?:\Z|[|;&>\n)]))")),
    (("alias set",), _short(r"mc\s+alias\s+set", r"\S+\s+https?://\S+\s+\S+\s+")),
    (("secret set",), _short(r"gh\s+secret\s+set", r"(?:-b|--body)[\s=]+")),
    (("freerdp", "rdesktop"), _short(r"[xw]freerdp\d?|rdesktop", r"(?:/p:|-p\s+)")),
)  # fmt: skip
LITERAL = regex.compile(r"(?P<keep>--from-literal[=\s]+[\"']?[\w.\-]+=)[\"']?(?P<value>[^\s\"'|;&]+)", _FLAGS)
STDIN = regex.compile(
    r"""(?P<keep>\b(?:echo|printf)\s+(?:-[neE]+\s+)*(?:["']%s(?:\\n)?["']\s+)?)(?:["'](?P<quoted>[^"'\n]+)["']|(?P<value>[^\s"'|;&<>]+))
    (?=\s*\|\s*(?:\\\n\s*)?[^|\n]{0,120}?(?:sudo\s[^|\n]{0,40}?-\w*S|--\w*pass\w*-stdin|--with-token|--stdin|chpasswd|\bpasswd\b|\bpass(?:in)?\s+stdin|secrets?\s+(?:put|set|create)|env\s+add|login\b))
    |(?P<keep2>(?:--password-stdin|--with-token|sudo\s+-S|passwd\s+--stdin\s+\w+|secrets?\s+(?:put|set)\s+\S+)[^|\n]{0,80}?<<<\s*["']?)(?P<value2>[^\s"']+)""",
    _FLAGS,
)
SQL = regex.compile(
    r"""(?P<keep>\b(?<!revision\s)(?:identified\s+(?:with\s+\S+\s+)?by|(?:encrypted\s+)?password|set\s+password\b[^=\n]{0,60}=)\s+(?:password\()?(?P<q>\\*["']))(?P<value>(?:(?!(?P=q))[^\n]){1,200})(?=(?P=q))""",
    _FLAGS,
)
NETRC = regex.compile(r"(?P<keep>\blogin\s+\S{1,100}\s+password\s+)(?P<value>\S+)", _FLAGS)
PGPASS = regex.compile(
    r"(?P<keep>(?:^|[\"'\s])[^:\s\"']{1,200}:(?:5432|\*|6432):[^:\s]{1,100}:[^:\s]{1,100}:)(?P<value>[^\s\"']+)",
    _FLAGS | regex.MULTILINE,
)
SECURE_STRING = regex.compile(r"(?P<keep>ConvertTo-SecureString\s+(?:-String\s+)?[\"'])(?P<value>[^\"'\n]+)", _FLAGS)

KEY_BLOCK = regex.compile(
    r"""(?P<keep>-----BEGIN[ ][A-Z0-9 ]{0,40}PRIVATE[ ]KEY(?:[ ]BLOCK)?-----)
    (?P<value>(?:(?!-----BEGIN)[\s\S]){1,40000}?(?=-----END[ ][A-Z0-9 ]{0,40}PRIVATE[ ]KEY)
       |(?:(?:\s|\\[rn\\]|["'+]){0,20}+(?:Proc-Type:[^\n]*|DEK-Info:[^\n]*|Version:[^\n]*|Comment:[^\n]*|[A-Za-z0-9+/=]{8,}))+)
    |(?P<value2>(?:[A-Za-z0-9+/=]{16,}(?:\s|\\[rn])+){1,400}+)(?=-----END[ ][A-Z0-9 ]{0,40}PRIVATE[ ]KEY)""",
    regex.VERBOSE,
)

# What stands directly in front of a provider's generated token. They end in one of `_-.`, where the search begins.
PREFIXES = (
    *(f"gh{c}_" for c in "pousr"), "github_pat_", *(f"gl{c}-" for c in ("pat", "ptt", "dt", "rt", "soat", "cbt", "imt", "agent", "ft", "oas")),
    "npm_", "pypi-", "ya29.", *(f"xox{c}-" for c in "abeoprs"), "xapp-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_",
    "sk-", "sk-proj-", "sk-ant-", "sk-or-", "sk-svcacct-", "sk-admin-", "sk-lf-", *(f"shp{c}_" for c in ("at", "ca", "pa", "ss", "tka")),
    *(f"do{c}_v1_" for c in "opr"), *(f"hv{c}." for c in "sbr"), "s.", "sbp_", "sb_secret_", *(f"nf{c}_" for c in "pcoub"), "fo1_", "fm1r_", "fm1a_", "fm2_",
    "lin_api_", "lin_oauth_", "GOCSPX-", "dckr_pat_", "dckr_oat_", "sntrys_", "sntryu_", "pscale_tkn_", "pscale_pw_", "pscale_oauth_", "figd_",
    "PMAK-", "glc_", "glsa_", "CCIPAT_", "rubygems_", "xkeysib-", "nvapi-", "lsv2_pt_", "lsv2_st_", "bkua_", "pnu_", "ntn_", "secret_", "hf_", "SG.",
    *(f"dp.{c}." for c in ("pt", "st", "ct", "sa", "scim", "audit")), "rnd_", "pul-", "key-", "gsk_", "xai-", "pplx-", "r8_", "tvly-", "phx_", "phs_",
    "re_", "sq0atp-", "sq0csp-", "NRAK-", "tfp_", "rpa_", "v1.0-", "duffel_live_", "duffel_test_", "cfut_", "cfat_", "cfk_", "ops_", "tskey-auth-",
    "tskey-api-", "tskey-client-", *(f"vc{c}_" for c in "pakri"), "AGE-SECRET-KEY-", "apify_api_", "esecret_", "pat-na1-", "sl.", "u-s4t2ud-", "s-s4t2ud-",
    ".atlasv1.", "PMAT-", "HRKU-", "shippo_live_", "dt0c01.",
)  # fmt: skip
BODY = regex.compile(
    r"""(?P<body>[A-Za-z0-9_\-]{0,500}(?:[.~+/=][A-Za-z0-9_\-]{1,500}+){0,20}+=*)(?P<wrap>(?:\r?\n[ \t]{0,4}[A-Za-z0-9_\-+/=.]{4,}(?=[ \t]*(?:\r?\n|\Z|["'\x1b])))*+)""",
    regex.VERBOSE,
)
PREFIX_TAILS = frozenset(prefix[-3:] for prefix in PREFIXES if len(prefix) > 2) | {
    f"{before}s." for before in " \t\n=:,;|>([{\"'`m"
}
"""The last three characters of each prefix: what is looked up first."""
A_TOKEN = regex.compile(
    r"""(?P<value>A(?:(?:KIA|SIA)(?=[A-Z]*[0-9])[A-Z0-9]{12,}|Iza(?:[A-Za-z0-9_\-]{30,}|[A-Za-z0-9_\-]{0,34}\r?\n[ \t]{0,4}[A-Za-z0-9_\-]{6,})
    |T[AC]TT3x[A-Za-z0-9_\-=\n]{20,}|KCp[A-Za-z0-9]{20,}))""",
    regex.VERBOSE,
)
_EDGE = r"(?:(?<![\w/])|(?<=\x1b\[[\d;]{1,8}m))"  # a colour code may stand in front
TWILIO = regex.compile(rf"(?P<value>{_EDGE}SK[0-9a-f]{{32}}(?![A-Za-z0-9]))")
AIRTABLE = regex.compile(rf"(?P<value>{_EDGE}pat[A-Za-z0-9]{{14}}\.[0-9a-f]{{64}})")
DATABRICKS = regex.compile(rf"(?P<value>{_EDGE}dapi[0-9a-f]{{32}}(?:-\d)?)")
GOOGLE_REFRESH = regex.compile(rf"(?P<value>{_EDGE}1//0[A-Za-z0-9_\-]{{40,}})")
AWS_PAIR = regex.compile(
    r"(?P<keep>(?:AKIA|ASIA)[A-Z0-9]{16}[\s,;:\"'|/=\w]{1,40}?(?<![A-Za-z0-9/+=]))(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
)
JWT = regex.compile(
    r"""(?P<value>eyJ[A-Za-z0-9_\-]{5,}(?:\.[A-Za-z0-9_\-]*){0,5}(?:\r?\n[ \t]{0,4}[A-Za-z0-9_\-.=]{4,}(?=[ \t]*(?:\r?\n|\Z|["'])))*+)""",
    regex.VERBOSE,
)
TELEGRAM = regex.compile(r"(?P<keep>(?<=\d{8}):)(?P<value>AA[A-Za-z0-9_\-]{30,})")
DISCORD = regex.compile(
    r"(?P<keep>(?<=(?<![\w.\-])[MNO][A-Za-z0-9_\-]{22,27})\.)(?P<value>[A-Za-z0-9_\-]{6}\.[A-Za-z0-9_\-]{27,})"
)
AZURE_SECRET = regex.compile(r"(?P<value>[78]Q~[\w~.\-]{31,34})")

SPOKEN_WORD = regex.compile(
    rf"""(?P<keep>(?:비밀번호|비번|암호|패스워드|토큰|시크릿|인증키|パスワード|パスフレーズ|暗証番号|トークン|シークレット|密码|密碼|口令|令牌|密钥|парол[ьяеюи]м?|токен\w?|секрет\w?|contraseña|[бв]ключ\w?)
      [^\S\n]*(?:[가-힣ぁ-ん一-鿿а-яё]{{1,12}}[^\S\n]){{0,3}}?(?:는|은|가|이|를|을|로|は|が|を|に|是|为|為|改为|设为|设置为|—|–|-|это|es|est|is)?[^\S\n]*[:：=]?[^\S\n]*){_AFTER}""",
    _FLAGS,
)
SPOKEN_TRIGGERS = (
    "비밀번호", "비번", "암호", "패스워드", "토큰", "시크릿", "인증키", "パスワード", "パスフレーズ", "暗証番号", "トークン", "シークレット",
    "密码", "密碼", "口令", "令牌", "密钥", "парол", "токен", "секрет", "contraseña",
)  # fmt: skip
