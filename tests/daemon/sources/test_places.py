import json
import os
import subprocess

import pytest

from daemon.sources.places import Places


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def home(tmp_path):
    """A home folder."""
    folder = tmp_path.resolve() / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def clock():
    """A clock that stands still until it is told."""
    return Clock()


@pytest.fixture
def places(home, clock):
    """What is asked."""
    return Places(home, clock)


def repository(folder, remote=""):
    """Enough of a repository to be one."""
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    section = f'[remote "origin"]\n\turl = {remote}\n' if remote else ""
    (folder / ".git" / "config").write_text("[core]\n\tbare = false\n" + section)
    return folder


def test_clones_and_worktrees_share_an_identity(home, places):
    """Two clones over different transports and a real worktree of one of them are one workspace, with one name."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "init.defaultBranch=main"]
    first, second, tree = home / "a", home / "b", home / "elsewhere" / "feature"
    for folder, url in ((first, "git@github.com:Acme/Shop.git"), (second, "https://me:x@github.com/acme/shop")):
        subprocess.run([*git, "init", "-q", folder], check=True)
        subprocess.run([*git, "-C", folder, "remote", "add", "origin", url], check=True)
    subprocess.run([*git, "-C", first, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "-C", first, "worktree", "add", "-q", tree], check=True)
    found = [places(str(folder)) for folder in (first, second, tree)]
    assert {(each.identity, each.name) for each in found} == {("git:github.com/acme/shop", "shop")}
    assert [each.root for each in found] == [str(first), str(second), str(tree)]


def test_worktrees_without_a_remote_share_the_common_directory(home, places):
    """Without a remote the common directory is the identity, and the main folder gives the name."""
    main = repository(home / "Shop")
    inside = main / ".git" / "worktrees" / "wip"
    inside.mkdir(parents=True)
    (inside / "commondir").write_text("../..\n")
    (inside / "HEAD").write_text("ref: refs/heads/wip\n")
    tree = home / "wip"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {inside}\n")
    assert places(str(tree)).identity == places(str(main)).identity == f"git:{main}/.git"
    assert places(str(tree)).name == places(str(main)).name == "shop"


def test_a_submodule_is_its_own_repository(home, places):
    """A `.git` file without a common directory points at the repository itself."""
    main = repository(home / "app", "git@github.com:acme/app.git")
    module = main / ".git" / "modules" / "lib"
    module.mkdir(parents=True)
    (module / "HEAD").write_text("x\n")
    (module / "config").write_text('[remote "origin"] url = "git@github.com:acme/lib.git" ; comment\n')
    (main / "lib").mkdir()
    (main / "lib" / ".git").write_text("gitdir: ../.git/modules/lib\n")
    assert places(str(main / "lib")).identity == "git:github.com/acme/lib"


def test_a_clone_of_a_clone_on_this_disk_is_the_same_repository(home, places):
    """A remote that is a path is followed to the remote it has itself, or stands for both."""
    first = repository(home / "first", "git@github.com:acme/shop.git")
    second = repository(home / "second", str(first))
    lone = repository(home / "lone")
    copy = repository(home / "copy", f"file://{lone}")
    looped = repository(home / "looped", "../looped")
    assert places(str(second)).identity == "git:github.com/acme/shop"
    assert places(str(copy)).identity == places(str(lone)).identity
    assert places(str(looped)).identity == f"git:{looped}/.git"


def test_a_part_of_a_monorepo_is_kept_beside(home, places):
    """The nearest folder with a manifest is the part; the root's own manifest makes none."""
    root = repository(home / "mono", "https://github.com/acme/mono")
    (root / "package.json").write_text('{"name": "mono"}')
    (root / "packages" / "api" / "src").mkdir(parents=True)
    (root / "packages" / "api" / "go.mod").write_text("module example.test/api\n")
    assert places(str(root / "packages" / "api" / "src")).part == "packages/api"
    assert places(str(root / "packages")).part == ""
    assert places(str(root)).part == ""


@pytest.mark.parametrize(
    ("file", "text", "name"),
    [
        ("package.json", '\ufeff{"name": "@acme/Web Shop"}', "web-shop"),
        ("pyproject.toml", '[project]\nname = "shop"\n', "shop"),
        ("pyproject.toml", '[tool.poetry]\nname = "shop"\n', "shop"),
        ("Cargo.toml", '[package]\nname = "shop"\n', "shop"),
        ("go.mod", "// x\nmodule example.test/acme/shop/v2\n", "shop"),
        ("composer.json", '{"name": "acme/shop"}', "shop"),
        ("package.json", '{"name": 7}', "folder"),
        ("package.json", "[" * 9000, "folder"),
        ("pyproject.toml", "[broken", "folder"),
        ("Gemfile", "", "folder"),
    ],
)
def test_without_a_remote_the_manifest_gives_the_name(home, places, file, text, name):
    """A project is called what its manifest says; a manifest that says nothing leaves the folder's name."""
    folder = home / "Folder"
    (folder / "src").mkdir(parents=True)
    (folder / file).write_text(text, encoding="utf-8")
    found = places(str(folder / "src"))
    assert (found.name, found.identity, found.root) == (name, f"path:{folder}", str(folder))


