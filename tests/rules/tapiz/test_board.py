"""What a board tells in Tapiz: bands, cover and visibility of two combatants, and where an asalto leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.audience import Viewer
from rules.core.board.known import as_known
from rules.core.boards import Board, Cell, Land, Region, Standing, cell_of, name_of
from rules.core.inputs import Combatants
from rules.core.relations import derived, related
from rules.core.staging import opening
from rules.core.story import Person, Story, StoryStep
from rules.systems.tapiz.attack import ATTACK
from rules.systems.tapiz.board import BOARD
from rules.systems.tapiz.situation import BAND, COVER, VISIBILITY
from rules.systems.tapiz.state import TapizFight
from rules.systems.tapiz.system import SYSTEM

PEOPLE = ("ana", "orc", "rat")
ANA = Viewer("lola", controls=frozenset({"ana"}))


def on(places: dict[str, str], *, hidden: bool = False, **board: object) -> TapizFight:
    people = [
        Person(
            who, who.title(), player="lola" if who == "ana" else "", sheet={"mov": 10}, hidden=hidden and who == "rat"
        )
        for who in PEOPLE
    ]
    fight: TapizFight = opening(Story(Path("tapiz/none.toml"), "None", people, [StoryStep("none")], order=PEOPLE)).fight
    standing = {who: Standing(at) for who, at in places.items()}
    return replace(fight, board=Board(40, 10, **board), places=standing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("square", "band"),
    [
        ("B1", "inmediato"),
        ("B2", "inmediato"),
        ("C1", "cerca"),
        ("F1", "cerca"),
        ("G1", "medio"),
        ("P4", "medio"),
        ("Q1", "lejos"),
    ],
)
def test_metres_between_squares_give_the_band(square: str, band: str) -> None:
    fight = on({"ana": "A1", "orc": square})
    assert related(fight, BAND, "ana", "orc") == related(fight, BAND, "orc", "ana") == band


def test_where_nobody_stands_on_the_board_nothing_is_derived() -> None:
    assert related(on({"ana": "A1"}), BAND, "ana", "orc") == "unsaid"
    assert derived(on({}), COVER, "orc", "ana") is None


def test_a_wall_covers_wholly_its_end_in_part_and_a_low_one_less() -> None:
    walled = on({"ana": "A5", "orc": "F5", "rat": "F7"}, edges={f"C{row}:e": "wall" for row in range(1, 7)})
    assert related(walled, COVER, "orc", "ana") == "heavy_total"
    assert related(walled, COVER, "rat", "ana") == "heavy_partial"
    low = on({"ana": "A5", "orc": "D5"}, edges={"C5:e": "low_wall"})
    assert related(low, COVER, "orc", "ana") == "medium_partial"
    assert related(low, COVER, "ana", "orc") == "none", "one leans over what is beside one"


def test_why_there_is_cover_is_told_and_nothing_of_lines_that_none_stops() -> None:
    open_ground = derived(on({"ana": "A5", "orc": "F5"}), COVER, "orc", "ana")
    walled = derived(
        on({"ana": "A5", "orc": "F5"}, edges={f"C{row}:e": "wall" for row in range(1, 11)}), COVER, "orc", "ana"
    )
    assert open_ground is not None
    assert walled is not None
    assert open_ground.why == ()
    assert [one.value for one in walled.why] == [4]


def test_the_least_seen_of_light_and_mist_counts() -> None:
    lit = on({"ana": "A5", "orc": "F5"}, cells={"C5": Land(concealment="partial")})
    assert related(lit, VISIBILITY, "orc", "ana") == "partial"
    dark = on({"ana": "A5", "orc": "F5"}, cells={"C5": Land(concealment="partial"), "F5": Land(light="darkness")})
    assert related(dark, VISIBILITY, "orc", "ana") == "none"
    assert related(dark, VISIBILITY, "ana", "orc") == "partial", "who looks stands in the dark, not who is looked at"


def squares_of(fight: TapizFight, **looking: str) -> dict[str, bool]:
    fight = replace(fight, round=replace(fight.round, number=1, turn="ana"))
    found = BOARD.overlay(fight, "ana", ANA, {"action": "move", **looking})
    return {name_of(one.cell): one.far for one in found.choosable}


def test_an_asalto_reaches_as_far_as_the_mode() -> None:
    fight = on({"ana": "A1"})
    walking, all_of_it = squares_of(fight, mode="normal"), squares_of(fight)
    assert "F1" in walking
    assert "G1" not in walking
    assert all_of_it["F1"] is False
    assert all_of_it["G1"] is True
    assert "P1" in all_of_it
    assert "Q1" not in all_of_it
    assert not squares_of(fight, action="wield")


def test_one_passes_friends_and_never_a_foe_that_one_knows_of() -> None:
    wall = {f"{name_of(Cell(3, row))}:e": "wall" for row in range(1, 11) if row != 5}
    barred = on({"ana": "A5", "orc": "D5"}, edges=wall)
    assert "E5" not in squares_of(barred)
    unseen = on({"ana": "A5", "rat": "D5"}, hidden=True, edges=wall)
    assert "E5" in squares_of(unseen), "nobody may learn from a way that another is there"
    assert cell_of("E5") == Cell(5, 5)


def form_of(fight: TapizFight, action: str, **looking: str) -> dict[str, list[str]]:
    """The options of a form of Ana's beside what is planned on the board, by input."""
    fight = replace(fight, round=replace(fight.round, number=1, turn="ana"))
    declared = SYSTEM.actions[action].inputs(fight, "ana", ANA)
    shown = BOARD.with_way(fight, "ana", {"action": action, "actor": "ana", **looking}, declared)
    return {one.name: [option.label.code for option in getattr(one, "options", ())] for one in shown}


