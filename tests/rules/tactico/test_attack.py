"""Blows and shots: modifiers, defences, locations, what their loss brings, ammunition, the odds."""

from fractions import Fraction

import pytest

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.fight import Command
from rules.systems.tactico.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tactico.scene import ANA, BRUNO, GUARD, MEDIC, STRIKE, Scene, scene, wounded

MELEE = [("ana", "raider1")]


def struck(**more: object) -> Scene:
    """Ana strikes at the raider in the first segment; both keep the rest."""
    play = scene(near=MELEE, **more)
    play.declare_all(ana=("attack", "raider1"), raider1=("attack", "ana"))
    play.begin("end_turn", "raider1")
    return play


def test_an_unanswered_blow_is_rolled_against_routine():
    """TAC-HOUSE-11, TAC-ROLL-04, TAC-ROLL-05, TAC-LOC-01, TAC-LOC-02, TAC-HOUSE-13, TAC-HOUSE-14, TAC-DMG-04."""
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "none"})
    play.dice(2, 3)
    number = play.told("roll.number")
    assert (number.value, play.told("roll.total").value) == (10, 15)
    play.dice(3)
    play.dice(5)
    # 1d6+1 is 6, the light protection takes 1; face 3 is the right arm in the column of melee
    assert (play.body("raider1").life, play.left("raider1", "right_arm")) == (15, 0)
    assert play.body("ana").fatigue == 1


def test_odds_say_that_a_blow_may_be_answered():
    """TAC-PROB-03, TAC-ACT-06: the chance holds without a defence, which the target may have kept."""
    play = scene(near=MELEE)
    attack = SYSTEM.actions["attack"]
    blow = Command("", "attack", "ana", {"target": "raider1", "weapon": play.body("ana").in_hand})

    def first() -> str:
        return attack.odds(play.fight, blow).terms[0].code

    play.declare_all(ana=("attack", "raider1"), raider1=("attack", "ana"))
    assert first() == "odds.success_unanswered"
    play.begin("damage", amount=6, verb="harm", location="head", protected=True, targets={"raider1": "full"})
    assert first() == "odds.success"


def test_damage_says_what_the_die_comes_to():
    """TAC-HOUSE-13, TAC-INV-01: the loss does not seem to contradict the die, to any reader."""
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "none"})
    play.dice(2, 3)
    play.dice(3)
    play.dice(5)
    assert play.told_to(ANA, 1) == (
        "Daño de Ana, con dados de la mesa: 5, total 6 con Machete. Saqueador 1 lleva protección ahí. "
        "Saqueador 1 pierde 5 PV: Brazo derecho. Saqueador 1: Brazo derecho, fuera de uso. "
        "Saqueador 1 deja caer: Arma cuerpo a cuerpo"
    )
    assert "sin contar lo que ponga el arma. " in play.told_to(BRUNO, 1)
    (die, weapon) = play.told("attack.damage").terms
    assert (die.value, weapon.value) == (5, 1)


def test_a_disabled_arm_drops_what_it_held():
    """TAC-DMG-06, TAC-DMG-07: taking it again is an action, with the hand that works."""
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "none"})
    play.dice(2, 3)
    play.dice(3)
    play.dice(5)
    assert play.body("raider1").in_hand == "unarmed"
    assert "Saqueador 1 deja caer: Arma cuerpo a cuerpo" in play.read(BRUNO)
    assert "disabled.right_arm" in play.card("raider1", BRUNO)
    with pytest.raises(NotAllowed, match="no_arm"):
        play.begin("handle_item", "raider1", item="w01", hand="right", words="")
    play.begin("handle_item", "raider1", item="w01", hand="left", words="")
    play.answer("departure", {"charge": False})
    assert (play.body("raider1").in_hand, play.body("raider1").hand) == ("w01", "left")


def test_a_defended_blow_hits_only_with_the_higher_total():
    """TAC-OPP-01, TAC-HOUSE-07, TAC-HOUSE-12, TAC-ACT-06, TAC-MEL-06."""
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "melee_weapons"})
    play.dice(2, 3, 2, 3)
    # 5 + 5 and the same dice on both sides: a tie, which does not hit
    assert (play.told("attack.total").value, play.told("attack.defence").value) == (15, 15)
    assert play.told("attack.misses")
    assert (play.turn("raider1").defences, play.body("raider1").life) == (1, 20)


