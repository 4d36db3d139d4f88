"""What a reader of the fight is shown of ties and of open requests. No database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from combat.board import board, cards, seat_changed, table_changed
from combat.store import NewEntry
from rules.core import engine
from rules.core.audience import GAME_MASTER, PUBLIC, Audience, Viewer, controllers_of
from rules.core.facts import Ref, fact
from rules.core.fight import Combatant, Command, Head, Open, OrderPlace
from rules.core.log import Entry
from rules.core.requests import Choose
from tests.rules.tapiz import scene as tapiz
from tests.rules.toys import threat
from tests.rules.toys.base import fight_of

GM = Viewer("gm", game_master=True)
ANA = Viewer("p1", controls=frozenset({"ana"}))


class Tied(threat.ThreatSystem):
    """Everybody has the same score; each is told to be before the next."""

    def order(self, fight: threat.ThreatFight) -> Sequence[OrderPlace]:
        return [
            OrderPlace(who, 10, fact("toy.tie", other=other))
            for who, other in zip(fight.order, (*fight.order[1:], fight.order[0]), strict=True)
        ]


def head_of(*people: Combatant[threat.Body]) -> Head[threat.Body, threat.Round]:
    return Head(fight_of(threat.Round(), *people))


def one(who: str, group: str | None = None, hidden: bool = False) -> Combatant[threat.Body]:
    return Combatant(who, who, threat.Body(), group=group, hidden=hidden)


def ties(head: Head[threat.Body, threat.Round], viewer: Viewer) -> dict[str, str]:
    """By combatant, the other of the tie that is shown."""
    found = {row.id: row.tie for row in board(Tied(), head, viewer).rows}
    others = {who: tie.params["other"] for who, tie in found.items() if tie is not None}
    return {who: other.combatant for who, other in others.items() if isinstance(other, Ref)}


def test_equal_scores_within_a_group_are_no_tie() -> None:
    head = head_of(one("ana"), one("rat1", "rats"), one("rat2", "rats"), one("rat3", "rats"))
    assert ties(head, GM) == {"ana": "rat1", "rat3": "ana"}


def test_equal_scores_of_two_groups_are_a_tie() -> None:
    head = head_of(one("rat", "rats"), one("bat", "bats"))
    assert ties(head, GM) == {"rat": "bat", "bat": "rat"}


def test_a_tie_that_names_one_of_the_own_group_is_none() -> None:
    class TiedWithTwo(Tied):
        def order(self, fight: threat.ThreatFight) -> Sequence[OrderPlace]:
            tie = fact("toy.tie", other=Ref("rat2"), third=Ref("ana"))
            return [OrderPlace(who, 10, tie if who == "rat1" else None) for who in fight.order]

    head = head_of(one("ana"), one("rat1", "rats"), one("rat2", "rats"))
    assert [row.tie for row in board(TiedWithTwo(), head, GM).rows] == [None, None, None]


def test_ties_are_told_among_those_who_are_seen() -> None:
    head = head_of(one("ana"), one("spy", hidden=True), one("orc"))
    assert ties(head, GM) == {"ana": "spy", "spy": "orc", "orc": "ana"}
    assert ties(head, PUBLIC) == {"ana": "orc", "orc": "ana"}


def test_the_game_master_alone_learns_how_much_is_shown_of_a_combatant() -> None:
    head = head_of(replace(one("ana"), shows="number"), replace(one("spy"), shows="nothing"))
    assert [row.shows for row in board(Tied(), head, GM).rows] == ["number", "nothing"]
    assert [row.shows for row in board(Tied(), head, ANA).rows] == ["", ""]


def test_a_row_says_who_acts_who_has_acted_and_who_is_out() -> None:
    play = tapiz.scene(orc1={"physical": tapiz.pool(-20, 14)})
    play.begin("end_turn", "ana")
    for viewer in (GM, ANA):
        shown = board(play.system, play.head, viewer)
        assert [row.id for row in shown.rows if row.now] == [shown.now] == ["bruno"]
        assert shown.next == "orc2"
        assert [row.id for row in shown.rows if row.done] == ["ana"]
        assert [row.id for row in shown.rows if row.out] == ["orc1"]
        assert [row.id for row in shown.rows if row.group] == (["orc1", "orc2"] if viewer == GM else [])
        assert [row.initiative for row in shown.rows] == [15, 13, 12, 12, 9][: len(shown.rows)]
        assert shown.ranked
    assert not board(Tied(), head_of(one("ana")), GM).ranked


def test_who_is_out_leaves_things_to_the_others_unless_a_character_of_the_group() -> None:
    down = {"physical": tapiz.pool(-20)}
    play = tapiz.scene(ana=down, orc1={"physical": tapiz.pool(-20, 14)})
    rows = {row.id: row for row in board(play.system, play.head, GM).rows}
    assert {who: row.leaves_loot for who, row in rows.items() if row.out} == {"ana": False, "orc1": True}
    hired, captive = replace(rows["ana"], character=None), replace(rows["ana"], side="")
    assert [one.leaves_loot for one in (hired, captive, replace(rows["orc1"], out=False))] == [True, True, False]


def test_who_acts_again_has_not_acted_yet() -> None:
    class Acted(Tied):
        def acted(self, fight: threat.ThreatFight) -> frozenset[str]:
            return frozenset({"ana", "orc"})

    rows = board(Acted(), head_of(one("ana"), one("orc"), one("rat")), GM).rows
    assert [(row.now, row.done) for row in rows] == [(True, False), (False, True), (False, False)]


def test_the_hidden_who_act_are_not_told_and_the_next_is_who_acts_after_them() -> None:
    play = tapiz.scene(turn="shade")
    assert (board(play.system, play.head, GM).now, board(play.system, play.head, GM).next) == ("shade", "ana")
    made = cards(play.system, play.fight)
    for viewer in (ANA, PUBLIC):
        shown = board(play.system, play.head, viewer)
        assert (shown.now, shown.next) == ("ana", "bruno")
        assert board(play.system, play.head, viewer, made) == shown, "cards made for the game master tell no more"


@pytest.mark.parametrize(
    ("actor", "secret", "asked", "held"),
    [
        ("ana", False, True, True),
        ("ana", True, False, False),
        ("orc", False, True, False),
        ("spy", False, False, False),
    ],
)
def test_others_wait_for_the_act_of_a_played_combatant_that_they_see(
    actor: str, secret: bool, asked: bool, held: bool
) -> None:
    spy = replace(one("spy", hidden=True), controllers=frozenset({"p2"}))
    head = head_of(replace(one("ana"), controllers=frozenset({"p1"})), one("orc"), spy)
    command = Command("c", "attack", actor, {"target": "orc", "secret": secret})
    shown = board(Tied(), replace(head, open=(Open(command),)), PUBLIC)
    assert ([one.key for one in shown.asks], shown.waiting, shown.held) == (["attack"] * asked, asked, held)


def test_whose_sheet_a_combatant_has_is_for_its_players_and_the_game_master() -> None:
    head = head_of(replace(one("ana"), character="sheet", controllers=frozenset({"p1"})))
    found = [board(Tied(), head, viewer).rows[0].character for viewer in (GM, ANA, PUBLIC, Viewer("p2"))]
    assert found == ["sheet", "sheet", None, None]


def test_a_combatant_that_becomes_theirs_changes_what_a_person_sees() -> None:
    before, after = head_of(one("ana")), head_of(replace(one("ana"), controllers=frozenset({"p1"})))
    step = NewEntry(Entry("e", "gm", "sync", "e"), after)
    assert [seat_changed(Tied(), before, [step], person) for person in ("p1", "p2")] == [True, False]


def test_steps_change_what_is_seen_where_one_of_them_tells_or_strikes_something() -> None:
    head = head_of(one("ana"))
    said, silent = (
        Entry(name, "gm", "command", name, facts=facts) for name, facts in (("s", (fact("toy"),)), ("t", ()))
    )
    steps = {
        "told first": [NewEntry(said, head), NewEntry(silent, head)],
        "told last": [NewEntry(silent, head), NewEntry(said, head)],
        "struck": [NewEntry(silent, head), NewEntry(silent, head, struck=(silent, said))],
        "nothing": [NewEntry(silent, head), NewEntry(silent, head, struck=(silent,))],
    }
    found = {name: table_changed(Tied(), head, some) for name, some in steps.items()}
    assert found == {"told first": True, "told last": True, "struck": True, "nothing": False}


@pytest.mark.parametrize(
    ("to", "actor", "audience", "knowing"),
    [
        ("ana", "ana", Audience(everyone=True), (True, True, True)),
        ("ana", "orc", GAME_MASTER, (True, True, False)),
        ("orc", "orc", controllers_of("orc"), (True, False, False)),
        ("orc", "orc", Audience(everyone=True), (True, True, True)),
        ("spy", "orc", Audience(everyone=True), (True, False, False)),
        (None, "orc", Audience(everyone=True), (True, True, True)),
        (None, "spy", Audience(everyone=True), (True, False, False)),
        (None, None, Audience(everyone=True), (True, False, False)),
    ],
)
def test_who_may_know_that_something_is_asked(
    to: str | None, actor: str | None, audience: Audience, knowing: tuple[bool, ...]
) -> None:
    """The game master knows; the hidden are not betrayed; the one who is to answer must know."""
    head = head_of(one("ana"), one("orc"), one("spy", hidden=True))
    head = replace(head, open=(Open(Command("c", "attack", actor, {})),))
    request = Choose("ask", to, audience=audience)
    assert tuple(engine.knows_of(request, head, viewer) for viewer in (GM, ANA, PUBLIC)) == knowing