def test_a_way_beside_an_attack_says_itself_how_fast_it_is_gone() -> None:
    fight = on({"ana": "A1", "orc": "P1"})
    still = form_of(fight, "attack")["moving"]
    assert still == ["move_mode.none", "move_mode.movement"], "nobody pays for a way that leads nowhere"
    assert form_of(fight, "attack", to="E1")["moving"] == ["move_mode.to", "move_mode.movement"]
    assert form_of(fight, "attack", to="E1", via="ZZ9")["moving"] == still, "what is no cell plans no way"
    assert "mode" in form_of(fight, "move")
    assert "mode" not in form_of(fight, "move", to="E1")


@pytest.mark.parametrize(("cell", "mode", "modifier"), [("F1", "normal", -2), ("G1", "run", -4), ("L1", "sprint", -6)])
def test_the_board_tells_what_a_way_takes_from_the_attack_beside_it(cell: str, mode: str, modifier: int) -> None:
    fight = replace(on({"ana": "A1", "orc": "P1"}), round=replace(on({}).round, number=1, turn="ana"))
    beside = BOARD.overlay(fight, "ana", ANA, {"action": "attack", "mode": "rolled", "to": cell})
    alone = BOARD.overlay(fight, "ana", ANA, {"action": "move", "mode": "normal", "to": cell})
    assert [one.value for one in beside.facts[1:]] == [modifier]
    assert [one.code for one in alone.facts[1:]] == [f"move_mode.{mode}"], "the cell says how fast, whatever was chosen"


def test_a_foe_behind_a_wall_is_not_the_one_that_is_proposed() -> None:
    wall = {f"C{row}:e": "wall" for row in range(1, 7)}

    def proposed(**places: str) -> object:
        fight = on(places, edges=wall)
        return next(one.default for one in SYSTEM.actions["attack"].inputs(fight, "ana", ANA) if one.name == "target")

    assert proposed(ana="A5", orc="F5", rat="F9") == "rat"
    assert proposed(ana="A5", orc="F9", rat="F5") == "orc"
    assert proposed(ana="A5", orc="F5", rat="F4") == "orc", (
        "where none can be attacked from here one may still go there"
    )


def test_on_a_board_a_move_needs_a_square_and_without_one_it_is_as_far_as_the_mode() -> None:
    def asks(fight: TapizFight) -> dict[str, bool]:
        fight = replace(fight, round=replace(fight.round, number=1, turn="ana"))
        return {one.name: one.required for one in SYSTEM.actions["move"].inputs(fight, "ana", ANA)}

    assert asks(on({"ana": "A1"}))["to"]
    assert asks(replace(on({}), board=None)) == {"mode": False}


def test_dear_ground_is_told_beside_how_far_it_is() -> None:
    fight = on({"ana": "A1"}, cells={"B1": Land("difficult"), "B2": Land("difficult")})
    fight = replace(fight, round=replace(fight.round, number=1, turn="ana"))
    told = {to: BOARD.overlay(fight, "ana", ANA, {"action": "move", "to": to}).facts[0] for to in ("A2", "B1")}
    assert (told["A2"].code, told["A2"].value) == ("core.board.way_metres", 2)
    assert (told["B1"].code, told["B1"].value, told["B1"].params["cost"]) == ("move.dear", 2, 4)


@pytest.mark.parametrize("viewer", [ANA, Viewer("dj", game_master=True)])
def test_a_foe_under_cloth_is_proposed_to_nobody_who_does_not_see_it(viewer: Viewer) -> None:
    """The form of Ana begins alike for her player and for the game master."""
    cloth = {"r": Region("Sala", ("C1", "C2"))}
    fight = on({"ana": "A1", "orc": "C1", "rat": "F1"}, regions=cloth)
    for shown in (fight, as_known(fight, viewer, BOARD)):
        target = ATTACK.inputs(shown, "ana", viewer)[0]
        assert isinstance(target, Combatants)
        assert (target.default, target.likely) == ("rat", ("rat",))
    rats = ATTACK.inputs(on({"ana": "A1", "orc": "A2", "rat": "F1"}, regions=cloth), "rat", viewer)[0]
    assert rats.default == "ana", "who is no player's sees all"
