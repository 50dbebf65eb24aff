import pytest

from classifiers.commands import split
from classifiers.invocations import read
from classifiers.rulebook.packaged import packaged
from classifiers.targets import Subject, fill, key, normalized
from classifiers.vocabulary import Workspace

BLYCK = Workspace(identity="git:example.com/acme/blyck", name="Blyck", part="")


def subject(line: str, workspace: Workspace = BLYCK, **captures: str) -> Subject:
    simple = split(line, cwd="/src/blyck")[-1]
    call = read(simple, packaged().valued)
    return Subject(call, workspace, call.words, captures)


@pytest.mark.parametrize(
    ("line", "database"),
    [
        ("psql -h db.internal -U app -d shop", "postgres/db.internal/shop"),
        ("psql postgresql://app:***@db.internal:6543/shop", "postgres/db.internal:6543/shop"),
        ("PGHOST=db.internal PGDATABASE=shop psql -c 'select 1'", "postgres/db.internal/shop"),
        ("docker exec shop-db psql -U postgres", "postgres/shop-db/postgres"),
        ("ssh deploy@db-1 'psql -d shop'", "postgres/db-1/shop"),
        ("mysql -h 127.0.0.1 -P 3307 -u root shop", "mysql/localhost:3307/shop"),
        ("redis-cli -u redis://:***@cache.internal/2", "redis/cache.internal/2"),
        ("mongosh 'mongodb+srv://app:***@cluster.example/shop?retryWrites=true'", "mongodb/cluster.example/shop"),
        ("psql -h $HOST -d shop", None),
    ],
)
def test_a_database_is_engine_host_and_name(line: str, database: str | None) -> None:
    """URLs, flags, environment, containers and hosts give one form, without user and password."""
    assert fill("{db}", subject(line)) == database


@pytest.mark.parametrize(
    ("line", "host"),
    [
        ("ssh -i ~/.ssh/k -p 2222 Deploy@Web-1 uptime", "web-1"),
        ("scp a.tgz deploy@web-1:/srv/", "web-1"),
        ("scp web-1:/var/log/a .", "web-1"),
        ("rsync -az -e 'ssh -p 2222' dist/ deploy@web-1:/srv/", "web-1"),
        ("rsync -az dist/ /mnt/backup/", None),
        ("ssh $HOST uptime", None),
        ("ssh ssh://deploy@web-1:2222", "web-1"),
    ],
)
def test_a_host_loses_its_user_and_port(line: str, host: str | None) -> None:
    """The host of ssh, scp and rsync is the name alone; a host only the shell knows is unknown."""
    simple = split(line)[0]
    call = read(simple, packaged().valued)
    assert fill("{host}", Subject(call, BLYCK, call.words)) == host


@pytest.mark.parametrize(
    ("template", "line", "captures", "expected"),
    [
        ("publish:npm/{package}", "npm publish", {"package": "@Acme/UI"}, "publish:npm/@acme/ui"),
        ("auth:aws[/{--profile|$AWS_PROFILE}]", "AWS_PROFILE=prod aws sts get-caller-identity", {}, "auth:aws/prod"),
        ("auth:aws[/{--profile|$AWS_PROFILE}]", "aws sts get-caller-identity", {}, "auth:aws"),
        ("deploy:{project}", "pnpm --filter @acme/api deploy", {}, "deploy:blyck/api"),
        ("x:{2:image}", "docker push ghcr.io/acme/api:1.2@sha256:1", {}, "x:ghcr.io/acme/api"),
        ("x:{missing}", "ls", {}, None),
    ],
)
def test_a_key_is_filled_from_what_is_known(
    template: str, line: str, captures: dict[str, str], expected: str | None
) -> None:
    """Flags, environment, arguments, captures and the workspace fill a template; what is unknown leaves no key."""
    assert key((template,), subject(line, **captures)) == expected


def test_a_part_of_the_workspace_stands_after_its_name() -> None:
    """A monorepo's sub-project has a key of its own."""
    web = Workspace(identity="git:x", name="blyck", part="apps/web")
    assert key(("build:{project}",), subject("npm run build", web)) == "build:blyck/apps/web"


def test_a_key_has_one_form() -> None:
    """Lower case, NFC, no spaces, whatever was typed."""
    assert normalized("deploy:Cafe\u0301 Site/") == "deploy:café-site"
