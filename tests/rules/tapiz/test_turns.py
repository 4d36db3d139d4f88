"""Initiative, asaltos, rounds and scenes; who is seen in the order."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.engine import Late
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, BRUNO, GM, HERO, PUBLIC, Scene, carrying, pool, scene

NOT_YET = {"initiative": None}


def starting(**bodies: Any) -> Scene:
    """The fight before any initiative."""
    unrolled = {who: {**NOT_YET, **bodies.get(who, {})} for who in ("ana", "bruno", "orc1", "orc2", "shade")}
    return scene(status="ready", **unrolled)


def rolled(fight: Scene, **faces: list[int]) -> Scene:
    """All combatants roll initiative, in the order given."""
    fight.begin("initiative")
    for who, dice in faces.items():
        fight.answer(f"initiative:{who}", faces=dice)
    return fight


def asaltos(fight: Scene, count: int) -> list[str]:
    """Who acts in this many asaltos, each ended by its owner."""
    found = []
    for _ in range(count):
        found.append(fight.turn or "nobody")
        fight.begin("end_turn", fight.turn)
    return found


# Initiative


def test_each_combatant_rolls_once_and_a_group_together() -> None:
    """TAP-HOUSE-09."""
    fight = starting()
    fight.begin("initiative")
    assert fight.keys == ["initiative:ana", "initiative:bruno", "initiative:orc1", "initiative:shade"]
    fight.answer("initiative:orc1", faces=[6, 5, 4])
    fight.answer("initiative:shade", faces=[1, 1, 1])
    fight.answer("initiative:ana", faces=[4, 4, 4], viewer=ANA)  # and 1 for Destreza
    assert fight.turn is None
    fight.answer("initiative:bruno", faces=[3, 3, 3], viewer=BRUNO)
    assert fight.fight.order == ("orc1", "orc2", "ana", "bruno", "shade")
    assert (fight.turn, fight.fight.round.number, fight.fight.status) == ("orc1", 1, "running")
    assert [fight.body(who).initiative for who in fight.fight.order] == [15, 15, 13, 10, 3]
    assert fight.why_not("initiative", None) == "tapiz.initiative.all_rolled"


def test_the_terms_of_an_initiative_add_up() -> None:
    fight = rolled(starting(), ana=[4, 4, 4], bruno=[3, 3, 3], orc1=[6, 5, 4], shade=[1, 1, 1])
    (told,) = (fact for fact in fight.facts if fact.code == "initiative.rolled" and fact.value == 13)
    assert [(term.code, term.value) for term in told.terms] == [
        ("term.dice", 12),
        ("term.attribute", 1),
        ("term.attribute", 0),
    ]


def test_initiative_of_the_hidden_is_not_told() -> None:
    fight = rolled(starting(), ana=[4, 4, 4], bruno=[3, 3, 3], orc1=[6, 5, 4], shade=[6, 6, 6])
    assert not any("Sombra" in line for line in fight.read())
    assert "Iniciativa de Sombra: 18" in fight.read(GM)
    assert "Le toca a Sombra" in fight.read(GM)


def test_the_same_initiative_goes_by_dexterity_then_by_entry() -> None:
    """TAP-HOUSE-09: the scores are the game master's, the table reads the reason."""
    fight = rolled(starting(), ana=[4, 4, 4], bruno=[4, 4, 4], orc1=[6, 5, 2], shade=[1, 1, 1])
    by_rules = {place.combatant: place.tie for place in SYSTEM.order(fight.fight)}
    assert list(by_rules) == ["ana", "bruno", "orc1", "orc2", "shade"]
    assert _code(by_rules["bruno"]) == "tie.entry"
    assert _code(by_rules["orc1"]) == "tie.dexterity"
    assert by_rules["shade"] is None
    tie = by_rules["orc1"]
    assert tie is not None
    assert fight.seen(PUBLIC, [tie]) == ["tie.dexterity_plain"]
    assert fight.seen(GM, [tie]) == ["tie.dexterity"]


def _code(fact: Fact | None) -> str:
    return fact.code if fact else ""


def test_a_newcomer_rolls_later() -> None:
    fight = scene()
    row = {"id": "zoe", "name": "Zoe", "kind": "person", "sheet": HERO, "side": "party"}
    fight.begin("enlist", internal=True, combatants=[row])
    fight.begin("initiative")
    assert fight.keys == ["initiative:zoe"]
    fight.answer("initiative:zoe", faces=[5, 5, 3])  # 14 with Destreza 12
    assert fight.fight.order == ("ana", "zoe", "bruno", "orc1", "orc2", "shade")
    assert fight.turn == "ana"


