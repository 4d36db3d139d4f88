"""The stage of a fight: what it proposes to each viewer is taken, and there is always a viewer who can go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pytest

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.inputs import Choice
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice, Request
from rules.core.stage import Stage, known, proposal, stage
from rules.core.types import Json
from tests.rules.d20.actions.scene import scene as d20_scene
from tests.rules.tactico.scene import scene as tactico_scene
from tests.rules.tapiz.scene import scene as tapiz_scene
from tests.rules.tumbas.scene import ANA as TUMBAS_ANA
from tests.rules.tumbas.scene import scene as tumbas_scene
from tests.sizes import examples, one_in

from .recorder import GM, Recorder

SYSTEMS = ["tapiz", "tumbas", "d20", "tactico"]
PRESSES = examples(120)
SEEDS = 3 // one_in(3)


def played(slug: str) -> Recorder:
    """The scenario of a system, begun where it has not begun."""
    system = get_system(slug)
    return Recorder(system, import_module(f"tests.rules.scenarios.{slug}").scenario(system))


def viewers(recorder: Recorder) -> Iterator[Viewer]:
    """The players of the fight, then its game master."""
    people = sorted({person for one in recorder.fight.combatants.values() for person in one.controllers})
    for person in people:
        yield recorder.fight.viewer(person, game_master=False)
    yield GM


def given(request: Request, chance: random.Random) -> Json:
    """An answer: what is proposed, or what the inputs begin with; dice fall as they fall."""
    if isinstance(request, Dice):
        return {"faces": [chance.randint(1, sides) for sides in request.sides]}
    assert isinstance(request, Choose)
    if request.default is not None:
        return dict(request.default)
    found = {item.name: item.default for item in request.inputs if item.default is not None}
    # what nobody proposes is decided, such as whether a loss lands that takes the combatant out
    undecided = (item for item in request.inputs if isinstance(item, Choice) and item.required)
    return {item.name: chance.choice([one.value for one in item.options]) for item in undecided} | found


def press(recorder: Recorder, found: Stage, viewer: Viewer, chance: random.Random) -> None:
    """Press what the stage proposes to a viewer, which must be taken."""
    if (command := found.proposed or found.ending) is not None:
        recorder.begin(command.action, command.actor, viewer=viewer, **command.inputs)
    elif found.request is not None:
        recorder.reply(found.request.key, given(found.request, chance), viewer=viewer)
    else:
        recorder.cancel()


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("slug", SYSTEMS)
def test_what_the_stage_proposes_is_taken_and_nobody_else_is_told_to_act_while_one_is_asked(
    slug: str, seed: int
) -> None:
    recorder, chance = played(slug), random.Random(seed)
    kinds: set[str] = set()
    for _ in range(PRESSES):
        found = [(viewer, stage(recorder.system, recorder.head, viewer)) for viewer in viewers(recorder)]
        kinds |= {one.kind for _, one in found}
        if engine.waits_for(recorder.system, recorder.head) is not None:
            aware = [(who, one) for who, one in found if known(recorder.system, recorder.head, who).open]
            assert all(one.proposed is None for _, one in aware)
            acting = {one.command.actor for one in recorder.head.open}
            for viewer, one in found:
                assert not acting & viewer.controls or one.kind in ("answer", "answers"), "their own act waits"
        able = [
            (viewer, one)
            for viewer, one in found
            if one.proposed or one.ending or one.request or (one.kind == "answer" and viewer == GM)
        ]
        assert able, f"nobody can go on: {[one.kind for _, one in found]}"
        viewer, one = able[0]
        press(recorder, one, viewer, chance)
    assert {"act", "step"} & kinds


@pytest.mark.parametrize(
    ("turns", "acted", "proposed"),
    [
        ("ab", "", "b"),
        # in its turn it may go on, though it has acted
        ("b", "b", "b"),
        # out of turn one who has readied an act may go on, and nobody who has acted
        ("a", "b", "c"),
        ("a", "c", "b"),
    ],
)
def test_of_ones_own_it_is_the_one_in_turn_or_else_one_that_has_not_acted(
    monkeypatch: pytest.MonkeyPatch, turns: str, acted: str, proposed: str
) -> None:
    recorder = played("tapiz")
    system, names = recorder.system, dict(zip("abc", recorder.fight.order, strict=False))
    monkeypatch.setattr(type(system), "whose_turn", lambda *_: [names[one] for one in turns])
    monkeypatch.setattr(type(system), "acted", lambda *_: {names[one] for one in acted})
    monkeypatch.setattr("rules.core.stage.proposal", lambda _system, _head, actor, *_: (actor, None))
    found = stage(system, recorder.head, Viewer("one", controls=frozenset({names["b"], names["c"]})))
    assert (found.kind, found.form) == ("act", names[proposed])


@pytest.mark.parametrize(
    ("refusal", "proposed"),
    [(NotAllowed("toy.never"), ""), (UnknownValue("toy.weapon", field="weapon"), "attack")],
    ids=["without a field", "at a field"],
)
def test_what_no_other_choice_would_allow_is_not_proposed(
    monkeypatch: pytest.MonkeyPatch, refusal: RuleError, proposed: str
) -> None:
    def refuses(*_about: object) -> None:
        raise refusal

    play = played("tapiz")
    while (begins := play.system.next_step(play.fight)) is not None:
        play.begin(begins)
        while play.asked:
            play.answer(play.asked[0].key, given(play.asked[0], random.Random(1)))
    (actor, *_rest) = play.system.whose_turn(play.fight)
    monkeypatch.setattr(engine, "begin", refuses)
    assert proposal(play.system, play.head, actor, GM) == (proposed, None)


def proposes(play: Recorder) -> tuple[str, bool]:
    """The form that the stage proposes to Ana's player, and whether the end of her turn would be taken."""
    found = stage(play.system, play.head, play.fight.viewer("p1", game_master=False))
    return found.form, found.ending is not None


