from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon import settings
from daemon.config import ConfigError


def resolve(tmp_path: Path, **environ: str) -> settings.Settings:
    return settings.resolve({"SEORAP_HOME": str(tmp_path / "seorap"), **environ}, tmp_path, "sam")


def write(tmp_path: Path, text: str | bytes) -> None:
    folder = tmp_path / "seorap"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_bytes(text if isinstance(text, bytes) else text.encode())


def test_seorap_home_moves_every_file_under_one_directory(tmp_path):
    """With SEORAP_HOME set nothing lies outside it."""
    got = resolve(tmp_path)
    for path in (got.config_file, got.policy_file, got.database, got.spool, got.lock, got.logs):
        assert path.is_relative_to(tmp_path / "seorap")


def test_a_seorap_home_that_is_no_folder_is_said_to_be_so(tmp_path):
    """Nothing is said about config.toml, which has nothing to do with it."""
    (tmp_path / "seorap").write_text("")
    with pytest.raises(ConfigError, match=r"SEORAP_HOME is .*no folder"):
        resolve(tmp_path)


def test_a_seorap_home_of_nobody(tmp_path):
    """A `~user` that is nobody's is said to be so."""
    with pytest.raises(ConfigError, match="home of nobody"):
        settings.resolve({"SEORAP_HOME": "~nobody-of-that-name/x"}, tmp_path, "sam")


def test_the_formats_of_sources_are_those_there_are(tmp_path):
    """A known one is taken; with an unknown one the known are named."""
    write(tmp_path, "[[sources]]\npath = '/a'\nformat = 'junit'")
    assert resolve(tmp_path).config.sources[0].format == "junit"
    write(tmp_path, "[[sources]]\npath = '/a'\nformat = 'JUnit'")
    with pytest.raises(ConfigError) as caught:
        resolve(tmp_path)
    assert "junit" in caught.value.hint


def test_without_seorap_home_each_system_keeps_its_own_places(tmp_path):
    """Config and data go where the platform wants them, never both into one."""
    got = settings.resolve({}, tmp_path, "sam")
    assert got.config_file.name == "config.toml"
    assert got.database.name == "seorap.sqlite"
    assert got.user == "sam"


def test_other_programs_own_settings_move_their_sources(tmp_path):
    """CLAUDE_CONFIG_DIR and CODEX_HOME are honoured."""
    got = resolve(tmp_path, CLAUDE_CONFIG_DIR="/c", CODEX_HOME="/x", XDG_DATA_HOME="/d", ZDOTDIR="/z")
    where = got.environment
    assert (where.claude, where.codex, where.data, where.zdotdir) == (Path("/c"), Path("/x"), Path("/d"), Path("/z"))


def test_the_environment_names_the_database_before_the_file_does(tmp_path):
    """SEORAP_DATABASE_URL wins over config.toml."""
    write(tmp_path, 'database_url = "postgresql://file/db"')
    assert resolve(tmp_path).database_url == "postgresql://file/db"
    assert resolve(tmp_path, SEORAP_DATABASE_URL="postgresql://env/db").database_url == "postgresql://env/db"


def test_a_shell_that_belongs_to_an_agent_is_known_as_such(tmp_path):
    """Agents mark the shells they run commands in; a person's shell has no mark."""
    assert resolve(tmp_path, CLAUDECODE="1").agent == "claude-code"
    assert resolve(tmp_path).agent == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1", "unknown setting `colour`"),
        ("[follow]\nwatch = 'yes'", "follow.watch"),
        ("[notices]\nper_hour = 0", "notices.per_hour"),
        ('[notices]\nquiet = "22-8"', "quiet"),
        ('[notices]\nquiet = "25:00-08:00"', "quiet"),
        ('[notices]\nquiet = "08:00-08:00"', "quiet"),
        ("[[sources]]\npatterns = ['*']", "missing required field `path`"),
        ("[reflection]\nmodel = 'claude -p'", "a command as a list"),
        ("[reflection]\nmodel = []", "names no command"),
        ("[reflection]\nmodel = 'ftp://models.example'", "an http(s) URL"),
        ("[[sources]]\npath = '/a'\n[[sources]]\npath = '/b'\nformat = 'nope'", "`sources[1].format` (/b) is 'nope'"),
        ("[reflection]\nidle_minutes = inf", "reflection.idle_minutes"),
        ("[agents]\nreceipts_days = 99999999999999", "agents.receipts_days"),
        ("database_url = 'shop.sqlite'", "does not begin with postgresql://"),
        ('database_url = "postgresql://a\\u0000b"', "control character"),
        ('[recall.words]\n"a\\u001b[31m" = ["x"]', "control character"),
        ("[recall.words]\ndeplyo = ['ship it']", "'deplyo', which is no action; actions are auth, deploy"),
        ("[recall.words]\nDeploy = ['ship it']", "'Deploy', which is no action"),
        ("[[sources]]\npath = ''", "`path` is a whole path"),
        ("[[sources]]\npath = 'logs/ci'", "`path` is a whole path"),
        ("[[sources]]\npath = '~nobody-of-that-name/ci'", "`path` is a whole path"),
        ("[snapshot]\nfile = '/etc/MEMORY.md'", "within each workspace"),
        ("[snapshot]\nfile = 'docs/../../MEMORY.md'", "within each workspace"),
        ("[snapshot]\nfile = '.'", "within each workspace"),
        ("user = ", "not valid TOML"),
        (f"user = {'[' * 5000}", "not valid TOML"),
        (b"\xff\xfe", "could not be read"),
    ],
)
def test_a_config_that_cannot_be_used_names_the_field_at_fault(tmp_path, text, says):
    """Unknown keys and wrong types are refused in words a person can act on."""
    write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        resolve(tmp_path)
    assert says in caught.value.title
    assert caught.value.hint


@pytest.mark.parametrize(
    ("environ", "platform", "desktop"),
    [
        ({}, "linux", False),
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus"}, "linux", True),
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/user/1/bus", "SSH_CONNECTION": "a b c d"}, "linux", False),
        ({}, "darwin", True),
    ],
)
def test_without_a_desktop_nothing_is_tried(environ, platform, desktop):
    """No session bus, or a login over ssh: the inbox is the way."""
    assert settings.desktop(environ, platform) is desktop


@given(st.binary(max_size=200))
def test_no_config_file_crashes(tmp_path_factory, data):
    """Any bytes give settings or a ConfigError."""
    tmp_path = tmp_path_factory.mktemp("config")
    write(tmp_path, data)
    try:
        resolve(tmp_path)
    except ConfigError as trouble:
        assert trouble.title
