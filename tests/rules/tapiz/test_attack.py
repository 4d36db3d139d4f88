"""Attacks: rolls and resistances, who spends the points, what effects do to a roll."""

from __future__ import annotations

import pytest

from rules.core import engine
from rules.core.audience import controllers_of
from rules.core.errors import UnknownValue
from rules.core.facts import visible
from rules.core.inputs import Combatants
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, GM, Scene, carrying, pool, scene

TRAITS = [["t1", "con la espada"], ["t2", "no cede"]]


def test_a_hit_is_spent_on_hit_points_and_an_effect() -> None:
    """TAP-ROLL-02 to -04, TAP-EFF-01, TAP-EFF-04, TAP-EFF-07."""
    fight = scene()
    fight.attack("ana", "orc1", traits=TRAITS, viewer=ANA)
    assert fight.keys == ["attack"]
    assert fight.requests[0].to == "ana"
    fight.answer("attack", faces=[5, 4, 3], viewer=ANA)  # 12 + 2 + 3 = 17 against CA 10
    assert fight.requests[0].to == "ana"
    fight.answer("spend", {"rest": False, "effects": ["painful_wound"], "hit_points": 2}, viewer=ANA)
    assert fight.body("orc1").physical.current == 12
    assert fight.body("orc1").physical.healing_available
    (wound,) = fight.effects("orc1").values()
    assert (wound.listed, wound.modifier, wound.duration) == ("painful_wound", -2, "next_roll")
    assert not fight.head.open
    assert "Orco 1: Herida dolorosa, −2, por Ana" in fight.read()


def test_the_terms_of_a_total_are_told_to_the_roller() -> None:
    """TAP-ROLL-03, TAP-ROLL-11: which traits counted, in what order, and how they helped."""
    fight = scene()
    fight.attack("ana", "orc1", traits=TRAITS)
    fight.answer("attack", faces=[5, 4, 3])
    (total,) = (fact for fact in fight.facts if fact.code == "roll.total")
    assert [(term.code, term.value) for term in total.terms] == [
        ("term.dice", 12),
        ("term.attribute", 2),
        ("term.traits", 3),
        ("term.trait_used", None),
        ("term.trait_used", None),
        ("reach.number", None),
    ]
    assert [term.params["how"] for term in total.terms[3:5]] == ["con la espada", "no cede"]


def test_what_had_to_be_reached_is_told_with_its_terms_to_the_spender_of_the_points() -> None:
    """Who spends the margin knows the resistance by it; its terms stay with the target's player."""
    for faces, knows in (([5, 4, 3], "ana"), ([1, 1, 1], "orc1")):
        fight = scene()
        fight.attack("ana", "orc1")
        fight.answer("attack", faces=faces)
        (total,) = (fact for fact in fight.facts if fact.code == "roll.total")
        reached = total.terms[-1]
        assert (reached.code, reached.params["number"], reached.audience) == ("reach.number", 10, controllers_of(knows))
        assert [term.code for term in reached.terms] == ["term.static", "term.attribute"]
        assert {term.audience for term in reached.terms} == {controllers_of("orc1")}


def test_the_rest_goes_into_hit_points() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=7)
    fight.answer("spend", {"rest": True, "effects": ["painful_wound"]})
    assert fight.body("orc1").physical.current == 12


def test_points_left_over_are_said_to_be_lost() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=7)
    fight.answer("spend", {"rest": False, "hit_points": 3})
    assert fight.body("orc1").physical.current == 11
    assert "4 puntos sin gastar" in fight.read(ANA)
    assert "4 puntos sin gastar" not in fight.read()


