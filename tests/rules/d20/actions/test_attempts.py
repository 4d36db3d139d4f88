"""The attack that a form describes, what refuses it, what it takes of the turn, and what each reader is told of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.errors import RuleError
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command
from rules.core.relations import relate
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon
from rules.systems.d20.attack import (
    ATTACK,
    TOTAL_DEFENSE,
    action_word,
    blow_of,
    check_all,
    check_in_grapple,
    in_hand,
    odds,
)
from rules.systems.d20.attack_roll import AttackRoll
from rules.systems.d20.blows import (
    Attempt,
    Reckoned,
    ammunition_spent,
    base_terms,
    check_blow,
    damage_tactic,
    lost_facts,
    nonlethal,
    set_to,
    why_not,
)
from rules.systems.d20.cover import MissChance
from rules.systems.d20.defence import Defense
from rules.systems.d20.effects import Effect
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.situation import CONCEALMENT
from rules.systems.d20.state import D20Fight, Grapple, Pair, Spent, Turn, bears
from rules.systems.d20.strike import announce, strike, tell_roll, told_concealment
from rules.systems.d20.terms import Term
from tests.rules.d20.actions.scene import ANA, scene
from tests.rules.recorder import GM

SWORD = Weapon("sword", "Espada", dice="1d8")
KNIFE = Weapon("knife", "Daga", dice="1d4", use="thrown", light=True, increment=10)
GUN = Weapon("gun", "Pistola", dice="2d6", use="projectile", kind="firearm", increment=30)
SAP = Weapon("sap", "Porra", nonlethal=True)
BOTH = Weapon("axe", "Hacha", two_handed=True)
DOUBLE = Weapon("staff", "Bastón doble", double=True, two_handed=True)
HELPLESS = {"e": Effect("e", "condition", "unconscious")}
PRONE = {"p": Effect("p", "condition", "prone")}
OWN = controllers_of("ana")


def fight_of(*near: str, **people: dict[str, Any]) -> D20Fight:
    """Ana's turn with a sword and a knife in her hands, beside these; what differs of a body, by name."""
    armed = {"weapons": (SWORD, KNIFE, GUN, SAP), "main": "sword", "off": "knife", "both": False}
    fight: D20Fight = scene(near=tuple(("ana", who) for who in near)).fight
    for who, change in {"ana": {}, **people}.items():
        body = fight.body(who)
        fight = fight.with_body(who, replace(body, **({**armed, **change} if who == "ana" else change)))
    return fight


def wanted(target: str = "thug", **inputs: Any) -> Command:
    return Command("c", "attack", "ana", {"target": target, **inputs})


def wrestling(fight: D20Fight, *pairs: tuple[str, str]) -> D20Fight:
    grapple = Grapple("g", tuple(Pair(*pair) for pair in pairs))
    return replace(fight, round=replace(fight.round, grapples={"g": grapple}))


def refused(rule: Any) -> tuple[str, str | None] | None:
    try:
        rule()
    except RuleError as found:
        return found.reason, found.field
    return None


# What a form describes


@pytest.mark.parametrize(
    ("inputs", "fields"),
    [
        ({}, {"weapon": SWORD, "off": False, "lethal": None, "review": False, "sure": False, "ineffective": False}),
        ({"weapon": "knife"}, {"weapon": KNIFE, "off": False}),
        ({"hand": "off", "two_weapons": True}, {"weapon": KNIFE, "off": True, "two_weapons": True}),
        ({"two_weapons": True}, {"weapon": SWORD, "two_weapons": True}),
        ({"lethal": "usual"}, {"lethal": None}),
        ({"lethal": "lethal"}, {"lethal": True}),
        ({"lethal": "nonlethal"}, {"lethal": False}),
        ({"review": True, "ineffective": True}, {"review": True, "ineffective": True}),
        ({"coverer": "other"}, {"coverer": "other"}),
        ({"others": [{"value": 2, "reason": "x"}]}, {"others": ({"value": 2, "reason": "x"},)}),
    ],
)
def test_what_a_form_says_is_what_is_tried(inputs: dict[str, Any], fields: dict[str, Any]) -> None:
    blow = blow_of(fight_of("thug"), wanted(**inputs))
    assert {name: getattr(blow, name) for name in fields} == fields
    assert (blow.actor, blow.target, blow.base) == ("ana", "thug", 6)


