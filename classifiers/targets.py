"""Key templates → keys: which account, host, database, package or project a command was about.

A template is text with fields in braces. `{a|b|'text'}` takes the first that is known; `[…]` is left out when a field
in it is unknown; `{x:filter}` runs a filter. Fields are flags (`{--profile}`), environment variables (`{$AWS_PROFILE}`),
arguments after the sub-command (`{1}`, the last is `{-1}`), captures of the proving output (`{package}`) and the computed
ones of `_COMPUTED`. A value that only the shell knows (`$X`, a glob) counts as unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

import msgspec

from classifiers.invocations import Invocation
from classifiers.vocabulary import Workspace

_FIELD = re.compile(r"\{([^{}]*)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_UNRESOLVED = re.compile(r"[$`*?<>{}]|\*\*\*")
_URL = re.compile(
    r"(?P<engine>[a-z][a-z0-9+]*)://(?:[^/@\s]*@)?(?P<host>[^/:?\s]*)(?::(?P<port>\d+))?(?:/(?P<name>[^?\s]*))?",
    re.IGNORECASE,
)
_REMOTE_PATH = re.compile(r"(?:[^@\s/:]+@)?(?P<host>\[[0-9a-fA-F:]+\]|[A-Za-z0-9][\w.-]+):(?!//|\\)")
_LOCAL = {"", "localhost", "127.0.0.1", "::1", "0.0.0.0"}  # noqa: S104 - compared with, never bound


class Subject(msgspec.Struct, frozen=True):
    """What a command was about: everything a template may ask for."""

    invocation: Invocation
    workspace: Workspace
    rest: tuple[str, ...] = ()  # the arguments after the sub-command
    captures: Mapping[str, str] = msgspec.field(default_factory=dict)


def fill(template: str, subject: Subject) -> str | None:
    """The template with its fields filled in; None when one outside `[…]` is unknown."""

    def optional(match: re.Match[str]) -> str:
        return _filled(match[1], subject) or ""

    return _filled(_OPTIONAL.sub(optional, template), subject)


def key(templates: tuple[str, ...], subject: Subject) -> str | None:
    """The key of the first template whose fields are all known, in the one form keys have."""
    for template in templates:
        text = fill(template, subject)
        if text:
            return normalized(text)
    return None


def normalized(text: str) -> str:
    """Lower case, NFC, no spaces, no empty segment."""
    text = re.sub(r"\s+", "-", unicodedata.normalize("NFC", text.strip()).lower())
    return re.sub(r"/{2,}", "/", text).rstrip("/")


def _filled(template: str, subject: Subject) -> str | None:
    missing = False

    def one(match: re.Match[str]) -> str:
        nonlocal missing
        value = _field(match[1], subject)
        missing = missing or not value
        return value

    text = _FIELD.sub(one, template)
    return None if missing else text


def _field(text: str, subject: Subject) -> str:
    names, _, filters = text.partition(":")
    for name in names.split("|"):
        value = name[1:-1] if name[:1] == "'" else _value(name, subject)
        if not value or (name[:1] != "'" and _UNRESOLVED.search(value)):
            continue
        for wanted in filter(None, filters.split(":")):
            value = _FILTERS[wanted](value)
        if value:
            return value
    return ""


def _value(name: str, subject: Subject) -> str:
    if name.startswith("-") and not name[1:].isdigit():
        return subject.invocation.flag(name)
    if name.startswith("$"):
        return subject.invocation.simple.env.get(name[1:], "")
    if re.fullmatch(r"-?\d+", name):
        place = int(name)
        index = place - 1 if place > 0 else place
        return subject.rest[index] if -len(subject.rest) <= index < len(subject.rest) else ""
    if name in _COMPUTED:
        return _COMPUTED[name](subject)
    return subject.captures.get(name, "")


# --- filters ----------------------------------------------------------------------------------------------------------


_NO_REGISTRY = re.compile(r"(?:oci|oci-archive|dir|docker-archive|docker-daemon|containers-storage):(?!//)")
"""How skopeo names what is no registry: a folder, an archive, the local daemon."""


def _image(name: str) -> str:
    """`<account>.dkr.ecr.<region>.amazonaws.com/shop/api:1.2` is `ecr/shop/api`: no tag, no account number."""
    if _NO_REGISTRY.match(name):
        return ""
    name = name.removeprefix("docker://").split("@", maxsplit=1)[0]
    head, _, leaf = name.rpartition("/")
    name = f"{head}/{leaf.split(':')[0]}".strip("/")
    name = re.sub(r"^[^/]*\.dkr\.ecr\.[^/]*/", "ecr/", name)
    return re.sub(r"^(?:index\.|registry-1\.)?docker\.io/(?:library/)?", "", name)


def _package(name: str) -> str:
    """`@scope/name@1.2.3` is `@scope/name`."""
    at = name.rfind("@")
    return name[:at] if at > 0 else name


def _distribution(name: str) -> str:
    """`dist/acme_tools-1.2.0-py3-none-any.whl` is `acme-tools`."""
    leaf = name.rsplit("/", 1)[-1]
    return re.split(r"-\d|\.\d+\.\d", leaf, maxsplit=1)[0].replace("_", "-")


def _leaf(path: str) -> str:
    return re.split(r"[/\\]", path.rstrip("/\\"))[-1]


def _stem(path: str) -> str:
    return _leaf(path).rsplit(".", 1)[0]


def _first(text: str) -> str:
    return text.removeprefix("s3://").removeprefix("gs://").split("/")[0]


def _bare_host(text: str) -> str:
    """`https://u@Git.Example.com:443/x` is `git.example.com`."""
    text = text.split("://", 1)[-1].split("/", maxsplit=1)[0]
    return re.sub(r":\d+\Z", "", text.rsplit("@", 1)[-1]).strip("[]").lower()


def _colons(text: str) -> str:
    return text.replace(":", "/")


_SUITE = re.compile(r"^tests?[:_-]|[:_-]tests?$")
_ENGINES = {
    "psql": "postgres", "pg_dump": "postgres", "pg_restore": "postgres", "pgcli": "postgres", "postgresql": "postgres",
    "mysql": "mysql", "mysqldump": "mysql", "mycli": "mysql", "mongosh": "mongodb", "mongodb+srv": "mongodb",
    "redis-cli": "redis", "rediss": "redis", "sqlcmd": "sqlserver", "clickhouse-client": "clickhouse", "cqlsh": "cassandra",
    "file": "sqlite", "mariadb": "mysql", "mysqlsh": "mysql", "clickhouse": "clickhouse", "cockroach": "cockroachdb", "sqlplus": "oracle",
    "cypher-shell": "neo4j", "bolt": "neo4j", "neo4j+s": "neo4j",
}  # fmt: skip
_FILTERS: Mapping[str, Callable[[str], str]] = {
    "image": _image,
    "package": _package,
    "dist": _distribution,
    "leaf": _leaf,
    "stem": _stem,
    "first": _first,
    "host": _bare_host,
    "path": _colons,
    "engine": lambda name: _ENGINES.get(name.lower(), name),
    "suite": lambda name: _SUITE.sub("", name.lower()) or name,
}


# --- computed fields --------------------------------------------------------------------------------------------------


def _project(subject: Subject) -> str:
    workspace = subject.workspace
    name = workspace.name
    part = subject.invocation.part or workspace.part.strip("/")
    return "/".join(filter(None, (name, part))) if part not in (".", name) else name


def _host(subject: Subject) -> str:
    """The other machine of ssh, scp, sftp and rsync, or the one a command ran on."""
    call = subject.invocation
    if call.program in {"scp", "rsync", "gcloud"}:
        for word in call.words:
            match = _REMOTE_PATH.match(word)
            if match and not re.match(r"[A-Za-z]:\\", word):
                return _bare_host(match["host"])
            if word.startswith("rsync://"):
                return _bare_host(word)
        return ""
    if call.program in {"ssh", "mosh", "sftp", "ssh-copy-id"} and call.words:
        word = call.words[0]
        return _bare_host(word.split(":")[0] if "://" not in word and word.count(":") == 1 else word)
    return _bare_host(call.simple.host)


def _elsewhere(subject: Subject) -> str:
    """The host of `ssh host '…'`, "" here."""
    return _bare_host(subject.invocation.simple.host)


def _container(subject: Subject) -> str:
    return subject.invocation.simple.container


_HOST_FLAGS = ("-h", "--host", "-S", "--url")
_NAME_FLAGS = {
    "mysql": ("-D", "--database"),
    "mysqlsh": ("-D", "--schema", "--database"),
    "psql": ("-d", "--dbname"),
    "redis-cli": ("-n",),
    "sqlcmd": ("-d",),
}
_HOST_ENV = ("PGHOST", "MYSQL_HOST", "REDIS_HOST")
_NAME_ENV = ("PGDATABASE", "MYSQL_DATABASE")
_URL_ENV = ("DATABASE_URL", "DIRECT_URL", "MONGO_URL", "MONGODB_URI", "REDIS_URL", "POSTGRES_URL")


def _database(subject: Subject) -> str:
    """`engine/host/database` of a database client's call, from its URL, flags, environment, container and host."""
    call = subject.invocation
    engine = _ENGINES.get(call.program, "")
    url = _database_url(call)
    if url:
        found = _ENGINES.get(url["engine"].lower(), url["engine"].lower())
        return _joined(engine or found, url["host"], url["port"] or "", url["name"] or "", subject)
    if not engine:
        return ""
    host = call.flag(*_HOST_FLAGS) or next(
        (call.simple.env[name] for name in _HOST_ENV if call.simple.env.get(name)), ""
    )
    given = [word for word in call.words if word[:1] != "-"]  # not `-p***`
    address = _address(call, host, given)
    if address:
        return _joined(engine, *address, subject)
    words = [word for word in given if not _UNRESOLVED.search(word)]
    if not host and len(words) < len(given) and _UNRESOLVED.search(given[0]):
        return _joined(engine, "", "", subject.workspace.name, subject).replace("/localhost/", "/", 1)
    name = call.flag(*_NAME_FLAGS.get(call.program, ("-d", "--database")))
    name = name or next((call.simple.env[name] for name in _NAME_ENV if call.simple.env.get(name)), "")
    if not name and words and call.program in {"psql", "mysql", "mysqldump", "pg_dump", "mongosh"}:
        name = words[0]
    if call.program == "cqlsh" and not host and words:
        host = words[0]
    if not name and call.program == "psql":
        name = call.flag("-U", "--username")
    if _UNRESOLVED.search(host) or _UNRESOLVED.search(name):
        return ""
    if call.program == "mongosh" and "/" in name:
        host, name = name.split("/", 1)
    port = call.flag("-p", "--port", "-P") if call.program != "mysql" else call.flag("-P", "--port")
    return _joined(engine, host, port, name, subject)