def test_after_a_movement_an_attack_is_proposed_and_after_both_the_end() -> None:
    """In Tapiz one of them is the whole turn (TAP-TIME-01); machines are in `tactico/vehicles/test_turn.py`."""
    d20 = d20_scene(near=(("ana", "thug"),))
    for before, action, inputs in (
        ("attack", "move", {"way": "move", "feet": 10, "past": [], "through": [], "beside": ["thug"]}),
        ("attack", "attack", {"target": "thug", "weapon": "unarmed"}),
    ):
        assert proposes(d20) == (before, True)
        d20.begin(action, "ana", **inputs)
        while d20.asked:
            d20.answer(d20.asked[0].key, given(d20.asked[0], random.Random(1)))
    assert proposes(d20) == ("", True)
    tapiz = tapiz_scene()
    assert proposes(tapiz)[0] == "attack"
    tapiz.begin("move", "ana", mode="normal")
    assert proposes(tapiz) == ("", True)


def test_in_each_segment_what_was_declared_is_proposed() -> None:
    """TAC-TURN-04: of a turn of three segments, and in a phase of a round of Tumbas (TUMS-CMB-02)."""
    tactico = tactico_scene()
    tactico.declare_all(ana=("move", "test"))
    assert proposes(tactico)[0] == "move"
    moves = stage(tactico.system, tactico.head, tactico.fight.viewer("p1", game_master=False)).proposed
    assert moves is not None
    tactico.begin("move", "ana", **moves.inputs)
    tactico.begin("next_step")
    assert proposes(tactico)[0] == "test"
    tumbas = tumbas_scene()
    assert proposes(tumbas)[0] == "declare"
    tumbas.declare("ana", "test", viewer=TUMBAS_ANA)
    for who in ("bruno", "wolf1", "wolf2", "shade"):
        tumbas.begin("end_turn", who)
    tumbas.begin("next_step")
    assert proposes(tumbas)[0] == "test"


@pytest.mark.parametrize("slug", ["tapiz", "tumbas", "tactico"])
def test_the_whole_table_knows_which_player_a_reaction_waits_for(slug: str) -> None:
    asked = 0
    for seed in range(SEEDS):
        recorder, chance = played(slug), random.Random(seed)
        for _ in range(60):
            waiting = engine.waits_for(recorder.system, recorder.head)
            for request in waiting.requests if waiting is not None else ():
                one = recorder.fight.combatants.get(request.to or "")
                if isinstance(request, Choose) and request.standing and one is not None and one.controllers:
                    asked += 1
                    assert one.id in stage(recorder.system, recorder.head, PUBLIC).who, request.key
            found = [(viewer, stage(recorder.system, recorder.head, viewer)) for viewer in viewers(recorder)]
            able = [(viewer, one) for viewer, one in found if one.proposed or one.ending or one.request]
            if not able:
                break
            viewer, one = chance.choice(able)
            press(recorder, one, viewer, chance)
    assert asked, "no reaction was asked for"


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_person_whose_combatant_has_left_sees_what_all_see(slug: str) -> None:
    play = played(slug)
    left = Viewer("p9", controls=frozenset({"gone"}))
    assert stage(play.system, play.head, left) == stage(play.system, play.head, PUBLIC)


def test_a_scene_whose_order_is_being_rolled_has_begun_for_all() -> None:
    system = get_system("tapiz")
    fight = import_module("tests.rules.scenarios.tapiz").scenario(system)
    # of dice that fall for one in hiding the others know nothing
    combatants = {who: replace(one, hidden=not one.controllers) for who, one in fight.combatants.items()}
    play = Recorder(system, replace(fight, status="ready", combatants=combatants))
    first = system.next_step(play.fight)
    assert first is not None
    assert stage(system, play.head, PUBLIC).kind == "ready"
    play.begin(first)
    while play.asked and play.fight.status == "ready":
        assert {stage(system, play.head, viewer).kind for viewer in (*viewers(play), PUBLIC)} <= {"answer", "answers"}
        asked = min(play.asked, key=lambda one: combatants[one.to or ""].hidden)
        play.answer(asked.key, given(asked, random.Random(1)))