def test_without_a_kept_action_there_is_no_defence():
    """TAC-ACT-06: the target is not asked, the blow is rolled at once."""
    play = scene(near=MELEE)
    play.declare_all(ana=("attack", "raider1"), raider1=("attack", "attack", "attack", "ana"))
    play.begin("end_turn", "raider1")
    play.strike("ana", "raider1", viewer=ANA)
    assert play.keys == ["attack"]


def test_each_defence_answers_one_blow_of_several_opponents():
    """TAC-MEL-06: one action attacks, two are kept for two of three blows."""
    play = scene(near=[*MELEE, ("ana", "raider2")])
    play.declare_all(
        ana=("give_up", "give_up", "attack", "raider1"),
        raider1=("attack", "attack", "ana"),
        raider2=("attack", "ana"),
    )
    for foe in ("raider1", "raider2"):
        play.strike(foe, "ana")
        play.answer("answer", {"defence": "brawl"}, viewer=ANA)
        play.dice(1, 2, 5, 5)
    assert play.defences("ana") == 0
    play.begin("next_step")
    play.strike("raider1", "ana")
    assert play.keys == ["attack"]


def test_moving_aiming_accuracy_and_circumstances_add_up():
    """TAC-ATK-01 to TAC-ATK-06, TAC-DIFF-02, TAC-HOUSE-11."""
    play = scene()
    play.begin("relate", of="bruno", to="raider1", what="distance:to_50")
    play.declare_all(bruno=("move", "shoot", "raider1"), raider1=("move", "athletics_move"))
    for who in ("bruno", "raider1"):
        play.begin("move", who, way="move", closing=None, difficulty="no_roll")
    play.begin("next_step")
    smoke = [{"value": -2, "reason": "humo"}]
    play.strike("bruno", "raider1", action="shoot", aim="head", modifiers=smoke)
    request = play.requests[0]
    # Destreza 5 and Armas a Distancia 5; moved −1, target moved −1, aiming −5, rifle +1, smoke −2
    assert request.bonus == 2
    play.dice(6, 6)
    assert (play.told("roll.number").value, play.told("roll.total").value) == (15, 14)
    assert play.told("roll.critical_success")
    # the location was chosen: no die is thrown for it
    play.dice(3, 4)
    assert play.told("attack.hits").params["location"].code == "location.head"
    assert play.body("raider1").life == 14


def test_a_disabled_head_is_unconsciousness():
    """TAC-DMG-10, TAC-HOUSE-16."""
    play = scene()
    play.begin("damage", amount=6, verb="harm", location="head", protected=True, targets={"raider1": "full"})
    body = play.body("raider1")
    assert (body.health, body.life, body.able) == ("unconscious", 15, False)
    assert play.why_not("declare", "raider1") == "tactico.unconscious"
    play.begin("damage", amount=1, verb="heal", location="head", protected=False, targets={"raider1": "full"})
    assert play.body("raider1").able


def test_a_disabled_leg_is_a_fall():
    """TAC-DMG-08."""
    play = scene()
    play.begin("damage", amount=8, verb="harm", location="left_leg", protected=False, targets={"ana": "full"})
    assert play.body("ana").lies
    assert "Ana cae al suelo" in play.read(BRUNO)


def test_poison_takes_life_alone_and_no_life_is_death():
    """TAC-DMG-02, TAC-DMG-03, TAC-DMG-05."""
    play = scene()
    play.begin("damage", amount=5, verb="harm", location="nowhere", protected=False, targets={"ana": "full"})
    assert (play.body("ana").life, dict(play.body("ana").wounds)) == (17, {})
    play.begin("damage", amount=20, verb="harm", location="nowhere", protected=False, targets={"raider1": "full"})
    assert play.body("raider1").health == "dead"
    assert "status.dead" in play.card("raider1")
    play.begin("damage", amount=1, verb="harm", location="torso", protected=False, targets={"raider1": "full"})
    assert play.body("raider1").life == 0


