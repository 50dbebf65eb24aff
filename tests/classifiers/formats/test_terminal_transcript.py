import pytest

from classifiers.formats.terminal_transcript import FORMAT
from classifiers.vocabulary import Actor, Dialect
from tests.corpus.samples import lines_of


def runs(text):
    return FORMAT.read(lines_of(text.encode()), {}, final=True, path="notes.md").records


@pytest.mark.parametrize(
    ("line", "command", "cwd", "dialect"),
    [
        ("$ make test", "make test", "", Dialect.POSIX),
        ("ada@box:~/x$ make test", "make test", "~/x", Dialect.POSIX),
        ("(venv) ada@box:/srv/x$ make test", "make test", "/srv/x", Dialect.POSIX),
        ("[ada@box x]$ make test", "make test", "", Dialect.POSIX),
        ("root@c0ffee:/# make test", "make test", "/", Dialect.POSIX),
        ("ada@mac x % make test", "make test", "", Dialect.POSIX),
        ("❯ make test", "make test", "", Dialect.POSIX),
        ("➜  x git:(main) ✗ make test", "make test", "", Dialect.POSIX),
        ("PS C:\\src\\x> make test", "make test", "C:\\src\\x", Dialect.POWERSHELL),
        ("C:\\src\\x>make test", "make test", "C:\\src\\x", Dialect.CMD),
    ],
)
def test_prompts_are_told_from_what_was_typed(line, command, cwd, dialect):
    """Common prompts give the command, the shell's grammar, and the folder if the prompt shows all of it."""
    (run,) = runs(f"{line}\n3 passed\n")
    assert (run.command, run.cwd, run.dialect) == (command, cwd, dialect)
    assert (run.actor, run.exit, run.output.text, run.result.line) == (Actor.PERSON, None, "3 passed", 2)


@pytest.mark.parametrize(
    "text", ["costs $ 5", "# Heading", "> quoted", "100% done", "a $ b", "$", "ada@box:~$ ", "~ $5"]
)
def test_other_lines_are_no_prompts(text):
    """Headings, prices, quotes and empty prompts run nothing."""
    assert runs(text) == ()


def test_output_ends_at_the_fence_of_a_document():
    """Prose after a fenced block is not what the command printed."""
    assert runs("```\n$ make\nbuilt\n```\nBut 1 failed.")[0].output.text == "built"


def test_it_is_never_surer_than_a_format_that_knows_itself():
    """Any text may hold prompts, so two of them give the lowest score, and one gives none."""
    assert FORMAT.sniff(b"$ make\n$ make test\n", "README.md") == 2
    assert FORMAT.sniff(b"$ make\n", "README.md") == 0
