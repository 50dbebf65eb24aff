"""What an agent would be given, from the command line."""

from __future__ import annotations

import pytest


@pytest.fixture
def drawer(home):
    home.seorap(
        "memory", "write", "deploy:blyck", "This machine can deploy blyck: `npx vercel --prod`", "--type", "capability"
    )
    home.seorap("memory", "write", "rule:strict", "No any.", "--type", "rule", "--path", "src/**/*.ts")
    return home


@pytest.mark.slow
def test_a_question_recalls_what_it_needs(drawer):
    """With its reasons; --json has its fields, --context is what an agent reads, and nothing is said of nothing."""
    assert "deploy:blyck  (its action is asked for" in drawer.seorap("recall", "배포해줘").stdout
    (row,) = drawer.rows("recall", "deploy", "please")
    assert list(row) == ["key", "type", "body", "score", "why"]
    (row,) = drawer.rows("recall", "simplify this", "--file", "src/web/cart.ts")
    assert (row["key"], row["why"]) == ("rule:strict", ["it is about src/web/cart.ts"])
    lines = drawer.seorap("recall", "ship it", "--context").stdout.splitlines()
    assert lines[1].startswith("- capability deploy:blyck: This machine can deploy blyck")
    assert (lines[0][:15], lines[2]) == ("<seorap-memory>", "</seorap-memory>")
    assert drawer.seorap("recall", "make the button blue").stdout == ""


@pytest.mark.slow
def test_an_answer_that_the_drawer_proves_wrong(drawer):
    (row,) = drawer.rows("recall", "배포해줘", "--answer", "배포 권한이 없습니다.")
    assert row["key"] == "deploy:blyck"
    assert drawer.rows("recall", "배포해줘", "--answer", "배포했습니다.") == []


@pytest.mark.slow
def test_own_words_and_limits(drawer):
    (drawer.root / "seorap" / "config.toml").write_text('[recall]\nwords = { deploy = ["쏘자"] }\n')
    assert [row["key"] for row in drawer.rows("recall", "이제 쏘자")] == ["deploy:blyck"]
    assert drawer.rows("recall", "이제 쏘자", "--budget", "1") == []
    (drawer.root / "seorap" / "config.toml").write_text("[recall]\ntop = 0\n")
    assert "top" in drawer.refused("recall", "이제 쏘자", code=1)


@pytest.mark.slow
def test_what_names_something_gone_is_not_given_until_it_is_back(drawer):
    """Neither by recall nor in MEMORY.md; both say which and why."""
    script = drawer.workspace / "scripts" / "deploy.sh"
    drawer.seorap("memory", "write", "deploy:docs", "Deploys the docs: `./scripts/deploy.sh`", "--type", "capability")
    index = drawer.workspace / ".seorap" / "MEMORY.md"
    done = drawer.seorap("recall", "deploy the docs")
    assert done.stdout == "" or "deploy:docs" not in done.stdout
    assert "deploy:docs names scripts/deploy.sh, which is not there any more" in done.stderr
    assert "not there any more: `deploy:docs` (scripts/deploy.sh)" in index.read_text()
    script.parent.mkdir()
    script.touch()
    assert "deploy:docs" in drawer.seorap("recall", "deploy the docs").stdout
    drawer.seorap("snapshot")
    assert "not there any more" not in index.read_text()
