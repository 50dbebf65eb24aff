"""Asking a model about sessions that have paused, one at a time, while everything else goes on.

Without a model in the settings none of this is imported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from typing import TypeVar

import structlog

from classifiers.vocabulary import SeorapError
from daemon.models import Model, ModelError
from daemon.pauses import Pauses
from daemon.reader import Judges
from daemon.reflection import Question, Reflection
from daemon.settings import Settings
from storage.engine import Store

log = structlog.get_logger()
T = TypeVar("T")


def reflection_of(settings: Settings, store: Store, judges: Judges) -> Reflection:
    """The reflection that the settings describe; they name a model."""
    wanted = settings.config.reflection
    model = Model(wanted.model, name=wanted.model_name, key=settings.model_key, timeout=wanted.timeout_seconds)
    return Reflection(store, judges, model, calls_per_day=wanted.calls_per_day, characters=wanted.input_characters)


def consult_all(reflection: Reflection, pauses: Pauses, today: Callable[[], datetime]) -> None:
    """Ask about every session that has paused, and wait for the answers."""
    for path, form in pauses.take().items():
        question = reflection.question(path, form, today())
        if question is not None:
            reflection.keep(question, _answer(reflection, question), today())


class Consulting:
    """The daemon's conversation with a model. The store is only touched on the thread that is handed in."""

    def __init__(
        self, reflection: Reflection, pauses: Pauses, worker: ThreadPoolExecutor, today: Callable[[], datetime]
    ) -> None:
        self._reflection = reflection
        self._pauses = pauses
        self._worker = worker
        self._today = today
        self._asker = ThreadPoolExecutor(1, thread_name_prefix="seorap-model")
        self._task: asyncio.Task[None] | None = None

    def look(self, told: Callable[[], None]) -> None:
        """Ask about what has paused, unless that goes on already; `told` is called on the worker when something is new."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._consult(told))

    def close(self) -> None:
        """Give up the call that runs."""
        self._reflection.model.abort()
        if self._task is not None:
            self._task.cancel()
        self._asker.shutdown(wait=True)

    async def _consult(self, told: Callable[[], None]) -> None:
        try:
            for path, form in (await self._stored(self._pauses.take)).items():
                question = await self._stored(partial(self._question, path, form))
                if question is None:
                    continue
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(self._asker, _answer, self._reflection, question)
                if await self._stored(partial(self._keep, question, answer)):
                    await self._stored(told)
        except SeorapError as trouble:
            log.error("reflection.failed", why=trouble.title, hint=trouble.hint)

    async def _stored(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    def _question(self, path: str, form: str) -> Question | None:
        return self._reflection.question(path, form, self._today())

    def _keep(self, question: Question, answer: str | ModelError) -> tuple[str, ...]:
        return self._reflection.keep(question, answer, self._today())


def _answer(reflection: Reflection, question: Question) -> str | ModelError:
    try:
        return reflection.ask(question)
    except ModelError as trouble:
        return trouble
