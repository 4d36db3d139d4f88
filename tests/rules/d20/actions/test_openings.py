"""Who may strike at a combatant that drops its guard, what they are asked, and what then becomes of its action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.driver import Done, Pending, run
from rules.core.facts import Notes, Ref, fact
from rules.core.inputs import Choice, Combatants
from rules.core.requests import Choose
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon
from rules.systems.d20.blows import Attempt
from rules.systems.d20.effects import Effect
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.opportunity import (
    armed_unarmed,
    arms_against,
    arms_reach,
    attacks_on,
    distracted,
    go_on_after,
    has_opportunity,
    may_strike,
    melee_arms,
    moves_on,
    opportunities,
    provoke,
    provoked,
    stands_still,
    threatens,
    unplaced_foes,
    who_is_near,
)
from rules.systems.d20.situation import adjacent, beside
from rules.systems.d20.state import D20Fight, Grapple, Pair
from tests.rules.d20.actions.scene import scene
from tests.rules.recorder import GM

HELPLESS = {"e": Effect("e", "condition", "unconscious")}
PRONE = {"p": Effect("p", "condition", "prone")}


def fight_of(*near: str, **people: dict[str, Any]) -> D20Fight:
    """Ana's turn, with these beside her; what differs of a body by name, of a combatant under `one`."""
    fight: D20Fight = scene(near=tuple(("ana", who) for who in near)).fight
    for who, change in people.items():
        one = fight.combatants[who]
        own = change.pop("one", {})
        fight = replace(
            fight,
            combatants={**fight.combatants, who: replace(one, **own, body=replace(one.body, **change))},
        )
    return fight


def unsaid(fight: D20Fight) -> D20Fight:
    """The same people, and nobody has said where they stand."""
    return replace(fight, relations={})


def armed(key: str = "sword", **more: Any) -> dict[str, Any]:
    """A body with this weapon in the main hand."""
    return {"weapons": (Weapon(key, "Espada", **more),), "main": key, "off": ""}


# Who threatens


@pytest.mark.parametrize(
    ("made", "flat_footed", "defending", "may"),
    [(0, False, False, True), (1, False, False, False), (0, True, False, False), (0, False, True, False)],
)
def test_one_opportunity_a_round(made: int, flat_footed: bool, defending: bool, may: bool) -> None:
    """D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23."""
    assert has_opportunity(made, flat_footed=flat_footed, total_defense=defending) == may


def test_which_weapons_serve_outside_the_turn() -> None:
    """D20C-AOO-02: what is held or grown; bare hands where they are trained."""
    bite = Weapon("bite", "Mordisco", use="natural")
    sword, gun, knife = Weapon("sword", "Espada"), Weapon("gun", "Pistola", use="projectile"), Weapon("knife", "Daga")
    body = replace(scene().fight.body("thug"), weapons=(sword, gun, knife), main="sword", off="gun", feats=())
    assert [one.key for one in melee_arms(body)] == ["sword"]
    assert [one.key for one in melee_arms(replace(body, off="knife"))] == ["sword", "knife"]
    assert [one.key for one in melee_arms(replace(body, main="gun", off=""))] == []
    grown = replace(body, weapons=(bite, sword), main="gun", off="")
    assert [one.key for one in melee_arms(grown)][:1] == ["bite"]
    assert armed_unarmed(grown)
    assert not armed_unarmed(body)
    trained = replace(body, feats=("combat_martial_arts",), main=UNARMED, off="")
    assert armed_unarmed(trained)
    assert [one.key for one in melee_arms(trained)] == [UNARMED]
    assert arms_reach(replace(body, main="gun", off="")) == 1
    assert arms_reach(replace(body, weapons=(sword, replace(knife, reach=5)), off="knife")) == 2


@pytest.mark.parametrize(
    ("change", "does"),
    [
        ({}, True),
        ({"being": "object"}, False),
        ({"one": {"side": "party"}}, False),
        ({"effects": HELPLESS}, False),
        ({"weapons": (), "main": UNARMED, "off": ""}, False),
    ],
)
def test_who_threatens_a_target(change: dict[str, Any], does: bool) -> None:
    """D20C-AOO-03."""
    fight = fight_of("thug", thug={**armed(), **change})
    assert threatens(fight, "thug", "ana") == does
    assert not threatens(fight, "other", "ana"), "who stands apart"
    assert provoked(fight, "ana") == (("thug",) if does else ())