def _address(call: Invocation, host: str, given: list[str]) -> tuple[str, str, str] | None:
    """Host, port and database where a client takes them as one text of its own."""
    form = _ADDRESSES.get(call.program)
    found = form.search(" ".join([host, *given])) if form else None
    if found:
        return found["host"], found["port"] or "", call.flag("-d") or found["name"] or ""
    settings = dict(_CONNINFO.findall(given[0])) if given and _ENGINES[call.program] == "postgres" else {}
    return (settings.get("host", host), settings.get("port", ""), settings.get("dbname", "")) if settings else None


def _database_url(call: Invocation) -> re.Match[str] | None:
    env = call.simple.env
    texts = [
        *call.words,
        *(value for values in call.flags.values() for value in values),
        *(env.get(name, "") for name in _URL_ENV),
    ]
    for text in texts:
        match = _URL.match(text) if "://" in text else None
        if match and not match["engine"].lower().startswith(("http", "file")):
            return match
    return None


_ADDRESSES = {
    "sqlcmd": re.compile(r"^(?:tcp:)?(?P<host>[\w.-]+)(?:,(?P<port>\d+))?(?P<name>)(?= |\Z)"),
    "sqlplus": re.compile(r"@(?://)?(?P<host>[\w.-]+)(?::(?P<port>\d+))?/(?P<name>[\w.$#]+)"),
}
"""How clients name a server in their own way: `tcp:db,1433`, `user/password@//db:1521/shop`."""
_CONNINFO = re.compile(r"\b(host|port|dbname)=([\w.:/-]+)")
"""The settings of libpq's `host=db dbname=shop`."""
_NEW_CONTAINER = frozenset({"docker run", "docker container run", "podman run", "nerdctl run"})
"""Wrappers whose container was made for the command, so no server is in it."""
_PORTS = {
    "postgres": "5432", "mysql": "3306", "mongodb": "27017", "redis": "6379", "sqlserver": "1433", "clickhouse": "9000",
    "cockroachdb": "26257", "oracle": "1521", "neo4j": "7687", "cassandra": "9042",
}  # fmt: skip


