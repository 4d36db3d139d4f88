"""The people a viewer may name, harm and know about, in which order, and who reads what of whom."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.audience import PUBLIC, TABLE, Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Notes, fact
from rules.core.fight import Combatant, Command, Fight
from rules.core.inputs import Option
from rules.core.people import (
    asking,
    here,
    may_harm,
    may_name,
    numbers_for,
    others_than,
    people_input,
    rolls_seen,
    standing_foes,
    state_known,
    target_of,
    unplayed_first,
    used_on,
    words_for,
)

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))


def one(who: str, up: bool = True, **more: Any) -> Combatant[bool]:
    return Combatant(who, who, up, **more)


def fight(*people: Combatant[bool]) -> Fight[bool, None]:
    return Fight(None, {each.id: each for each in people}, tuple(each.id for each in people))


PARTY = fight(
    one("ana", side="party", controllers=frozenset({"p1"})),
    one("bruno", side="party", controllers=frozenset({"p2"})),
    one("fallen", up=False, shows="word"),
    one("orc", shows="number"),
    one("secret", up=False, shows="nothing"),
    one("spy", hidden=True),
)


@pytest.mark.parametrize(
    ("viewer", "known"),
    [
        (PUBLIC, {"number": True, "word": True, "nothing": False}),
        (ANA, {"number": True, "word": True, "nothing": False}),
        (Viewer("p3", controls=frozenset({"other"})), {"number": True, "word": True, "nothing": True}),
        (GM, {"number": True, "word": True, "nothing": True}),
    ],
)
def test_how_somebody_fares_is_known_as_far_as_it_is_shown(viewer: Viewer, known: dict[Any, bool]) -> None:
    assert {shows: state_known(one("other", shows=shows), viewer) for shows in known} == known


def test_only_the_game_master_names_the_hidden() -> None:
    assert may_name(PARTY, ANA) == ["ana", "bruno", "fallen", "orc", "secret"]
    assert may_name(PARTY, GM) == [*may_name(PARTY, ANA), "spy"]


def test_players_change_the_points_of_their_own() -> None:
    assert (may_harm(PARTY, ANA), may_harm(PARTY, PUBLIC)) == (["ana"], [])
    assert may_harm(PARTY, GM) == list(PARTY.order)


def test_opponents_who_stand_come_first_as_far_as_that_is_known() -> None:
    assert others_than(PARTY, "ana", ANA, bool) == ["orc", "secret", "bruno", "fallen"]
    assert others_than(PARTY, "ana", GM, bool) == ["orc", "spy", "bruno", "fallen", "secret"]
    assert others_than(PARTY, "ana", ANA, bool, itself=True) == ["orc", "secret", "ana", "bruno", "fallen"]


def test_those_who_are_near_come_first_among_their_like() -> None:
    found = others_than(PARTY, "ana", GM, bool, near=("spy", "secret", "bruno"))
    assert found == ["spy", "orc", "bruno", "secret", "fallen"]


def test_foes_who_stand_are_those_not_known_to_have_fallen() -> None:
    assert standing_foes(PARTY, "ana", ANA, bool, others_than(PARTY, "ana", ANA, bool)) == ("orc", "secret")
    assert standing_foes(PARTY, "ana", GM, bool, others_than(PARTY, "ana", GM, bool)) == ("orc",)
    assert standing_foes(PARTY, "orc", GM, bool, ["ana", "spy", "fallen"]) == ("ana",)


def test_actor_and_target_must_be_there_and_not_the_same() -> None:
    def command(actor: str | None, target: str) -> Command:
        return Command("c", "attack", actor, {"target": target})

    assert (here(PARTY, command("ana", "orc")), target_of(PARTY, command("ana", "orc"))) == ("ana", "orc")
    for actor in (None, "gone"):
        with pytest.raises(NotAllowed) as refused:
            here(PARTY, command(actor, "orc"))
        assert (refused.value.reason, refused.value.field) == ("core.combatant.gone", "actor")
    for target in ("gone", "ana"):
        with pytest.raises(UnknownValue) as unknown:
            target_of(PARTY, command("ana", target))
        assert (unknown.value.reason, unknown.value.field) == ("core.combatant.gone", "target")


def test_the_first_is_proposed_where_one_must_be_chosen() -> None:
    people = ["orc", "fallen"]
    assert people_input(people).default == "orc"
    assert people_input(people, default="fallen").default == "fallen"
    assert people_input(people, default="gone").default == "orc"
    assert people_input(people, required=False).default is None
    assert people_input(people, several=True).default is None
    assert people_input([]).default is None


def test_only_the_likely_are_proposed_unless_another_was_named() -> None:
    people = ["orc", "bruno", "fallen"]
    found = people_input(people, likely=["orc"])
    assert (found.default, found.likely) == ("orc", ("orc",))
    assert people_input(people, likely=[]).default is None
    named = people_input(people, likely=["orc"], default="bruno")
    assert (named.default, named.likely) == ("bruno", ("orc", "bruno"))
    assert found.check("fallen") == "fallen"


def test_who_cannot_be_chosen_is_shown_last_with_the_reason() -> None:
    why = fact("error.too_far")
    options = people_input(["orc"], refused={"fallen": why}, notes={"orc": (fact("note.near"),)}).options
    assert options == (
        Option("orc", fact("core.combatant", who="orc"), notes=(fact("note.near"),)),
        Option("fallen", fact("core.combatant", who="fallen"), reason=why),
    )


def test_the_form_of_a_choice_of_people() -> None:
    found = people_input(["orc"])
    assert (found.name, found.layout, found.required, found.several, found.likely) == (
        "target",
        "five",
        True,
        False,
        None,
    )
    found = people_input(["orc"], required=False, several=True)
    assert (found.required, found.several) == (False, True)


def test_several_are_always_chosen_anew() -> None:
    fresh = [
        people_input([], several=several, fresh=fresh).fresh for several in (False, True) for fresh in (False, True)
    ]
    assert fresh == [False, True, True, True]


def test_numbers_words_and_dice_are_for_those_who_may_read_them() -> None:
    assert [numbers_for(PARTY.combatants[who]) for who in ("orc", "fallen")] == [TABLE, controllers_of("fallen")]
    assert [words_for(PARTY.combatants[who]) for who in ("orc", "fallen", "secret")] == [
        TABLE, TABLE, controllers_of("secret"),
    ]  # fmt: skip
    assert rolls_seen(PARTY, "ana") == TABLE
    assert [rolls_seen(PARTY, who) for who in ("orc", None, "gone")] == [
        controllers_of("orc"), controllers_of(), controllers_of(),
    ]  # fmt: skip


def test_the_game_masters_own_act_in_a_row_until_a_player_is_to_act() -> None:
    assert unplayed_first(PARTY, ["orc", "spy", "ana", "fallen"]) == (("orc",), ("spy",))
    assert unplayed_first(PARTY, ["ana", "orc"]) == ()


def test_a_player_does_not_usually_mean_the_hidden_and_a_creature_of_the_game_master_may() -> None:
    """Even when the game master, who sees the hidden, acts for a player's combatant."""
    people = fight(
        one("ana", side="party", controllers=frozenset({"p1"})),
        one("scout", side="party", hidden=True),
        one("orc"),
        one("spy", hidden=True),
    )
    assert standing_foes(people, "ana", GM, bool, ("orc", "spy")) == ("orc",)
    assert standing_foes(people, "orc", GM, bool, ("ana", "scout")) == ("ana", "scout")
    written = people.with_combatant(one("ana", side="party", character="c1"))
    assert standing_foes(written, "ana", GM, bool, ("orc", "spy")) == ("orc",), "a character of nobody at the table"