def test_wrestlers_threaten_nobody_and_provoke_nobody() -> None:
    """D20S-GRAP-16."""
    fight = fight_of("thug", thug=armed())
    held = replace(fight, round=replace(fight.round, grapples={"g": Grapple("g", (Pair("thug", "bruno"),))}))
    assert threatens(fight, "thug", "ana")
    assert not threatens(held, "thug", "ana")
    wrestling = replace(fight, round=replace(fight.round, grapples={"g": Grapple("g", (Pair("ana", "bruno"),))}))
    assert provoked(wrestling, "ana") == ()
    assert provoked(replace(fight, ordered=False), "ana") == ()


@pytest.mark.parametrize(
    ("effects", "made", "house", "may"),
    [
        ({}, 0, {}, True),
        ({}, 1, {}, False),
        ({"d": Effect("d", "stance", "total_defense")}, 0, {}, False),
        ({"d": Effect("d", "stance", "total_defense")}, 0, {"opportunities_in_total_defense": True}, True),
    ],
)
def test_who_has_an_opportunity_left(effects: Any, made: int, house: Any, may: bool) -> None:
    """D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23."""
    fight = fight_of("thug", thug={**armed(), "effects": effects})
    fight = replace(fight, house=house, round=replace(fight.round, opportunities={"thug": made} if made else {}))
    assert may_strike(fight, "thug", "ana") == may


# Where nobody has said where they stand


@pytest.mark.parametrize(
    ("people", "asked"),
    [
        ({}, ("thug", "other", "dog")),
        ({"ana": {"one": {"controllers": frozenset()}}}, ("thug", "other", "dog", "shade")),
        ({"thug": {"vital": "dying", "hp": -3}}, ("other", "dog")),
        ({"thug": {"vital": "dying", "hp": -3, "one": {"shows": "nothing"}}}, ("thug", "other", "dog")),
        ({"thug": {"one": {"side": "party"}}}, ("other", "dog")),
        ({"thug": {"being": "object"}}, ("other", "dog")),
    ],
)
def test_foes_of_whom_nothing_tells_where_they_stand(people: Any, asked: tuple[str, ...]) -> None:
    """D20C-AOO-03: what a foe could do there does not count, nor one that players do not know of."""
    fight = unsaid(fight_of(**people))
    assert unplaced_foes(fight, "ana") == asked
    assert unplaced_foes(beside(fight, "ana", "other"), "ana") == tuple(who for who in asked if who != "other")
    assert unplaced_foes(fight_of(**people), "ana") == ()


def test_who_is_near_is_asked_once_and_kept() -> None:
    """D20C-AOO-03, D20C-AOO-07."""
    fight, notes = unsaid(fight_of()), Notes()
    notes.tell("before")
    pending = run(who_is_near(fight, "ana", notes), {})
    assert isinstance(pending, Pending)
    (asked,) = pending.open
    assert isinstance(asked, Choose)
    (item,) = asked.inputs
    assert isinstance(item, Combatants)
    assert (asked.key, asked.to, asked.label) == ("near:ana", "ana", "ask.near")
    assert (asked.default, asked.so_far) == ({"beside": []}, notes.so_far)
    assert (item.name, item.several, item.required) == ("beside", True, False)
    notes = Notes()
    found = run(who_is_near(fight, "ana", notes), {"near:ana": {"beside": ["dog"]}})
    assert isinstance(found, Done)
    near = [who for who in fight.order if adjacent(found.result, "ana", who)]
    assert near == ["dog"]
    assert unplaced_foes(found.result, "ana") == ()
    assert [one.params["who"] for one in notes.so_far if one.code == "near.beside"] == [Ref("dog")]


@pytest.mark.parametrize("how", ["free", "wrestling", "known"])
def test_where_it_does_not_matter_nobody_is_asked(how: str) -> None:
    fight = unsaid(fight_of())
    if how == "free":
        fight = replace(fight, ordered=False)
    elif how == "wrestling":
        fight = replace(fight, round=replace(fight.round, grapples={"g": Grapple("g", (Pair("ana", "bruno"),))}))
    else:
        fight = fight_of()
    found = run(who_is_near(fight, "ana", Notes()), {})
    assert isinstance(found, Done)
    assert found.result is fight


# What they are asked


def asked_of(fight: D20Fight, foes: tuple[str, ...], notes: Notes | None = None, **more: Any) -> Pending:
    found = run(opportunities(fight, "ana", foes, notes or Notes(), **more), {})
    assert isinstance(found, Pending)
    return found