def test_undoing_one_harm_leaves_the_other():
    play = scene()
    first = play.begin("damage", amount=5, verb="harm", location="torso", protected=False, targets={"ana": "full"})
    play.begin("damage", amount=3, verb="harm", location="torso", protected=False, targets={"ana": "full"})
    assert not play.undo(first.id).depending
    assert (play.body("ana").life, play.left("ana", "torso")) == (19, 8)
    assert [wound.points for wound in play.body("ana").wounds.values()] == [3]


def test_a_shot_takes_a_shot_and_reloading_an_action():
    """TAC-ACT-05, TAC-HOUSE-13: a magazine fills the weapon, and there are two of them."""
    play = scene()
    play.declare_all(bruno=("shoot", "reload", "raider1"))
    play.strike("bruno", "raider1", action="shoot", shots=3, viewer=BRUNO)
    play.dice(1, 1)
    assert play.told("roll.automatic_failure")
    assert play.body("bruno").arms["w01"].left == 7
    play.begin("next_step")
    play.begin("reload", "bruno", weapon="w01", what="magazine", viewer=BRUNO)
    arm = play.body("bruno").arms["w01"]
    assert (arm.left, arm.spares_left) == (10, 1)
    assert "Bruno recarga: Fusil" in play.read(ANA)


def test_bullets_go_in_one_by_one():
    """TAC-ACT-05."""
    play = scene(ordered=False)
    play.strike("bruno", "raider1", action="shoot", shots=4)
    play.dice(1, 1)
    play.begin("reload", "bruno", weapon="w01", what="bullet", viewer=BRUNO)
    assert play.body("bruno").arms["w01"].left == 7


def test_an_empty_weapon_does_not_shoot():
    play = scene(ordered=False)
    play.strike("bruno", "raider1", action="shoot", shots=10)
    play.dice(1, 1)
    with pytest.raises(NotAllowed, match=r"shoot\.empty"):
        play.strike("bruno", "raider1", action="shoot", viewer=BRUNO)


def test_a_weapon_that_is_not_in_hand_is_taken_first():
    """TAC-ACT-02."""
    play = scene()
    play.declare_all(ana=("handle_item", "shoot", "raider1"))
    with pytest.raises(NotAllowed, match="not_in_hand"):
        play.begin("shoot", "ana", target="raider1", weapon="w02", shots=1, **STRIKE)
    play.begin("handle_item", "ana", item="w02", hand="right", words="", viewer=ANA)
    play.begin("next_step")
    play.strike("ana", "raider1", action="shoot", viewer=ANA)
    assert play.keys == ["attack"]


def test_a_shot_cannot_be_answered():
    """TAC-ACT-06: reserved actions answer blows."""
    play = scene()
    play.declare_all(bruno=("shoot", "raider1"))
    play.strike("bruno", "raider1", action="shoot", viewer=BRUNO)
    assert play.keys == ["attack"]


def test_a_blow_needs_melee():
    """TAC-MEL-01."""
    play = scene()
    play.declare_all(ana=("attack", "raider1"))
    assert play.why_not("attack", "ana", ANA) == "tactico.attack.not_engaged"


def test_the_odds_of_a_shot_and_of_a_blow_are_exact():
    """TAC-PROB-03: the double 1 never hits, the double 6 always."""
    play = scene(near=MELEE)
    play.begin("relate", of="bruno", to="raider1", what="distance:to_200")
    play.declare_all(bruno=("shoot", "raider1"), ana=("attack", "raider1"))

    def success(action: str, who: str, weapon: str, viewer=GM) -> Fraction | int | str:
        inputs = {"target": "raider1", "weapon": weapon, **STRIKE, **({"shots": 1} if action == "shoot" else {})}
        found = engine.odds(
            SYSTEM, play.fight, Command("x", action, who, inputs, play.system.moment(play.fight)), viewer
        )
        return found.terms[0].params["chance"]

    # 5 + 5 + 1 against 20: 9 or more
    assert success("shoot", "bruno", "w01", BRUNO) == Fraction(10, 36)
    # 5 + 5 against 10: all but the double 1
    assert success("attack", "ana", "w01") == Fraction(35, 36)