def test_after_a_failure_the_target_spends() -> None:
    """TAP-ROLL-05, TAP-EFF-04."""
    fight = scene()
    fight.attack("ana", "orc1")
    fight.answer("attack", faces=[1, 1, 3])  # 5 + 2 = 7 against CA 10
    assert fight.requests[0].to == "orc1"
    fight.answer("spend", {"rest": False, "hit_points": 2, "momentary": "opponent"})
    assert fight.body("ana").physical.current == 18
    assert [effect.modifier for effect in fight.effects("ana").values()] == [-1]
    assert fight.body("orc1").physical.current == 14


def test_a_match_succeeds_without_points() -> None:
    """TAP-ROLL-04: 0 points, nothing to spend."""
    fight = scene()
    fight.attack("ana", "orc1", points=0)
    assert not fight.head.open
    assert "Ana: éxito, 0 puntos" in fight.read(ANA)


def test_a_static_roll_takes_10() -> None:
    """TAP-ROLL-07, TAP-ROLL-08."""
    fight = scene()
    fight.attack("ana", "orc1", mode="static")
    assert fight.keys == ["spend"]
    assert "Ana: 12 en total" in fight.read()


def test_a_resistance_may_be_rolled() -> None:
    """TAP-ROLL-06: first the resistance, which becomes what the attack must reach."""
    fight = scene()
    fight.attack("ana", "orc1", resistance_mode="rolled")
    assert (fight.keys, fight.requests[0].to) == (["resistance"], "orc1")
    fight.answer("resistance", faces=[6, 5, 2])
    fight.answer("attack", faces=[6, 6, 3])  # 17 against 13
    fight.answer("spend", {"rest": True})
    assert fight.body("orc1").physical.current == 10


def test_a_mental_attack_takes_mental_points() -> None:
    """TAP-HOUSE-08, TAP-HOUSE-19, TAP-HP-01."""
    fight = scene()
    fight.attack("orc1", "ana", kind="mental", attribute="charisma")
    fight.answer("attack", faces=[6, 4, 4])  # 14 against mental defence 11
    fight.answer("spend", {"rest": True})
    assert fight.body("ana").mental.current == 12
    assert fight.body("ana").physical.current == 20


def test_armour_counts_against_the_body_only() -> None:
    """TAP-HOUSE-07: CA 13 with light armour; its terms add up with a shield too."""
    fight = scene(ana={"shield": True})
    fight.attack("orc1", "ana", mode="static")
    (resistance,) = (fact for fact in fight.facts if fact.code == "resistance.physical")
    assert resistance.value == 14
    assert [(term.code, term.value) for term in resistance.terms] == [
        ("term.static", 10),
        ("term.attribute", 1),
        ("term.armour", 2),
        ("term.shield", 1),
    ]


# Effects in force


def test_an_effect_until_the_next_roll_is_used_up_by_it() -> None:
    """TAP-EFF-02, TAP-EFF-11."""
    fight = scene(ana={"effects": carrying("advantageous_position")})
    fight.attack("ana", "orc1", in_force=["e1"], mode="static")
    assert "Ana: 14 en total" in fight.read()
    fight.answer("spend", {"rest": True})
    assert fight.effects("ana") == {}


def test_an_effect_that_does_not_bear_on_the_roll_stays() -> None:
    fight = scene(ana={"effects": carrying("advantageous_position")})
    fight.attack("ana", "orc1", in_force=[], mode="static")
    fight.answer("spend", {"rest": True})
    assert "Ana: 12 en total" in fight.read()
    assert list(fight.effects("ana")) == ["e1"]


def test_a_lasting_effect_stays() -> None:
    fight = scene(ana={"effects": carrying("painful_wound", lasting=True)})
    fight.attack("ana", "orc1", in_force=["e1"], mode="static")
    assert "Ana: 10 en total" in fight.read()
    assert list(fight.effects("ana")) == ["e1"]


def test_an_effect_on_the_target_lowers_what_must_be_reached() -> None:
    """TAP-EFF-08: a static resistance uses it up too."""
    fight = scene(orc1={"effects": carrying("unbalance_opponent")})
    fight.attack("ana", "orc1", on_target=["e1"], mode="static")  # 12 against 10 − 2
    fight.answer("spend", {"rest": True})
    assert fight.body("orc1").physical.current == 10
    assert fight.effects("orc1") == {}


