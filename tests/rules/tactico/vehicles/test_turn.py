"""A turn of machines through the contract: order, declarations, moving, fire, rams, falls, heat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Allocation, Combatants
from rules.core.stage import stage
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.cards import turn_facts
from rules.systems.tactico.vehicles.shots import shot_number
from rules.systems.tactico.vehicles.situation import vehicle_round, with_machine, with_round
from rules.systems.tactico.vehicles.state import MachineTurn, Shot
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field

SEVEN = [3, 4]


def under_way(
    places: dict[str, tuple[str, int]], turns: dict[str, MachineTurn] | None = None, **house: Any
) -> Recorder:
    """A first turn, without the hidden machine.

    places: hex and facing of machines. turns: what some have done already.
    """
    fight = field(**house)
    seen = {who: one for who, one in fight.combatants.items() if who != "dd"}
    fight = replace(fight, combatants=seen, order=tuple(seen))
    for who, (at, facing) in places.items():
        one = fight.combatants[who].body.machine
        fight = with_machine(fight, who, replace(one, at=at, facing=facing))
    play = Recorder(SYSTEM, fight)
    play.begin("next_step")
    thrown(play)
    if turns:
        head = play.head
        state = vehicle_round(head.fight)
        changed = with_round(head.fight, replace(state, turns={**state.turns, **turns}))
        return Recorder(SYSTEM, changed)
    return play


def thrown(play: Recorder, *faces: list[int], otherwise: list[int] = SEVEN) -> None:
    """Answer all dice that are asked for: the given faces one after the other, then `otherwise`."""
    given = list(faces)
    while play.requests:
        sides = play.requests[0].sides  # type: ignore[attr-defined]
        shown = given.pop(0) if given else otherwise[: len(sides)]
        play.answer(play.requests[0].key, {"faces": shown})


def waits(play: Recorder) -> str:
    """The machine that is to declare."""
    return str(SYSTEM.whose_turn(play.fight)[0])


def until(play: Recorder, who: str) -> None:
    while waits(play) != who:
        play.begin("end_turn")


def ended(play: Recorder, *faces: list[int]) -> None:
    """Let all that are left declare nothing, and go on until the next turn begins."""
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    number = vehicle_round(play.fight).number
    given = list(faces)
    while vehicle_round(play.fight).number == number:
        play.begin("next_step")
        thrown(play, *given)
        given = []


def told(play: Recorder, code: str) -> list[Fact]:
    return [fact for fact in play.facts if fact.code == code]


def machine(play: Recorder, who: str) -> Any:
    return play.body(who).machine


def done(play: Recorder, who: str) -> MachineTurn:
    return vehicle_round(play.fight).turns[who]


def test_order_is_initiative_dice_and_tactics_and_the_lowest_declares_first() -> None:
    """TAC-VEH-02, TAC-VEH-03, TAC-HOUSE-08, TAC-HOUSE-20."""
    play = Recorder(SYSTEM, field())
    play.begin("next_step")
    # Táctica against 15: 8 and a double 6 for the falcon, failures for the others
    for who, faces in {"aa": [6, 6], "bb": [1, 2], "ca": [1, 2], "cb": [1, 2], "dd": [1, 1]}.items():
        play.answer(f"tactics:{who}", {"faces": faces})
    for who in ("aa", "bb", "ca", "cb", "dd"):
        play.answer(f"order:{who}", {"faces": SEVEN})
    scores = vehicle_round(play.fight).scores
    assert scores == {"aa": 13 + 4 + 7, "bb": 10 + 7, "ca": 10 + 7, "cb": 10 + 7, "dd": 10 + 7}
    # of equal ones the earlier in the list resolves first and declares last
    assert SYSTEM.whose_turn(play.fight) == ("dd", "cb", "ca", "bb", "aa")
    assert [place.combatant for place in SYSTEM.order(play.fight)][:2] == ["aa", "bb"]


def test_move_costs_hexes_faces_and_obstacles() -> None:
    """TAC-VMOV-02 to -05, TAC-HOUSE-34: two hexes ahead, the second of woods, and one face."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("paint", brush="woods", level=0, face="0", hexes="1008")
    until(play, "aa")
    play.begin("drive", "aa", mode="walk", to="1008", facing="1")
    moved = told(play, "drive.moved")[-1]
    assert (moved.value, moved.params["points"]) == (4, 4)
    assert {term.code: term.value for term in moved.terms} == {"cost.hexes": 2, "cost.turns": 1, "cost.obstacles": 1}
    assert (machine(play, "aa").at, machine(play, "aa").facing) == ("1008", 1)
    assert done(play, "aa").way == ("1009", "1008")