def _joined(engine: str, host: str, port: str, name: str, subject: Subject) -> str:
    host = "localhost" if host.lower() in _LOCAL or host.startswith("/") else host.lower()
    if host == "localhost":
        simple = subject.invocation.simple
        container = "" if _NEW_CONTAINER.intersection(simple.via) else _leaf(simple.container)
        host = container or _elsewhere(subject) or host
    if port.isdigit() and port != _PORTS.get(engine):
        host = f"{host}:{port}"
    return "/".join(part for part in (engine, host, name) if part)


def _service(subject: Subject) -> str:
    """What part of a cloud or a server a command changes: `aws ec2 …` is ec2, `systemctl restart nginx` is nginx."""
    words = subject.invocation.words
    if subject.invocation.program in {"systemctl", "service"}:
        units = [word for word in words if word not in {"restart", "reload", "enable", "start", "stop"}]
        return units[0].removesuffix(".service") if units else ""
    if subject.invocation.program in {"aws", "gcloud", "az"}:
        return words[0] if words else ""
    return subject.invocation.program


def _file(subject: Subject) -> str:
    return next((word for word in subject.invocation.words if "." in word), "")


def _built(subject: Subject) -> str:
    """`shop/web` of `docker compose build web` in shop, where it is one service; a plain build's last word is its folder."""
    call = subject.invocation
    if call.words[:1] != ("compose",) or len(subject.rest) != 1 or "/" in subject.rest[0]:
        return ""
    return f"{call.flag('-p', '--project-name') or subject.workspace.name}/{subject.rest[0]}"