@pytest.mark.parametrize(
    ("weapon", "mode", "feet", "manner"),
    [
        ("sword", None, None, Manner("melee", None, ())),
        ("knife", "usual", None, Manner("melee", None, ())),
        ("knife", "ranged", 20, Manner("ranged", 20, ())),
    ],
)
def test_a_knife_is_thrown_where_that_is_said(weapon: str, mode: str | None, feet: int | None, manner: Manner) -> None:
    assert blow_of(fight_of("thug"), wanted(weapon=weapon, mode=mode, feet=feet)).manner == manner
    found = refused(lambda: blow_of(fight_of("thug"), wanted(weapon="sword", mode="ranged")))
    assert found == ("d20.weapon.mode", "mode")


@pytest.mark.parametrize(
    ("off", "main", "hand", "weapon"),
    [
        ("knife", "sword", "off", "knife"),
        ("", "sword", "off", UNARMED),
        ("", "staff", "off", "staff"),
        ("knife", "sword", "primary", "sword"),
    ],
)
def test_the_second_hand_strikes_with_what_it_holds(off: str, main: str, hand: str, weapon: str) -> None:
    """D20C-TWF-01: a double weapon serves both hands."""
    fight = fight_of("thug", ana={"weapons": (SWORD, KNIFE, DOUBLE), "main": main, "off": off})
    assert blow_of(fight, wanted(hand=hand, two_weapons=True, weapon=None)).weapon.key == weapon


@pytest.mark.parametrize(
    ("main", "off", "penalty"), [("sword", "knife", -4), ("sword", "", -4), ("sword", "axe", -6), ("staff", "axe", -4)]
)
def test_a_light_second_weapon_or_the_other_end_of_a_double_one_hinders_less(main: str, off: str, penalty: int) -> None:
    """D20C-TWF-02, D20C-TWF-04."""
    hands = {"weapons": (SWORD, KNIFE, BOTH, DOUBLE), "main": main, "off": off, "feats": ()}
    blow = Attempt("ana", "thug", SWORD, Manner("melee"), 1, two_weapons=True)
    told = {one.name: one.value for one in base_terms(fight_of("thug", ana=hands), blow)}
    assert told["two_weapons"] == penalty


@pytest.mark.parametrize(
    ("turn", "asked", "two"),
    [
        (Turn("ana"), True, True),
        (Turn("ana"), False, False),
        (Turn("ana", spent=(Spent("move", "move_speed"),)), True, False),
        (
            Turn("ana", spent=(Spent("attack", "attack_melee", attacks=1),), blows=("primary",), two_weapons=True),
            False,
            True,
        ),
        (Turn("ana", spent=(Spent("attack", "attack_melee", attacks=1),), blows=("primary",)), True, False),
    ],
)
def test_both_hands_take_the_whole_round_from_its_first_blow(turn: Turn, asked: bool, two: bool) -> None:
    """D20C-TWF-01."""
    fight = fight_of("thug")
    fight = replace(fight, round=replace(fight.round, turn=turn))
    assert blow_of(fight, wanted(two_weapons=asked)).two_weapons == two


def test_out_of_the_turn_the_form_is_believed() -> None:
    fight = fight_of("thug")
    fight = replace(fight, round=replace(fight.round, turn=Turn("bruno")))
    assert blow_of(fight, wanted(two_weapons=True)).two_weapons


@pytest.mark.parametrize(
    ("target", "inputs", "tactics", "sure"),
    [
        ("thug", {}, (), False),
        ("thug", {"defensively": True}, ("fighting_defensively",), False),
        ("thug", {"full_round": True}, ("helpless_target_full_round",), False),
        ("door", {"full_round": True}, (), True),
        ("door", {"full_round": True, "weapon": "knife", "mode": "ranged"}, ("immobile_object_full_round",), False),
        ("door", {}, (), False),
        ("door", {"full_round": True, "defensively": True}, ("fighting_defensively",), True),
    ],
)
def test_what_is_done_at_leisure(target: str, inputs: dict[str, Any], tactics: tuple[str, ...], sure: bool) -> None:
    """D20C-HLP-04, D20S-OBJ-03."""
    fight = fight_of("thug", "door")
    door = replace(fight.body("door").thing, immobile=True, holder=None)
    fight = fight.with_body("door", replace(fight.body("door"), thing=door))
    blow = blow_of(fight, wanted(target, **inputs))
    assert (blow.manner.tactics, blow.sure) == (tactics, sure)