def test_a_machine_without_a_goal_declares_that_it_stays_and_keeps_its_fire() -> None:
    """TAC-VEH-05, TAC-SHOT-02: what the stage proposes first can be taken as it stands, and ends no turn."""
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")
    proposed = stage(SYSTEM, play.head, GM)
    assert proposed.proposed is not None
    assert proposed.proposed.action == "drive"
    play.begin("drive", "aa", mode="walk")
    assert [fact.params["hex"] for fact in told(play, "drive.stays")] == ["1010"]
    assert (done(play, "aa").movement, done(play, "aa").declared) == ("none", False)
    assert stage(SYSTEM, play.head, GM).form == "fire"
    assert [fact.code for fact in turn_facts(play.fight, "aa")] == ["turn.stays"]


def test_heat_is_spoken_of_where_a_machine_keeps_it() -> None:
    """TAC-HEAT-01: mechs and fighters do, a tank does not."""
    play = under_way({"aa": ("1010", 0), "cb": ("1007", 3)})
    speaker = Speaker("tactico", "es", str)
    for who, target, hot in (("cb", "aa", False), ("aa", "cb", True)):
        offered = engine.action(SYSTEM, "fire").inputs(play.fight, who, GM)[0]
        assert isinstance(offered, Allocation)
        weapons = [speaker.text(option.label) for option in offered.options]
        command = Command("one", "fire", who, {"shots": {offered.options[0].value: target}}, "")
        told_so = engine.action(SYSTEM, "fire").says(play.fight, command)
        assert told_so is not None
        assert {"calor" in words for words in (*weapons, speaker.text(told_so))} == {hot}


def test_the_next_step_says_what_it_works_out() -> None:
    """TAC-VEH-02, TAC-VEH-09: each machine that declared an attack in its place, then the end of the turn."""
    shots = MachineTurn(shots=(Shot("w01", "ca"),), declared=True)
    ready = MachineTurn(declared=True)
    play = under_way({"aa": ("1010", 0), "ca": ("1008", 3)}, {"aa": shots, "bb": ready, "ca": ready, "cb": ready})
    assert next_says(play) == "Resolver lo que declaró aa"
    play.begin("next_step")
    thrown(play)
    assert next_says(play) == "Terminar el turno"


def next_says(play: Recorder) -> str:
    told_so = engine.action(SYSTEM, "next_step").says(play.fight, Command("one", "next_step", None, {}, ""))
    assert told_so is not None
    return Speaker("tactico", "es", str).text(told_so)


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"to": "1008"}, "Mover a 1008"),
        ({"via": "1009"}, "Mover a 1009"),
        ({"facing": "1"}, "Girar al nordeste"),
        ({"to": "1010", "facing": "0"}, "Quedarse en 1010"),
        ({}, "Quedarse en 1010"),
    ],
)
def test_the_button_of_a_move_says_where_it_goes(inputs: dict[str, str], said: str) -> None:
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")
    command = Command("one", "drive", "aa", {"mode": "walk", **inputs}, SYSTEM.moment(play.fight))
    told_so = engine.action(SYSTEM, "drive").says(play.fight, command)
    assert told_so is not None
    assert Speaker("tactico", "es", str).text(told_so) == said


