"""The turn of a hidden creature changes nothing: others see the next one's, as if there were no other before it."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import replace
from functools import cache

import pytest

from combat import board
from combat.store import NewEntry
from rules.core import unseen
from rules.core.audience import GAME_MASTER, PUBLIC, Viewer
from rules.core.facts import Fact, Ref, visible
from rules.core.fight import Command
from rules.core.registry import get_system
from rules.core.stage import Stage, stage
from rules.core.told_codes import TOLD
from rules.core.words import DICE
from tests.rules.recorder import GM, Recorder
from tests.rules.test_stage import SYSTEMS, played, press, viewers
from tests.sizes import examples, one_in

PRESSES = examples(300)
SEEDS = 3 // one_in(3)


def others(recorder: Recorder) -> list[Viewer]:
    return [PUBLIC, *(viewer for viewer in viewers(recorder) if not viewer.game_master)]


def seen(recorder: Recorder, viewer: Viewer) -> tuple[board.Board, Stage]:
    """What a viewer sees of the fight, and what the viewer is told to do."""
    return board.board(recorder.system, recorder.head, viewer), stage(recorder.system, recorder.head, viewer)


def now(recorder: Recorder) -> Recorder:
    """The fight as it is now, whatever is done in the other."""
    found = copy(recorder)
    found.entries, found.how = list(recorder.entries), dict(recorder.how)
    return found


@cache
def walk(slug: str, seed: int) -> tuple[Recorder, ...]:
    """A fight before each press, and after the last; all tests look at the same."""
    recorder, chance = played(slug), random.Random(seed)
    found = [now(recorder)]
    for _ in range(PRESSES):
        _go_on(recorder, chance)
        found.append(now(recorder))
    return tuple(found)


def ended(recorder: Recorder) -> Recorder:
    """The fight in which the hidden combatant has let its turn go."""
    after = now(recorder)
    (actor, *_later) = recorder.system.whose_turn(recorder.fight)
    verb = next(name for name in ("end_turn", "pass", "next_step") if name in recorder.system.actions)
    needs = recorder.system.actions[verb].needs_actor
    after.begin(verb, actor if needs or verb == "end_turn" else None)
    return after


@pytest.mark.parametrize("slug", ["tapiz", "d20"])
def test_its_end_changes_nothing_and_tells_nothing(slug: str) -> None:
    compared = 0
    for seed in range(SEEDS):
        for recorder in walk(slug, seed):
            if unseen.acts(recorder.system, recorder.fight) and not recorder.head.open:
                after = ended(recorder)
                if after.head.open or not any(one.hidden for one in after.fight.combatants.values()):
                    continue
                compared += 1
                for viewer in others(recorder):
                    assert seen(recorder, viewer) == seen(after, viewer), viewer
                    for entry in after.entries[len(recorder.entries) :]:
                        assert visible(entry.facts, viewer) == ()
                steps = [NewEntry(entry, after.head) for entry in after.entries[len(recorder.entries) :]]
                assert not board.table_changed(recorder.system, recorder.head, steps)
    assert compared


@pytest.mark.parametrize("slug", SYSTEMS)
def test_others_never_see_that_nobody_acts(slug: str) -> None:
    """Where the hidden act and others are to act after them, one of those is shown."""
    hidden = 0
    for seed in range(SEEDS):
        for recorder in walk(slug, seed):
            if unseen.acts(recorder.system, recorder.fight):
                hidden += 1
                fight, _told = unseen.passed(recorder.system, recorder.fight)
                turn = recorder.system.whose_turn(fight)[:1]
                assert not turn or not fight.combatants[turn[0]].hidden
                for viewer in others(recorder):
                    shown = board.board(recorder.system, recorder.head, viewer)
                    assert shown.now == next(iter(turn), None)
    assert hidden


def _go_on(recorder: Recorder, chance: random.Random) -> None:
    people = [*viewers(recorder)]
    if unseen.acts(recorder.system, recorder.fight):
        # the game master is quicker than the players
        people.reverse()
    for viewer in people:
        found = stage(recorder.system, recorder.head, viewer)
        if found.proposed or found.ending or found.request or (found.kind == "answer" and viewer == GM):
            press(recorder, found, viewer, chance)
            return


@pytest.mark.parametrize("slug", SYSTEMS)
def test_what_a_hidden_one_does_tells_of_its_victim_alone(slug: str) -> None:
    """In the words of the table, and without name, dice and modifiers of the one who does it."""
    harmed = 0
    for seed in range(SEEDS + 4):
        recorder = walk(slug, seed)[-1]
        begun = {one.resolution: one.command.actor or "" for one in recorder.entries if one.command is not None}
        for entry in recorder.entries:
            actor = recorder.fight.combatants.get(begun.get(entry.resolution, ""))
            if actor is None or not actor.hidden:
                continue
            facts = visible(entry.facts, PUBLIC)
            assert all(actor.id not in fact.refs() for fact in facts)
            rolls = [fact for fact in facts if fact.code in DICE]
            assert all(fact.refs() for fact in rolls), "the dice of others, who are named"
            losses = [place for place, fact in enumerate(facts) if fact.code.startswith(TOLD.harm)]
            if losses:
                harmed += 1
                assert facts[losses[0] - 1].code == "core.unseen_blow.blow"
    # in tumbas harm falls with its group, by a step of the table
    assert harmed or slug == "tumbas"


@pytest.mark.parametrize("words", ["from_afar", "nothing"])
def test_the_table_chooses_the_words(words: str) -> None:
    fight = played("tapiz").fight
    fight = replace(fight, house={**fight.house, "unseen_blow": words})
    plain = Fact("harm.plain", params={"who": Ref("aa")})
    harm = Fact("harm.physical", 3, params={"who": Ref("aa")}, audience=GAME_MASTER, otherwise=plain)
    told = unseen.befallen(get_system("tapiz"), fight, Command("c", "attack", "dd", {}), (harm,))
    before = [] if words == "nothing" else [f"core.unseen_blow.{words}"]
    assert [fact.code for fact in told] == [*before, "harm.physical"]
    assert unseen.befallen(get_system("tapiz"), fight, Command("c", "attack", "ca", {}), (harm,)) == (harm,)
