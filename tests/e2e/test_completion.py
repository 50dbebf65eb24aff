"""Completion, in the three shells themselves."""

from __future__ import annotations

import subprocess
import sys

import pytest

TAB = {
    "bash": 'eval "$(seorap completion bash)"; COMP_WORDS=(seorap {word}); COMP_CWORD=1; {function} seorap {word} seorap;'
    ' printf "%s\\n" "${{COMPREPLY[@]}}"',
    "fish": 'seorap completion fish | source; complete -C "seorap {word}"',
}


@pytest.fixture
def on_path(home) -> dict[str, str]:
    """`seorap` as a command, as an installed one is."""
    folder = home.root / "bin"
    folder.mkdir()
    command = folder / "seorap"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m daemon.cli "$@"\n')
    command.chmod(0o755)
    return {**home.environ, "PATH": f"{folder}:{home.environ['PATH']}"}


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_completes(home, on_path, shell, needed):
    """`seorap me<TAB>` gives memory, in each shell."""
    (found,) = needed(shell, path=on_path["PATH"])
    if shell == "zsh":
        assert "memory" in zsh_completes(home, on_path, found, "seorap me")
        return
    script = TAB[shell].format(word="me", function="_seorap_completion")
    done = subprocess.run(
        [found, "-c", script], env=on_path, cwd=home.workspace, capture_output=True, text=True, check=False
    )
    assert "memory" in done.stdout, done.stderr
    assert "inbox" not in done.stdout


def zsh_completes(home, environ: dict[str, str], zsh: str, typed: str) -> str:
    """What zsh's own line editor makes of `typed` and a tab."""
    import pexpect  # noqa: PLC0415  only here

    (home.root / ".zshrc").write_text(
        'PS1="ready> "\nautoload -Uz compinit && compinit -u -D\neval "$(seorap completion zsh)"\nunsetopt beep\n'
    )
    child = pexpect.spawn(
        zsh, ["-i"], env={**environ, "TERM": "dumb"}, cwd=str(home.workspace), encoding="utf-8", timeout=30
    )
    try:
        child.expect_exact("ready> ")
        child.send(typed + "\t")
        child.expect_exact("memory")
        return str(child.after)
    finally:
        child.close(force=True)