@pytest.mark.parametrize(("mode", "to"), [("walk", "1005"), ("run", "1014"), ("jump", "1006")])
def test_move_beyond_the_points_is_refused(mode: str, to: str) -> None:
    """TAC-VMOV-05, TAC-VMOV-06: walking 4, running 7 but never backwards (to turn about costs three), jumping 3."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("paint", brush="woods", level=0, face="0", hexes="1011 1012")
    until(play, "aa")
    with pytest.raises(RuleError, match=r"tactico\.vehicle\.out_of_reach"):
        play.begin("drive", "aa", mode=mode, to=to, facing=None)


def test_walking_backwards_spares_the_turn() -> None:
    """TAC-VMOV-06."""
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")
    play.begin("drive", "aa", mode="walk", to="1011", facing="0")
    assert told(play, "drive.reversed")[-1].value == 1


def test_two_machines_never_share_a_hex_and_one_moves_once() -> None:
    """TAC-HOUSE-34."""
    play = under_way({"aa": ("1010", 0), "bb": ("1009", 0)})
    until(play, "aa")
    with pytest.raises(RuleError, match=r"tactico\.path\.occupied"):
        play.begin("drive", "aa", mode="walk", to="1009", facing=None)
    play.begin("drive", "aa", mode="walk", to="1011", facing=None)
    with pytest.raises(RuleError, match=r"tactico\.vehicle\.has_moved"):
        play.begin("drive", "aa", mode="walk", to="1012", facing=None)


def test_players_declare_for_their_own_machine_and_in_their_turn() -> None:
    """TAC-VEH-02, TAC-VEH-04."""
    play = under_way({})
    until(play, "bb")
    with pytest.raises(RuleError, match=r"core\.not_yours"):
        play.begin("fire", "bb", viewer=Viewer("p1", controls=frozenset({"aa"})), twist="0")
    with pytest.raises(RuleError, match=r"core\.not_your_turn"):
        play.begin("end_turn", "aa", viewer=Viewer("p1", controls=frozenset({"aa"})))


def test_one_gunnery_roll_serves_all_shots_each_with_its_number() -> None:
    """TAC-VEH-08, TAC-SHOT-01, TAC-SHOT-02, TAC-SHOT-08, TAC-HOUSE-21, contradiction 35."""
    play = under_way({"aa": ("1010", 0), "ca": ("1007", 3), "cb": ("1107", 3)})
    until(play, "aa")
    play.begin("fire", "aa", shots={"w01": "ca", "w03": "cb"}, first="ca", twist="0")
    assert play.keys == ["piloting:aa", "pilot:aa"]
    play.answer("piloting:aa", {"faces": [2, 2]})
    play.answer("pilot:aa", {"faces": [1, 2]})
    ended_first = [fact.value for fact in told(play, "machine.total")]
    assert ended_first == [7 + 5 + 4, 6 + 5 + 3]
    play.begin("next_step")
    numbers = [fact.terms[1] for fact in (*told(play, "shot.hit"), *told(play, "shot.miss"))]
    # laser of reach 2 at 3 hexes: medium; cannon of reach 4 at 3 or 4: short, but the second target
    assert [number.value for number in numbers] == [13, 12]
    assert [number.code for number in numbers] == ["shot.number", "shot.number"]
    assert play.keys == ["location:aa:w01"]
    play.answer("location:aa:w01", {"faces": [5]})
    assert machine(play, "ca").armour["center_torso"] == 30 - 11
    assert machine(play, "cb").armour["hull"] == 80 - 15
    assert machine(play, "aa").weapons["w03"].left == 6


@pytest.mark.parametrize(("faces", "hits"), [([1, 1], 0), ([6, 6], 1)])
def test_doubles_decide_for_all_shots(faces: list[int], hits: int) -> None:
    """TAC-ROLL-06, TAC-ROLL-07."""
    play = under_way({"aa": ("1010", 0), "cb": ("1007", 3)})
    until(play, "aa")
    play.begin("fire", "aa", shots={"w03": "cb"}, twist="0")
    play.answer("piloting:aa", {"faces": SEVEN})
    play.answer("pilot:aa", {"faces": faces})
    play.begin("next_step")
    assert len(told(play, "shot.hit")) == hits


def test_shot_out_of_arc_is_held_unless_the_torso_turns() -> None:
    """TAC-ARC-03, TAC-ARC-06: right of the front the torso cannon reaches only with a twist to the right."""
    for twist, held in (("0", 1), ("1", 0)):
        play = under_way({"aa": ("1010", 0), "cb": ("1311", 3)})
        until(play, "aa")
        play.begin("fire", "aa", shots={"w03": "cb"}, twist=twist)
        thrown(play)
        play.begin("next_step")
        assert len(told(play, "shot.held")) == held
        assert machine(play, "aa").weapons["w03"].left == 7 - (1 - held)


def test_charge_hurts_both_by_the_straight_hexes() -> None:
    """TAC-PHYS-06, TAC-PHYS-08, TAC-HOUSE-22, TAC-HOUSE-34: five hexes of 6; the charger takes the target's 40 / 10."""
    play = under_way({"aa": ("1012", 0), "cb": ("1006", 3)})
    until(play, "aa")
    play.begin("charge", "aa", target="cb", mode="run")
    assert machine(play, "aa").at == "1007"
    assert (done(play, "aa").straight, done(play, "aa").hexes) == (5, 5)
    play.begin("fire", "aa", twist="0")
    thrown(play)
    play.begin("next_step")
    assert play.keys == ["ram:aa:self"]
    play.answer("ram:aa:self", {"faces": [7]})
    # what was rolled stands beside what had to be reached
    assert [term.code for term in told(play, "strike.hit")[-1].terms] == ["term.turn_total", "strike.number"]
    assert machine(play, "cb").armour["hull"] == 80 - 5 * 6
    assert machine(play, "aa").armour["right_leg"] == 20 - 4