# What refuses it


@pytest.mark.parametrize(
    ("weapon", "mode", "two", "target", "reason"),
    [
        (KNIFE, "melee", False, "thug", None),
        (BARE_HANDS, "melee", False, "thug", None),
        (KNIFE, "melee", False, "other", ("d20.grapple.no_bond", "target")),
        (SWORD, "melee", False, "thug", ("d20.grapple.light_only", "weapon")),
        (KNIFE, "ranged", False, "thug", ("d20.grapple.light_only", "weapon")),
        (KNIFE, "melee", True, "thug", ("d20.grapple.light_only", "weapon")),
        (replace(KNIFE, key="spare"), "melee", False, "thug", ("d20.grapple.not_in_hand", "weapon")),
    ],
)
def test_wrestlers_strike_with_something_light_in_hand(
    weapon: Weapon, mode: Any, two: bool, target: str, reason: tuple[str, str] | None
) -> None:
    """D20S-GRAP-24."""
    fight = wrestling(fight_of("thug"), ("ana", "thug"))
    blow = Attempt("ana", target, weapon, Manner(mode), 1, two_weapons=two)
    assert refused(lambda: check_in_grapple(fight, blow)) == reason
    assert refused(lambda: check_in_grapple(fight_of("thug"), blow)) is None


@pytest.mark.parametrize(("by", "reason"), [("ana", ("d20.grapple.pinning", "weapon")), ("bruno", None)])
def test_who_pins_does_not_strike(by: str, reason: tuple[str, str] | None) -> None:
    """D20S-GRAP-34."""
    fight = wrestling(fight_of("thug", thug={"effects": {"p": Effect("p", "hold", "pinned", by=by)}}), ("ana", "thug"))
    blow = Attempt("ana", "thug", BARE_HANDS, Manner("melee"), 1)
    assert refused(lambda: check_in_grapple(fight, blow)) == reason


@pytest.mark.parametrize(
    ("near", "effects", "reason"),
    [
        ((), HELPLESS, None),
        (("thug",), HELPLESS, ("d20.attack.full_round_helpless", "full_round")),
        ((), {}, ("d20.attack.full_round_helpless", "full_round")),
    ],
)
def test_aiming_at_leisure_takes_a_helpless_target_some_way_off(
    near: tuple[str, ...], effects: Any, reason: tuple[str, str] | None
) -> None:
    """D20C-HLP-04."""
    fight = fight_of(*near, ana={"main": "gun"}, thug={"effects": effects})
    blow = Attempt("ana", "thug", GUN, Manner("ranged", None, ("helpless_target_full_round",)), 1)
    assert refused(lambda: check_all(fight, blow)) == reason


@pytest.mark.parametrize(
    ("weapon", "effects", "reason"),
    [
        (SWORD, {}, ""),
        (SAP, {}, "d20.weapon.not_in_hand"),
        (replace(GUN, key="sword"), PRONE, ""),
        (replace(GUN, key="sword", kind="bow"), PRONE, "d20.attack.prone_weapon"),
        (replace(KNIFE, key="sword", kind="thrown"), PRONE, ""),
    ],
)
def test_why_a_weapon_does_not_serve_as_things_are(weapon: Weapon, effects: Any, reason: str) -> None:
    """D20C-MVA-04, D20C-CIR-10: what also strikes is not forbidden."""
    assert why_not(fight_of("thug", ana={"effects": effects}), "ana", weapon) == reason


