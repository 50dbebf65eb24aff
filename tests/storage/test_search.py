from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations

from classifiers.vocabulary import MemoryType
from storage import drawer, queue, removal
from storage.decay import decay
from storage.drawer import Entry
from storage.intake import commit
from storage.migrations.versions import r0009_rules, r0012_stems
from storage.search import RULES, WITH_PATHS, Behind, action_mark, behind, changed_since, rebuild, refresh
from storage.tables import table
from storage.values import LOCAL, Owner


@pytest.fixture
def remember(store, make):
    """Write a memory by hand."""

    def write(key: str, body: str, *, scope: str = make.scope, owner: Owner = LOCAL, at=make.now, **more):
        entry = Entry(key=key, body=body, scope=scope, **more)
        drawer.write(store, entry, author=make.person, now=at, owner=owner)

    return write


@pytest.fixture
def found(store):
    """The keys whose memories hold a word."""

    def ask(word: str, owner: Owner = LOCAL) -> list[str]:
        refresh(store)
        return [entry.key for entry in changed_since(store, 0, owner=owner) if word in entry.words]

    return ask


def test_words_of_the_key_count_for_more(store, remember):
    remember("deploy:shop", "ships the shop", paths=("src/cart/*.py",))
    refresh(store)
    (entry,) = changed_since(store, 0)
    marks = {action_mark("deploy"): 1, WITH_PATHS: 1}
    assert entry.words == {"deploy": 3, "shop": 4, "ship": 1, "src": 1, "cart": 1, "py": 1, **marks}


def test_owners_see_their_own(remember, found):
    """The index of another user or tenant is another one."""
    remember("fact:mine", "tea")
    remember("fact:theirs", "tea", owner=Owner("other", "", "me"))
    remember("fact:hers", "tea", owner=Owner("local", "", "eve"))
    assert found("tea") == ["fact:mine"]
    assert found("tea", Owner("other", "", "me")) == ["fact:theirs"]


def test_only_what_is_new_is_told(store, remember):
    """Revisions only go up, and whoever knows the last one is told no more than what changed after it."""
    remember("fact:tea", "tea")
    remember("fact:milk", "milk")
    refresh(store)
    last = max(entry.revision for entry in changed_since(store, 0))
    assert list(changed_since(store, last)) == []
    remember("fact:milk", "cream")
    refresh(store)
    (entry,) = changed_since(store, last)
    assert (entry.key, set(entry.words)) == ("fact:milk", {"fact", "milk", "cream", action_mark("fact")})


def test_a_change_is_found_at_once(store, remember, found, make):
    """Approved, rewritten, retired, revived, deleted and purged memories: the next search knows."""
    name = commit(store, LOCAL, [make.step(make.draft(body="ships acme with a samovar"))], now=make.now).created[0]
    assert found("samovar") == []
    queue.approve(store, name, author=make.person, now=make.now)
    assert found("samovar") == ["deploy:acme"]
    queue.undo(store, author=make.person, now=make.now)
    assert found("samovar") == []
    remember("deploy:acme", "ships acme with a teapot")
    assert found("samovar") == []
    assert found("teapot") == ["deploy:acme"]
    removal.retire(store, "deploy:acme", scope=make.scope, author=make.person, now=make.now)
    assert found("teapot") == []
    remember("deploy:acme", "ships acme with a teapot")
    assert found("teapot") == ["deploy:acme"]
    removal.delete_memory(store, "deploy:acme", scope=make.scope, author=make.person, now=make.now)
    assert found("teapot") == []


def test_only_active_memories_are_found(store, remember, found, make):
    """A stale memory is not recalled; reading it brings it back."""
    remember("fact:tea", "tea")
    late = make.now + timedelta(days=91)
    decay(store, now=late)
    assert found("tea") == []
    drawer.read(store, "fact:tea", now=late, scopes=[make.scope])
    assert found("tea") == ["fact:tea"]