def test_a_newcomer_to_a_group_shares_its_initiative() -> None:
    fight = scene()
    third = {"id": "orc3", "name": "Orco", "kind": "creature", "sheet": {}, "group": "orcs", "numbered": True}
    fight.begin("enlist", internal=True, combatants=[third])
    assert fight.body("orc3").initiative == 12
    assert fight.why_not("initiative", None) == "tapiz.initiative.all_rolled"
    fight.begin("sort")
    assert fight.fight.order == ("ana", "bruno", "orc1", "orc2", "orc3", "shade")


def test_an_initiative_is_written_down_for_the_whole_group() -> None:
    fight = scene()
    fight.begin("set_initiative", who="orc2", initiative=20)
    assert fight.fight.order[:2] == ("orc1", "orc2")
    assert fight.turn == "ana"


def test_with_all_initiatives_written_down_the_fight_begins_without_dice() -> None:
    fight = starting()
    for who, number in (("ana", 9), ("bruno", 12), ("orc1", 7)):
        fight.begin("set_initiative", who=who, initiative=number)
    assert fight.turn is None
    fight.begin("set_initiative", who="shade", initiative=3)
    assert fight.turn is None
    fight.begin("initiative")
    assert fight.turn == "bruno"


def test_putting_them_back_as_the_rules_say_restores_ties() -> None:
    """TAP-HOUSE-09: equal in everything, the order of entry decides, also after moves by hand."""
    fight = scene(bruno={"initiative": 15})
    fight.begin("reorder", who="bruno", direction="up")
    assert fight.fight.order[:2] == ("bruno", "ana")
    fight.begin("sort")
    assert fight.fight.order[:2] == ("ana", "bruno")


# Asaltos and rounds


def test_each_acts_once_a_round() -> None:
    """TAP-TIME-01, TAP-TIME-04: a round is a cycle of asaltos and lasts ten seconds."""
    fight = scene()
    assert asaltos(fight, 10) == ["ana", "bruno", "orc1", "orc2", "shade"] * 2
    assert (fight.fight.round.number, fight.fight.clock) == (3, 20)
    assert [line for line in fight.read() if line.startswith("Ronda")] == ["Ronda 2", "Ronda 3"]


def test_one_action_an_asalto() -> None:
    """TAP-TIME-01; the game master decides for herself."""
    fight = scene()
    assert SYSTEM.next_step(fight.fight) is None
    fight.attack("ana", "orc1", points=0, viewer=ANA)
    assert SYSTEM.next_step(fight.fight) == "end_turn"
    with pytest.raises(NotAllowed) as caught:
        fight.attack("ana", "orc1", points=0, viewer=ANA)
    assert caught.value.reason == "tapiz.asalto_used"
    fight.attack("ana", "orc1", points=0)
    fight.begin("end_turn", "ana", viewer=ANA)
    fight.attack("bruno", "orc1", points=0, viewer=BRUNO)


def test_an_action_taken_back_gives_the_asalto_back() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=0, viewer=ANA)
    fight.undo()  # the game master's word on the modifier
    fight.undo()
    fight.attack("ana", "orc1", points=0, viewer=ANA)


def test_a_blow_out_of_turn_uses_no_asalto() -> None:
    fight = scene()
    fight.attack("orc1", "ana", points=3)
    fight.attack("ana", "orc1", points=0, viewer=ANA)


def test_a_recovery_is_no_action() -> None:
    """TAP-HERO-07."""
    fight = scene(ana={"physical": pool(5, healing_available=True)})
    fight.begin("recover", "ana", viewer=ANA, pool="physical")
    fight.answer("recover", faces=[6], viewer=ANA)
    fight.attack("ana", "orc1", points=0, viewer=ANA)


def test_a_combatant_that_leaves_after_acting_leaves_the_next_a_whole_asalto() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=0, viewer=ANA)
    fight.begin("dismiss", who="ana")
    fight.attack("bruno", "orc1", points=0, viewer=BRUNO)