@pytest.mark.parametrize(
    ("nonlethal_weapon", "mode", "unarmed", "spares", "trained", "tactic"),
    [
        (False, "melee", False, False, False, ""),
        (False, "melee", False, True, False, "lethal_weapon_nonlethal"),
        (True, "melee", False, True, False, ""),
        (True, "melee", False, False, False, ""),
        (True, "melee", True, False, False, "unarmed_lethal"),
        (True, "melee", True, False, True, ""),
        (True, "ranged", False, True, False, ""),
    ],
)
def test_what_sparing_costs(
    nonlethal_weapon: bool, mode: Any, unarmed: bool, spares: bool, trained: bool, tactic: str
) -> None:
    """D20C-UNA-06, D20H-NL-01 to -04."""
    weapon = replace(BARE_HANDS if unarmed else SWORD, nonlethal=nonlethal_weapon)
    assert damage_tactic(weapon, mode, spares=spares, martial_arts=trained) == tactic
    for lethal, meant in ((None, nonlethal_weapon), (True, False), (False, True)):
        assert nonlethal(Attempt("ana", "thug", weapon, Manner(mode), 1, lethal=lethal)) == meant


def test_who_cannot_attack_strikes_nobody() -> None:
    fight = fight_of("thug", ana={"effects": HELPLESS})
    blow = Attempt("ana", "thug", SWORD, Manner("melee"), 1)
    assert refused(lambda: check_blow(fight, blow)) == ("d20.attack.not_now", None)
    assert refused(lambda: ATTACK.check(fight, wanted(), GM)) is not None


def test_a_charge_leaves_one_weapon_alone_to_strike_with() -> None:
    """D20C-CHG-06."""
    charge = Manner("melee", tactics=("charging",))
    both = Attempt("ana", "thug", SWORD, charge, 1, two_weapons=True)
    assert refused(lambda: check_blow(fight_of("thug"), both)) == ("d20.attack.charge_with_two_weapons", "two_weapon")
    assert refused(lambda: check_blow(fight_of("thug"), replace(both, two_weapons=False))) is None


def test_what_follows_a_sure_hit_is_told_of_no_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """D20S-OBJ-03: without a roll no weapon jams and nobody poisons himself."""
    faces: list[int] = []

    def follows(fight: D20Fight, actor: str, target: str, weapon: Weapon, face: int, *rest: Any) -> Any:
        faces.append(face)
        yield from ()
        return fight

    monkeypatch.setattr("rules.systems.d20.strike.AFTER_ATTACK", [follows])
    blow = Attempt("ana", "thug", SWORD, Manner("melee"), 1, sure=True)
    assert isinstance(run(strike(fight_of("thug"), blow, Notes()), {"damage:ana": {"faces": [1]}}), Done)
    assert faces == [0]


def test_total_defense_takes_a_fight_and_is_taken_once() -> None:
    """D20C-TDF-01, D20C-TDF-02."""
    command = Command("c", "total_defense", "ana")
    assert refused(lambda: TOTAL_DEFENSE.check(fight_of(), command, ANA)) is None
    assert refused(lambda: TOTAL_DEFENSE.check(scene(ordered=False).fight, command, GM)) == ("core.free_scene", None)
    found = run(TOTAL_DEFENSE.resolve(fight_of(), command), {})
    assert isinstance(found, Done)
    after, told = found.result.fight, found.result.explanation
    assert bears(after.body("ana"), "total_defense")
    assert told == (fact("guard.total", who="ana", rules=("D20C-TDF-01", "D20C-TDF-02")),)
    assert after.round.turn.spent == (Spent("attack", "total_defense"),)
    assert refused(lambda: TOTAL_DEFENSE.check(after, command, ANA)) == ("d20.guard.already", None)


# What it takes of the turn


@pytest.mark.parametrize(
    ("target", "inputs", "people", "spent"),
    [
        ("thug", {}, {}, (Spent("attack", "attack_melee", attacks=1),)),
        ("thug", {"weapon": "unarmed"}, {"ana": {"main": UNARMED}}, (Spent("attack", "attack_unarmed", attacks=1),)),
        ("other", {"weapon": "knife", "mode": "ranged"}, {}, (Spent("attack", "attack_ranged", attacks=1),)),
        (
            "other",
            {"weapon": "gun", "full_round": True},
            {"ana": {"main": "gun"}, "other": {"effects": HELPLESS}},
            (Spent("full_round"),),
        ),
    ],
)
def test_what_an_attack_takes_of_the_turn(
    target: str, inputs: dict[str, Any], people: dict[str, Any], spent: tuple[Spent, ...]
) -> None:
    """D20C-ACT-05, D20C-AOT-01, D20C-HLP-04."""
    fight = fight_of("thug", **{"thug": {"weapons": (), "main": UNARMED}, **people})
    seen: list[D20Fight] = []

    def noted(now: D20Fight, *_about: Any) -> Any:
        seen.append(now)
        yield from ()
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.systems.d20.attack.provoke", noted)
        run(ATTACK.resolve(fight, wanted(target, **inputs)), {})
    (after,) = seen
    assert after.round.turn.spent == spent