def test_armour_that_is_left_is_no_part_of_the_damage() -> None:
    """TAC-HOUSE-31: it is told beside the damage, whose sum it would spoil."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("damage", amount=11, verb="harm", location="center_torso", targets={"aa": "full"})
    hurt = told(play, "machine.hurt")[-1]
    assert (hurt.value, [term.value for term in hurt.terms]) == (11, [None])
    assert Speaker("tactico", "es", str).text(hurt.terms[0]) == "Blindaje que queda: 19"


def test_after_a_jump_one_walks_unless_another_movement_is_chosen() -> None:
    """TAC-VMOV-01: a jump that was remembered would neither let a machine stay nor get up."""
    play = under_way({"aa": ("1010", 0)})
    mode = SYSTEM.actions["drive"].inputs(play.fight, "aa", GM)[0]
    assert (mode.default, mode.fresh) == ("walk", True)


def test_death_from_above_comes_down_on_both() -> None:
    """TAC-PHYS-07: three fifths of the own tonnage above, a fifth below on itself."""
    play = under_way({"aa": ("1010", 0), "ca": ("1007", 3)})
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    assert done(play, "aa").movement == "jump"
    play.begin("fire", "aa", twist="0")
    thrown(play)
    play.begin("next_step")
    assert set(play.keys) == {"ram:aa:target", "ram:aa:self"}
    play.answer("ram:aa:target", {"faces": [8]})
    play.answer("ram:aa:self", {"faces": [1]})
    assert machine(play, "ca").armour["center_torso"] == max(0, 30 - 36)
    assert machine(play, "ca").out
    assert machine(play, "aa").armour["right_leg"] == 20 - 12


def test_push_moves_and_kick_strikes_low() -> None:
    """TAC-PHYS-02, TAC-PHYS-04, TAC-HOUSE-23, TAC-ARC-08."""
    play = under_way({"bb": ("1010", 0), "ca": ("1009", 3)})
    until(play, "bb")
    play.begin("fire", "bb", strikes={"kick": "ca", "push": "ca"}, twist="0")
    thrown(play)
    until(play, "aa")
    play.begin("end_turn")
    play.begin("next_step")
    assert machine(play, "ca").at == "1008"
    # pushed out of reach, the kick that comes after finds nobody
    assert [fact.params["attack"] for fact in told(play, "strike.held")]


def test_leg_lost_is_a_fall_and_halves_the_points() -> None:
    """TAC-HOUSE-28, TAC-HOUSE-31."""
    play = under_way({})
    play.begin("machine_hit", who="ca", amount=20, where="left_leg")
    assert play.keys == ["hit:ca:fall"]
    play.answer("hit:ca:fall", {"faces": [3]})
    one = machine(play, "ca")
    assert (one.fallen, one.armour["right_leg"], one.points("walk"), one.points("run")) == (True, 20 - 3, 2, 3)


def test_mech_that_ran_over_rough_ground_may_fall() -> None:
    """TAC-HOUSE-28: the piloting roll of the turn against 10."""
    play = under_way({"aa": ("1010", 0)})
    play.begin("paint", brush="rough", level=0, face="0", hexes="1009")
    until(play, "aa")
    play.begin("drive", "aa", mode="run", to="1009", facing="0")
    play.begin("fire", "aa", twist="0")
    play.answer("piloting:aa", {"faces": [1, 1]})
    ended(play, [2])
    assert machine(play, "aa").fallen
    assert machine(play, "aa").armour["right_leg"] == 20 - 3


def hot(movement: str = "run", **more: Any) -> MachineTurn:
    return MachineTurn(movement=movement, way=("1009",), moved=True, declared=True, **more)  # type: ignore[arg-type]


def test_heat_of_the_turn_less_radiators() -> None:
    """TAC-HEAT-01 to -03, TAC-HOUSE-25."""
    fired = ("w01", "w02", "w03", "w04")
    play = under_way({}, {"aa": hot(fired=fired, piloting=(3, 4))})
    ended(play)
    told_heat = told(play, "heat.end")[0]
    assert (told_heat.params["who"].combatant, told_heat.value) == ("aa", 2)  # type: ignore[union-attr]
    assert {term.code: term.value for term in told_heat.terms} == {
        "heat.movement": 2,
        "heat.weapons": 12,
        "heat.sinks": -12,
    }


def heated(heat: int, **house: Any) -> Recorder:
    """A turn at whose end the raider has this heat, since the heat of before is carried over."""
    play = under_way({}, heat_carries=True, **house)
    one = machine(play, "ca")
    fight = with_machine(play.fight, "ca", replace(one, heat=heat + one.heat_sinks))
    return Recorder(SYSTEM, fight)


def test_avoidable_events_are_asked_for_in_order() -> None:
    """TAC-HEAT-07, TAC-HOUSE-26, TAC-HOUSE-27: shutdown, then ammunition, each with its number."""
    play = heated(23)
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    play.begin("next_step")
    assert play.keys == ["heat:shutdown:ca"]
    play.answer("heat:shutdown:ca", {"faces": [4, 3]})
    assert play.keys == ["heat:ammo_explosion:ca"]
    play.answer("heat:ammo_explosion:ca", {"faces": [2, 2]})
    thrown(play)
    one = machine(play, "ca")
    assert one.offline, "8 or more avoids it: 7 does not"
    assert one.armour["center_torso"] == 30 - 15
    assert not one.carries_ammunition
    assert (one.heat, one.points("walk")) == (23, 0)
    # shut down it declares nothing in the whole next turn, nobody moves it, and it is an easy target
    assert "ca" not in SYSTEM.whose_turn(play.fight)
    for action, inputs in (("drive", {"mode": "walk", "to": "1010", "facing": None}), ("fire", {"twist": "0"})):
        with pytest.raises(RuleError, match=r"tactico\.vehicle\.offline"):
            play.begin(action, "ca", **inputs)
    assert one.stopped
    ended(play)
    assert not machine(play, "ca").offline


def test_shutdown_at_thirty_is_not_asked_for() -> None:
    """TAC-HEAT-04, TAC-HEAT-07."""
    play = heated(30)
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    play.begin("next_step")
    assert play.keys == ["heat:ammo_explosion:ca"]
    thrown(play, [6, 6])
    assert machine(play, "ca").offline


def test_heat_is_not_carried_over_unless_the_house_says_so() -> None:
    """TAC-HOUSE-25."""
    play = under_way({})
    fight = with_machine(play.fight, "ca", replace(machine(play, "ca"), heat=25))
    play = Recorder(SYSTEM, fight)
    ended(play)
    assert machine(play, "ca").heat == 0


def test_fighter_out_of_control_is_moved_by_the_game_master_and_does_not_fire() -> None:
    """TAC-HEAT-06, TAC-HOUSE-27."""
    fight = field()
    one = fight.combatants["dd"].body.machine
    play = Recorder(SYSTEM, with_machine(fight, "dd", replace(one, wild=True, at="0505")))
    play.begin("next_step")
    thrown(play)
    until(play, "dd")
    names = [item.name for item in SYSTEM.actions["fire"].inputs(play.fight, "dd", GM)]
    assert "shots" not in names
    play.begin("drive", "dd", mode="cruise", to="0507", facing=None)
    assert machine(play, "dd").at == "0507"


def test_exact_odds_of_the_shots_of_a_turn() -> None:
    """TAC-PROB-03, TAC-VEH-08: against 13 with 11 two dice of 2 fail only as double 1; against 10 likewise."""
    play = under_way({"aa": ("1010", 0), "cb": ("1007", 3)})
    until(play, "aa")
    command = Command("x", "fire", "aa", {"shots": {"w01": "cb"}, "twist": "0", "first": None, "strikes": {}})
    found = engine.odds(SYSTEM, play.fight, command, Viewer("p1", controls=frozenset({"aa"})))
    assert found is not None
    # there is no roll against it, but a number
    assert found.code == "odds.known"
    assert [(term.code, term.params["chance"]) for term in found.terms] == [
        ("odds.hit", __import__("fractions").Fraction(35, 36))
    ]


def test_odds_say_that_a_target_which_declares_later_may_move() -> None:
    """TAC-VEH-02, TAC-VEH-05: the slower declare first; what they aim at may be gone when shots are worked out."""
    play = under_way({"aa": ("1010", 0), "cb": ("1007", 3)})
    until(play, "cb")

    def said(language: str, **inputs: Any) -> list[str]:
        given = {"shots": {}, "twist": "0", "first": None, "strikes": {}, **inputs}
        found = engine.odds(SYSTEM, play.fight, Command("x", "fire", "cb", given), GM)
        assert found is not None
        return [Speaker("tactico", language, str).text(Fact(term.code)) for term in found.terms]

    one, both = {"w01": "aa"}, {"w01": "aa", "w02": "aa"}
    assert said("es", shots=one) == ["Acertar, si no se mueve"]
    assert said("en", shots=one) == ["Hit, if it does not move"]
    assert said("es", shots=both) == ["Acertar alguno, si no se mueven", "Acertar todos, si no se mueven"]


def test_repair_gives_all_back_but_not_in_combat() -> None:
    """TAC-HOUSE-31, TAC-HOUSE-32."""
    play = Recorder(SYSTEM, field())
    play.begin("machine_hit", who="cb", amount=30, where="any")
    play.begin("repair", people=["cb"])
    assert machine(play, "cb").armour["hull"] == 80
    play.begin("next_step")
    thrown(play)
    with pytest.raises(RuleError, match=r"tactico\.vehicle\.in_combat"):
        play.begin("repair", people=["cb"])


def test_old_hit_is_taken_back_alone() -> None:
    """A hit counts down: what came later stays when it goes."""
    play = Recorder(SYSTEM, field())
    first = play.begin("machine_hit", who="cb", amount=30, where="any")
    play.begin("machine_hit", who="cb", amount=7, where="any")
    play.undo(first.id)
    assert machine(play, "cb").armour["hull"] == 80 - 7


def test_condition_outlives_the_fight() -> None:
    """TAC-HOUSE-31, TAC-HOUSE-32: armour and ammunition; heat and place do not."""
    play = Recorder(SYSTEM, field())
    play.begin("machine_hit", who="cb", amount=30, where="any")
    left = SYSTEM.lasting(play.fight, "cb")
    fresh = SYSTEM.with_lasting(SYSTEM.body("vehicle", play.fight.combatants["cb"].sheet, {}), left)
    assert fresh.machine.armour == {"hull": 50}


def broken(play: Recorder, who: str, *places: str) -> Recorder:
    """The same fight with locations of a machine destroyed."""
    one = machine(play, who)
    return Recorder(
        SYSTEM, with_machine(play.fight, who, replace(one, armour={**one.armour, **dict.fromkeys(places, 0)}))
    )


def rest_passes(play: Recorder) -> None:
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")


def test_limb_that_was_destroyed_since_strikes_nobody() -> None:
    """TAC-HOUSE-31, TAC-ARC-09: the arm goes before the blow of its machine is worked out; the kick lands."""
    play = under_way({"bb": ("1010", 0), "ca": ("1009", 3)})
    until(play, "bb")
    play.begin("fire", "bb", strikes={"right_punch": "ca", "kick": "ca"}, twist="0")
    thrown(play)
    rest_passes(play)
    play = broken(play, "bb", "right_arm")
    play.begin("next_step")
    thrown(play)
    lost = [fact.params["limb"].code for fact in told(play, "strike.lost")]  # type: ignore[union-attr]
    landed = [fact.params["attack"].code for fact in told(play, "strike.hit")]  # type: ignore[union-attr]
    assert (lost, landed) == (["limb.right_punch"], ["physical.kick"])


def test_mech_that_has_fallen_since_rams_nobody() -> None:
    """TAC-HOUSE-31: it lost a leg before its place in the order."""
    play = under_way({"aa": ("1012", 0), "cb": ("1006", 3)})
    until(play, "aa")
    play.begin("charge", "aa", target="cb", mode="run")
    play.begin("fire", "aa", twist="0")
    thrown(play)
    rest_passes(play)
    play = Recorder(SYSTEM, with_machine(play.fight, "aa", replace(machine(play, "aa"), fallen=True)))
    play.begin("next_step")
    assert told(play, "strike.fallen")
    assert machine(play, "cb").armour["hull"] == 80


def test_mech_without_legs_is_immobilised() -> None:
    """TAC-SHOT-04, TAC-HOUSE-31: 13 at medium range, 8 less at a target that cannot move at all."""
    play = under_way({"aa": ("1010", 0), "ca": ("1007", 3)})
    assert shot_number(play.fight, "aa", "w01", "ca", 1).value == 13
    play = broken(play, "ca", "left_leg", "right_leg")
    assert shot_number(play.fight, "aa", "w01", "ca", 1).value == 5


def test_armour_lost_by_an_explosion_counts_for_the_fall_check() -> None:
    """TAC-HOUSE-27, TAC-HOUSE-28: 15 by the explosion and 15 before make half of 60 tonnes."""
    play = heated(23)
    fight = with_machine(play.fight, "ca", replace(machine(play, "ca"), shaken=15))
    play = Recorder(SYSTEM, fight)
    rest_passes(play)
    play.begin("next_step")
    thrown(play, [6, 6], [1, 1], [1, 1], [3])
    assert "heat.explodes" in [fact.code for fact in play.facts]
    assert [fact.params["who"].combatant for fact in told(play, "fall.due")] == ["ca"]  # type: ignore[union-attr]
    assert machine(play, "ca").fallen


def test_edited_sheet_leaves_the_armour_of_the_turn_lost() -> None:
    """TAC-HOUSE-28."""
    play = under_way({})
    play.begin("machine_hit", who="ca", amount=12, where="right_torso")
    sheet = {**play.fight.combatants["ca"].sheet, "piloting": 6}
    play.begin("resheet", internal=True, who="ca", sheet=sheet)
    assert machine(play, "ca").shaken == 12


def test_player_does_not_pass_over_the_game_masters_move_of_a_wild_fighter() -> None:
    """TAC-HOUSE-27: first it is moved, then its player may declare."""
    fight = field()
    dd = replace(fight.combatants["dd"], hidden=False, controllers=frozenset({"p3"}))
    fight = with_machine(fight.with_combatant(dd), "dd", replace(dd.body.machine, wild=True, at="0505"))
    play, player = Recorder(SYSTEM, fight), Viewer("p3", controls=frozenset({"dd"}))
    play.begin("next_step")
    thrown(play)
    until(play, "dd")
    assert not machine(play, "dd").stopped
    moves = {"mode": "cruise", "to": "0507", "facing": None}
    for action, inputs in (("drive", moves), ("fire", {}), ("end_turn", {})):
        with pytest.raises(RuleError, match=r"tactico\.vehicle\.wild"):
            play.begin(action, "dd", viewer=player, **inputs)
    play.begin("drive", "dd", mode="cruise", to="0507", facing=None)
    play.begin("end_turn", "dd", viewer=player)
    assert done(play, "dd").declared
    # in the turn after that it is under control again
    ended(play)
    assert not machine(play, "dd").wild


def test_shut_down_and_out_of_control_is_shut_down() -> None:
    """TAC-HOUSE-27."""
    fight = field()
    one = fight.combatants["dd"].body.machine
    play = Recorder(SYSTEM, with_machine(fight, "dd", replace(one, wild=True, offline=True, at="0505")))
    play.begin("next_step")
    thrown(play)
    assert "dd" not in SYSTEM.whose_turn(play.fight)
    assert machine(play, "dd").stopped


def test_list_of_the_game_master_decides_ties_in_every_turn() -> None:
    """TAC-HOUSE-08: a machine that was put first stays first among equals; a score counts before the list."""
    play = under_way({})
    assert list(vehicle_round(play.fight).scores.values()) == [22, 17, 17, 17]
    assert play.fight.order == ("aa", "bb", "ca", "cb")
    play.begin("reorder", who="cb", direction="up")
    assert [place.combatant for place in SYSTEM.order(play.fight)] == ["aa", "bb", "cb", "ca"]
    assert SYSTEM.whose_turn(play.fight)[0] == "ca"
    # between unequal ones the score decides, whatever the list shows
    play.begin("reorder", who="bb", direction="up")
    assert SYSTEM.whose_turn(play.fight)[-1] == "aa"
    ended(play)
    assert play.fight.order == ("aa", "bb", "cb", "ca")
    assert SYSTEM.whose_turn(play.fight)[0] == "ca"


def test_ammunition_lost_with_its_location_explodes_no_more() -> None:
    """TAC-HOUSE-26, TAC-HOUSE-31."""
    play = broken(under_way({}), "ca", "right_torso", "left_torso")
    # the machine gun in the centre is left
    assert machine(play, "ca").carries_ammunition
    spent = replace(machine(play, "ca").weapons["w05"], fired=30)
    one = replace(machine(play, "ca"), weapons={**machine(play, "ca").weapons, "w05": spent})
    assert not one.carries_ammunition


def test_odds_of_a_blow_go_with_the_twist() -> None:
    """TAC-PROB-03, TAC-ARC-06, TAC-ARC-09: the left arm reaches the right side only with the torso turned there."""
    play = under_way({"bb": ("1010", 0), "ca": ("1111", 3)})
    until(play, "bb")

    def odds(twist: str) -> Any:
        command = Command("x", "fire", "bb", {"strikes": {"left_punch": "ca"}, "twist": twist, "first": None})
        return engine.odds(SYSTEM, play.fight, command, Viewer("p2", controls=frozenset({"bb"})))

    assert (odds("0"), odds("1").code) == (None, "odds.known")


def test_blows_say_their_damage_and_chance_and_stand_on_the_button() -> None:
    """TAC-PHYS-01, TAC-PHYS-08: a kick of a mech of 60 t does 12; with a shot the button names both."""
    play = under_way({"aa": ("1010", 0), "cb": ("1009", 3)})
    until(play, "aa")
    fire = SYSTEM.actions["fire"]
    strikes = next(one for one in fire.inputs(play.fight, "aa", GM) if one.name == "strikes")
    assert isinstance(strikes, Allocation)
    speaker = Speaker("tactico", "es", str)
    kick = next(option for option in strikes.options if option.value == "kick")
    assert speaker.text(kick.label) == "patada · daño 12"
    assert [speaker.text(note) for share in strikes.shares for note in share.notes] == ["10 o más, 97 %"]

    def said(**inputs: Any) -> str:
        given = {"shots": {}, "twist": "0", "first": None, "strikes": {}, **inputs}
        return speaker.text(fire.says(play.fight, Command("x", "fire", "aa", given)))

    assert said(strikes={"kick": "cb"}) == "Golpear a cb: patada"
    assert said(strikes={"right_punch": "cb", "left_punch": "cb"}) == "2 golpes a cb"
    assert said(shots={"w01": "cb"}, strikes={"kick": "cb"}) == "1 arma y 1 golpe a cb, calor 3"


def test_a_foe_within_reach_is_proposed_for_a_charge() -> None:
    """Friends come after the foes and are not proposed, nor is a wreck, nor who is out of reach."""
    play = under_way({"aa": ("1012", 0), "bb": ("1211", 0), "cb": ("1006", 3), "ca": ("0303", 3)})
    until(play, "aa")
    target = SYSTEM.actions["charge"].inputs(play.fight, "aa", Viewer("p1", controls=frozenset({"aa"})))[0]
    assert isinstance(target, Combatants)
    assert (target.default, target.likely) == ("cb", ("cb",))
    assert target.options[-1].value == "bb"


def test_death_from_above_takes_the_cheapest_run() -> None:
    """TAC-PHYS-07: its damage does not grow with the way, its heat does."""
    play = under_way({"aa": ("1010", 0), "ca": ("1009", 3)})
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    assert (done(play, "aa").hexes, machine(play, "aa").at) == (0, "1010")


def test_machine_goes_by_the_hexes_that_are_named() -> None:
    """TAC-VEH-05, TAC-VMOV-05: the way is declared and paid for as a whole; one too long is refused."""
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")
    with pytest.raises(RuleError, match=r"tactico\.vehicle\.out_of_reach"):
        play.begin("drive", "aa", mode="walk", to="1008", via="1012 1006", facing=None)
    with pytest.raises(RuleError, match=r"tactico\.board\.no_hex"):
        play.begin("drive", "aa", mode="walk", to="1008", via="ford", facing=None)
    play.begin("drive", "aa", mode="run", to="1008", via="1109", facing=None)
    assert (done(play, "aa").way, machine(play, "aa").at) == (("1009", "1109", "1008"), "1008")
    moved = told(play, "drive.moved")[-1]
    assert moved.value == sum(term.value or 0 for term in moved.terms) > 2


def test_board_offers_a_chosen_hex_as_one_on_the_way() -> None:
    """Each tap is a link that the server draws: the costs are those of the whole way."""
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")

    def seen(**looking: str) -> Any:
        return SYSTEM.picture(play.fight, GM, {"action": "drive", "actor": "aa", "mode": "run", **looking})

    def cost(picture: Any, name: str) -> int:
        return int(next(one.cost for one in picture.targets if one.name == name))

    plain, chosen, by_way = seen(), seen(to="1109"), seen(via="1109")
    assert (plain.ways, by_way.way != "") == ((), True)
    (offered,) = chosen.ways
    assert (offered.label.code, "via=1109&to=" in offered.link) == ("seen.go_by", True)
    (back,) = by_way.ways
    assert (back.label.code, "via=&to=1109" in back.link) == ("seen.not_by", True)
    assert cost(by_way, "1008") > cost(plain, "1008") == 2


def test_gunner_who_came_with_an_edited_sheet_rolls_when_it_is_worked_out() -> None:
    """TAC-VEH-06, TAC-VEH-08: the gunner who fires now made no roll with the declaration."""
    play = under_way({"aa": ("0808", 0), "bb": ("0510", 0), "ca": ("0805", 3), "cb": ("0503", 3)})
    until(play, "aa")
    play.begin("fire", "aa", shots={"w03": "ca"}, twist="0")
    thrown(play)
    rows = [{"weapon": one.weapon, "mount": one.mount, "gunner": 1} for one in machine(play, "aa").weapons.values()]
    sheet = {**play.fight.combatants["aa"].sheet, "weapons": rows, "gunners": [{"name": "Ada", "gunnery": 5}]}
    play.begin("resheet", internal=True, who="aa", sheet=sheet)
    ended(play)
    assert told(play, "shot.hit") or told(play, "shot.miss")


def test_wreck_that_jumped_at_its_neighbour_can_be_shot_at() -> None:
    """TAC-SHOT-04, TAC-SHOT-05: it entered no hex and cannot move any more, and has jumped all the same."""
    play = under_way({"aa": ("0808", 0), "bb": ("0510", 0), "ca": ("0807", 3), "cb": ("0803", 3)})
    until(play, "cb")
    play.begin("fire", "cb", shots={"w01": "aa"})
    thrown(play)
    until(play, "aa")
    play.begin("death_from_above", "aa", target="ca")
    play.begin("machine_hit", who="aa", amount=200, where="center_torso")
    ended(play)
    (_total, number) = [term for shot in (*told(play, "shot.hit"), *told(play, "shot.miss")) for term in shot.terms]
    assert [(term.code, term.value) for term in number.terms][-1:] == [("term.target_kind_modifier", 2)]


class FiredLast:
    """The habits of a pilot whose last act was fire."""

    def preferred(self, actor: str) -> str:
        return "fire"

    def starting(self, action: str, actor: str) -> dict[str, Any]:
        return {"mode": "walk"} if action == "drive" else {}


def test_a_turn_begins_with_its_movement_whatever_was_done_last() -> None:
    """TAC-VEH-04: fire ends a machine's turn, so it is proposed once the machine has moved or stays."""
    play = under_way({"aa": ("1010", 0)})
    until(play, "aa")
    assert stage(SYSTEM, play.head, GM, FiredLast()).form == "drive"
    play.begin("drive", "aa", mode="walk")
    assert stage(SYSTEM, play.head, GM, FiredLast()).form == "fire"
