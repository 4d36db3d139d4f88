"""Taking back on an excerpt of the log gives what the whole log gives, however the log came about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combat import excerpts, store, tail
from combat.models import Encounter, LogEntry
from combat.store import Read
from rules.core import log
from rules.core.errors import NotAllowed
from rules.core.fight import Purse
from rules.core.log import Entry, UndoPlan
from rules.core.stored import dump_entry
from rules.core.types import Id, Json
from tests.rules.contract import Play
from tests.rules.recorder import Recorder
from tests.rules.test_contract import briefly, every_system, subject

from .play import Game

pytestmark = pytest.mark.django_db

ROUNDS = 3
STEPS = 8
COMPARED = 5


def kept(game: Game, play: Recorder) -> Read:
    """The log that was played, in the database; its ids are those of the log before."""
    tail.forget()
    encounter = Encounter.objects.create(
        table=game.table, name="", state_version=1, first=play.first, head=play.state, sequence=len(play.entries)
    )
    undone = log.counted(play.entries).undone
    LogEntry.objects.bulk_create(
        LogEntry(
            id=entry.id,
            encounter=encounter,
            sequence=place,
            kind=entry.kind,
            resolution=entry.resolution,
            undone_by_id=undone.get(entry.id),
            data=dump_entry(entry),
        )
        for place, entry in enumerate(play.entries, 1)
    )
    for last in range(store.PIECE, encounter.sequence + 1, store.PIECE):
        store.index(encounter, last)
    return Read(encounter, play.system, play.head)


def taken_back(read: Read, plan: UndoPlan, entries: list[Entry]) -> Json:
    try:
        return read.system.codec.dump(log.undo(read.system, read.head, entries, plan.going))
    except NotAllowed as refused:
        return refused.reason


def compared(read: Read, whole: list[Entry], target: Id) -> None:
    """One step taken back on the whole log and on what is read of it."""
    for with_depending in (False, True):
        try:
            plan = log.plan_undo(read.system, whole, target, with_depending=with_depending)
        except NotAllowed:
            with pytest.raises(NotAllowed, match=r"core\.undo\.gone"):
                excerpts.planned(read, target, with_depending=with_depending)
            continue
        found, entries = excerpts.planned(read, target, with_depending=with_depending)
        assert found == plan
        assert taken_back(read, found, entries) == taken_back(read, plan, whole)


@every_system
@settings(briefly, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_an_excerpt_is_enough(game: Game, monkeypatch: pytest.MonkeyPatch, slug: str, data: st.DataObject) -> None:
    monkeypatch.setattr(store, "PIECE", 4)
    one = subject(slug)
    # what systems owe at each step is asked by the contract suite
    play = Play(one.system, one.fight(), data, closely=False)
    recorder = play.recorder
    for number in range(ROUNDS):
        play.steps(STEPS)
        if data.draw(st.booleans(), label="points from elsewhere"):
            fight = replace(recorder.fight, purses={**recorder.fight.purses, "elsewhere": Purse(number)})
            recorder._turn("sync", replace(recorder.head, fight=fight), ())
        with transaction.atomic():
            read = kept(game, recorder)
            ids = [entry.id for entry in recorder.entries]
            for target in data.draw(st.lists(st.sampled_from(ids), max_size=COMPARED, unique=True)) if ids else ():
                compared(read, recorder.entries, target)
            transaction.set_rollback(True)
        if not recorder.entries:
            continue
        target = data.draw(st.sampled_from(recorder.entries), label="an old step").id
        try:
            recorder.undo(target, with_depending=data.draw(st.booleans()))
        except NotAllowed:
            continue
        play.asked.clear()


@pytest.mark.parametrize("length", [2, 50])
def test_what_was_taken_back_meanwhile_does_not_come_back(
    fight: Game, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    monkeypatch.setattr(store, "PIECE", length)
    orc = fight.id("Orco 2")
    fight.command("game_master", "rename", who=orc, name="Tuerto")
    first = fight.newest.id
    fight.command("game_master", "damage", amount=5, pool="physical", targets={orc: "full"}, asks=False)
    blow = fight.newest.id
    fight.command("game_master", "rename", who=orc, name="Manco")
    fight.command("game_master", "damage", amount=2, pool="physical", targets={orc: "full"}, asks=False)
    fight.command("game_master", "dismiss", who=orc)
    gone = fight.newest.id
    for struck in (first, blow):
        fight.undo("game_master", struck)
    fight.damage("game_master", "Ana", 1)
    fight.damage("game_master", "Ana", 1)
    fight.undo("game_master", gone)
    one = fight.fight.combatants[orc]
    assert (one.name, one.body.physical.current) == ("Manco", 12)
