"""Ways over a board: what they cost, who may strike along them, and that what is asked is what was shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules.core.audience import Viewer
from rules.core.board.drawing import hem, outline
from rules.core.board.known import as_known
from rules.core.board.picture import APART, SMALL, BoardPicture, picture
from rules.core.board.rules import Overlay
from rules.core.board.underway import Underway
from rules.core.board.walking import board_of
from rules.core.boards import Board, Cell, Land, Standing, name_of
from rules.core.driver import Done, run
from rules.core.errors import RuleError
from rules.core.facts import Fact, Notes, Ref, Word
from rules.core.fight import Command
from rules.core.forecast import play
from rules.core.registry import get_system
from rules.core.requests import Together
from rules.core.staging import opening
from rules.core.story import Person, Story, StoryStep
from rules.systems.d20 import going, ways
from rules.systems.d20.arms import Weapon
from rules.systems.d20.opportunity import movement_provokes, provoked
from rules.systems.d20.situation import RELATE, adjacent, check_near, cover_of, feet_between, is_flanked
from rules.systems.d20.state import D20Fight

GM = Viewer("gm", game_master=True)
SWORD = {"weapons": [{"name": "Sword", "dice": "1d8"}], "hp_max": 30}
PEOPLE = ("vera", "leo", "orc", "wolf", "ogre", "imp")
FOES = PEOPLE[2:]
SEEDS = range(10)


def fight_on(random: Random | None = None, **places: str) -> D20Fight:
    """Six people in the second round, on a board of 10 x 10 with things on it, at random or where it is said."""
    people = [
        Person(
            name,
            name.title(),
            player="lola" if name not in FOES else "",
            sheet={**SWORD, **({"size": "large"} if name == "ogre" else {})},
            kind="person" if name not in FOES else "creature",
        )
        for name in PEOPLE
    ]
    story = Story(Path("d20/none.toml"), "None", people, [StoryStep("none")], order=PEOPLE)
    fight: D20Fight = opening(story).fight
    fight = replace(fight, round=replace(fight.round, ready=frozenset(PEOPLE)))
    random = random or Random(0)
    cells = {} if places else {_cell(random): Land("difficult") for _ in range(15)}
    edges = {} if places else {f"{_cell(random)}:{random.choice('es')}": "wall" for _ in range(12)}
    free = [name_of(Cell(column, row)) for column in range(1, 10) for row in range(1, 10)]
    standing = places or dict(zip(PEOPLE, random.sample(free, len(PEOPLE)), strict=True))
    return replace(
        fight,
        board=Board(10, 10, cells, edges=edges),  # type: ignore[arg-type]
        places={who: Standing(at) for who, at in standing.items()},
    )


def _cell(random: Random) -> str:
    return name_of(Cell(random.randint(1, 10), random.randint(1, 10)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_never_costs_more_than_was_declared(seed: int) -> None:
    fight = fight_on(Random(seed))
    seen = ways.known_to(fight, "vera")
    walking = ways.walker(seen, "vera")
    reach = ways.reach_of(seen, "vera", 30, walking=walking)
    assert all(cost <= 6 for cost in reach.costs.values())
    for end in reach.costs:
        way = ways.cheapest_walk(fight, "vera", 30, name_of(end))
        assert way.whole == 5 * reach.costs[end] <= 30
        assert way.feet == tuple(sorted(way.feet)), "no square gives anything back"
        assert way.squares[0] == ways.place_of(fight, "vera")
        assert way.end == end


@pytest.mark.parametrize("seed", SEEDS)
def test_those_who_may_strike_along_a_way_are_those_of_its_squares(seed: int) -> None:
    fight = fight_on(Random(seed))
    for end in ways.reach_of(fight, "vera", 30).costs:
        way = ways.cheapest_walk(fight, "vera", 30, name_of(end))
        squares = [provoked(ways.stood(fight, "vera", cell), "vera") for cell in way.squares]
        found = ways.provoked_along(fight, "vera", "move", way.squares)
        assert tuple(foe for foe, _at in found) == movement_provokes("move", squares)
        for foe, at in found:
            assert foe in squares[at]
            assert not any(foe in earlier for earlier in squares[:at])
            # what is marked on the board is where they strike
            assert foe in ways.threats(fight, "vera")[way.squares[at]]


@pytest.mark.parametrize("seed", SEEDS)
def test_who_is_asked_on_a_way_is_who_was_shown_before(seed: int) -> None:
    fight = fight_on(Random(seed))
    end = max(ways.reach_of(fight, "vera", 30).costs, key=lambda cell: (cell.column, cell.row))
    way = ways.cheapest_walk(fight, "vera", 30, name_of(end))
    shown = ways.provoked_along(fight, "vera", "move", way.squares)
    walk = ways.walks(fight, "vera", way, "move", Notes(), rules=())
    asked: list[str] = []
    try:
        request = next(walk)
        while True:
            assert isinstance(request, Together)
            asked += [str(leaf.to) for leaf in request.leaves()]
            request = walk.send({leaf.key: {"strikes": False} for leaf in request.leaves()})
    except StopIteration as done:
        after, arrived = done.value
    assert asked == [foe for foe, _at in shown]
    assert arrived
    assert after.places["vera"].at == name_of(end)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_squares_that_are_marked_are_those_where_somebody_may_strike(seed: int) -> None:
    fight = fight_on(Random(seed))
    marked = ways.threats(fight, "vera")
    for column in range(1, 11):
        for row in range(1, 11):
            there = provoked(ways.stood(fight, "vera", Cell(column, row)), "vera")
            assert marked.get(Cell(column, row), ()) == there


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_around_meets_nobody_but_at_its_start(seed: int) -> None:
    fight = fight_on(Random(seed))
    start = ways.place_of(fight, "vera")
    threatened = ways.threats(fight, "vera")
    for end in ways.reach_of(fight, "vera", 30).costs:
        try:
            way = ways.cheapest_walk(fight, "vera", 30, name_of(end), around=True)
        except RuleError:
            continue
        assert not any(cell in threatened for cell in way.squares[1:-1])
        assert all(at == 0 for _foe, at in ways.provoked_along(fight, "vera", "move", way.squares)), start


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hidden_change_nothing_of_what_a_player_is_shown(seed: int) -> None:
    fight = fight_on(Random(seed))
    ogre = fight.combatants["ogre"]
    hidden = fight.with_combatant(replace(ogre, hidden=True))
    away = replace(hidden, places={who: at for who, at in hidden.places.items() if who != "ogre"})
    assert ways.reach_of(ways.known_to(hidden, "vera"), "vera", 30).costs == ways.reach_of(away, "vera", 30).costs
    assert ways.threats(ways.known_to(hidden, "vera"), "vera") == ways.threats(away, "vera")


def test_large_bodies_are_measured_from_their_nearest_square() -> None:
    fight = fight_on(vera="A1", ogre="C1", leo="D3", imp="F1", orc="H8", wolf="J8")
    assert feet_between(fight, "vera", "ogre") == 10
    assert not adjacent(fight, "vera", "ogre")
    assert adjacent(fight, "leo", "ogre")
    assert feet_between(fight, "vera", "imp") == 25
    # on two legs it reaches ten feet
    assert "ogre" in provoked(fight, "vera")


def test_flanking_is_from_directly_opposite() -> None:
    fight = fight_on(vera="B2", orc="C2", leo="D2", ogre="H8", imp="H6", wolf="A9")
    assert is_flanked(fight, "orc", "vera")
    assert is_flanked(fight, "orc", "leo")
    aside = replace(fight, places={**fight.places, "leo": Standing("D3")})
    assert not is_flanked(aside, "orc", "vera")
    corner = replace(aside, places={**aside.places, "vera": Standing("B1")})
    assert is_flanked(corner, "orc", "vera")


def test_around_a_large_body_opposite_sides_count() -> None:
    fight = fight_on(vera="B2", ogre="C2", leo="E3", orc="H8", imp="H6", wolf="A9")
    assert is_flanked(fight, "ogre", "vera")
    below = replace(fight, places={**fight.places, "leo": Standing("D4")})
    assert not is_flanked(below, "ogre", "vera")


def overlaid(fight: D20Fight, viewer: Viewer = GM, **looking: str) -> Overlay:
    """What is shown while Vera prepares an action."""
    rules = get_system("d20").board_rules
    return rules.overlay(as_known(fight, viewer, rules), "vera", viewer, looking)


def test_a_way_is_shown_with_its_price_and_who_would_strike() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    shown = overlaid(fight, action="move", to="F4")
    assert shown.field == "to"
    assert {one.cell: one.cost for one in shown.choosable}[Cell(6, 4)] == 25
    assert not next(one for one in shown.choosable if one.cell == Cell(6, 4)).far
    assert next(one for one in shown.choosable if one.cell == Cell(9, 4)).far, "that takes the whole turn"
    assert shown.way[0] == Cell(2, 4)
    assert shown.way[-1] == Cell(6, 4)
    assert [(one.by, one.start) for one in shown.provoked] == [("orc", Cell(3, 4))]
    assert [one.says.code for one in shown.answers] == ["way.price_struck", "way.price"]
    assert [one.chosen for one in shown.answers] == [True, False]
    assert shown.answers[1].fills == {"to": "F4", "via": "", "manner": "around"}
    assert [one.code for one in shown.facts] == ["way.strikes"]
    assert 0 < (shown.facts[0].value or 0) < 100
    around = overlaid(fight, action="move", to="F4", manner="around")
    assert not around.provoked
    assert around.way != shown.way


def test_where_nobody_strikes_there_is_nothing_to_choose() -> None:
    fight = fight_on(vera="B4", orc="J9", leo="B6", ogre="H8", imp="J1", wolf="A9")
    shown = overlaid(fight, action="move", to="D4")
    assert not shown.answers
    assert [one.code for one in shown.facts] == ["way.price"]


def test_tumbling_says_against_what() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    vera = replace(fight.body("vera"), trained=("tumble",))
    shown = overlaid(fight.with_body("vera", vera), action="move", to="F4")
    (tumbling,) = (one.says for one in shown.answers if one.label.code == "manner.tumbling")
    assert (tumbling.code, tumbling.params["dc"]) == ("way.price_tumbling", 15), "past it"


def test_tumbling_takes_the_way_that_was_tapped_as_long_as_it_is_in_reach() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    fight = fight.with_body("vera", replace(fight.body("vera"), trained=("tumble",)))
    direct = ways.cheapest_walk(fight, "vera", 60, "F4")
    tumbled = ways.cheapest_walk(fight, "vera", 60, "F4", tumbling=True)
    assert tumbled.squares == direct.squares
    assert tumbled.whole == 2 * direct.whole
    # at half of thirty feet there is no way but through the square of the orc
    through = ways.cheapest_walk(fight, "vera", 30, "E4", tumbling=True)
    assert Cell(4, 4) in through.squares
    assert going.tumble_dc(fight, "vera", through) == 25
    says = get_system("d20").actions["move"].says
    told = says(fight, Command("c", "move", "vera", {"to": "E4", "manner": "tumbling"}))
    assert told is not None
    assert (told.code, told.value, told.params["dc"]) == ("way.says_tumbling", 40, 15), "around it there is more room"


def test_players_are_shown_no_odds_of_foes() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    player = fight.viewer("lola", game_master=False)
    shown = overlaid(fight, player, action="move", to="F4")
    assert [one.by for one in shown.provoked] == ["orc"]
    assert not shown.facts
    assert [one.says.code for one in shown.answers] == ["way.price_struck", "way.price"]


@pytest.mark.parametrize("looking", [{"action": "move", "to": "F4"}, {"action": "run"}, {"action": "step"}])
def test_what_players_are_shown_depends_on_nobody_hidden(looking: dict[str, str]) -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="C3", wolf="A9")
    hidden = fight.with_combatant(replace(fight.combatants["imp"], hidden=True))
    away = replace(hidden, places={who: at for who, at in hidden.places.items() if who != "imp"})
    player = fight.viewer("lola", game_master=False)
    assert overlaid(hidden, player, **looking) == overlaid(away, player, **looking)


def test_the_game_master_sees_whom_players_do_not_know_on_their_way() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="B2", wolf="A9")
    hidden = fight.with_combatant(replace(fight.combatants["imp"], hidden=True))
    looking = {"action": "move", "via": "B3", "to": "C3"}
    mine, theirs = overlaid(hidden, **looking), overlaid(hidden, hidden.viewer("lola", game_master=False), **looking)
    assert [one.by for one in mine.provoked] == ["imp"]
    assert not theirs.provoked
    assert mine.way == theirs.way


def test_the_four_lines_of_cover_are_shown() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    walled = replace(fight, board=replace(board_of(fight), edges={"C4:e": "wall"}))
    shown = overlaid(walled, action="attack", target="orc")
    assert len(shown.lines) == 4
    assert cover_of(walled, "orc", "vera") in [one.code.removeprefix("cover.") for one in shown.facts]
    assert cover_of(fight, "orc", "vera") == "none"
    assert cover_of(walled, "orc", "vera") != "none"


def test_what_was_said_of_two_goes_before_the_board_until_one_moves() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    assert not adjacent(fight, "vera", "orc")
    ruled = _ruled(fight, "adjacent:adjacent")
    assert adjacent(ruled, "vera", "orc")
    assert feet_between(ruled, "vera", "orc") == 5
    assert not adjacent(ways.stood(ruled, "vera", Cell(2, 5)), "vera", "orc")
    near = ways.stood(fight, "vera", Cell(3, 4))
    assert adjacent(near, "vera", "orc")
    assert not adjacent(_ruled(near, "adjacent:apart"), "vera", "orc")
    assert not adjacent(_ruled(near, "distance:20"), "vera", "orc")
    assert feet_between(_ruled(near, "distance:20"), "vera", "orc") == 20
    assert adjacent(_ruled(fight, "distance:5"), "vera", "orc")


def _ruled(fight: D20Fight, what: str) -> D20Fight:
    said = Command("c", "relate", None, {"of": "vera", "to": "orc", "what": what})
    ruled = run(RELATE.resolve(fight, said), {})
    assert isinstance(ruled, Done)
    after: D20Fight = ruled.result.fight
    return after


def test_a_fight_is_foreseen_with_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = fight_on(vera="A1", leo="A2", orc="J8", ogre="H9", imp="J6", wolf="J4")
    course = play(get_system("d20"), fight, Random(1))
    assert course.ended, "they come to each other and fight"
    monkeypatch.setattr("rules.core.forecast.MOST_ROUNDS", course.rounds)
    walled = {f"E{row}:e": "wall" for row in range(1, 11)}
    apart = replace(fight, board=Board(10, 10, edges=walled))  # type: ignore[arg-type]
    assert not play(get_system("d20"), apart, Random(1)).ended, "a wall keeps them apart"


def test_a_long_weapon_threatens_a_square_more() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    assert "orc" not in provoked(fight, "vera")
    orc = fight.body("orc")
    spear = replace(orc.weapons[0], reach=5)
    longer = fight.with_body("orc", replace(orc, weapons=(spear,)))
    assert "orc" in provoked(longer, "vera")
    assert Cell(2, 4) in ways.threats(longer, "vera")
    assert Cell(2, 4) not in ways.threats(fight, "vera")


def test_a_long_weapon_has_foes_at_hand_ten_feet_away() -> None:
    fight = fight_on(vera="B4", orc="B8", leo="J6", ogre="H8", imp="D4", wolf="A9")
    system = get_system("d20")

    def proposed(fight: D20Fight) -> tuple[object, object]:
        target = system.actions["attack"].inputs(fight, "vera", GM)[0]
        return system.proposes(fight, "vera", ("attack", "move")), target.default

    assert proposed(fight) == (("attack", "move"), "orc")
    vera = fight.body("vera")
    spear = replace(vera.weapons[0], reach=5)
    assert proposed(fight.with_body("vera", replace(vera, weapons=(spear,)))) == (("attack",), "imp")


def test_who_is_out_of_reach_of_a_long_weapon_need_not_be_beside_it() -> None:
    fight = fight_on(vera="B4", orc="B7", leo="J6", ogre="H8", imp="J1", wolf="A9")
    sword = fight.body("vera").weapons[0]
    with pytest.raises(RuleError, match="not_adjacent"):
        check_near(fight, "vera", "orc", sword)
    with pytest.raises(RuleError, match="out_of_reach"):
        check_near(fight, "vera", "orc", replace(sword, reach=5))
    check_near(ways.stood(fight, "vera", Cell(2, 5)), "vera", "orc", replace(sword, reach=5))


def test_a_way_around_that_is_no_other_is_not_offered() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="J6", ogre="H8", imp="J1", wolf="A9")
    near = ways.stood(fight, "vera", Cell(3, 4))
    assert [one.label.code for one in overlaid(near, action="move", to="B4").answers] == ["manner.direct"]
    past = overlaid(near, action="move", to="F4")
    assert [one.label.code for one in past.answers] == ["manner.direct"], (
        "the orc would strike at its start all the same"
    )
    around = overlaid(near, action="move", to="B4", manner="around")
    assert [one.label.code for one in around.answers] == ["manner.direct", "manner.around"], "it was chosen"


def test_threatened_squares_have_one_border() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="J6", ogre="H8", imp="J1", wolf="A9")
    drawn = picture(get_system("d20").board_rules, fight, GM, {"action": "move", "actor": "vera"})
    assert drawn is not None
    kinds = {one.kind: one.path for one in drawn.areas}
    assert kinds.keys() == {"hatched", "threatened"}
    threatened = frozenset(ways.threats(fight, "vera"))
    assert kinds["threatened"] == hem(threatened)
    assert kinds["hatched"] == outline(threatened)


def test_the_button_says_where_a_way_leads() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    says = get_system("d20").actions["move"].says
    told = says(fight, Command("c", "move", "vera", {"to": "F4"}))
    assert told is not None
    assert (told.code, told.value, told.params["square"]) == ("way.says_struck", 25, "F4")
    assert told.params["foes"] == (Ref("orc"),)
    hidden = fight.with_combatant(replace(fight.combatants["orc"], hidden=True))
    told = says(hidden, Command("c", "move", "vera", {"to": "F4"}))
    assert told is not None
    assert told.code == "way.says", "whom the players do not know is not named"
    assert says(fight, Command("c", "move", "vera", {"to": "D4"})) is None, "another stands there"
    assert says(replace(fight, board=None, places={}), Command("c", "move", "vera", {})) is None


def test_the_buttons_of_straight_ways_and_steps_say_where_they_lead() -> None:
    fight = fight_on(vera="B4", orc="D5", leo="B6", ogre="H8", imp="J1", wolf="A9")

    def said(action: str, to: str) -> tuple[object, ...]:
        told = get_system("d20").actions[action].says(fight, Command("c", action, "vera", {"to": to}))
        return () if told is None else (told.code, told.params["how"], told.value, told.params["square"])

    assert said("run", "H4") == ("way.says_struck", Word("way.runs"), 30, "H4")
    assert said("run", "D5") == (), "a combatant stands there"
    assert said("withdraw", "B2") == ("way.says", Word("way.withdraws"), 10, "B2")
    assert said("step", "B3") == ("way.says", Word("way.steps"), 5, "B3")


def test_nothing_is_chosen_on_the_board_for_what_is_refused() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    rules, looking = get_system("d20").board_rules, {"action": "run", "actor": "vera"}

    def drawn(**reasons: Fact | None) -> BoardPicture:
        found = picture(rules, fight, GM, looking, underway=Underway(lambda who: reasons))
        assert found is not None
        return found

    assert drawn(run=None).spots
    assert drawn(run=Fact("error.core.not_your_turn")).spots, "it is prepared"
    refused = drawn(run=Fact("error.d20.action.spent"), move=None)
    assert not refused.spots
    assert not refused.areas
    assert [one.kind for one in refused.expanses] == ["begins"], "a tap begins what is possible"


def test_numbers_on_the_way_are_told_from_others() -> None:
    fight = fight_on(vera="B4", orc="J9", leo="B6", ogre="H8", imp="J1", wolf="A9")
    looking = {"action": "move", "actor": "vera", "to": "E4"}
    drawn = picture(get_system("d20").board_rules, fight, GM, looking)
    assert drawn is not None
    assert {one.name for one in drawn.spots if one.passed} == {"C4", "D4", "E4"}


@pytest.mark.parametrize("action", ["attack", "trip", "charge", "volley"])
def test_who_is_wholly_covered_is_not_proposed_before_others(action: str) -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="B8", imp="J1", wolf="A9")
    pistol = Weapon("p", "Pistol", use="projectile", kind="firearm", increment=30, capacity=9)
    fight = fight.with_body("vera", replace(fight.body("vera"), weapons=(*fight.body("vera").weapons, pistol)))

    def proposed(fight: D20Fight) -> object:
        asked = get_system("d20").actions[action].inputs(fight, "vera", GM)
        return next(one.default for one in asked if one.name == "target")

    assert proposed(fight) == "orc"
    walls = {f"C{row}:e": "wall" for row in range(1, 11)}
    walled = replace(fight, board=replace(board_of(fight), edges=walls))  # type: ignore[arg-type]
    assert proposed(walled) == "wolf"


def test_a_throw_is_aimed_at_a_square_where_somebody_stands() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    grenade = Weapon("g", "Grenade", use="thrown", kind="thrown", increment=10, radius=20, explosive=True)
    vera = replace(fight.body("vera"), weapons=(grenade,))
    fight = fight.with_body("vera", vera)
    rules = get_system("d20").board_rules
    shown = picture(rules, fight, GM, {"action": "throw_explosive", "actor": "vera"})
    assert shown is not None
    tapped = {one.who: one.fills for one in shown.tokens}
    assert tapped["orc"] == {"at": "D4"}
    moves = picture(rules, fight, GM, {"action": "move", "actor": "vera"})
    assert moves is not None
    assert {one.who: one.fills for one in moves.tokens}["orc"] is None, "nobody moves into the square of another"


def test_those_who_share_a_square_are_drawn_apart() -> None:
    fight = fight_on(vera="D4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    shown = picture(get_system("d20").board_rules, fight, GM, {})
    assert shown is not None
    drawn = {one.who: one for one in shown.tokens}
    vera, orc, leo = drawn["vera"], drawn["orc"], drawn["leo"]
    assert abs(vera.x - orc.x) == abs(vera.y - orc.y) == 2 * APART
    assert abs((vera.y + vera.name_y) - (orc.y + orc.name_y)) > APART * 2, "nor do their names cover each other"
    assert vera.scale == orc.scale == SMALL
    assert (leo.scale, drawn["ogre"].scale) == ("1", "2"), "all others are as they were"
    # of one who is hidden there nothing is drawn, and so nothing may tell
    hidden = fight.with_combatant(replace(fight.combatants["orc"], hidden=True))
    seen = picture(get_system("d20").board_rules, hidden, hidden.viewer("lola", game_master=False), {})
    assert seen is not None
    assert {one.scale for one in seen.tokens if one.who == "vera"} == {"1"}


def test_of_a_chosen_corner_no_cell_is_marked() -> None:
    fight = fight_on(vera="B4", orc="D4", leo="B6", ogre="H8", imp="J1", wolf="A9")
    rifle = Weapon("r", "Rifle", use="projectile", kind="firearm", increment=20, capacity=30, automatic=True)
    fight = fight.with_body("vera", replace(fight.body("vera"), weapons=(rifle,)))
    looking = {"action": "autofire", "actor": "vera", "at": "D4"}
    shown = picture(get_system("d20").board_rules, fight, GM, looking)
    assert shown is not None
    assert not shown.marked
    assert [one.name for one in shown.spots if one.chosen] == ["D4"]
    beyond = {one.name: one.far for one in shown.spots}
    # the nearest of the four squares counts: 15 and 20 feet away
    assert (beyond["F4"], beyond["G4"]) == (False, True), "a whole increment costs something"
    assert [one.value for one in shown.facts if one.code == "note.away"] == [5]
    assert shown.tokens[0].fills is None, "a corner is nobody's"
