"""Is this name a secret's, and is this value one? The judgement behind the patterns of `secret_patterns`.

Names decide first: `DB_PASSWORD` is strong (any value counts), `key` is weak (only a random value counts), `token_type`
is nothing. Values then drop out when they stand for something else: a variable, a placeholder, a type, a call.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache


class Strength(IntEnum):
    """How much a name says about its value."""

    NONE = 0
    WEAK = 1  # a secret only if the value is random
    TOKEN = 2  # a secret unless the value is a plain word or a small number
    STRONG = 3  # a secret, whatever it looks like


_STRONG = {
    "password", "passwd", "passphrase", "passcode", "pwd", "pw", "pgpassword", "pgpass", "sshpass", "userpass", "mypwd",
    "dbpass", "dbpassword", "rootpassword", "userpassword", "newpassword", "oldpassword", "adminpassword", "passwordhash",
}  # fmt: skip
_TOKEN = {
    "token", "secret", "apikey", "authorization", "authtoken", "accesstoken", "refreshtoken", "idtoken", "secretkey", "privatekey", "accesskey",
    "apitoken", "apisecret", "clientsecret", "bearertoken", "credential", "credentials", "creds", "pat", "accountkey",
    "sharedaccesskey", "signingkey", "encryptionkey", "connectionstring", "otp", "webhooksecret", "sessiontoken", "secretaccesskey",
}  # fmt: skip
_WEAK = {"key", "auth", "pass", "cookie", "session", "sessionid", "sid", "sig", "signature", "jwt", "bearer", "cred", "pin", "licence", "license"}  # fmt: skip
_KEY_OF = {
    "api", "access", "secret", "private", "auth", "encryption", "encrypt", "signing", "sign", "master", "service", "account",
    "ssh", "license", "deploy", "admin", "jwt", "webhook", "subscription", "storage", "openai", "anthropic", "stripe", "role",
    "app", "application", "shared", "client", "hmac", "aes", "data", "root", "server", "host", "write", "ingest",
}  # fmt: skip
_NOT_KEY_OF = {"public", "primary", "foreign", "sort", "cache", "partition", "registry", "hot", "unique", "object", "s3", "row", "lookup", "group"}  # fmt: skip
_TAILS = {
    "file", "files", "path", "dir", "name", "names", "id", "ids", "url", "uri", "expired", "expiry", "expires", "expire", "expiration",
    "ttl", "type", "types", "length", "len", "count", "counts", "limit", "limits", "endpoint", "header", "headers", "env", "ref",
    "arn", "hint", "policy", "field", "fields", "min", "max", "changed", "reset", "stdin", "prompt", "label", "placeholder", "usage",
    "used", "size", "valid", "invalid", "required", "error", "errors", "status", "manager", "store", "provider", "service", "version",
    "age", "format", "prefix", "input", "output", "source", "algorithm", "alg", "location", "method", "strategy", "fingerprint",
    "budget", "index", "scope", "scopes", "duration", "timeout", "enabled", "disabled", "rotation", "bits", "total", "per", "left",
    "authentication", "authenticator", "confirmation", "handler", "helper", "page", "form", "view", "test", "tests", "spec",
}  # fmt: skip
_SPLIT = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_WORDS = {
    "string", "str", "number", "int", "integer", "boolean", "bool", "any", "bytes", "buffer", "text", "object", "char", "varchar",
    "none", "null", "nil", "true", "false", "undefined", "unknown", "void", "optional", "required", "missing", "invalid", "valid",
    "empty", "set", "unset", "not", "ok", "yes", "no", "wrong", "incorrect", "correct", "expired", "hashed", "hash", "encrypted", "stored",
    "here", "there", "too", "the", "a", "an", "in", "on", "at", "to", "for", "from", "of", "and", "or", "is", "it", "this", "that",
    "same", "different", "needed", "mandatory", "changed", "changing", "reset", "resetting", "updated", "generated", "provided", "present", "absent",
    "redacted", "hidden", "masked", "removed", "password", "passwd", "passphrase", "token", "secret", "key", "changeme", "change_me", "example",
    "placeholder", "todo", "tbd", "fixme", "value", "default", "auto", "prompt", "ask", "env", "file", "read", "write", "admin-only",
    "inherit", "public", "private", "bearer", "basic", "digest", "oauth", "oauth2", "jwt", "csrf", "session", "cookie", "refresh", "access",
    "visible", "shown", "saved", "kept", "sent", "used", "safe", "secure", "weak", "strong", "short", "long", "left", "blank", "validation",
    "obligatoire", "requis", "invalide", "incorrecte", "erforderlich", "falsch", "ungültig", "obligatorio", "obligatoria", "requerida", "incorrecta",
    "protected", "authentication", "login", "being", "now", "still", "only", "also", "already", "never", "always", "just", "visibly", "working",
    "mot de passe", "contraseña", "passwort", "kennwort", "senha", "пароль", "비밀번호", "パスワード", "密码", "密碼",
    "option", "options", "flag", "flags", "argument", "arguments", "parameter", "setting", "variable", "field",
}  # fmt: skip
_PLACEHOLDER = re.compile(
    r"""
      \*{2,}|\*$ | (?i:x{3,}|\.{3}|…|\?{3}|-+$|_+$|•) | [<{\[(]?\s*(?i:your|my|insert|enter|put|replace|some|dummy|fake|sample|example|redacted)[-_ a-zA-Z]*(?i:key|token|secret|pass(?:word|wd)?|here|value|id|redacted|pw)(?i:[-_ ]?(?:key|token|value|here|goes|id|string|text|please|redacted|in|the))*(?:_[a-z]+)*[>)}\].,;:"']*$
    | \$(?:[{(]|[A-Za-z_]\w*(?![\w!@\#%^*~])|[0-9@\#?*!$](?!\w)|$) | %[A-Za-z_]\w*% | %[sdvr](?![\w@!\#]) | <[^<>\n]{0,60}>? | \{\{? | \[(?i:redacted|masked|hidden|filtered|removed|secret|secure) | https?://(?![^\s/]*@) | (?:sk|hf|npm|gh[a-z]|glpat)[-_](?i:x{3,}|\.{3})
    | (?i:changeme|change[-_]me|redacted|placeholder|secrets?\.|env[.:(\[]|env$|vars?\.|inputs?\.|steps\.|process\.env|os\.(?:environ|getenv)|import\.meta|getenv|config\.|settings\.|op://|vault:|ssm:|arn:|file:|ref\+)
    | !(?:vault|secret|env|ref|sub)\b | (?:\.\.?|~)?/(?=[\w.]) (?=[\w./-]*$)[\w./-]*(?:/|\.(?:pem|key|txt|json|pub|env|ya?ml|crt|p12)) | ~/ | [A-Za-z]:\\ | @(?:[\w-]*/[\w./-]*|[\w-]+\.[A-Za-z]{2,4})$
    """,
    re.VERBOSE,
)
_CODE = re.compile(
    r"(?:await|new|return|typeof|lambda|f|r|b)?\s*[A-Za-z_$][\w$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$][\w$]*)*\(|"
    r"[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->|::|\?\.)[A-Za-z_$]+[0-9]?)+[;,)!?]*$|"
    r"(?:Optional|Union|List|Dict|Promise|Record|Array|Maybe|Option|Secret\w*|SecretStr|Annotated|Partial)[\[<]|"
    r"(?:[\w$]+(?:\.|::))*(?:(?:Big)?(?:Ui|I)nt\d{1,2}(?:Clamped)?|Float\d\d|Typed|Byte|Char)Array[;,)?]*$|"
    r"(?:[A-Za-z_]\w*(?:\.|::))+[A-Z]\w*(?:Key|Token|Secret|String|Bytes|Type|Config|Pair|Handle|Credential)s?[;,)?]*$|"
    r"\.[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[\d*\])*$|\[[\"'\]]|"
    r"[A-Za-z_][\w.]*\[|&|\(|=|!|\+\+?$|\|\|?$|[A-Z]\w+\?$"
)
_HEXISH = re.compile(
    r"(?:sha\d{1,3}[-:=]|md5:)|(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9A-F]{40})$|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$"
)
_DIGIT = re.compile(r"\d")
_SEGMENT = re.compile(r"[A-Za-z0-9]+")
_CLASS_CHANGE = re.compile(r"[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]|[A-Z](?=[a-z])")


@lru_cache(maxsize=2048)
def strength(name: str) -> Strength:
    """Judge a variable, field, header or option name, as written: `DB_PASSWORD`, `clientSecret`, `--api-key`."""
    parts = [part.lower() for part in _SPLIT.split(name) if part]
    while parts and parts[-1].isdigit():
        parts.pop()
    if not parts or parts[-1] in _TAILS or parts[0] in {"no", "max", "min", "num", "total", "is", "has"}:
        return Strength.NONE
    return _strength_of(name, parts)


def _strength_of(name: str, parts: list[str]) -> Strength:
    last, joined = parts[-1], "".join(parts[-2:])
    if last in _STRONG or joined in _STRONG or (last == "pass" and len(parts) > 1):
        return Strength.NONE if name in {"PWD", "OLDPWD", "pwd"} else Strength.STRONG
    if last in _TOKEN or joined in _TOKEN or "".join(parts[-3:]) in _TOKEN:
        return Strength.TOKEN
    if last == "key" and len(parts) > 1:
        return _key_strength(name, parts[-2])
    weak = last in _WEAK or parts[0] in {"secret", "token", "key"} or any(part in _STRONG for part in parts)
    return (
        Strength.WEAK if weak or last.endswith(("password", "passwd", "token", "secret", "apikey")) else Strength.NONE
    )


def _key_strength(name: str, of: str) -> Strength:
    if of in _NOT_KEY_OF:
        return Strength.NONE
    return Strength.TOKEN if of in _KEY_OF or name.isupper() else Strength.WEAK


def stands_for_another(value: str) -> bool:
    """Tell a placeholder, a variable, a path or a mask already made from a value that could be a secret."""
    bare = value.strip("\"'`\\ ")
    if not bare or _PLACEHOLDER.match(bare) is not None:
        return True
    return len(set(bare.lower())) == 1 or (bare.lower().rstrip(".,;:!?)") in _WORDS)


def is_code(value: str) -> bool:
    """Tell an expression, a call or a type from a literal."""
    return _CODE.match(value) is not None


def is_word(value: str) -> bool:
    """Tell a plain word or a small number, which no token is."""
    bare = value.rstrip(".,;:!?)")
    return (
        bare.isdecimal() and len(bare) < 7
        if bare[:1].isdecimal()
        else bare.replace("-", "").replace("_", "").isalpha() and len(bare) < 16
    )


def is_random(value: str, least: int = 16) -> bool:
    """Tell a generated value from words, versions, hashes of commits and digests."""
    if len(value) < least or _DIGIT.search(value) is None or _HEXISH.match(value) is not None:
        return False
    longest = max((m[0] for m in _SEGMENT.finditer(value)), key=len, default="")
    if longest != value and _HEXISH.match(longest) is not None:
        return False
    if len(longest) < 10 or longest.isdecimal():
        longest = value
    changes = len(_CLASS_CHANGE.findall(longest))
    return not longest.isdecimal() and any(c.isalpha() for c in longest) and changes * 8 >= len(longest)