def test_a_thing_is_usually_used_on_oneself_and_the_living_of_ones_side() -> None:
    people = fight(
        one("orc"),
        one("ana", side="party", shows="word"),
        one("dead", up=False, side="party", shows="word"),
        one("mask", up=False, side="party", shows="nothing"),
        one("bruno", side="party"),
    )
    asked = used_on(people, "bruno", Viewer("p2", controls=frozenset({"bruno"})), lambda alive: alive)
    assert [option.value for option in asked.options] == ["bruno", "orc", "ana", "dead", "mask"]
    assert asked.label == "input.used_on"
    assert (asked.default, asked.likely) == ("bruno", ("bruno", "ana", "mask"))
    assert used_on(people, "bruno", GM, lambda alive: alive).likely == ("bruno", "ana")


def test_whom_one_is_engaged_with_matters_only_where_some_are_usual() -> None:
    assert people_input(["ana", "orc"], likely=["orc"], engaged={"ana", "orc"}).engaged == ("orc",)
    assert people_input(["ana", "orc"], engaged={"ana", "orc"}).engaged == ()


def test_a_used_thing_is_proposed_for_its_user_in_any_order() -> None:
    people = fight(one("ana", side="party"), one("bruno", up=False, side="party", shows="word"))
    asked = used_on(people, "bruno", GM, lambda alive: alive)
    assert (asked.default, asked.likely) == ("bruno", ("bruno", "ana"))


def test_dice_are_asked_for_as_rolls_are_seen_and_with_what_was_told() -> None:
    notes, told = Notes(), list[object]()
    notes.tell("toy.seen", who="orc")
    asked = asking(PARTY, {"actor": "orc"}, notes, key="k", odds=lambda dice: fact("toy.odds"), tell=told.append)
    assert (asked.rollers, asked.key) == ({"actor": "orc"}, "k")
    assert [asked.audience("d20", who) for who in ("ana", "orc")] == [TABLE, controllers_of("orc")]
    assert asked.so_far() == notes.so_far
    assert asked.odds(None) == fact("toy.odds")  # type: ignore[arg-type]
    asked.tell("known")  # type: ignore[arg-type]
    assert told == ["known"]