@pytest.mark.parametrize(
    ("weapon", "off", "main", "other", "both"),
    [
        (SWORD, False, "sword", "knife", False),
        (KNIFE, False, "sword", "knife", False),
        (GUN, False, "gun", "knife", False),
        (BOTH, False, "axe", "", True),
        (GUN, True, "sword", "knife", False),
        (BARE_HANDS, False, "sword", "knife", False),
        (replace(GUN, use="natural"), False, "sword", "knife", False),
    ],
)
def test_outside_a_turn_there_is_time_to_draw(weapon: Weapon, off: bool, main: str, other: str, both: bool) -> None:
    fight = fight_of("thug")
    body = in_hand(fight, "ana", Attempt("ana", "thug", weapon, Manner("melee"), 1, off=off)).body("ana")
    assert (body.main, body.off, body.both) == (main, other, both)


@pytest.mark.parametrize(
    ("weapon", "mode", "word"),
    [(SWORD, "melee", "attack_melee"), (BARE_HANDS, "melee", "attack_unarmed"), (KNIFE, "ranged", "attack_ranged")],
)
def test_the_row_that_an_attack_is(weapon: Weapon, mode: Any, word: str) -> None:
    """D20C-AOT-01."""
    assert action_word(Attempt("ana", "thug", weapon, Manner(mode), 1)) == word


def test_ammunition_that_is_used() -> None:
    """D20S-GUN-01."""
    loaded = replace(GUN, capacity=15)
    fight = fight_of("thug", ana={"weapons": (loaded, KNIFE)})
    once = ammunition_spent(fight, "ana", loaded, Notes())
    assert once.body("ana").arm("gun").spent == 1
    assert ammunition_spent(once, "ana", loaded, Notes(), 4).body("ana").arm("gun").spent == 5
    assert ammunition_spent(fight, "ana", GUN, Notes()) is fight
    automatic = set_to(fight, "ana", loaded, automatic=True)
    assert automatic.body("ana").arm("gun").autofire
    assert set_to(automatic, "ana", loaded, automatic=True) is automatic
    assert not set_to(automatic, "ana", loaded, automatic=False).body("ana").arm("gun").autofire


# What is told


@pytest.mark.parametrize(
    ("weapon", "mode", "code", "rules", "name"),
    [
        (SWORD, "melee", "attack.melee", ("D20C-ATK-05", "D20C-MEL-01"), "Espada"),
        (GUN, "ranged", "attack.ranged", ("D20C-ATK-06", "D20C-RNG-03"), "Pistola"),
        (BARE_HANDS, "melee", "attack.melee", ("D20C-ATK-05", "D20C-MEL-01"), Word("weapon.unarmed")),
    ],
)
def test_an_attack_is_announced(weapon: Weapon, mode: Any, code: str, rules: tuple[str, ...], name: Any) -> None:
    notes = Notes()
    announce(Attempt("ana", "thug", weapon, Manner(mode), 1), notes)
    assert notes.so_far == (fact(code, who="ana", target="thug", weapon=name, rules=rules),)


RECKONED = Reckoned(
    5,
    (Term("base", 3, ("D20C-ATK-04",)), Term("strength", 2, ("D20C-ATK-05",))),
    14,
    (Term("armour", 4, ("D20C-DEF-01",)),),
    (),
)


def told_of(rolled: AttackRoll, *, who: str = "thug", hidden: bool = False) -> tuple[Fact, ...]:
    fight = fight_of("thug")
    fight = fight.with_combatant(replace(fight.combatants[who], hidden=hidden))
    notes = Notes()
    tell_roll(fight, Attempt(who, "ana", SWORD, Manner("melee"), 5), RECKONED, rolled, notes)
    return notes.so_far


