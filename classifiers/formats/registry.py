"""The formats Seorap reads, and how one is found for a file.

Adding a format is one module with a `FORMAT` object, its line here, and its folder under `tests/corpus/`. The order only
breaks ties of `sniff`: the stricter format stands first.
"""

from __future__ import annotations

from classifiers.formats import (
    Format,
    act,
    aider,
    amp,
    atuin,
    azure_pipelines,
    bash,
    buildkite,
    circleci,
    claude_code,
    cline,
    codex,
    copilot_cli,
    cursor,
    dart_json,
    droid,
    fish,
    gemini_cli,
    github_actions,
    github_run,
    github_runner,
    gitlab_ci,
    go_test_json,
    goose,
    jenkins,
    jest_json,
    junit,
    kiro,
    mocha_json,
    nushell,
    opencode,
    pi,
    psreadline,
    pytest_json,
    rspec_json,
    seorap_spool,
    tap,
    terminal_transcript,
    travis,
    trx,
    xonsh,
    zsh,
)

FORMATS: tuple[Format, ...] = (
    seorap_spool.FORMAT,  # the only one ever surer than `SURE`
    claude_code.FORMAT,
    codex.FORMAT,
    copilot_cli.FORMAT,
    gemini_cli.FORMAT,
    gemini_cli.LOG,
    opencode.FORMAT,
    opencode.DATABASE,
    goose.FORMAT,
    amp.FORMAT,
    kiro.FORMAT,
    kiro.HISTORY,
    kiro.DATABASE,
    pi.FORMAT,
    droid.FORMAT,
    cline.FORMAT,
    cline.HISTORY,
    cursor.FORMAT,
    aider.FORMAT,
    github_actions.FORMAT,
    github_run.FORMAT,
    github_runner.FORMAT,
    gitlab_ci.FORMAT,
    travis.FORMAT,
    act.FORMAT,
    buildkite.FORMAT,
    azure_pipelines.FORMAT,
    jenkins.FORMAT,
    circleci.FORMAT,
    junit.FORMAT,
    trx.FORMAT,
    jest_json.FORMAT,
    mocha_json.FORMAT,
    pytest_json.FORMAT,
    rspec_json.FORMAT,
    go_test_json.FORMAT,
    dart_json.FORMAT,
    tap.FORMAT,
    terminal_transcript.FORMAT,
    atuin.FORMAT,
    nushell.FORMAT,
    xonsh.FORMAT,
    xonsh.DATABASE,
    fish.FORMAT,
    zsh.FORMAT,
    psreadline.FORMAT,
    bash.FORMAT,  # any `*_history`, so the last
)


SURE = 95
"""A format that is so sure has seen its own mark, and no format after it is asked."""


def format_named(name: str) -> Format | None:
    """The format called `name`, or None."""
    return next((each for each in FORMATS if each.name == name), None)


def sniff(head: bytes, name: str) -> Format | None:
    """The format that is surest about these first bytes (up to 64 KiB) of the file at path `name`; None if none is."""
    best: Format | None = None
    surest = 0
    for each in FORMATS:
        score = each.sniff(head, name)
        if score > surest:
            best, surest = each, score
        if surest >= SURE:
            break
    return best
