"""The verbs that every system has: names, numbers, who is seen and how, the order, who leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer, controllers_of
from rules.core.boards import Board, Region, Standing
from rules.core.engine import actions
from rules.core.errors import NotAllowed, RuleError, UnknownValue
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Combatant, Command, Fight, Status
from rules.core.inputs import Number, Text
from rules.core.record import Record
from rules.core.verbs import CORE_ACTIONS, MOST_EXPERIENCE, _to_status, enlist, with_number
from rules.game import Game
from tests.rules.recorder import GM, Recorder
from tests.rules.toys import threat

ANA = Viewer("p1", controls=frozenset({"ana"}))


@pytest.fixture
def fight() -> Recorder:
    return Recorder(threat.SYSTEM, threat.scenario(threat.SYSTEM))


def one(fight: Record, who: str) -> Combatant[Any]:
    return fight.fight.combatants[who]


def told(fight: Record) -> list[tuple[str, bool]]:
    """The codes of the newest entry, with whether everybody reads them."""
    return [(fact.code, fact.audience.everyone) for fact in fight.entries[-1].facts]


def test_somebody_hidden_is_hidden_until_they_are_revealed(fight: Recorder) -> None:
    fight.begin("hide", who="orc")
    assert one(fight, "orc").hidden
    assert told(fight) == [("core.hidden", False)]
    fight.begin("reveal", who="orc")
    assert not one(fight, "orc").hidden
    assert told(fight) == [("core.revealed", True)]


def test_somebody_numbered_gets_the_next_number_when_the_table_first_sees_them(fight: Recorder) -> None:
    fight.begin("rename", who="spy", name="Orco")
    assert one(fight, "spy").number is None
    fight.begin("reveal", who="spy")
    assert one(fight, "spy").number == 2


def test_a_new_name_keeps_the_number_while_players_read_the_same(fight: Recorder) -> None:
    fight.begin("rename", who="orc", name="Gorg", public_name="Orco")
    assert (one(fight, "orc").name, one(fight, "orc").public_name, one(fight, "orc").number) == ("Gorg", "Orco", 1)
    assert told(fight) == [("core.renamed", False)]


def test_a_new_name_takes_the_next_number_among_those_who_have_it(fight: Recorder) -> None:
    more = tuple(Combatant(f"rat{place}", "Rata", threat.Body(), numbered=True) for place in range(2))
    fight = Recorder(threat.SYSTEM, enlist(fight.fight, more))
    fight.begin("rename", who="orc", name="Rata")
    assert [one(fight, who).number for who in ("rat0", "rat1", "orc")] == [1, 2, 3]


def test_another_of_the_same_name_gets_the_next_number_where_one_is_in_sight(fight: Recorder) -> None:
    """Characters keep their names; a hidden namesake changes nothing."""

    def joins(who: str, **values: Any) -> int | None:
        after = enlist(fight.fight, (Combatant(who, "Estibador", threat.Body(), **values),))
        fight.head = replace(fight.head, fight=after)
        return one(fight, who).number

    assert joins("hidden", hidden=True) is None
    assert joins("first") is None
    assert joins("second") == 2
    assert joins("third", numbered=True) == 3
    assert joins("person", character="c1") is None
    fight.begin("reveal", who="hidden")
    assert one(fight, "hidden").number == 4


def test_a_name_that_is_left_out_stays(fight: Recorder) -> None:
    fight.begin("rename", who="orc", public_name="Sombra")
    assert (one(fight, "orc").name, one(fight, "orc").public_name) == ("Orco", "Sombra")


def test_how_much_is_shown_of_somebody_is_for_the_game_master_to_read(fight: Recorder) -> None:
    fight.begin("show_as", who="orc", shows="nothing")
    assert one(fight, "orc").shows == "nothing"
    assert told(fight) == [("core.shows.nothing", False)]


@pytest.mark.parametrize(
    ("who", "direction", "order"),
    [("orc", "up", ("orc", "ana", "spy")), ("orc", "down", ("ana", "spy", "orc"))],
)
def test_two_neighbours_change_places(fight: Recorder, who: str, direction: str, order: tuple[str, ...]) -> None:
    fight.begin("reorder", who=who, direction=direction)
    assert fight.fight.order == order
    (fact,) = fight.entries[-1].facts
    other = "ana" if direction == "up" else "spy"
    assert (fact.code, fact.params) == ("core.reordered", {"who": Ref("orc"), "other": Ref(other)})


@pytest.mark.parametrize(("who", "direction"), [("ana", "up"), ("spy", "down")])
def test_nobody_moves_past_the_end_of_the_order(fight: Recorder, who: str, direction: str) -> None:
    with pytest.raises(NotAllowed, match=r"core\.reorder\.edge"):
        fight.begin("reorder", who=who, direction=direction)


def test_one_of_a_group_can_be_set_apart_and_nobody_else(fight: Recorder) -> None:
    orc = replace(one(fight, "orc"), group="band")
    fight = Recorder(threat.SYSTEM, fight.fight.with_combatant(orc))
    fight.begin("separate", who="orc")
    assert one(fight, "orc").group is None
    (fact,) = fight.entries[-1].facts
    assert (fact.code, fact.params, fact.audience) == ("core.separated", {"who": Ref("orc")}, controllers_of("orc"))
    with pytest.raises(NotAllowed, match=r"core\.separate\.single"):
        fight.begin("separate", who="orc")


def test_who_is_dismissed_leaves_the_order_too(fight: Recorder) -> None:
    fight.begin("dismiss", who="orc")
    assert fight.fight.order == ("ana", "spy")
    assert told(fight) == [("core.dismissed", True)]


def test_whom_the_app_takes_away_leaves_too(fight: Recorder) -> None:
    fight.begin("leave", who="orc", internal=True)
    assert fight.fight.order == ("ana", "spy")
    assert [(fact.code, fact.params) for fact in fight.entries[-1].facts] == [("core.left", {"name": "Orco 1"})]


def test_what_leaves_unseen_is_not_told_to_the_table(fight: Recorder) -> None:
    fight.begin("rename", who="spy", name="Sombra", public_name="Capucha")
    fight.begin("dismiss", who="spy")
    (fact,) = fight.entries[-1].facts
    assert (fact.code, fact.audience.everyone, fact.otherwise) == ("core.dismissed", False, None)


def test_a_secret_name_is_not_told_on_leaving(fight: Recorder) -> None:
    fight.begin("rename", who="orc", name="Gorg", public_name="Orco")
    fight.begin("dismiss", who="orc")
    (fact,) = fight.entries[-1].facts
    assert (fact.params["name"], fact.audience.everyone) == ("Gorg 1", False)
    assert fact.otherwise is not None
    assert (fact.otherwise.params["name"], fact.otherwise.audience.everyone) == ("Orco 1", True)


def test_who_is_not_there_cannot_be_chosen(fight: Recorder) -> None:
    with pytest.raises(RuleError):
        fight.begin("dismiss", who="nobody")
    with pytest.raises(UnknownValue, match=r"core\.combatant\.gone") as refused:
        fight.begin("resheet", who="nobody", sheet={}, internal=True)
    assert refused.value.field == "who"


def test_players_may_not_use_the_verbs_of_the_game_master(fight: Recorder) -> None:
    for verb, more in (("hide", {}), ("reveal", {}), ("dismiss", {}), ("rename", {"name": "A"})):
        with pytest.raises(NotAllowed):
            fight.begin(verb, who="ana", viewer=ANA, **more)


def test_what_enters_comes_last_and_only_once(fight: Recorder) -> None:
    rat = Combatant("rat", "Rata", threat.Body())
    after = enlist(fight.fight, (rat,))
    assert after.order == ("ana", "orc", "spy", "rat")
    assert after.combatants["rat"].entered > max(fight.fight.combatants[who].entered for who in fight.fight.order)
    with pytest.raises(NotAllowed, match=r"core\.enlist\.twice"):
        enlist(after, (rat,))


def test_a_fight_is_paused_resumed_archived_and_taken_up_again(fight: Recorder) -> None:
    steps = (("pause", "paused"), ("resume", "running"), ("archive", "archived"), ("resume", "reopened"))
    for verb, said in steps:
        fight.begin(verb)
        assert fight.fight.status == ("running" if said == "reopened" else said)
        assert told(fight) == [(f"core.status.{said}", True)]


@pytest.mark.parametrize(
    ("status", "verb", "reason"),
    [
        ("ready", "pause", "core.paused.not_now"),
        ("ready", "resume", "core.running.not_now"),
        ("running", "resume", "core.running.not_now"),
        ("paused", "pause", "core.paused.not_now"),
        ("archived", "archive", "core.archived.not_now"),
    ],
)
def test_a_scene_goes_from_one_status_to_another_as_it_may(
    fight: Recorder, status: Status, verb: str, reason: str
) -> None:
    with pytest.raises(NotAllowed) as refused:
        CORE_ACTIONS[verb].check(replace(fight.fight, status=status), Command("c", verb), GM)
    assert (refused.value.reason, refused.value.params) == (reason, {"status": status})


def test_the_note_on_closing_a_scene_is_for_the_game_master(fight: Recorder) -> None:
    fight.begin("archive", note="Gorg escapa")
    assert told(fight) == [("core.status.archived", True), ("core.note", False)]
    note, experience = CORE_ACTIONS["archive"].inputs(fight.fight, None, GM)
    assert isinstance(note, Text)
    assert isinstance(experience, Number)
    assert (note.required, note.length, note.multiline) == (False, 1000, True)
    assert (experience.required, experience.minimum, experience.maximum) == (False, 0, 999_999)


def test_in_a_pause_nobody_acts_and_outside_a_fight_there_is_none(fight: Recorder) -> None:
    free = Recorder(threat.SYSTEM, replace(fight.fight, ordered=False))
    with pytest.raises(NotAllowed, match=r"core\.free_scene"):
        free.begin("pause")
    fight.begin("pause")
    with pytest.raises(NotAllowed, match=r"core\.while_paused"):
        fight.begin("attack", "ana", target="orc")


def test_who_leaves_the_table_lets_go_of_what_they_played(fight: Recorder) -> None:
    fight.begin("release", person="p1", internal=True)
    assert one(fight, "ana").controllers == frozenset()
    assert told(fight) == [("core.released", False)]


# An edited sheet, and who comes from elsewhere


@pytest.fixture
def rehearsal() -> Game:
    game = Game("tapiz")
    game.add("Ana", kind="person", player="p1")
    return game


@pytest.mark.parametrize(
    ("ordered", "players", "before", "hidden"),
    [
        (False, [], (), True),
        (False, ["p1"], (), False),
        (False, ["p1"], ("p1",), True),
        (True, ["p1"], (), True),
    ],
)
def test_a_character_without_a_player_is_seen_in_the_free_scene_once_it_has_one(
    rehearsal: Game, ordered: bool, players: list[str], before: tuple[str, ...], hidden: bool
) -> None:
    ana = replace(one(rehearsal, "ana"), hidden=True, controllers=frozenset(before))
    game = Recorder(rehearsal.system, replace(rehearsal.fight.with_combatant(ana), ordered=ordered))
    game.begin("resheet", who="ana", sheet=dict(ana.sheet), controllers=players, internal=True)
    assert one(game, "ana").hidden == hidden
    assert one(game, "ana").controllers == set(players)


def test_an_edited_sheet_changes_what_it_says_and_nothing_else(rehearsal: Game) -> None:
    before = one(rehearsal, "ana")
    rehearsal.begin("resheet", who="ana", sheet={**before.sheet, "strength": 18}, internal=True)
    after = one(rehearsal, "ana")
    assert after.sheet["strength"] == 18
    assert replace(after, sheet=before.sheet, body=before.body) == before
    (fact,) = rehearsal.entries[-1].facts
    assert (fact.code, fact.params, fact.audience) == ("core.resheeted", {"who": Ref("ana")}, controllers_of("ana"))
    rehearsal.begin("resheet", who="ana", sheet=dict(before.sheet), name="Ana la Roja", internal=True)
    assert one(rehearsal, "ana").name == "Ana la Roja"


def test_who_comes_back_brings_the_condition_it_is_in(rehearsal: Game) -> None:
    condition = dict(rehearsal.system.lasting(rehearsal.fight, "ana"))
    condition["physical"] = {**condition["physical"], "current": 2}
    sheet = dict(one(rehearsal, "ana").sheet)
    rehearsal.begin("resheet", who="ana", sheet=sheet, condition=condition, internal=True)
    assert one(rehearsal, "ana").body.physical.current == 2
    row = {"id": "bea", "name": "Bea", "sheet": sheet, "condition": condition}
    rehearsal.begin("enlist", combatants=[row], internal=True)
    assert one(rehearsal, "bea").body.physical.current == 2


def test_a_row_that_enlists_says_what_it_says_and_is_else_as_usual(rehearsal: Game) -> None:
    sheet = dict(one(rehearsal, "ana").sheet)
    said = {"side": "party", "kind": "creature", "public_name": "Sombra", "numbered": True, "group": "band",
            "hidden": True, "shows": "nothing", "controllers": ["p2"], "character": "c9"}  # fmt: skip
    rows = [{"id": "bea", "name": "Bea", "sheet": sheet}, {"id": "orc", "name": "Orco", "sheet": sheet, **said}]
    rehearsal.begin("enlist", combatants=rows, internal=True)
    usual = Combatant("bea", "Bea", one(rehearsal, "bea").body, entered=2, sheet=sheet)
    assert one(rehearsal, "bea") == usual
    wanted = {**said, "controllers": frozenset({"p2"}), "entered": 3, "id": "orc", "name": "Orco"}
    assert one(rehearsal, "orc") == replace(usual, **wanted, body=one(rehearsal, "orc").body)
    assert [(fact.code, fact.params) for fact in rehearsal.entries[-1].facts] == [
        ("core.enlisted", {"who": Ref("bea")}),
        ("core.enlisted", {"who": Ref("orc")}),
    ]
    with pytest.raises(UnknownValue, match=r"core\.enlist\.kind") as refused:
        rehearsal.begin("enlist", combatants=[{**rows[0], "kind": "boat"}], internal=True)
    assert refused.value.field == "kind"


def test_who_joins_a_board_stands_where_their_side_enters(rehearsal: Game) -> None:
    regions = {"in": Region("Puerta", ("A1", "A2"), entry="party"), "out": Region("Fondo", ("H8",), entry="foes")}
    standing = {"ana": Standing("A1")}
    game = Recorder(rehearsal.system, replace(rehearsal.fight, board=Board(8, 8, regions=regions), places=standing))
    sheet = dict(one(game, "ana").sheet)
    rows = [{"id": who, "name": who, "sheet": sheet, "side": side} for who, side in (("bea", "party"), ("orc", "foes"))]
    game.begin("enlist", combatants=rows, internal=True)
    assert {who: one.at for who, one in game.fight.places.items()} == {"ana": "A1", "bea": "A2", "orc": "H8"}
    without = Recorder(rehearsal.system, replace(rehearsal.fight, board=Board(8, 8)))
    without.begin("enlist", combatants=rows, internal=True)
    assert not without.fight.places


def test_settings_that_change_are_told_by_name(rehearsal: Game) -> None:
    house = dict(rehearsal.fight.house)
    rehearsal.begin("apply_house", house=house, internal=True)
    assert told(rehearsal) == [("core.rehoused_same", True)]
    # a setting that is left out is as it usually is
    rehearsal.begin("apply_house", house={}, internal=True)
    assert told(rehearsal) == [("core.rehoused_same", True)]
    body = one(rehearsal, "ana").body
    rehearsal.begin("apply_house", house={**house, "healing_difficulty": 9}, internal=True)
    assert told(rehearsal) == [("core.rehoused_to", True)]
    assert rehearsal.entries[-1].facts[0].params["setting"] == Word("setting.healing_difficulty")
    assert rehearsal.fight.house["healing_difficulty"] == 9
    assert list(rehearsal.fight.house) == sorted(house)
    assert one(rehearsal, "ana").body == body


@pytest.mark.parametrize(
    ("name", "value", "code", "to"),
    [
        ("healing_difficulty", 9, "core.rehoused_to", 9),
        ("defence_reserve", True, "core.rehoused_to", Word("core.on")),
        ("load_mental", False, "core.rehoused_to", Word("core.off")),
        ("proposals", "trust", "core.rehoused_to", Word("proposals.trust")),
        ("attribute_methods", ["roll"], "core.rehoused", None),
    ],
)
def test_the_new_value_of_a_setting_is_told_where_it_is_one_word_or_number(
    rehearsal: Game, name: str, value: Any, code: str, to: object
) -> None:
    rehearsal.begin("apply_house", house={name: value}, internal=True)
    (fact,) = rehearsal.entries[-1].facts
    assert (fact.code, fact.params["setting"], fact.params.get("to")) == (code, Word(f"setting.{name}"), to)


# Who may use a verb, and who reads of it


@pytest.mark.parametrize(
    ("names", "flags"),
    [
        ("dismiss", "game_master"),
        ("rename hide reveal show_as reorder separate", "game_master interrupts"),
        ("pause resume archive", "game_master interrupts with_all_after"),
        ("leave enlist apply_house heal_wounds", "internal game_master interrupts"),
        ("release resheet", "internal interrupts"),
        ("board_new board_gone board_paint board_region board_place board_off board_enter", "game_master interrupts"),
        ("board_map", "internal game_master interrupts"),
    ],
)
def test_a_verb_is_the_apps_or_the_game_masters_and_may_come_between(names: str, flags: str) -> None:
    verbs = actions(threat.ThreatSystem())
    for name in names.split():
        verb = verbs[name]
        said = {
            "internal": verb.internal,
            "game_master": verb.for_game_master,
            "interrupts": verb.interrupts,
            verb.undo: verb.undo != "alone",
        }
        assert [flag for flag, holds in said.items() if holds] == flags.split(), name


@pytest.mark.parametrize(
    ("verb", "inputs", "told"),
    [
        ("hide", {"who": "orc"}, fact("core.hidden", who="orc", audience=GAME_MASTER)),
        ("reveal", {"who": "orc"}, fact("core.revealed", who="orc")),
        ("show_as", {"who": "orc", "shows": "word"}, fact("core.shows.word", who="orc", audience=GAME_MASTER)),
        (
            "rename",
            {"who": "orc", "name": "Gorg", "public_name": "Orco"},
            fact("core.renamed", before="Orco 1", name="Gorg", audience=GAME_MASTER),
        ),
        ("release", {"person": "p1"}, fact("core.released", who="ana", audience=GAME_MASTER)),
    ],
)
def test_what_a_verb_tells_and_whom(fight: Recorder, verb: str, inputs: dict[str, Any], told: Fact) -> None:
    fight.begin(verb, internal=actions(threat.SYSTEM)[verb].internal, **inputs)
    assert fight.entries[-1].facts == (told,)


def test_the_name_that_only_the_game_master_knows_is_the_one_of_before(fight: Recorder) -> None:
    fight.begin("rename", who="orc", name="Gorg", public_name="Orco")
    fight.begin("rename", who="orc", name="Murg", public_name="Orco")
    assert fight.entries[-1].facts[0].params["before"] == "Gorg 1"


@pytest.mark.parametrize(("status", "audience"), [("ready", GAME_MASTER), ("running", TABLE)])
def test_while_a_scene_is_prepared_its_game_master_alone_reads_who_comes_and_goes(
    rehearsal: Game, status: Status, audience: Audience
) -> None:
    play = Recorder(rehearsal.system, replace(rehearsal.fight, status=status))
    row = {"id": "bea", "name": "Bea", "sheet": dict(one(play, "ana").sheet)}
    for verb, inputs in (
        ("enlist", {"combatants": [row]}),
        ("hide", {"who": "bea"}),
        ("reveal", {"who": "bea"}),
        ("dismiss", {"who": "bea"}),
    ):
        play.begin(verb, internal=verb == "enlist", **inputs)
        assert [one.audience for one in play.entries[-1].facts] == [GAME_MASTER if verb == "hide" else audience]


def test_a_note_is_told_as_it_was_written_and_experience_to_all(fight: Recorder) -> None:
    fight.begin("archive", note="Gorg escapa", experience=20)
    assert fight.entries[-1].facts[1:] == (
        fact("core.note", note="Gorg escapa", audience=GAME_MASTER),
        fact("core.experience", 20),
    )


@pytest.mark.parametrize(
    ("verb", "inputs", "field"),
    [("reorder", {"who": "ana", "direction": "up"}, "direction"), ("separate", {"who": "orc"}, "who")],
)
def test_what_is_refused_names_its_field(fight: Recorder, verb: str, inputs: dict[str, str], field: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        fight.begin(verb, **inputs)
    assert refused.value.field == field


def test_a_scene_is_brought_to_a_status_by_the_game_master_and_closed_with_a_note_and_experience() -> None:
    names = {"paused": "pause", "running": "resume", "archived": "archive", "ready": "ready"}
    scene: Fight[Any, Any] = Fight(None)
    for status, name in names.items():
        verb = _to_status(cast(Status, status), ())
        assert (verb.name, verb.for_game_master, verb.interrupts, verb.undo) == (name, True, True, "with_all_after")
        assert verb.inputs(scene, None, GM) == (
            (
                Text("note", "core.note_input", required=False, length=1000, multiline=True),
                Number("experience", "core.experience_input", required=False, minimum=0, maximum=MOST_EXPERIENCE),
            )
            if status == "archived"
            else ()
        )


def test_a_number_is_the_next_that_the_table_has_not_seen() -> None:
    rat: Combatant[Any] = Combatant("new", "Rata", None, numbered=True)

    def number(*others: Combatant[Any], one: Combatant[Any] = rat) -> int | None:
        return with_number(Fight(None, {other.id: other for other in others}), one).number

    seen, hidden = replace(rat, id="a"), replace(rat, id="b", hidden=True)
    assert [number(), number(hidden), number(seen), number(replace(seen, number=4), hidden)] == [1, 1, 2, 5]
    assert number(replace(hidden, number=3)) == 4, "the table has seen it before"
    assert number(seen, one=replace(rat, number=7)) == 7
    assert number(seen, one=replace(rat, hidden=True)) is None
    assert number(seen, one=replace(rat, numbered=False)) == 2, "two of one name are told apart"
    assert number(seen, one=replace(rat, numbered=False, character="c1")) is None
    assert number(hidden, one=replace(rat, numbered=False)) is None