def test_a_roll_is_told_with_its_terms_and_the_defense_to_the_target() -> None:
    """D20C-ATK-01 to -03, D20C-DEF-01: the dice of a foe are for the game master alone."""
    total, defense, hit = told_of(AttackRoll(16, True, False, None, False, 1))
    foe = controllers_of("thug")
    assert (total.code, total.value, total.rules, total.audience) == ("attack.total", 16, ("D20C-ATK-01",), foe)
    assert [one.value for one in total.terms][:3] == [11, 3, 2]
    assert total.terms[-1].audience == OWN
    assert (defense.code, defense.value, defense.audience) == ("attack.defense", 14, OWN)
    assert [one.value for one in defense.terms] == [4]
    rules = ("D20C-ATK-01", "D20C-ATK-02", "D20C-ATK-03")
    assert hit == fact("attack.hit", who="thug", target="ana", rules=rules)
    missed = told_of(AttackRoll(3, False, False, None, False, 0))
    assert missed[2] == fact("attack.miss", who="thug", target="ana", rules=rules)
    assert told_of(AttackRoll(16, True, False, None, False, 1), hidden=True)[1].audience == foe
    assert told_of(AttackRoll(16, True, False, None, False, 1), who="bruno")[0].audience == TABLE


@pytest.mark.parametrize(("critical", "times"), [(True, 2), (False, 1)])
def test_a_threat_is_confirmed_or_not(critical: bool, times: int) -> None:
    """D20C-CRT-01 to -03."""
    told = told_of(AttackRoll(25, True, True, 9, critical, times))
    again, end = told[3:]
    assert (again.code, again.value, again.rules) == ("attack.confirm_total", 9, ("D20C-CRT-01",))
    assert [one.value for one in again.terms][:3] == [4, 3, 2]
    code = "attack.critical" if critical else "attack.no_critical"
    confirmed = ("D20C-CRT-02", "D20C-CRT-03")
    assert end == fact(code, who="thug", target="ana", multiplier=times, rules=confirmed)


def test_what_is_lost_is_told_only_where_something_is() -> None:
    lost = Term("dexterity", 3, ("D20C-DEF-09",))
    with_loss = Defense(10, (), False, (lost,))
    assert lost_facts(Defense(10, (), True), ()) == ()
    said = fact("term.lost", what=Word("term.dexterity"), bonus=3, rules=("D20C-DEF-09",))
    assert lost_facts(with_loss, ()) == (said,)


def test_the_odds_of_what_cannot_be_tried_are_not_told() -> None:
    """D20C-ATK-01, D20C-CRT-01."""
    fight = fight_of("thug")
    assert odds(fight, wanted()) is not None
    assert odds(fight, wanted(weapon="sap")) is None
    thing = replace(fight.body("door").thing, immobile=True, holder=None)
    still = fight.with_body("door", replace(fight.body("door"), thing=thing))
    assert odds(still, wanted("door", full_round=True)) is None
    assert isinstance(run(ATTACK.resolve(fight, wanted()), {}), Pending)


@pytest.mark.parametrize(
    ("effects", "hidden", "percent", "guesses", "rules"),
    [
        ((), "none", None, False, ()),
        ((), "half", 20, False, ("D20C-CON-03", "D20C-CON-05")),
        ((), "total", 50, True, ("D20C-CON-03", "D20C-CON-05")),
        (("blinded",), "none", 50, True, ("D20C-CON-03", "D20C-CON-05", "D20H-COND-08")),
    ],
)
def test_what_hides_a_target_is_told_and_where_its_place_has_to_be_guessed(
    effects: tuple[str, ...], hidden: str, percent: int | None, guesses: bool, rules: tuple[str, ...]
) -> None:
    """D20C-CON-05, D20C-CON-06, D20H-COND-08."""
    blind = {name: Effect(name, "condition", name) for name in effects}
    fight = relate(fight_of("thug", ana={"effects": blind}), CONCEALMENT, "thug", None, hidden)
    notes = Notes()
    found = told_concealment(fight, "ana", "thug", notes)
    assert found == (None if percent is None else MissChance(percent, guesses))
    chance = [] if percent is None else [fact("concealment.chance", who="ana", percent=percent, rules=rules)]
    guess = [fact("concealment.guess", who="ana", rules=("D20C-CON-06",))] if guesses else []
    assert list(notes.so_far) == [*chance, *guess]
