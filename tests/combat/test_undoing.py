"""What an undo beneath later steps takes along: those that touch the same place, and no others. No database."""

from __future__ import annotations

import pytest

from combat.models import Encounter
from combat.store import Read
from combat.undoing import taken_back, touches
from rules.core.changes import Change
from tests.rules.recorder import Recorder
from tests.rules.toys import threat


@pytest.mark.parametrize(
    ("one", "others", "touching"),
    [
        (("put", "a/b"), [("put", "a/c")], False),
        (("put", "a/b"), [("put", "a/b")], True),
        (("put", "a"), [("count", "a/b")], True),
        (("count", "a/b"), [("drop", "a")], True),
        (("count", "a/b"), [("count", "a/b")], False),
        (("count", "a/b"), [("count", "a/b"), ("put", "a")], True),
        (("put", "a/b"), [("count", "a/b")], True),
        (("count", "a/b"), [("put", "a/b")], True),
        (("put", "a/b"), [("put", "a/bc")], False),
    ],
)
def test_changes_touch_where_one_lies_in_the_other(one, others, touching: bool) -> None:
    some, others = ([Change(kind, tuple(path.split("/"))) for kind, path in lot] for lot in ([one], others))
    assert touches(some, others) is touching


def stunned() -> Recorder:
    """The orc has just stunned Ana, who rolled a 1."""
    fight = Recorder(threat.SYSTEM, threat.scenario(threat.SYSTEM))
    fight.begin("attack", "orc", target="ana")
    for key, faces in (("attack", [20]), ("confirm", [20]), ("damage", [8, 8]), ("save", [1])):
        fight.answer(key, faces=faces)
    return fight


def test_a_later_step_that_changes_what_goes_goes_with_it() -> None:
    fight = stunned()
    chosen = fight.entries[-1]
    fight.begin("wear_off")
    read = Read(Encounter(), fight.system, fight.head)
    head, going = taken_back(read, fight.entries, chosen.id)
    assert [entry.id for entry in going] == [chosen.id, fight.entries[-1].id]
    assert head.fight.combatants["ana"].body.conditions == {}
    assert head.fight.clock == 0


def test_a_later_step_elsewhere_stays() -> None:
    fight = stunned()
    chosen = fight.entries[-1]
    fight.begin("hide", who="orc")
    head, going = taken_back(Read(Encounter(), fight.system, fight.head), fight.entries, chosen.id)
    assert going == (chosen,)
    assert head.fight.combatants["orc"].hidden
    assert head.fight.combatants["ana"].body.conditions == {}