def test_each_foe_is_asked_whether_it_strikes() -> None:
    """D20C-AOO-04, D20C-AOO-09."""
    fight, notes = fight_of("thug", "shade", thug=armed(), shade=armed()), Notes()
    pending = asked_of(fight, ("thug", "shade"), notes, key="k:", rules=("D20C-AOO-07",))
    first, second = pending.open
    assert isinstance(first, Choose)
    assert (first.key, first.to, second.key) == ("k:opportunity:thug", "thug", "k:opportunity:shade")
    assert (first.label, first.default) == ("ask.opportunity", {"strikes": False})
    assert first.standing is not None
    assert (first.standing.name, first.standing.always, first.standing.never) == (
        "order.opportunity",
        {"strikes": True},
        {"strikes": False},
    )
    assert first.inputs[0].name == "strikes"
    # the hidden is not named
    told = fact("opportunity.provoked", who="ana", foes=("thug",), rules=("D20C-AOO-04", "D20C-AOO-07"))
    assert notes.so_far == (told,)
    assert first.so_far == notes.so_far


def test_where_only_the_hidden_may_strike_nothing_is_told() -> None:
    notes = Notes()
    asked_of(fight_of("shade", shade=armed()), ("shade",), notes)
    assert notes.so_far == ()


def test_of_several_weapons_one_is_chosen() -> None:
    """D20C-AOO-09."""
    both = {"weapons": (Weapon("sword", "Espada"), Weapon("bite", "", use="natural")), "main": "sword", "off": ""}
    (asked,) = asked_of(fight_of("thug", thug=both), ("thug",)).open
    assert isinstance(asked, Choose)
    weapon = next(one for one in asked.inputs if one.name == "weapon")
    assert isinstance(weapon, Choice)
    keys = [one.value for one in weapon.options]
    assert (weapon.default, keys[:2]) == (keys[0], ["sword", "bite"])
    assert weapon.options[0].label == fact("weapon.named", name="Espada")
    (alone,) = asked_of(fight_of("thug", thug=armed()), ("thug",)).open
    assert isinstance(alone, Choose)
    assert "weapon" not in [one.name for one in alone.inputs]


def test_what_may_take_the_place_of_a_blow_takes_a_foe_at_hand() -> None:
    """D20C-AOT-09: a target struck from afar is not tripped."""
    for near, offered in ((("thug",), True), ((), False)):
        (asked,) = asked_of(fight_of(*near, thug=armed()), ("thug",)).open
        assert isinstance(asked, Choose)
        assert ("instead_of_blow" in [one.name for one in asked.inputs]) == offered


def test_nobody_who_may_strike_is_nobody_asked() -> None:
    fight, notes = fight_of(), Notes()
    found = run(opportunities(fight, "ana", (), notes), {})
    assert isinstance(found, Done)
    assert (found.result, notes.so_far) == ((fight, False), ())


@pytest.mark.parametrize(("strikes", "made"), [(True, 2), (False, 1)])
def test_an_opportunity_that_is_taken_is_counted(strikes: bool, made: int) -> None:
    """D20C-AOO-08."""
    fight = fight_of("thug", thug=armed())
    fight = replace(fight, round=replace(fight.round, opportunities={"thug": 1}))
    notes, answers = Notes(), {"opportunity:thug": {"strikes": strikes}}
    found = run(opportunities(fight, "ana", ("thug",), notes), answers)
    if strikes:
        assert isinstance(found, Pending)
        (asked,) = found.open
        assert asked.key.startswith("thug:")
        miss = {**answers, asked.key: {"faces": [1]}}
        notes = Notes()
        found = run(opportunities(fight, "ana", ("thug",), notes), miss)
        assert fact("opportunity.made", who="thug", target="ana", rules=("D20C-AOO-08", "D20C-AOO-09")) in notes.so_far
    assert isinstance(found, Done)
    after, hurt = found.result
    assert (after.round.opportunities["thug"], hurt) == (made, False)


# What becomes of the action


@pytest.mark.parametrize(
    ("effects", "grappled", "wrestling", "on"),
    [
        ({}, False, False, True),
        (HELPLESS, False, False, False),
        ({}, True, False, False),
        ({}, True, True, True),
        (HELPLESS, True, True, False),
    ],
)
def test_who_is_felled_or_taken_hold_of_does_not_go_on(effects: Any, grappled: bool, wrestling: bool, on: bool) -> None:
    """D20C-AOO-08, D20S-GRAP-18, D20S-GRAP-19."""
    fight, notes = fight_of(ana={"effects": effects}), Notes()
    if grappled:
        fight = replace(fight, round=replace(fight.round, grapples={"g": Grapple("g", (Pair("ana", "thug"),))}))
    assert go_on_after(fight, "ana", notes, wrestling=wrestling) == on
    interrupted = fact("act.interrupted", who="ana", rules=("D20C-AOO-08",))
    assert notes.so_far == (() if on else (interrupted,))


