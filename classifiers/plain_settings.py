"""Lines of configuration that may be shown to anybody: told by what is known to be harmless, all others may be private.

A password need not look like one, and need not stand beside its name (`value: kitty`, an item of a list, the line after
`password: >`). So a line is plain only with a known key, and with a value of the kind that key has.
"""

from __future__ import annotations

import re

from classifiers.secret_judges import MASK

_LONGEST = 100
_GENERATED = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])\w{16,}")
"""A word that may be an id or a key."""
_LINE = re.compile(
    r"""(?:-\s+)?(?P<quote>["']?)(?P<key>[\w@~#$/*.-]{1,40})(?P=quote)\s*(?:[:=]\s*(?P<value>.*))?""", re.DOTALL
)
_BRACKETS = re.compile(r"[\[\]{}(),\s]*")
_OPENS = re.compile(r"(?:\{\}?|\[\]?)?")
_REFERENCE = re.compile(r"\$\{\{ ?(?:secrets|vars|env)\.[A-Z_]{1,40} ?\}\}")
"""A name of GitHub Actions that stands for a value, and holds none."""
_NAME = re.compile(r"[A-Z_]{1,40}")
_ALIAS = re.compile(r"[@~#][a-z-]{0,20}(?:/[a-z*-]{0,20})*")
_MAPPED = re.compile(r"(?:127\.0\.0\.1:|0\.0\.0\.0:)?\d{2,5}:\d{2,5}(?:/(?:tcp|udp))?")

_WORD = r"(?=[A-Za-z_-]{1,20}\Z)[A-Za-z]+(?:[-_][A-Za-z]+)*"
_VERSION = r"(?:[\^~<>=v]{0,2} ?\d{1,4}(?:\.\d{1,5}){0,3}(?:\.[x*])?(?:-(?:alpha|beta|rc)\.?\d{0,3})?|lts/\*|latest|stable|current|nightly)"
_NUMBER = r"(?:-?\d{1,5}(?:\.\d{1,3})?|true|false|yes|no|on|off|null)"
_PIECE = r"(?:@?[A-Za-z_.*~-]{1,20}|v\d{1,2})"
_PACKAGE = r"@?[a-z][a-z.-]{0,30}(?:/[a-z][a-z.-]{0,30})?"
_COMMAND = rf"(?:sudo )?(?:(?:apt-get|apt|brew|dnf|apk|pip|npm|pnpm|yarn|gem|cargo) (?:install|add|ci|update|i)(?: -y| -q| -g| --no-cache)*(?: {_PACKAGE}(?:@(?:latest|next|\d[\d.]{{0,8}}))?){{0,6}}|npm publish(?: --provenance| --access[ =]public)*|(?:make|just|(?:npm|pnpm|yarn|bun) run)(?: [a-z][a-z:-]{{0,20}})?|corepack enable)"  # fmt: skip
_IMAGE = r"(?:[a-z]+(?:[.-][a-z]+)*(?::\d{2,5})?/)?(?:[a-z][a-z\d_.-]{0,30}/){0,3}[a-z][a-z\d_.-]{0,30}(?::(?:v?\d[\d.]{0,10}(?:-[a-z]{1,12}[\d.]{0,5})?|[a-z]{1,12}))?"
_HOST = r"(?:[A-Za-z]{1,20}(?:[.-][A-Za-z]{1,20}){0,5}|127\.0\.0\.1|0\.0\.0\.0|::1?)"

_KINDS = [
    (
        _VERSION,
        "version node npm pnpm yarn bun python go ruby java rust php deno node-version python-version go-version java-version ruby-version php-version dotnet-version rust-version requires-python",
    ),
    (
        _NUMBER,
        "port timeout-minutes replicas targetport containerport hostport nodeport published fetch-depth retention-days provenance strict esmoduleinterop skiplibcheck allowjs resolvejsonmodule fail-fast continue-on-error parallel max-parallel",
    ),
    (
        r"(?:read|write|none|read-all|write-all)",
        "permissions id-token contents packages attestations actions pages deployments pull-requests issues checks statuses security-events",
    ),
    (
        rf"(?:{_WORD}|ES\d{{1,4}}|es\d{{1,4}}|node\d{{1,2}}|(?:ubuntu|macos|windows)-[\d.]{{2,5}}|react-jsx)",
        "runs-on type module moduleresolution target jsx cache restart platform pull_policy network_mode distribution",
    ),
    (
        rf"\.|(?=.*/)/?{_PIECE}(?:/{_PIECE})*/?",
        "paths baseurl extends include exclude base rootdir outdir dockerfile working-directory main types file",
    ),
    (_IMAGE, "image"),
    (rf"{_PACKAGE}(?:/[a-z-]{{1,20}})*@(?:v?\d[\d.]{{0,10}}|main|master)", "uses"),
    (rf"{_PACKAGE}@\d{{1,3}}(?:\.\d{{1,5}}){{0,2}}", "packagemanager"),
    (rf"https://{_HOST}(?:/[a-z-]{{1,20}}){{0,2}}/?", "registry-url registry"),
    (_HOST, "host hostname"),
    (rf"(?!.{{90}}){_COMMAND}(?: && {_COMMAND}){{0,3}}", "run"),
    (
        r"(?!)",
        "jobs steps with services on env engines scripts compileroptions ports publish build test lint deploy release",
    ),
]
"""What a value may be -> the keys, in small letters, that have such values. All may open a block or a list, too."""
VALUES = {key: re.compile(value) for value, keys in _KINDS for key in keys.split()}
_PATHS = VALUES["paths"]
_FROM = re.compile(rf"FROM {_IMAGE}(?: AS {_WORD})?", re.IGNORECASE)
_BUILDS = re.compile(r"(?:^|[/\\])(?:Docker|Container)file[\w.-]*\Z")
_ONLY_A_VERSION = re.compile(r"(?:^|[/\\])\.(?:nvmrc|node-version|python-version|ruby-version|go-version)\Z")


def plain(line: str, path: str = "") -> bool:
    """Whether a line of the configuration file at `path` holds nothing but a known setting with a value of its kind."""
    line = line.strip()
    if len(line) > _LONGEST or MASK in line or _GENERATED.search(line):
        return False
    if _ONLY_A_VERSION.search(path):
        return re.fullmatch(_VERSION, line) is not None
    if _BRACKETS.fullmatch(line) or (_BUILDS.search(path) and _FROM.fullmatch(line)):
        return True
    line = line.rstrip(",").rstrip()
    mapped = line.startswith("- ") and _MAPPED.fullmatch(_unquoted(line[2:].strip()))
    return bool(mapped) or _is_known(line)


def _is_known(line: str) -> bool:
    """Whether it sets a known key to a value of its kind."""
    found = _LINE.fullmatch(line)
    if found is None or found["value"] is None:
        return False
    key, value = found["key"], found["value"].strip()
    if _NAME.fullmatch(key) and _REFERENCE.fullmatch(value):
        return True
    known = _PATHS if _ALIAS.fullmatch(key) else VALUES.get(key.lower())
    return known is not None and (_OPENS.fullmatch(value) is not None or _all_are(known, value, key))


def _all_are(known: re.Pattern[str], value: str, key: str) -> bool:
    """Whether a value, or each of a list in one line, is of the kind."""
    inner = value[1:-1] if value.startswith("[") and value.endswith("]") else value
    each = [_unquoted(one.strip()) for one in (inner.split(",") if inner is not value else [inner])]
    return all(known.fullmatch(one) or (key == "ports" and _MAPPED.fullmatch(one)) for one in each)


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