def test_scripts_are_what_the_manifests_say(home, places):
    """npm, make and just scripts are read from the nearest files, recipes joined, and nothing is run."""
    root = repository(home / "shop")
    part = root / "web"
    part.mkdir()
    (part / "package.json").write_text(json.dumps({"scripts": {"build": "vite build", "odd": 1}}))
    (root / "Makefile").write_text(
        "V := 1\n.PHONY: all\nall: build test\nbuild: deps\n\t@npm ci \\\n\t  --quiet\n\n\t-npm run build\ntest lint:; pytest -q\n"
        "# no\ndeploy:: build\n\t./deploy.sh $(V)\n"
    )
    (root / "justfile").write_text(
        "set shell := ['sh']\nx := 'y'\nship target='prod': build\n    @./ship.sh {{target}}\n[private]\nb:\n\techo\n"
    )
    assert places(str(part)).scripts == {
        "npm run build": "vite build",
        "make build": "npm ci --quiet; npm run build",
        "make test": "pytest -q",
        "make lint": "pytest -q",
        "make deploy": "./deploy.sh $(V)",
        "just ship": "./ship.sh {{target}}",
        "just b": "echo",
    }


def test_scripts_are_bounded(home, places):
    """A manifest of any size gives at most a hundred scripts of five hundred characters."""
    folder = home / "big"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"scripts": {f"s{i}": "x" * 600 for i in range(300)}}))
    found = places(str(folder)).scripts
    assert (len(found), len(found["npm run s0"])) == (100, 500)


def test_folders_of_other_machines(home, places):
    """A folder that is not here is known by the remote it came with, or by its path."""
    assert places("/nowhere/dev/shop", "git@github.com:acme/shop.git").identity == "git:github.com/acme/shop"
    gone = places("/nowhere/dev/Shop/")
    assert (gone.identity, gone.name, gone.root) == ("path:/nowhere/dev/Shop", "shop", "")
    windows = places(r"C:\Users\me\dev\Shop")
    assert (windows.identity, windows.name) == (r"path:C:\Users\me\dev\Shop", "shop")
    tree = places("/nowhere/dev/shop/.claude/worktrees/wild-fox/src")
    assert (tree.identity, tree.name) == ("path:/nowhere/dev/shop", "shop")


def test_a_deleted_folder_of_a_repository_still_belongs_to_it(home, places):
    """A folder that is gone, in a repository that is here, is that repository's."""
    root = repository(home / "shop", "git@github.com:acme/shop.git")
    assert places(str(root / "dist" / "gone")).identity == "git:github.com/acme/shop"


def test_the_home_folder_is_nobodys_workspace(home, places):
    """Home and the top of the disk are not a project, even if dotfiles are kept in git."""
    repository(home, "git@github.com:me/dotfiles.git")
    (home / "package.json").write_text("{}")
    for cwd in (str(home), "/", "~"):
        assert places(cwd).identity == f"path:{home}"
    (home / "notes").mkdir()
    assert places("~/notes").identity == f"path:{home}/notes"
    assert places("", "git@github.com:acme/shop.git").identity == "git:github.com/acme/shop"


def test_nothing_a_record_names_raises(home, places):
    """Impossible paths, loops, pipes and folders without leave give an answer."""
    (home / "loop").symlink_to(home / "loop")
    (home / "pipe").mkdir()
    os.mkfifo(home / "pipe" / "package.json")
    os.mkfifo(home / "pipe" / ".git")
    for cwd in ("/nul\0byte", "/" + "x" * 5000, "/\ud800", str(home / "loop"), str(home / "pipe"), "\\\\", "C:\\"):
        assert places(cwd).identity.startswith("path:")


def test_answers_are_kept_for_a_while(home, clock, places):
    """The disk is asked again after half a minute, and what is kept is bounded."""
    folder = home / "shop"
    folder.mkdir()
    assert places(str(folder)).identity == f"path:{folder}"
    repository(folder, "git@github.com:acme/shop.git")
    assert places(str(folder)).identity == f"path:{folder}"
    clock.now = 31.0
    assert places(str(folder)).identity == "git:github.com/acme/shop"
    for number in range(3000):
        places("", f"git@github.com:acme/{number}")
    assert len(places._known) <= 2048


@pytest.mark.parametrize(
    "path",
    [
        "/srv/dev/shop.worktrees/fix-cart/web",
        "/srv/dev/shop__worktrees/fix-cart",
        "/srv/dev/shop-worktrees/fix-cart",
        "/srv/dev/shop/.worktrees/fix-cart",
        "/home/ada/.cursor/worktrees/shop/a1b2",
        r"D:\dev\shop.worktrees\fix-cart",
    ],
)
def test_a_worktree_that_is_gone_is_called_like_its_project(places, path):
    """The branch's folder is no project, whichever way a tool lays worktrees out."""
    assert places(path).name == "shop"


@pytest.mark.parametrize("path", ["/home/ada", "/Users/ada/", "/root", r"C:\Users\ada"])
def test_somebodys_home_folder_is_no_project(places, path):
    """What works in a home folder has no name to be remembered by."""
    assert places(path).name == ""


def test_ones_own_home_folder_is_no_project(home, places):
    """Nor does the person's own name one."""
    assert places(str(home)).name == ""


@pytest.mark.parametrize("cwd", ["", ".", "src", "./a/b"])
def test_a_record_that_does_not_say_where_belongs_to_no_workspace(home, places, cwd):
    """Neither to the person's home folder nor to wherever the daemon runs; a remote it names still counts."""
    found = places(cwd)
    assert (found.identity, found.name, found.root) == ("", "", "")
    assert places(cwd, "https://github.com/acme/shop.git").identity == "git:github.com/acme/shop"


@pytest.mark.parametrize("there", [False, True])
def test_whatever_a_folder_is_called_its_identity_is_one_inert_line(home, places, there):
    """A folder's name can hold line ends, colours and direction marks; a list must not be forged by it."""
    folder = home / "we ird\nid  rule:fake\x1b[31m\u202egnp"
    if there:
        folder.mkdir()
    found = places(str(folder))
    assert found.identity == f"path:{home}/we ird id  rule:fakegnp"
    assert found.name.isprintable()
    assert found.root == (str(folder) if there else "")
