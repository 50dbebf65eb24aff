import pytest

from classifiers.commands import split
from classifiers.folders import enter


def places(line, cwd="/home/al/p"):
    return [
        (simple.argv[0], simple.cwd)
        for simple in split(line, cwd=cwd)
        if simple.argv[0] not in ("cd", "pushd", "popd", "[")
    ]


PLACES = [
    ("cd web && a", [("a", "/home/al/p/web")]),
    ("cd web; a", [("a", "/home/al/p/web")]),
    ("cd web\na\ncd ../api\nb", [("a", "/home/al/p/web"), ("b", "/home/al/p/api")]),
    ("(cd web && a); b", [("a", "/home/al/p/web"), ("b", "/home/al/p")]),
    ("{ cd web; a; }; b", [("a", "/home/al/p/web"), ("b", "/home/al/p/web")]),
    ("cd web | a; b", [("a", "/home/al/p"), ("b", "/home/al/p")]),
    ("cd web & a", [("a", "/home/al/p")]),
    ("X=$(cd web && a); b", [("a", "/home/al/p/web"), ("b", "/home/al/p")]),
    ("cd web || exit 1; a", [("exit", "/home/al/p/web"), ("a", "/home/al/p/web")]),
    ("cd web || cd api; a", [("a", "")]),
    ("mkdir x && cd x && a; b", [("mkdir", "/home/al/p"), ("a", "/home/al/p/x"), ("b", "/home/al/p/x")]),
    ("[ -d web ] && cd web && a; b", [("a", "/home/al/p/web"), ("b", "")]),
    ("if x; then cd web; a; fi; b", [("x", "/home/al/p"), ("a", "/home/al/p/web"), ("b", "")]),
    ("for i in 1 2; do (cd $i; a); done; b", [("a", ""), ("b", "/home/al/p")]),
    ("cd - && a", [("a", "")]),
    ("cd $DIR && a", [("a", "")]),
    ('cd "$HOME/x" && a', [("a", "/home/al/x")]),
    ("cd && a", [("a", "/home/al")]),
    ("cd ~/x && a", [("a", "/home/al/x")]),
    ("cd ~bob && a", [("a", "")]),
    ('cd "my folder" && a', [("a", "/home/al/p/my folder")]),
    ("cd -P web && a", [("a", "/home/al/p/web")]),
    ("pushd web && a && popd && b", [("a", "/home/al/p/web"), ("b", "")]),
    ("builtin cd web && a", [("a", "/home/al/p/web")]),
    ("eval 'cd web'; a", [("a", "/home/al/p/web")]),
    ("bash -c 'cd web && a'; b", [("a", "/home/al/p/web"), ("b", "/home/al/p")]),
    ("cd web && docker exec db a; b", [("a", ""), ("b", "/home/al/p/web")]),
    ("f() { cd web; }; f; a", [("f", ""), ("a", "")]),
    ("git -C api push", [("git", "/home/al/p/api")]),
    ("git -C api -C web push", [("git", "/home/al/p/api/web")]),
    ("git commit -C HEAD", [("git", "/home/al/p")]),
    ("make -C api all", [("make", "/home/al/p/api")]),
    ("make --directory=api", [("make", "/home/al/p/api")]),
    ("npm --prefix web run build", [("npm", "/home/al/p/web")]),
    ("npm run build --prefix ../x", [("npm", "/home/al/x")]),
    ("pnpm -C web build", [("pnpm", "/home/al/p/web")]),
    ("pnpm --dir web build", [("pnpm", "/home/al/p/web")]),
    ("yarn --cwd web build", [("yarn", "/home/al/p/web")]),
    ("cargo test --manifest-path core/Cargo.toml", [("cargo", "/home/al/p/core")]),
    ("go -C svc test ./...", [("go", "/home/al/p/svc")]),
    ("terraform -chdir=infra apply", [("terraform", "/home/al/p/infra")]),
    ("env -C web a", [("a", "/home/al/p/web")]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), PLACES, ids=[line for line, _ in PLACES])