def test_a_purge_leaves_no_word(store, remember, make):
    """Nor does deleting: the index forgets in the same transaction, before anybody searches."""
    for end in (removal.purge, removal.delete_memory):
        remember("fact:kim", "zanzibar")
        refresh(store)
        end(store, "fact:kim", scope=make.scope, author=make.person, now=make.now)
        assert [entry.words for entry in changed_since(store, 0)] == [{}]


def test_it_is_measured_how_far_the_index_is_behind(store, remember, make):
    remember("fact:tea", "tea")
    remember("fact:milk", "milk", at=make.days(1))
    assert behind(store, now=make.days(2)) == Behind(changes=2, oldest=timedelta(days=2), wrong=0)
    assert refresh(store) == 2
    assert behind(store, now=make.days(2)) == Behind(changes=0, oldest=timedelta(), wrong=0)


def test_the_index_can_be_made_anew(store, remember, found, make):
    """Whatever became of it, rebuilding gives what the drawer holds."""
    remember("fact:tea", "tea")
    remember("fact:milk", "milk")
    refresh(store)
    with store.engine.begin() as connection:
        entry = table("search_entry")
        connection.execute(entry.delete().where(entry.c.key == "fact:tea"))
        connection.execute(entry.update().values(words={"ghost": 1}, scope="elsewhere"))
    assert found("tea") == []
    assert behind(store, now=make.now).wrong == 3
    assert rebuild(store, now=make.now) == 3
    assert (found("tea"), found("milk"), found("ghost")) == (["fact:tea"], ["fact:milk"], [])
    assert behind(store, now=make.now).wrong == 0


def test_changes_while_the_index_is_filled_are_not_lost(store, remember, found):
    """Several fill the index and one goes on writing: in the end it knows the last text."""
    remember("fact:tea", "word0")
    stop = threading.Event()
    troubles: list[BaseException] = []

    def fill() -> None:
        try:
            while not stop.is_set():
                refresh(store)
        except BaseException as trouble:  # noqa: BLE001 - told to the test
            troubles.append(trouble)

    fillers = [threading.Thread(target=fill) for _ in range(2)]
    for filler in fillers:
        filler.start()
    for number in range(1, 15):
        remember("fact:tea", f"word{number}")
    stop.set()
    for filler in fillers:
        filler.join()
    assert not troubles
    assert found("word14") == ["fact:tea"]
    assert found("word3") == []


def test_rules_for_all_files_are_marked_also_those_that_were_indexed_before_there_was_a_mark(store, remember, found):
    """And only those: a fact and a rule about some files are not."""
    remember("rule:tea", "no tea near the server", type=MemoryType.RULE)
    remember("rule:ts", "no any", type=MemoryType.RULE, paths=("src/*.ts",))
    remember("fact:tea", "tea")
    assert found(RULES) == ["rule:tea"]
    refresh(store)
    entry = table("search_entry")

    def as_before(db):
        words = {"rule": 3, "tea": 4, action_mark("rule"): 1}
        db.connection().execute(entry.update().where(entry.c.key == "rule:tea").values(words=words))

    store.transaction(as_before)
    assert found(RULES) == []

    def migrate(db):
        with Operations.context(MigrationContext.configure(db.connection())):
            r0009_rules.upgrade()

    store.transaction(migrate)
    store.transaction(migrate)  # a mark that stands already is left
    assert found(RULES) == ["rule:tea"]


def test_words_that_one_stem_made_one_are_found_apart_also_in_an_index_from_before(store, remember, found):
    remember("fact:release", "it runs in production")
    remember("fact:tea", "tea in the storage")
    refresh(store)
    entry = table("search_entry")

    def as_before(db):
        words = {"run": 1, "product": 1, "fact": 3, "releas": 3}
        db.connection().execute(entry.update().where(entry.c.key == "fact:release").values(words=words))

    store.transaction(as_before)
    assert found("product") == ["fact:release"]

    def migrate(db):
        with Operations.context(MigrationContext.configure(db.connection())):
            r0012_stems.upgrade()

    store.transaction(migrate)
    store.transaction(migrate)
    assert (found("product"), found("production")) == ([], ["fact:release"])
