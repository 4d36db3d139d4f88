"""Cover and concealment in attacks: what they strike instead, and what cannot be seen."""

import pytest

from rules.core.errors import NotAllowed
from tests.rules.d20.actions.scene import NEAR, blinded, form, scene


def test_concealment_may_turn_a_hit_into_a_miss():
    """D20C-CON-03, D20C-CON-04, D20C-HOUSE-08."""
    table = scene(near=NEAR)
    table.relate("concealment:half", "thug", "ana")
    table.strike("ana", "thug", 15, 20, weapon="espada")
    assert table.codes()[-1] == "concealment.missed"
    assert "concealment.guess" not in table.codes(), "she sees where he stands"
    table.strike("ana", "thug", 15, 21, 4, weapon="espada")
    assert table.body("thug").hp == 14 - 6


def test_total_cover_cannot_be_attacked():
    """D20C-HOUSE-09."""
    table = scene(near=NEAR)
    table.relate("cover:total", "thug", "ana")
    with pytest.raises(NotAllowed):
        table.begin("attack", "ana", target="thug", weapon="espada")


def test_a_miss_by_cover_alone_strikes_the_combatant_who_is_the_cover():
    """D20C-COV-08, D20C-COV-09: Defense 10, with cover 14; the dog behind which the thug hides has 11."""
    table = scene(near=(("ana", "thug"),))
    table.relate("cover:half", "thug", "ana")
    table.strike("ana", "thug", 4, 3, weapon="espada", coverer="dog")
    assert table.told("cover.coverer_hit")
    assert (table.body("thug").hp, table.body("dog").hp) == (14, 13 - 5)


def test_the_cover_may_dodge_or_take_the_blow():
    """D20C-COV-10, D20C-COV-11: Bruno has Defense 11 with a class bonus of 1, here with Dexterity 18 in all 15."""
    table = scene(near=NEAR, bruno={"dexterity": 18})
    table.relate("cover:half", "thug", "ana")
    table.begin("attack", "ana", target="thug", weapon="espada", coverer="bruno")
    table.dice(5)
    assert table.keys == ["cover:bruno"]
    table.answer("cover:bruno", {"waives_dexterity": False, "waives_dodge": False})
    table.dice(3)
    assert table.told("cover.dodged").rules == ("D20C-COV-10",)
    assert table.body("thug").hp == 14 - 5
    table.begin("attack", "ana", target="thug", weapon="espada", coverer="bruno")
    table.dice(10)
    table.answer("cover:bruno", {"waives_dexterity": True, "waives_dodge": True})
    table.dice(3)
    assert table.told("cover.coverer_hit")


@pytest.mark.parametrize(
    ("dexterity", "dodge", "told"),
    [(True, True, "cover.coverer_hit"), (True, False, "cover.dodged"), (False, True, "cover.dodged")],
)
def test_each_bonus_that_the_cover_does_not_give_up_saves_it(dexterity: bool, dodge: bool, told: str) -> None:
    """D20C-COV-10, D20C-COV-11: a roll that reaches Bruno only without both Dexterity 4 and 2 for dodging."""
    table = scene(near=NEAR, bruno={"dexterity": 18, "dodge": 2})
    table.relate("cover:half", "thug", "ana")
    table.begin("attack", "ana", target="thug", weapon="espada", coverer="bruno")
    table.dice(2)
    assert table.requests[0].default == {"waives_dexterity": False, "waives_dodge": False}
    assert table.requests[0].label == "ask.cover"
    table.answer("cover:bruno", {"waives_dexterity": dexterity, "waives_dodge": dodge})
    table.dice(3)
    assert table.told(told)


@pytest.mark.parametrize(("gives_up", "told"), [(False, "cover.dodged"), (True, "cover.coverer_hit")])
def test_a_cover_that_dodges_by_its_stance_may_give_that_up_too(gives_up: bool, told: str) -> None:
    """D20C-COV-10, D20C-COV-11, D20C-TDF-01: a roll that reaches Bruno but for the 4 of his total defense."""
    table = scene(near=NEAR, bruno={"dexterity": 10})
    table.relate("cover:half", "thug", "ana")
    table.pass_turn("bruno")
    table.begin("total_defense", "bruno")
    table.pass_turn("ana")
    table.begin("attack", "ana", target="thug", weapon="espada", coverer="bruno")
    table.dice(4)
    table.answer("cover:bruno", {"waives_dexterity": False, "waives_dodge": gives_up})
    table.dice(3)
    assert table.told(told)


def test_nobody_hides_behind_oneself() -> None:
    """D20C-COV-08: the cover is a thing where the combatant named is the target."""
    table = scene(near=NEAR)
    table.relate("cover:half", "thug", "ana")
    table.strike("ana", "thug", 4, weapon="espada", coverer="thug")
    assert table.told("cover.struck").params["target"].combatant == "thug"
    assert table.body("thug").hp == 14


def test_a_cover_may_be_somebody_where_there_is_somebody_else():
    """D20C-COV-09: two besides the attacker, the target and who covers it."""
    table = scene(near=NEAR)
    assert "coverer" not in form(table)
    table.relate("cover:half", "thug", "ana")
    for gone, offered in (("other", True), ("dog", True), ("bruno", False)):
        table.begin("dismiss", who=gone)
        assert ("coverer" in form(table)) is offered


def test_nobody_strikes_at_what_is_wholly_covered():
    """D20C-HOUSE-09, D20C-AOO-03: not as an opportunity either."""
    table = scene(near=(("ana", "thug"),))
    table.relate("cover:total", "ana", "thug")
    table.begin("move", "ana", way="move", feet=30, past=[], through=[], beside=[])
    assert table.keys == []


def test_the_blind_have_to_guess_where_the_target_is():
    """D20H-COND-08, D20C-CON-06: whatever the target hides behind."""
    table = scene(near=NEAR)
    blinded(table, "ana")
    table.strike("ana", "thug", 15, 50, weapon="espada")
    assert table.told("concealment.guess")
    assert table.codes()[-1] == "concealment.missed"


def test_a_hand_misses_what_it_cannot_see():
    """D20C-CON-04: a trip, a grab and a disarm pass through the fog as a blow does; no answer to a hand in the air."""
    table = scene(near=NEAR)
    table.relate("concealment:total", "thug", "ana")
    table.begin("trip", "ana", target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 50)
    assert table.codes()[-1] == "concealment.missed"
    assert not table.requests
    table.pass_turn("shade")
    table.begin("end_turn", None)
    table.begin("grapple", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 50)
    assert "concealment.missed" in table.codes()[-3:]
    assert table.codes()[-1] == "grapple.failed_grab"
    table.pass_turn("shade")
    table.begin("end_turn", None)
    table.begin("disarm", "ana", target="thug", aim="main")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(50)
    assert table.codes()[-1] == "concealment.missed"
    assert not table.requests


def test_through_the_fog_a_hand_may_find_its_way():
    """D20C-HOUSE-08: 51 is above the chance to miss."""
    table = scene(near=NEAR)
    table.relate("concealment:total", "thug", "ana")
    table.begin("trip", "ana", target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19, 51, 20, 1)
    assert table.has("thug", "prone")
