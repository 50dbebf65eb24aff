"""Errors, and which commands are one."""

from __future__ import annotations

import pytest

from classifiers.tries import error_in, failing, tried, worked


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("npm run migrate", "docker compose up -d db && npm run migrate"),
        ("cd web && npm run build", "cd web; NODE_ENV=production npm run build --verbose"),
        ("python manage.py migrate", "python3 manage.py migrate --noinput"),
        ("python3 tools/x.py", "python3.12 tools/x.py"),
        ("pip install x", "pip3 install x"),
        ("terraform apply -auto-approve", "timeout 600 terraform apply"),
    ],
)
def test_a_command_is_the_same_tried_again(before, after):
    assert failing(before, error_in("Error: connect ECONNREFUSED 127.0.0.1:5432")) in worked(after)


@pytest.mark.parametrize("hidden", ["npm test | tail", "npm test &", "npm test; ls", "! npm test", "npm test || true", "echo npm test"])  # fmt: skip
def test_what_cannot_be_seen_to_work_did_not(hidden):
    assert "npm run test" in worked("npm test")
    assert "npm run test" not in worked(hidden)


def test_of_several_commands_the_missing_program_failed():
    error = error_in("bash: terraform: command not found")
    assert failing("terraform init && npm test", error) == "terraform init"
    assert failing("ls", error) == ""
    assert tried("npm test; terraform init") == {"npm run test", "terraform init"}


def test_a_secret_makes_no_other_error():
    """It is masked before the error is read, as where lessons are mined."""
    one, other = (f"Error: unexpected value password={each} in config" for each in ("hunter2secret", "s3cr3tOther99"))
    assert error_in(one) == error_in(other)
    assert "hunter2secret" not in str(error_in(one))


def test_only_the_ends_of_a_long_output_are_looked_at():
    assert error_in("x\n" * 2_000_000 + "bash: terraform: command not found\n").subject == "terraform"
    assert error_in("") is None