def test_the_tile_of_a_target_says_the_number_that_the_roll_will_go_against() -> None:
    """TAP-EFF-02: what usually counts on the target is in it."""
    fight = scene(orc1={"effects": carrying("unbalance_opponent")})
    (target, *_more) = SYSTEM.actions["attack"].inputs(fight.fight, "ana", GM)
    assert isinstance(target, Combatants)
    shown = {one.value: one.notes[0].value for one in target.options if one.notes}
    assert (shown["orc1"], shown["orc2"]) == (10 - 2, 10)
    fight.attack("ana", "orc1", on_target=["e1"], mode="static")
    assert "Contra CA 8" in fight.read(GM)


def test_an_effect_on_the_target_bears_on_its_roll_and_is_used_up() -> None:
    fight = scene(orc1={"effects": carrying("unbalance_opponent")})
    fight.attack("ana", "orc1", on_target=["e1"], resistance_mode="rolled")
    fight.answer("resistance", faces=[4, 4, 4])
    assert "Resistencia de Orco 1: 10" in fight.read(GM)
    assert fight.keys == ["attack"]
    fight.answer("attack", faces=[4, 4, 4])
    fight.answer("spend", {"rest": True})
    assert fight.effects("orc1") == {}


def test_effects_without_number_are_no_modifier() -> None:
    """TAP-EFF-03."""
    fight = scene(ana={"effects": carrying("disarm_opponent")})
    assert fight.effects("ana")["e1"].modifier == 0
    with pytest.raises(UnknownValue):
        fight.attack("ana", "orc1", in_force=["e1"])


def test_an_effect_for_oneself_stays_with_the_spender() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=5)
    fight.answer("spend", {"rest": False, "effects": ["flank_opponent"]})
    assert [effect.modifier for effect in fight.effects("ana").values()] == [2]
    assert fight.effects("orc1") == {}


def test_an_effect_in_own_words() -> None:
    """TAP-EFF-05."""
    fight = scene()
    fight.attack("ana", "orc1", points=15)
    own = {"name": "Cegado por la ceniza", "tier": "major", "whom": "opponent", "numeric": True, "lasts": "lasting"}
    fight.answer("spend", {"rest": False, "own": [own], "effects": ["stun_opponent"]})
    found = {
        effect.name or effect.listed: (effect.modifier, effect.duration) for effect in fight.effects("orc1").values()
    }
    assert found == {"Cegado por la ceniza": (-4, "lasting"), "stun_opponent": (-2, "next_roll")}


# Who may know


def told(fight: Scene) -> Scene:
    """Ana hits the orc for 7 points, before the table's eyes."""
    fight.attack("ana", "orc1", traits=TRAITS, viewer=ANA)
    fight.answer("attack", faces=[5, 4, 3], viewer=ANA)
    fight.answer("spend", {"rest": True}, viewer=ANA)
    return fight


def test_the_table_sees_the_hit_and_neither_armour_nor_points() -> None:
    fight = told(scene())
    assert fight.read() == [
        "Ana ataca a Orco 1: Fuerza, 2 rasgos",
        "Ataque de Ana, con dados de la mesa: 5 4 3",
        "Ana: 17 en total",
        "Ana: éxito",
        "Orco 1 pierde PGF: con heridas graves",
    ]


def test_the_spender_learns_margin_and_resistance_and_what_was_taken() -> None:
    read = told(scene()).read(ANA)
    assert "Contra CA 10" in read
    assert "Ana: éxito, 7 puntos" in read
    assert "Orco 1 pierde 7 PGF" in read