def test_the_odds_of_a_defence_tell_the_game_master_exactly_and_others_a_table():
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "brawl"})
    attack = next(one for one in play.requests if one.key == "attack")
    assert attack.odds.terms[0].params["chance"] > Fraction(3, 4)
    assert [column.params["resistance"] for column in attack.odds.otherwise.terms] == [6, 8, 10, 12, 14]


def test_untrained_is_a_step_harder():
    """TAC-DIFF-03, TAC-HOUSE-06."""
    play = scene(ordered=False)
    play.begin("test", "ana", what="", skill="mechanics", difficulty="near_impossible", modifiers=[], against=None,
               viewer=ANA)  # fmt: skip
    assert play.requests[0].so_far[-1].value == 35


def test_values_of_weapons_may_have_to_be_found_out():
    """TAC-INV-01: the game master reads them, an expert too, the others do not."""
    play = scene(house={"weapon_values_hidden": True}, sheets={"bruno": {"expert": True}}, ordered=False)

    def notes(who: str, viewer) -> list[str]:
        weapon = SYSTEM.actions["shoot"].inputs(play.fight, who, viewer)[1]
        return [note.code for note in weapon.options[0].notes]

    assert "note.weapon" not in notes("ana", ANA)
    assert "note.weapon" in notes("ana", GM)
    assert "note.weapon" in notes("bruno", BRUNO)


def test_numbers_go_to_those_who_may_read_them():
    play = struck()
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "none"})
    play.dice(2, 3)
    play.dice(6)
    play.dice(3)
    assert "harm.points_at" not in play.seen(ANA)
    assert "harm.amount_at" in play.seen(ANA)
    assert "harm.word_at" in play.seen(BRUNO)
    assert "resistance.now" not in play.card("raider1", BRUNO)


def test_a_wound_at_a_known_place_shows_on_the_card():
    play = scene(ana=wounded("left_arm", 6))
    assert "disabled.left_arm" in play.card("ana", BRUNO)
    assert "resistance.now" in play.card("ana", ANA)


@pytest.mark.parametrize("accuracy", [0, 1, 3])
def test_a_request_does_not_tell_the_values_of_an_unknown_weapon(accuracy: int):
    """TAC-INV-01: odds over what they know and no bonus; the game master reads the exact ones."""
    gun = {"category": "rifles", "hand": "both", "accuracy": accuracy, "bonus": accuracy}
    sheet = {**MEDIC, "weapons": [gun]}
    play = scene(house={"weapon_values_hidden": True}, sheets={"bruno": sheet}, ordered=False)
    inputs = {"target": "raider1", "weapon": "w01", **STRIKE, "shots": 1, "difficulty": "complicated"}
    shot = Command("x", "shoot", "bruno", inputs, play.system.moment(play.fight))

    def chance(told) -> Fraction:
        return told.terms[0].params["chance"]

    play.begin("shoot", "bruno", viewer=BRUNO, **inputs)
    asked = play.requests[-1]
    # 5 + 5 against 20, 10 or more, whatever the rifle adds
    assert chance(engine.odds(SYSTEM, play.fight, shot, BRUNO)) == Fraction(6, 36)
    assert chance(engine.known_odds(asked.odds, BRUNO)) == Fraction(6, 36)
    assert (chance(engine.known_odds(asked.odds, GM)) == Fraction(6, 36)) == (accuracy == 0)
    assert asked.bonus is None
    play.dice(6, 5)
    play.dice(3)
    assert play.requests[-1].bonus is None


def test_a_defended_blow_with_an_unknown_weapon_tells_odds_around_what_is_known():
    """TAC-INV-01: the middle of the five sums is what Ana knows of her own roll."""
    sheet = {**GUARD, "weapons": [{"category": "melee_weapons", "accuracy": 3}]}
    play = scene(near=MELEE, house={"weapon_values_hidden": True}, sheets={"ana": sheet}, ordered=False)
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "brawl"})
    attack = next(one for one in play.requests if one.key == "attack")
    columns = [column.params["resistance"] for column in engine.known_odds(attack.odds, ANA).terms]
    assert (columns[2], attack.bonus) == (5 + 5, None)