def test_where_each_command_runs(line, expected):
    """A command's folder follows the `cd`s before it, within the shell they change, and is "" when it cannot be told."""
    assert places(line) == expected


@pytest.mark.parametrize(
    ("cwd", "target", "expected"),
    [
        ("/a/b", "../c", "/a/c"), ("/a", "/x//y/.", "/x/y"), ("", "x", ""), ("", "/x", "/x"), ("", "~/x", "~/x"), ("~/x", "..", "~"),
        ("~", "..", ""), ("/srv/x", "~/y", "~/y"), ("/root/x", "~", "/root"), ("/Users/al/x", "~/y", "/Users/al/y"),
        ("C:\\Users\\al\\p", "..\\q", "C:\\Users\\al\\q"), ("C:\\p", "D:/x", "D:\\x"), ("C:\\Users\\al\\p", "~", "C:\\Users\\al"),
        ("C:\\p", "web/api", "C:\\p\\web\\api"), ("/a", "*", ""), ("/a", "$X/b", ""), ("/a", "$PWD/b", "/a/b"), ("/a", "", ""),
    ],
)  # fmt: skip
def test_folders_are_joined_as_text(cwd, target, expected):
    """A target is joined and made normal as its system would; what only a shell knows gives no folder."""
    assert enter(cwd, target) == expected


def test_variables_in_front_and_exported_before():
    """A command knows its own assignments and the exports before it, but not those of another process."""
    found = split('export A=1 && B="2 x" cmd; (export C=3; inner); unset A; last')
    env = {simple.argv[0]: dict(simple.env) for simple in found}
    assert env["cmd"] == {"A": "1", "B": "2 x"}
    assert env["inner"] == {"A": "1", "C": "3"}
    assert env["last"] == {}


def test_variables_stay_on_this_side_of_ssh():
    """A remote command starts with neither the folder nor the variables of this side."""
    local, remote = split("A=1 ssh web run", cwd="/p")
    assert (local.cwd, dict(local.env), local.host) == ("/p", {"A": "1"}, "")
    assert (remote.cwd, dict(remote.env), remote.host) == ("", {}, "web")


def test_the_text_is_the_line_a_person_would_type():
    """A command's text keeps its wrappers, and an inner command's is the whole command that reaches it."""
    assert [simple.text for simple in split("cd x && sudo -u app npm test > f")] == ["cd x", "sudo -u app npm test"]
    assert {simple.text for simple in split("ssh web 'cd /srv && make'")} == {"ssh web 'cd /srv && make'"}
    assert [simple.text for simple in split("bash <<'E'\na\nb -x\nE")] == ["a", "b -x"]


def test_words_lose_their_quotes_and_keep_what_the_shell_knows():
    """Quotes and escapes are resolved; variables and substitutions stay as written."""
    (simple,) = [
        found for found in split("""x 'a b'"c"\\ d "e\\"$F" $'g\\th' "$(y "z")" {1,2} *.js""") if found.argv[0] == "x"
    ]
    assert simple.argv[1:] == ("a bc d", 'e"$F', "g\th", '$(y "z")', "{1,2}", "*.js")


def test_the_programs_a_command_is_piped_into():
    """The stages behind a command are named, nearest first, through the lines inside it too."""
    found = split("bash -c 'a | b' 2>&1 | grep -v x | /usr/bin/tail -5")
    assert {simple.argv[0]: simple.filter for simple in found} == {
        "a": ("b", "grep", "tail"), "b": ("grep", "tail"), "grep": ("tail",), "tail": (),
    }  # fmt: skip


def test_a_runner_that_starts_its_shell_with_errexit():
    """With `errexit` a passed script proves each of its lines."""
    assert [simple.visibility for simple in split("a\nb\nc", errexit=True)] == ["implied", "implied", "own"]