def test_ending_the_same_asalto_twice_is_too_late() -> None:
    fight = scene()
    moment = SYSTEM.moment(fight.fight)
    fight.begin("end_turn", "ana", viewer=ANA, moment=moment)
    with pytest.raises(Late):
        fight.begin("end_turn", "ana", viewer=GM, moment=moment)
    assert fight.turn == "bruno"


def test_the_same_asalto_of_another_round_is_another() -> None:
    fight = scene()
    moment = SYSTEM.moment(fight.fight)
    asaltos(fight, 5)
    assert fight.turn == "ana"
    with pytest.raises(Late):
        fight.begin("end_turn", "ana", moment=moment)


def test_players_end_their_own_asalto_only() -> None:
    with pytest.raises(NotAllowed) as caught:
        scene().begin("end_turn", "bruno", viewer=BRUNO)
    assert caught.value.reason == "core.not_your_turn"


def test_only_the_game_master_lets_a_combatant_attack_out_of_turn() -> None:
    fight = scene()
    with pytest.raises(NotAllowed) as caught:
        fight.attack("bruno", "orc1", viewer=BRUNO)
    assert caught.value.reason == "core.not_your_turn"
    fight.attack("bruno", "orc1")


def test_a_combatant_that_is_out_has_no_asalto_and_gets_it_back() -> None:
    fight = scene(bruno={"physical": pool(0)}, orc1={"physical": pool(-3, 14)})
    assert asaltos(fight, 3) == ["ana", "orc2", "shade"]
    fight.begin("damage", amount=4, verb="heal", targets={"bruno": "full", "orc1": "double"})
    assert asaltos(fight, 5) == ["ana", "bruno", "orc1", "orc2", "shade"]


def test_a_combatant_that_comes_to_in_a_round_still_acts_in_it() -> None:
    fight = scene(ana={"physical": pool(0)}, turn="bruno")
    asaltos(fight, 1)
    fight.begin("damage", amount=1, verb="heal", targets={"ana": "full"})
    assert asaltos(fight, 5) == ["orc1", "ana", "orc2", "shade", "ana"]


def test_an_unstable_mind_keeps_its_asalto() -> None:
    """TAP-HP-08: it may stabilise itself."""
    fight = scene(bruno={"mental": pool(-1, 15)})
    assert asaltos(fight, 2) == ["ana", "bruno"]


def test_moving_in_the_order_skips_no_combatant_and_none_acts_twice() -> None:
    fight = scene()
    asaltos(fight, 1)
    fight.begin("reorder", who="bruno", direction="down")
    assert fight.turn == "bruno"
    fight.begin("reorder", who="ana", direction="down")
    assert fight.fight.order == ("orc1", "ana", "bruno", "orc2", "shade")
    assert asaltos(fight, 4) == ["bruno", "orc1", "orc2", "shade"]
    assert asaltos(fight, 5) == ["orc1", "ana", "bruno", "orc2", "shade"]


def test_sorting_puts_all_combatants_back() -> None:
    fight = scene()
    fight.begin("reorder", who="ana", direction="down")
    fight.begin("sort")
    assert fight.fight.order[:2] == ("ana", "bruno")


def test_the_end_of_the_order_is_the_end() -> None:
    with pytest.raises(NotAllowed) as caught:
        scene().begin("reorder", who="ana", direction="up")
    assert caught.value.reason == "core.reorder.edge"


def test_a_combatant_that_leaves_in_its_asalto_hands_it_on() -> None:
    fight = scene()
    fight.begin("dismiss", who="ana")
    assert asaltos(fight, 4) == ["bruno", "orc1", "orc2", "shade"]


def test_when_the_last_of_a_round_leaves_the_next_round_is_a_step_away() -> None:
    fight = scene()
    fight.begin("reveal", who="shade")
    asaltos(fight, 4)
    fight.begin("dismiss", who="shade")
    assert fight.turn is None
    fight.begin("end_turn")
    assert (fight.turn, fight.fight.round.number) == ("ana", 2)


def test_when_the_last_of_a_round_leaves_unseen_the_next_round_begins_as_others_see_it() -> None:
    fight = scene()
    asaltos(fight, 4)
    fight.begin("dismiss", who="shade")
    assert (fight.turn, fight.fight.round.number) == ("ana", 2)


def test_no_combatant_left_that_could_act() -> None:
    fight = scene(**{who: {"physical": pool(-1)} for who in ("ana", "bruno", "orc1", "orc2", "shade")})
    fight.begin("end_turn", "ana")
    assert fight.turn is None
    fight.begin("end_turn")
    assert fight.fight.round.number == 3


