"""Install parts and take them back: every change is noted before it is made, and only noted ones are undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from daemon.service import receipt
from daemon.service.belongings import belongings
from daemon.service.changes import Change, Folder, missing_folders, take_back
from daemon.service.machine import Machine
from daemon.service.marked import Kept
from daemon.service.merged import Merged
from daemon.service.parts import Part
from daemon.service.receipt import Receipt


@dataclass(slots=True)
class Told:
    """What became of it, in lines for a person."""

    said: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # a person's own, or refused by the system: it stands as it was


def planned(machine: Machine, parts: Iterable[Part]) -> Iterator[tuple[Part, list[Change]]]:
    """For each part the changes that are still to be made; none when all of it stands."""
    for part in parts:
        yield part, [change for change in part.changes(machine) if not change.stands()]


def install(machine: Machine, parts: Iterable[Part]) -> Told:
    """Make the changes of `parts`. A change that cannot be made is told, and the other ones are made all the same."""
    told = Told()
    known = receipt.read(machine.receipt)
    for part in parts:
        changed = False
        for change in part.changes(machine):
            try:
                changed |= _made(machine, part, change, known)
            except Kept as kept:
                told.kept.append(f"{kept.title} {kept.hint}")
            except OSError as trouble:
                told.kept.append(f"{change.path} could not be changed: {trouble.strerror}.")
        told.said += part.begin(machine, changed=changed)
    return told


def _made(machine: Machine, part: Part, change: Change, known: Receipt) -> bool:
    stood = change.stands()
    before = known.find(type(change).__name__.lower(), change.path)
    if stood and before is None and isinstance(change, Folder):
        return False  # it was there and closed: nothing of it is ours
    entry = change.entry(part.name, before)
    new = [str(each) for each in (*missing_folders(machine.receipt), *missing_folders(change.path))]
    if isinstance(change, Folder) and not change.path.exists():
        new.append(str(change.path))
    known.folders += [each for each in dict.fromkeys(new) if each not in known.folders]
    known.note(entry)
    receipt.save(machine.receipt, known)
    if not stood:
        change.path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(change, Merged):
            change.make(before)
        else:
            change.make()
    return not stood


def undo(machine: Machine, parts: Sequence[Part]) -> Told:
    """Take back what is noted of `parts`, the newest change first. A change a person edited is told and forgotten."""
    told = Told()
    known = receipt.read(machine.receipt)
    there = [part for part in parts if any(entry.part == part.name for entry in known.entries)]
    for part in reversed(there):
        told.said += part.end(machine)
        for entry in [each for each in reversed(known.entries) if each.part == part.name]:
            try:
                if take_back(entry):
                    told.said.append(f"Undone: {entry.path}")
            except Kept as kept:
                told.kept.append(f"{kept.title} {kept.hint}")
            except OSError as trouble:
                told.kept.append(f"{entry.path} could not be changed: {trouble.strerror}.")
                continue
            known.entries.remove(entry)
            receipt.save(machine.receipt, known)
        part.ended(machine)
    return told


def finish(machine: Machine) -> None:
    """Remove the folders that were made and are empty now, and the receipt unless parts or data are still there.

    The receipt's own folder goes as well when nothing else is in it: a daemon may have made it before setup ran.

    While the data is, its folders stay noted, for the day it goes too.
    """
    if not machine.receipt.exists():
        return
    known = receipt.read(machine.receipt)
    receipt.close(machine.receipt, known)
    if known.entries or (known.folders and belongings(machine.settings)):
        known.folders += [str(each) for each in missing_folders(machine.receipt)]
        receipt.save(machine.receipt, known)
        return
    with suppress(OSError):  # other things of Seorap, or a person's own, are in it
        machine.receipt.parent.rmdir()


def installed(machine: Machine) -> dict[str, list[Path]]:
    """What is noted, by part."""
    found: dict[str, list[Path]] = {}
    for entry in receipt.read(machine.receipt).entries:
        found.setdefault(entry.part, []).append(Path(entry.path))
    return found
