"""A group act: whatever is offered is taken, and it comes to what the same acts come to one by one."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.core import unseen
from rules.core.audience import PUBLIC
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import visible
from rules.core.group import ACTS, NAME, members
from rules.core.inputs import Choice
from rules.core.requests import Choose, Dice
from rules.core.stage import proposal, stage
from rules.core.types import Json
from tests.sizes import examples

from .recorder import GM, Recorder
from .test_stage import SYSTEMS, given, played, press, viewers

PRESSES = examples(300)
DRAWN = re.compile(r"c\d+-")
"""What begins with the id of a command was drawn for it."""


def acts(recorder: Recorder) -> list[dict[str, Json]]:
    """What those who may act together would do, as it is proposed."""
    found = []
    for who in members(recorder.system, recorder.fight):
        _form, command = proposal(recorder.system, recorder.head, who, GM)
        if command is not None:
            found.append({"actor": who, "action": command.action, "inputs": dict(command.inputs)})
    return found


def one_by_one(recorder: Recorder, rows: list[dict[str, Json]]) -> None:
    """The same acts, each by itself with the form as it is by then, in the order in which the rules let them act."""
    for row in rows:
        _form, command = proposal(recorder.system, recorder.head, row["actor"], GM)
        target = {name: value for name, value in row["inputs"].items() if name == "target"}
        now = dict(command.inputs) if command is not None and command.action == row["action"] else row["inputs"]
        recorder.begin(row["action"], row["actor"], **{**now, **target})
        answered(recorder)
        turn = recorder.system.whose_turn(recorder.fight)[:1]
        if turn == (row["actor"],) and "end_turn" in recorder.system.actions:
            recorder.begin("end_turn", row["actor"])
            answered(recorder)


def answered(recorder: Recorder, *, high: bool = False) -> None:
    """Answer whatever is asked: the same faces for the same dice, and what is proposed; high: to do harm."""
    while recorder.asked:
        request = recorder.asked[0]
        if isinstance(request, Dice):
            faces = [sides if high else min(sides, 3 + place % 2) for place, sides in enumerate(request.sides)]
            recorder.answer(request.key, faces=faces)
        else:
            assert isinstance(request, Choose)
            values = given(request, random.Random(0))
            if high and request.default is not None and any(item.name == "rest" for item in request.inputs):
                begins = {item.name: item.default for item in request.inputs if item.default is not None}
                values = begins | {"rest": True}
            first = (item for item in request.inputs if item.required and isinstance(item, Choice))
            recorder.answer(request.key, {item.name: item.options[0].value for item in first} | values)


def positions(slug: str) -> Iterator[Recorder]:
    """Moments of a fight at which several may act in one act of the game master, each on a fight of its own."""
    recorder, chance = played(slug), random.Random(5)
    for _ in range(PRESSES):
        if recorder.waiting is None and len(acts(recorder)) > 1:
            yield copied(recorder)
        found = [(viewer, stage(recorder.system, recorder.head, viewer)) for viewer in viewers(recorder)]
        able = [(viewer, one) for viewer, one in found if one.proposed or one.ending or one.request]
        if unseen.acts(recorder.system, recorder.fight):
            # players see the next turn, and what they do then waits
            able = [(viewer, one) for viewer, one in able if viewer.game_master or one.request]
        if not able:
            return
        press(recorder, able[0][1], able[0][0], chance)


def copied(recorder: Recorder) -> Recorder:
    """The same fight with a log of its own."""
    return Recorder(recorder.system, recorder.fight)


def state(recorder: Recorder) -> Json:
    """The state of the fight without the ids that are drawn for wounds and for what waits."""
    return _unnamed(recorder.system.codec.dump(recorder.head))


def _unnamed(part: Json) -> Json:
    if isinstance(part, list):
        return [_unnamed(item) for item in part]
    if not isinstance(part, dict):
        return "" if isinstance(part, str) and DRAWN.match(part) else part
    drawn = [_unnamed(part[key]) for key in part if DRAWN.match(key)]
    kept = {key: _unnamed(item) for key, item in part.items() if not DRAWN.match(key)}
    return kept | ({"drawn": sorted(drawn, key=json.dumps)} if drawn else {})


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_group_act_is_taken_and_comes_to_what_its_acts_come_to(slug: str) -> None:
    tried = 0
    for recorder in positions(slug):
        alone, rows = copied(recorder), acts(recorder)
        recorder.begin(NAME, None, internal=True, acts=rows)
        answered(recorder)
        one_by_one(alone, rows)
        assert state(recorder) == state(alone)
        told = [fact.params["who"].combatant for fact in recorder.facts if fact.code == ACTS]
        assert set(told) == {row["actor"] for row in rows}
        recorder.undo(recorder.entries[0].id)
        assert recorder.state == recorder.first, "one undo takes all back"
        tried += 1
    assert tried


def at_the_blows(slug: str) -> Recorder:
    """A fight at the moment at which several of the game master's own may attack."""
    return next(one for one in positions(slug) if _attacks(one) > 1)