def test_before_the_fight_no_asalto_ends() -> None:
    with pytest.raises(NotAllowed) as caught:
        starting().begin("end_turn")
    assert caught.value.reason == "core.not_begun"


def test_nothing_happens_in_a_pause() -> None:
    fight = scene()
    fight.begin("pause")
    with pytest.raises(NotAllowed) as caught:
        fight.begin("end_turn", "ana", viewer=ANA)
    assert caught.value.reason == "core.while_paused"
    fight.begin("resume")
    fight.begin("end_turn", "ana", viewer=ANA)


# Scenes


def test_at_the_end_of_a_scene_zero_becomes_one() -> None:
    """TAP-HP-04; what is below zero stays."""
    fight = scene(ana={"physical": pool(0), "mental": pool(0, 15)}, bruno={"physical": pool(-1)})
    fight.begin("end_scene")
    assert (fight.body("ana").physical.current, fight.body("ana").mental.current) == (1, 1)
    assert fight.body("bruno").physical.current == -1
    assert "Ana pasa de 0 a 1 PGF" in fight.read()


def test_the_end_of_a_scene_asks_which_effects_end() -> None:
    """TAP-HOUSE-24, TAP-STORY-03: those until the next roll are proposed."""
    fight = scene(
        ana={"effects": carrying("advantageous_position")},
        orc1={"effects": carrying("painful_wound", effect_id="e2", lasting=True)},
    )
    fight.begin("end_scene")
    (request,) = fight.requests
    assert request.to is None
    assert not request.audience.admits(ANA)
    assert request.default == {"effects": ["e1"]}  # type: ignore[attr-defined]
    fight.answer("ending", request.default)  # type: ignore[attr-defined]
    assert (fight.effects("ana"), list(fight.effects("orc1"))) == ({}, ["e2"])


def test_the_end_of_a_scene_tells_nothing_of_a_combatant_that_shows_nothing() -> None:
    fight = scene(orc1={"physical": pool(0, 14)})
    fight.begin("show_as", who="orc1", shows="nothing")
    fight.begin("end_scene")
    assert "scene.recovers_physical" not in fight.seen()
    assert "scene.recovers_physical" in fight.seen(GM)


# The hidden


def test_a_number_is_given_when_the_table_first_sees_its_bearer() -> None:
    fight = scene()
    lurking = {"id": "orc3", "name": "Orco", "kind": "creature", "sheet": {}, "numbered": True, "hidden": True}
    known = {"id": "orc4", "name": "Orco", "kind": "creature", "sheet": {}, "numbered": True}
    fight.begin("enlist", internal=True, combatants=[lurking, known])
    assert [fight.fight.combatants[who].number for who in ("orc3", "orc4")] == [None, 3]
    fight.begin("reveal", who="orc3")
    assert fight.fight.combatants["orc3"].number == 4
    assert fight.read()[-1] == "Aparece Orco 4"


def test_what_the_hidden_did_stays_untold_after_they_appear() -> None:
    fight = scene()
    asaltos(fight, 4)
    assert fight.turn == "shade"
    fight.attack("shade", "ana", points=3)  # Ana's CA, exactly
    fight.begin("end_turn", "shade")
    fight.begin("reveal", who="shade")
    assert [line for line in fight.read() if "Sombra" in line] == ["Aparece Sombra"]
    assert "Le toca a Sombra" in fight.read(GM)


def test_only_the_game_master_leads() -> None:
    fight = scene()
    for action in ("initiative", "set_initiative", "sort", "end_scene", "give_effect", "hide"):
        with pytest.raises(NotAllowed) as caught:
            fight.begin(action, "ana", viewer=ANA)
        assert caught.value.reason == "core.for_game_master"
    with pytest.raises(UnknownValue):
        fight.begin("no_such_thing")


def test_newcomers_are_placed_among_combatants_that_were_moved_by_hand() -> None:
    """The moved stay; only those that roll now are put where the rules put them (TAP-HOUSE-09)."""
    fight = scene()
    fight.begin("reorder", who="orc2", direction="up")
    moved = fight.fight.order
    fight.begin("set_initiative", who="bruno", initiative=40)
    assert fight.fight.order == ("bruno", *(who for who in moved if who != "bruno"))