_DEPLOYED = {
    ("run", "deploy"): 2,
    ("functions", "deploy"): 2,
    ("run", "jobs", "deploy"): 3,
    ("run", "services", "update"): 3,
}
"""Where gcloud's calls name the service or function they put live."""


def _function(subject: Subject) -> str:
    """`api` of `gcloud run deploy api`."""
    words = subject.invocation.words
    return next((words[at] for head, at in _DEPLOYED.items() if words[: len(head)] == head and len(words) > at), "")


def _process(subject: Subject) -> str:
    """The one process `pm2 restart api` names: not `all`, a number or a file of many."""
    name = subject.rest[0] if subject.rest else ""
    return "" if name == "all" or name.isdigit() or re.search(r"\.(?:json|c?js|ya?ml)\Z", name) else name


def _pushed(subject: Subject) -> str:
    """The image of `--output type=image,name=acme/api,push=true`."""
    match = re.search(r"(?:^|,)name=([^,]+)", subject.invocation.flag("--output", "-o"))
    return match[1] if match else ""


_COMPUTED: Mapping[str, Callable[[Subject], str]] = {
    "project": _project,
    "name": lambda subject: subject.workspace.name,
    "host": _host,
    "elsewhere": _elsewhere,
    "container": _container,
    "db": _database,
    "script": lambda subject: subject.invocation.script,
    "tool": lambda subject: subject.invocation.program,
    "service": _service,
    "file": _file,
    "oci": _pushed,
    "built": _built,
    "process": _process,
    "function": _function,
}