def _attacks(recorder: Recorder) -> int:
    own = (row for row in acts(recorder) if not recorder.fight.combatants[row["actor"]].controllers)
    return sum("target" in row["inputs"] for row in own)


def test_a_foe_who_falls_meanwhile_is_left_for_the_next() -> None:
    recorder = at_the_blows("tapiz")
    rows = acts(recorder)[:2]
    (first,) = {row["inputs"]["target"] for row in rows}
    body = recorder.fight.body(first)
    weak = recorder.fight.with_body(first, body.with_pool("physical", replace(body.physical, current=1)))
    recorder = Recorder(recorder.system, weak)
    recorder.begin(NAME, None, internal=True, acts=rows)
    answered(recorder, high=True)
    aims = [fact.params["target"].combatant for fact in recorder.facts if fact.code.startswith("attack.")]
    assert aims == [first, "bb" if first == "aa" else "aa"]


def test_who_can_act_no_more_is_left_out_and_said_to_be() -> None:
    recorder = at_the_blows("tumbas")
    rows = [row for row in acts(recorder) if row["actor"] in ("ca", "cb")]
    lame = recorder.fight.with_body("ca", replace(recorder.fight.body("ca"), hp=0))
    recorder = Recorder(recorder.system, lame)
    recorder.begin(NAME, None, internal=True, acts=rows)
    answered(recorder)
    assert next(fact.params["who"].combatant for fact in recorder.facts if fact.code == ACTS) == "cb"
    assert "ca" not in recorder.fight.round.done


def test_all_dice_of_one_stage_are_asked_together_where_they_act_at_one_moment() -> None:
    recorder = at_the_blows("tumbas")
    rows = [row for row in acts(recorder) if not recorder.fight.combatants[row["actor"]].controllers]
    recorder.begin(NAME, None, internal=True, acts=rows)
    while not all(isinstance(request, Dice) for request in recorder.asked):
        recorder.answer(recorder.asked[0].key, given(recorder.asked[0], random.Random(0)))
    asked = {request.key for request in recorder.asked}
    assert asked == {f"{row['actor']}:{side}" for row in rows for side in ("attack", "defence")}


def test_who_does_something_else_at_the_same_moment_does_it_alone() -> None:
    recorder = at_the_blows("tumbas")
    rows = [row for row in acts(recorder) if not recorder.fight.combatants[row["actor"]].controllers][:2]
    attacker, other = (str(row["actor"]) for row in rows)
    rows[1] = {"actor": other, "action": "end_turn", "inputs": {}}
    recorder.begin(NAME, None, internal=True, acts=rows)
    answered(recorder)
    assert [fact.params["who"].combatant for fact in recorder.facts if fact.code == ACTS] == [attacker, other]
    struck = {fact.params["who"].combatant for fact in recorder.facts if fact.code.startswith("attack.")}
    assert attacker in struck
    assert other not in struck


def test_a_group_acts_in_a_scene_that_has_begun() -> None:
    recorder = next(one for one in positions("tumbas") if members(one.system, one.fight))
    rows = acts(recorder)
    recorder.head = replace(recorder.head, fight=replace(recorder.fight, status="ready"))
    with pytest.raises(NotAllowed) as refused:
        recorder.begin(NAME, None, internal=True, acts=rows)
    assert refused.value.reason == "core.not_begun"


def test_players_are_not_told_of_the_hidden_and_cannot_act_in_a_group() -> None:
    recorder = next(one for one in positions("tumbas") if "dd" in members(one.system, one.fight))
    rows = acts(recorder)
    player = next(iter(viewers(recorder)))
    with pytest.raises(UnknownValue):
        recorder.begin(NAME, None, viewer=player, acts=rows)
    with pytest.raises(NotAllowed):
        recorder.begin(NAME, None, viewer=player, internal=True, acts=rows)
    recorder.begin(NAME, None, internal=True, acts=rows)
    answered(recorder)
    assert any("dd" in fact.refs() for fact in recorder.facts)
    for viewer in (PUBLIC, player):
        assert not any("dd" in fact.refs() for fact in visible(recorder.facts, viewer))


def test_a_group_act_is_refused_once_none_of_it_may_act() -> None:
    recorder = at_the_blows("d20")
    with pytest.raises(NotAllowed, match=r"core\.group\.not_now"):
        recorder.begin(NAME, None, internal=True, acts=[{"actor": "aa", "action": "attack", "inputs": {}}])
