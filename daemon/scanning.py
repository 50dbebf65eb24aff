"""Mine files without storing: what would they prove? Nothing is written, and no checkpoint is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from classifiers.drafts import merged
from classifiers.formats import Format
from classifiers.formats.registry import sniff
from classifiers.rulebook.entries import Rulebook
from classifiers.vocabulary import Draft, Place
from daemon.pipeline import Digest, Witness, digest
from daemon.sources.tail import MAX_LINE, Trouble, peek, read
from daemon.sources.trouble import TroubleKind


@dataclass(slots=True)
class Scan:
    """What was found so far, and what could not be read."""

    book: Rulebook
    place: Place
    since: datetime | None = None
    max_line: int = MAX_LINE
    lines: int = 0
    files: int = 0
    troubles: list[str] = field(default_factory=list)
    _drafts: list[Draft] = field(default_factory=list)

    def file(self, path: Path, form: Format | None = None) -> None:
        """Mine one file whole; what is wrong with it is added to `troubles`."""
        try:
            self.files += 1
            for part in digests(path, form, self.book, self.place, max_line=self.max_line):
                self.lines += part.step.parsed + part.step.skipped
                self._drafts += part.drafts
                if part.masked_out:
                    self.troubles.append(
                        f"{path}: {part.masked_out} records were dropped because they could not be masked"
                    )
        except Unreadable as trouble:
            self.troubles.append(f"{path}: {trouble}")

    def drafts(self) -> tuple[Draft, ...]:
        """One draft for each thing proved, strongest first; each record counted once, whichever file held it."""
        recent = (self._recent(each) for each in merged(self._drafts))
        return tuple(
            sorted((each for each in recent if each), key=lambda each: (-each.confidence, each.key, each.scope))
        )

    def _recent(self, each: Draft) -> Draft | None:
        if self.since is None:
            return each
        proofs = tuple(proof for proof in each.evidence if proof.at is not None and proof.at >= self.since)
        return replace(each, evidence=proofs) if proofs else None


def digests(
    path: Path,
    form: Format | None,
    book: Rulebook,
    place: Place,
    *,
    max_line: int = MAX_LINE,
    witness: Witness | None = None,
) -> Iterator[Digest]:
    """Judge one file from its beginning to its end, batch by batch; its format is told from it where none is named.

    Raises:
        Unreadable: saying why.
    """
    form = form or format_of(path)
    if form is None:
        return
    checkpoint, more = None, True
    while more:
        batch = read(str(path), checkpoint, form, max_line=max_line, final=True)
        if isinstance(batch, Trouble):
            raise Unreadable(_words(batch))
        part = digest(batch, book=book, place=place, witness=witness)
        checkpoint, more = part.step.next, batch.more
        yield part


class Unreadable(Exception):
    """Why a file gives nothing."""


def _words(trouble: Trouble) -> str:
    detail = f" ({trouble.detail})" if trouble.detail else ""
    if trouble.kind is TroubleKind.MISSING:  # the hint speaks of files that are followed
        return "is not there"
    return f"{trouble.kind.replace('_', ' ')}{detail}. {trouble.hint}"


def format_of(path: Path) -> Format | None:
    """The format of a file by its content; None for an empty one, which proves nothing whatever it is.

    Raises:
        Unreadable: when it cannot be read, or is of no known format.
    """
    head = peek(str(path))
    if isinstance(head, Trouble):
        raise Unreadable(_words(head))
    if not head:
        return None
    form = sniff(head, str(path))
    if form is None:
        raise Unreadable("is of no format Seorap knows; name one with --format if it should be")
    return form


def files_of(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and all files below the folders named, in a stable order; hidden folders of git are left out."""
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.is_file() and ".git" not in each.parts)
        else:
            yield path