@pytest.mark.parametrize("action", ["attack", "shoot"])
def test_number_and_circumstances_are_set_by_the_game_master(action: str):
    """TAC-ATK-05, TAC-DIFF-02, TAC-HOUSE-11: players are asked for them outside fights alone."""

    def asked(play: Scene, viewer: Viewer) -> set[str]:
        return {one.name for one in SYSTEM.actions[action].inputs(play.fight, "bruno", viewer)}

    assert {"difficulty", "modifiers"} <= asked(scene(), GM)
    assert not {"difficulty", "modifiers"} & asked(scene(), BRUNO)
    assert {"difficulty", "modifiers"} <= asked(scene(ordered=False), BRUNO)


def test_weapon_is_taken_in_hand_as_it_is_carried_unless_the_form_says_otherwise():
    """TAC-DMG-07: the rifle of the medic takes two hands."""
    play = scene(bruno={"in_hand": "unarmed", "hand": "right"})
    (asked,) = [one for one in SYSTEM.actions["handle_item"].inputs(play.fight, "bruno", BRUNO) if one.name == "hand"]
    play.begin("handle_item", "bruno", item="w01", hand=asked.default, words="")
    assert (play.body("bruno").in_hand, play.body("bruno").hand) == ("w01", "both")
    play = scene(bruno={**wounded("left_arm", 5, MEDIC), "in_hand": "unarmed", "hand": "right"})
    with pytest.raises(NotAllowed, match="no_arm"):
        play.begin("handle_item", "bruno", item="w01", hand=asked.default, words="")


def test_no_loss_is_told_where_nothing_came_through():
    """TAC-HOUSE-14: a blow that protection stops does no harm, and everybody sees that."""
    play = struck()
    play.begin("attack", "ana", viewer=ANA, target="raider1", weapon="unarmed", aim=None)
    play.answer("answer", {"defence": "none"})
    play.dice(5, 5)
    play.dice(1)
    play.dice(1)
    assert (play.body("raider1").life, play.body("raider1").wounds) == (20, {})
    assert play.read()[-1] == "Saqueador 1 no sufre daño: Cabeza"
    play.begin("damage", amount=1, location="nowhere", targets={"raider1": "half"})
    assert play.read()[-1] == "Saqueador 1 no sufre daño"


@pytest.mark.parametrize("ties_hit", [False, True])
def test_a_tie_counts_for_the_one_whom_it_serves(ties_hit: bool):
    """TAC-HOUSE-07, TAC-OPP-01: odds and the number to beat follow what the table reads of equal totals."""
    play = struck()
    play.begin("apply_house", internal=True, house={"ties_hit": ties_hit})
    play.strike("ana", "raider1", viewer=ANA)
    play.answer("answer", {"defence": "melee_weapons"})
    defence = next(one for one in play.requests if one.key == "defence")
    # 5 + 5 against 5 + 5: 575 of 1,296 throws are ahead, 146 are ties
    told = engine.known_odds(defence.odds, GM).terms[0].params["chance"]
    assert told == Fraction(575 if ties_hit else 575 + 146, 1296)
    play.answer("attack", faces=[3, 4], viewer=ANA)
    play.answer("defence", faces=[3, 4])
    needs = [play.told(code).terms[-1].code for code in ("attack.total", "attack.defence")]
    enough, beaten = "reach.equal_other", "reach.other"
    assert needs == ([enough, beaten] if ties_hit else [beaten, enough])


def test_where_doubles_decide_those_who_see_the_roll_read_of_it():
    """TAC-OPP-01, TAC-ROLL-08: else a double is for the game master alone."""
    for decides in (False, True):
        play = struck()
        play.begin("apply_house", internal=True, house={"opposed_doubles": decides})
        play.strike("ana", "raider1", viewer=ANA)
        play.answer("answer", {"defence": "melee_weapons"})
        play.answer("attack", faces=[6, 6], viewer=ANA)
        play.answer("defence", faces=[6, 5])
        assert ("opposed.double_6" in play.seen(BRUNO)) is decides
