"""A turn of machines through the contract: order, declarations, moving, fire."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.stage import stage
from rules.core.words import Speaker
from rules.systems.tactico.vehicles.cards import turn_facts
from rules.systems.tactico.vehicles.situation import vehicle_round, with_machine
from rules.systems.tactico.vehicles.state import MachineTurn, Shot
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field
from tests.rules.tactico.vehicles.playing import SEVEN, done, drawn, ended, machine, thrown, told, under_way, until


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


def test_after_a_jump_one_walks_unless_another_movement_is_chosen() -> None:
    """TAC-VMOV-01: a jump that was remembered would neither let a machine stay nor get up."""
    play = under_way({"aa": ("1010", 0)})
    mode = SYSTEM.actions["drive"].inputs(play.fight, "aa", GM)[0]
    assert (mode.default, mode.fresh) == ("walk", True)


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
        return drawn(play.fight, {"action": "drive", "actor": "aa", "mode": "run", **looking})

    def cost(picture: Any, name: str) -> int:
        return int(next(one.cost for one in picture.spots if one.name == name))

    plain, chosen, by_way = seen(), seen(to="1109"), seen(via="1109")
    assert (plain.tools, by_way.way != "") == ((), True)
    (offered,) = chosen.tools
    assert (offered.label.code, offered.fills) == ("core.board.go_by", {"via": "1109", "to": ""})
    (back,) = by_way.tools
    assert (back.label.code, back.fills) == ("core.board.not_by", {"via": "", "to": ""})
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
