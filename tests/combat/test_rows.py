"""What one viewer sees of a fight, as plain values: rows, turns, questions, ties and what has changed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from combat.board import Board, Row, board, cards, likeness_of, seat_changed, table_changed, told
from rules.core.audience import PUBLIC, Viewer, controllers_of
from rules.core.facts import Explanation, Fact, fact
from rules.core.fight import Head, OrderPlace
from tapiz_site.pictures.looks import of_character, of_creature
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, pool, scene

UP, DOWN = fact("health.unhurt"), fact("health.down")


def played(**more: Any) -> Scene:
    """Ana's asalto; Bruno bleeds, an orc is dead, and one is hidden between Bruno and the orcs."""
    return scene(
        bruno={"physical": pool(-3)}, orc1={"physical": pool(-12, 14)}, **{"shade": {"initiative": 13}, **more}
    )


def seen(play: Scene, viewer: Viewer) -> Board:
    return board(play.system, play.head, viewer)


def short(one: Row) -> tuple[Any, ...]:
    return (one.id, one.name, one.side, one.initiative, one.now, one.done, one.out, one.leaves_loot, one.looks)


PARTY = (
    ("ana", "Ana", "party", 15, True, False, False, False, UP),
    ("bruno", "Bruno", "party", 13, False, False, True, False, DOWN),
)
ORCS = (
    ("orc1", "Orco 1", "foes", 12, False, False, True, True, DOWN),
    ("orc2", "Orco 2", "foes", 12, False, False, False, False, UP),
)
SHADE = ("shade", "Sombra", "foes", 13, False, False, False, False, UP)


def test_every_viewer_has_the_rows_that_it_may_know() -> None:
    play = played()
    # whose character it is, is the business of its player and the game master; so a body of another is loot
    bruno = (*PARTY[1][:7], True, DOWN)
    assert tuple(map(short, seen(play, PUBLIC).rows)) == (PARTY[0], bruno, *ORCS)
    assert tuple(map(short, seen(play, ANA).rows)) == (PARTY[0], bruno, *ORCS)
    assert tuple(map(short, seen(play, BRUNO).rows)) == (*PARTY, *ORCS)
    assert tuple(map(short, seen(play, GM).rows)) == (*PARTY, *ORCS, SHADE)


def test_what_rows_tell_the_game_master_alone() -> None:
    play = played()
    for viewer, shows, groups, hidden in (
        (PUBLIC, {""}, {False}, set()),
        (ANA, {""}, {False}, set()),
        (GM, {"word"}, {False, True}, {"shade"}),
    ):
        found = seen(play, viewer).rows
        assert {one.shows for one in found} == shows
        assert {one.group for one in found} == groups
        assert {one.id for one in found if one.hidden} == hidden
    assert [one.id for one in seen(play, GM).rows if one.group] == ["orc1", "orc2"]


@pytest.mark.parametrize(
    ("viewer", "characters", "own"),
    [
        (PUBLIC, [None, None, None, None], []),
        (ANA, ["s1", None, None, None], ["ana"]),
        (GM, ["s1", "s2", None, None, None], []),
    ],
)
def test_whose_character_it_is(viewer: Viewer, characters: list[str | None], own: list[str]) -> None:
    found = seen(played(), viewer)
    assert [one.character for one in found.rows] == characters
    assert [one.id for one in found.own] == [one.id for one in found.rows if one.mine] == own


def test_whose_turn_it_is_and_who_comes_next() -> None:
    play = played()
    for viewer in (PUBLIC, ANA, GM):
        found = seen(play, viewer)
        assert (found.now, found.next, found.status) == ("ana", "orc2", "running")
        assert (found.asks, found.waiting, found.held, found.ranked, found.laid) == ((), False, False, True, None)
        assert found.row("ana") is found.rows[0]
        assert found.row("nobody") is found.row(None) is None


def test_players_do_not_read_that_the_hidden_comes_next() -> None:
    play = scene()
    fight = replace(play.fight, order=("ana", "shade", "orc1", "orc2", "bruno"))
    found = [board(play.system, Head(fight), viewer).next for viewer in (PUBLIC, ANA, GM)]
    assert found == ["orc1", "orc1", "shade"]


def test_who_has_acted_is_done_and_who_acts_is_not() -> None:
    play = scene()
    play.begin("end_turn", "ana", viewer=ANA)
    found = {one.id: (one.now, one.done) for one in seen(play, GM).rows}
    assert found["ana"] == (False, True)
    assert found["bruno"] == (True, False)


def test_headlines_for_the_game_master_are_no_players() -> None:
    play = played()
    assert [one.code for one in seen(play, PUBLIC).headline] == ["round.number"]
    assert [one.code for one in seen(play, GM).headline] == ["round.number", "hero.reserve"]


def test_a_question_is_known_to_all_and_answered_by_one() -> None:
    play = scene()
    play.accepts = False
    play.attack("ana", "orc1", viewer=ANA)
    for viewer, mine in ((PUBLIC, False), (ANA, True), (BRUNO, False), (GM, True)):
        found = seen(play, viewer)
        assert (found.waiting, found.held) == (True, True)
        assert [(one.to, one.mine) for one in found.asks] == [("ana", mine)]
        assert all(one.key and one.label for one in found.asks)