@pytest.mark.parametrize(("effects", "crawling", "on"), [({}, False, True), (PRONE, False, False), (PRONE, True, True)])
def test_who_is_tripped_on_the_way_stays_there(effects: Any, crawling: bool, on: bool) -> None:
    """D20S-TRIP-06."""
    notes = Notes()
    assert moves_on(fight_of(ana={"effects": effects}), "ana", notes, crawling=crawling) == on
    interrupted = fact("act.interrupted", who="ana", rules=("D20C-AOO-08", "D20S-TRIP-06"))
    assert notes.so_far == (() if on else (interrupted,))
    notes = Notes()
    assert not moves_on(fight_of(ana={"effects": {**effects, **HELPLESS}}), "ana", notes, crawling=True)
    assert len(notes.so_far) == 1


def test_who_lost_the_weapon_does_not_attack_with_it() -> None:
    """D20S-DIS-05, D20C-CIR-10."""
    fight = fight_of(ana=armed())
    sword = fight.body("ana").weapon("sword")
    notes = Notes()
    assert attacks_on(fight, "ana", sword, notes)
    empty = fight.with_body("ana", replace(fight.body("ana"), main=UNARMED))
    assert not attacks_on(empty, "ana", sword, notes)
    rules = ("D20C-AOO-08", "D20S-DIS-05", "D20C-CIR-10")
    assert notes.so_far == (fact("act.interrupted", who="ana", rules=rules),)


# What provokes


def provokes(fight: D20Fight, weapon: Weapon, mode: Any, target: str = "thug") -> list[str]:
    """Who is asked whether to strike at an attack of Ana's."""
    found = run(provoke(fight, Attempt("ana", target, weapon, Manner(mode), 1), Notes()), {})
    return [one.key.rpartition(":")[2] for one in found.open] if isinstance(found, Pending) else []


def test_shots_provoke_all_and_bare_hands_the_target() -> None:
    """D20C-AOO-07, D20C-UNA-02 to -04, D20S-GUN-05."""
    fight = fight_of("thug", "other", ana=armed(), thug=armed(), other=armed())
    sword = fight.body("ana").weapon("sword")
    bow = Weapon("bow", "Arco", use="projectile")
    assert provokes(fight, bow, "ranged") == ["thug", "other"]
    assert provokes(fight, sword, "melee") == []
    assert provokes(fight, BARE_HANDS, "melee") == ["thug"]
    assert provokes(fight, BARE_HANDS, "melee", "dog") == []
    assert provokes(replace(fight, ordered=False), BARE_HANDS, "melee") == []
    trained = fight.with_body("ana", replace(fight.body("ana"), feats=("combat_martial_arts",)))
    assert provokes(trained, BARE_HANDS, "melee") == []


def test_a_thing_in_a_hand_provokes_its_holder() -> None:
    """D20S-OBJ-05."""
    fight = fight_of("thug", "other", ana=armed(), thug=armed(), other=armed())
    thing = replace(fight.body("door").thing, holder="thug")
    held = fight.with_body("door", replace(fight.body("door"), thing=thing))
    sword = held.body("ana").weapon("sword")
    assert provokes(held, sword, "melee", "door") == ["thug"]
    assert provokes(fight, sword, "melee", "door") == []
    sunder = held.with_body("ana", replace(held.body("ana"), feats=("sunder",)))
    assert provokes(sunder, sword, "melee", "door") == []


@pytest.mark.parametrize(
    ("immobile", "holder", "still"), [(True, None, True), (True, "thug", False), (False, None, False)]
)
def test_what_stands_still(immobile: bool, holder: str | None, still: bool) -> None:
    """D20S-OBJ-03."""
    fight = fight_of()
    thing = replace(fight.body("door").thing, immobile=immobile, holder=holder)
    fight = fight.with_body("door", replace(fight.body("door"), thing=thing))
    assert stands_still(fight, "door") == still
    assert not stands_still(fight, "ana")


def test_an_action_that_does_not_provoke_draws_nobody() -> None:
    """D20C-AOO-07, D20C-AOT-07."""
    fight = fight_of("thug", thug=armed())
    for action, asked in (("", True), ("stabilize_character", True), ("attack_melee", False)):
        found = run(distracted(fight, "ana", Notes(), rules=(), action=action), {})
        assert isinstance(found, Pending) == asked


def test_weapons_that_reach_come_first_and_all_serve_where_none_does() -> None:
    fight = fight_of("thug", thug=armed())
    assert [one.key for one in arms_against(fight, "thug", "ana")] == ["sword"]
    assert [one.key for one in arms_against(fight, "thug", "bruno")] == ["sword"]


def test_who_is_not_there_has_no_form() -> None:
    for nobody in (None, "nobody"):
        assert scene().system.actions["attack"].inputs(fight_of(), nobody, GM) == ()
