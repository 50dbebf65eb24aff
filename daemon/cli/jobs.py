"""`snapshot`, `decay`, `policy check`: the nightly jobs and the policy, by hand."""

from __future__ import annotations

from pathlib import Path

import click

from daemon.numbers import number_of

JSON = click.option("--json", "as_json", is_flag=True, help="One object a line.")


@click.command()
@click.argument("workspace", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only say which workspaces have memories.")
@JSON
def snapshot(workspace: Path | None, *, dry_run: bool, as_json: bool) -> int:
    """Write MEMORY.md of every workspace that has memories, or of WORKSPACE, where it differs."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from daemon.publishing import publish_all

    with opened() as at:
        root = at.here(workspace).root if workspace else ""
        done = publish_all(at.store, at.owner, at.settings, roots=(root,), dry_run=dry_run)
        shown = [each for each in done if not root or each.workspace == root]
        for each in shown:
            if as_json:
                json_line(
                    {
                        "workspace": each.workspace,
                        "file": each.file,
                        "memories": each.memories,
                        "changed": each.changed,
                        "trouble": each.trouble,
                    }
                )
            elif each.trouble:
                say(f"seorap: {each.trouble}", err=True)
            else:
                said = "written" if each.changed else "would be kept in step" if dry_run else "up to date"
                say(f"{each.workspace}/{each.file}  {number_of(each.memories, 'memory')}, {said}")
        if not shown and not as_json:
            say("No workspace has memories yet. What waits for your verdict: seorap inbox", err=True)
        return 1 if any(each.trouble for each in shown) else 0


@click.command()
@click.option("--dry-run", is_flag=True, help="Only say what would change.")
@JSON
def decay(*, dry_run: bool, as_json: bool) -> None:
    """Let decisions and facts fade: stale after 90 days unseen, retired after 180. The rest never fades."""
    from daemon.cli.opened import opened
    from daemon.cli.printing import json_line, say
    from storage.decay import decay as fade

    with opened() as at:
        changes = fade(at.store, owner=at.owner, now=at.now, policy=at.policy, dry_run=dry_run)
        for each in changes:
            if as_json:
                json_line(
                    {"key": each.key, "scope": each.scope, "from": each.before, "to": each.after, "why": each.why}
                )
            else:
                say(f"{each.key}  {each.before} → {each.after}  ({each.why})")
        if not as_json:
            say(f"{len(changes)} {'would change' if dry_run else 'changed'}.", err=True)
        if changes and not dry_run:
            at.publish()


@click.group()
def policy() -> None:
    """What may be remembered, for how long, with which evidence: memory-policy.yaml."""


@policy.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def check(file: Path | None) -> None:
    """Check FILE, or your own policy, and say what it allows."""
    from daemon import opening, settings
    from daemon.cli.printing import say
    from daemon.config import text_of
    from storage.policy_file import read_policy

    current = settings.load()
    found = read_policy(text_of(file), name=str(file)) if file else opening.policy(current)
    if file is None and not current.policy_file.exists():
        say(f"There is no {current.policy_file}; this holds without one:")
    else:
        say(f"{file or current.policy_file}: fine.")
    say("types: " + ", ".join(sorted(found.types)))
    say("denied: " + (", ".join(sorted(found.denied)) or "nothing"))
    if found.denied_keys:
        say("denied keys: " + ", ".join(found.denied_keys))
    for kind, idle in sorted(found.retention.items()):
        say(f"{kind}: kept {idle.days} days after it was last seen")