def test_a_fight_waits_for_the_acts_of_played_combatants_that_are_no_secret() -> None:
    orc = scene(turn="orc1")
    orc.accepts = False
    orc.attack("orc1", "ana")
    assert (seen(orc, PUBLIC).waiting, seen(orc, GM).waiting, seen(orc, GM).held) == (False, True, False)
    ana = scene()
    ana.accepts = False
    ana.attack("ana", "orc1")
    hidden = ana.head.fight.with_combatant(replace(ana.head.fight.combatants["ana"], hidden=True))
    assert not board(ana.system, Head(hidden, ana.head.open), GM).held


# Ties


def tied(fact_of: Fact, viewer: Viewer, group: str | None = None) -> dict[str, Fact | None]:
    """The ties of a fight in which a score of Bruno's is decided by this fact."""
    play = scene()
    fight = play.fight
    for who in ("ana", "bruno"):
        fight = fight.with_combatant(replace(fight.combatants[who], group=group))
    places = [OrderPlace("ana"), OrderPlace("bruno", tie=fact_of), OrderPlace("orc1"), OrderPlace("orc2")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(play.system), "order", lambda self, now: places)
        return {one.id: one.tie for one in board(play.system, Head(fight), viewer).rows}


TIE = fact("tie.dexterity", other="ana")


def test_what_decided_a_tie_is_told() -> None:
    assert tied(TIE, PUBLIC)["bruno"] == tied(TIE, GM)["bruno"] == TIE
    assert tied(TIE, PUBLIC)["ana"] is None


def test_members_of_a_group_share_their_score_by_design() -> None:
    assert tied(TIE, GM, group="two")["bruno"] is None
    assert tied(fact("tie.dexterity", other="orc1"), GM, group="two")["bruno"] is not None
    some = fact("tie.dexterity", all=("ana", "orc1"))
    assert tied(some, GM, group="two")["bruno"] is None


def test_a_tie_is_told_to_those_who_may_know_it() -> None:
    secret = replace(TIE, audience=controllers_of("ana"))
    assert tied(secret, ANA)["bruno"] is not None
    assert tied(secret, PUBLIC)["bruno"] is None
    with_shade = fact("tie.dexterity", other="shade")
    assert tied(with_shade, PUBLIC)["bruno"] is None
    assert tied(with_shade, GM)["bruno"] is not None


# What is drawn


@pytest.mark.parametrize("runs", [True, False])
def test_what_a_combatant_is_drawn_as(runs: bool) -> None:
    people = scene().fight.combatants
    ana, orc = people["ana"], people["orc1"]
    masked = replace(ana, public_name="La dama")
    assert likeness_of(ana, by_game_master=runs) == of_character("s1", "person")
    assert likeness_of(orc, by_game_master=runs) == of_creature("Orco", "creature")
    expected = of_character("s1", "person") if runs else of_creature("La dama", "person")
    assert likeness_of(masked, by_game_master=runs) == expected


def test_a_player_reads_the_public_name() -> None:
    play = scene()
    fight = play.fight.with_combatant(replace(play.fight.combatants["orc1"], public_name="Bulto", numbered=False))
    for viewer, name in ((PUBLIC, "Bulto"), (GM, "Orco")):
        row = board(play.system, Head(fight), viewer).row("orc1")
        assert row is not None
        assert row.name.startswith(name)


def test_of_several_facts_of_a_code_the_first_is_known() -> None:
    play = scene()
    one = cards(play.system, play.fight)["ana"]
    doubled = {**cards(play.system, play.fight), "ana": (*one, fact("initiative", 99), fact("out"))}
    row = board(play.system, play.head, PUBLIC, doubled).row("ana")
    assert row is not None
    assert (row.initiative, row.out) == (15, True)
    assert row.known["initiative"].value == 15


# What has changed


def step(head: Head[Any, Any], facts: Explanation = (), struck: tuple[Any, ...] = ()) -> Any:
    return SimpleNamespace(head=head, entry=SimpleNamespace(facts=facts), struck=struck)


def test_a_view_has_changed_where_something_is_told_struck_or_seen_otherwise() -> None:
    play = scene()
    system, head = play.system, play.head
    plain, own = fact("harm.plain", who="ana"), fact("harm.physical", 3, who="ana", audience=controllers_of("ana"))
    struck = SimpleNamespace(facts=(own,))
    less = Head(head.fight.with_body("ana", replace(head.fight.body("ana"), physical=pool(12))))
    hidden = Head(head.fight.with_body("shade", replace(head.fight.body("shade"), physical=pool(2, 14))))
    for after, table, hers in (
        (step(head), False, False),
        (step(head, (plain,)), True, True),
        (step(head, (own,)), False, True),
        (step(head, (), (struck,)), False, True),
        (step(less), True, True),
        (step(hidden), False, False),
    ):
        assert table_changed(system, head, [after]) == table
        assert seat_changed(system, head, [after], "p1") == hers
    # any of several steps counts, and the last head is the one that is seen
    assert table_changed(system, head, [step(head, (plain,)), step(head)])
    assert not table_changed(system, head, [step(less), step(head)])
    assert told(SimpleNamespace(facts=(plain, own)), PUBLIC) == (plain,)  # type: ignore[arg-type]