def test_the_terms_of_a_foes_armour_stay_with_the_game_master() -> None:
    fight = told(scene())
    (mine,) = (fact for fact in visible(fight.facts, ANA) if fact.code == "resistance.physical")
    (full,) = (fact for fact in visible(fight.facts, GM) if fact.code == "resistance.physical")
    assert mine.terms == ()
    assert [term.code for term in full.terms] == ["term.static", "term.attribute"]


def test_the_game_master_reads_the_numbers() -> None:
    assert "Orco 1 pierde 7 PGF, de 14 a 7" in told(scene()).read(GM)


def test_after_a_failure_the_player_does_not_learn_the_resistance() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=-3, viewer=ANA)
    assert "roll.failure_plain" in fight.seen(ANA)
    assert "resistance.physical" not in fight.seen(ANA)
    assert "resistance.physical" in fight.seen(GM)


def test_a_foes_roll_stays_behind_the_screen() -> None:
    fight = scene(turn="orc1")
    fight.attack("orc1", "ana")
    assert not fight.requests[0].audience.admits(ANA)
    fight.answer("attack", faces=[6, 5, 5])  # 17 against CA 13
    fight.answer("spend", {"rest": True})
    assert fight.read() == ["Orco 1 ataca a Ana: Fuerza, sin rasgos", "Orco 1: éxito", "Ana pierde PGF: con heridas"]
    assert "Ana pierde 4 PGF, de 20 a 16" in fight.read(ANA)


def test_a_combatant_that_shows_nothing_shows_no_damage() -> None:
    fight = scene()
    fight.begin("show_as", who="orc1", shows="nothing")
    fight.attack("ana", "orc1", points=14)
    fight.answer("spend", {"rest": True})
    assert fight.read()[-1] == "Orco 1 pierde puntos de golpe"
    assert not [fact for fact in fight.facts if fact.code == "harm.plain" and "word" in fact.params]
    assert "status.now" not in fight.seen()
    assert "status.now" in fight.seen(GM)


def test_of_a_hidden_attacker_only_the_blow_is_known() -> None:
    fight = scene()
    fight.attack("shade", "ana", points=14)  # 11 more than Ana's CA
    fight.answer("spend", {"rest": True, "effects": ["painful_wound"]})
    blow = "Ana recibe un golpe de alguien que no ve"
    assert fight.read(ANA) == ["Ana: Herida dolorosa, −2", blow, "Ana pierde 6 PGF, de 20 a 14"]
    fight.begin("reveal", who="shade")
    assert "Sombra" not in " ".join(fight.read(ANA)[:-1])


def test_players_cannot_aim_at_the_hidden() -> None:
    with pytest.raises(UnknownValue):
        scene().attack("ana", "shade", viewer=ANA)


def test_down_at_zero() -> None:
    fight = scene(orc1={"physical": pool(3, 14)})
    fight.attack("ana", "orc1", points=3)
    fight.answer("spend", {"rest": True})
    assert fight.read()[-2:] == ["Orco 1 pierde PGF: fuera de combate", "Orco 1: inconsciente"]


def test_a_rolled_resistance_holds_armour_and_shield() -> None:
    """TAP-ROLL-06, TAP-ROLL-09: the dice take the place of the 10, nothing else."""
    fight = scene(turn="orc1", ana={"shield": True})
    fight.begin("attack", "orc1", target="ana", attribute="strength", resistance_mode="rolled")
    fight.answer("resistance", faces=[3, 3, 4])
    resisted = next(fact for fact in fight.requests[0].so_far if fact.code == "roll.resistance")
    assert resisted.value == 10 + 1 + 2 + 1


def test_who_holds_no_weapon_is_proposed_the_primary_attribute() -> None:
    def proposed(play: Scene) -> object:
        asked = engine.action(SYSTEM, "attack").inputs(play.head.fight, "ana", GM)
        return next(item.default for item in asked if item.name == "attribute")

    assert proposed(scene(sheets={"ana": {"primary": "intelligence"}})) == "intelligence"
    assert proposed(scene()) == "strength"
