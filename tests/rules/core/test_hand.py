"""What the game master decides: a player's value is a proposal, and nothing rolls before the game master's word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer, controllers_of
from rules.core.codec import codec
from rules.core.driver import Pending, run
from rules.core.engine import Late
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref, Word, fact, visible
from rules.core.fight import Combatant, Command, Head, Outcome
from rules.core.hand import (
    KEY,
    answered,
    decisions,
    declined,
    players_undo_dice,
    proposed,
    put_to_game_master,
    steps,
    told,
)
from rules.core.inputs import (
    Choice,
    Combatants,
    Flag,
    Input,
    Number,
    Option,
    Rows,
    Several,
    Text,
    game_master_decides,
    options_of,
)
from rules.core.requests import Choose, Dice, Steps, roll
from rules.core.system import Action
from tests.rules.recorder import GM, Recorder
from tests.rules.toys.base import Toy, fight_of
from tests.rules.toys.spend import Body, Round, SpendFight

ANA, BEA = Viewer("p1", controls=frozenset({"ana"})), Viewer("p2", controls=frozenset({"bea"}))
HELP = {"value": 2, "reason": "soy lista"}


WEIGHING = options_of("toy", ("load", "mud"))
BESIDE = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in ("ana", "bea"))


def inputs(fight: SpendFight, actor: str | None, viewer: Viewer) -> tuple[Input, ...]:
    return (
        Text("what", "toy.what", required=False),
        *game_master_decides(
            Choice("light", "toy.light", default="day", options=options_of("toy", ("day", "night"))),
            Several("weighs", "toy.weighs", required=False, ordered=False, default=["load", "mud"], options=WEIGHING),
            Combatants("beside", "toy.beside", required=False, likely=("bea",), options=BESIDE),
            Rows("others", "toy.others", of=(Number("value", "toy.value"), Text("reason", required=False))),
            rules=("TOY-LIGHT-01",),
        ),
    )  # fmt: skip


def climb(fight: SpendFight, command: Command) -> Steps[Outcome[Body, Round]]:
    faces = yield from roll("climb", command.actor, 6)
    total = sum(faces) + sum(row["value"] for row in command.inputs["others"]) - len(command.inputs["weighs"])
    body = fight.body(str(command.actor))
    hurt = total if command.inputs["light"] == "day" else 2 * total
    after = fight.with_body(str(command.actor), replace(body, hurt=body.hurt + hurt))
    return Outcome(after, (Fact("toy.climbed", total),))


class Climbing(Toy[Body, Round]):
    slug = "toy_climb"
    codec = codec(Head[Body, Round])
    actions = {"climb": Action("climb", climb, inputs)}


SYSTEM = Climbing()


def scene(mode: str = "", *, ordered: bool = True) -> Recorder:
    fight = fight_of(
        Round(),
        Combatant("ana", "Ana", Body(), controllers=frozenset({"p1"})),
        Combatant("bea", "Bea", Body(), controllers=frozenset({"p2"})),
    )
    play = Recorder(SYSTEM, replace(fight, house={"proposals": mode} if mode else {}, ordered=ordered))
    play.agrees = False
    return play


def propose(play: Recorder, who: str = "ana", viewer: Viewer = ANA, **values: Any) -> None:
    play.begin("climb", who, viewer=viewer, **{"what": "el muro", "light": "day", "weighs": ["load", "mud"], **values})


def request(play: Recorder) -> Choose:
    (asked,) = play.requests
    assert isinstance(asked, Choose)
    return asked


def codes(play: Recorder, viewer: Viewer = GM) -> list[str]:
    return [fact.code for fact in visible(play.facts, viewer)]


def test_the_usual_values_need_no_word() -> None:
    play = scene()
    play.begin("climb", "ana", viewer=ANA, weighs=["mud", "load"], light="day")
    assert [type(one) for one in play.requests] == [Dice]
    assert "proposed" not in play.state["open"][0]["command"]


def test_nothing_rolls_before_the_game_masters_word() -> None:
    play = scene()
    propose(play, others=[HELP], weighs=["mud"])
    asked = request(play)
    assert (asked.key, asked.to, asked.about) == (KEY, None, "ana")
    assert (asked.audience, asked.label) == (controllers_of("ana"), "ask.game_master")
    assert asked.default == {"others": [HELP], "weighs": ["mud"], "light": "day", "beside": None}
    assert [item.name for item in asked.inputs] == ["weighs", "others", "light", "beside"], (
        "what is proposed comes first"
    )
    for nobody in (ANA, BEA, PUBLIC):
        with pytest.raises(NotAllowed):
            play.answer(KEY, {**asked.default}, viewer=nobody)
    play.answer(KEY, {**asked.default})
    assert [type(one) for one in play.requests] == [Dice]
    play.answer("climb", faces=[4], viewer=ANA)
    assert play.body("ana").hurt == 5


def test_the_game_master_is_asked_about_an_unusual_target_in_sight_of_all_others() -> None:
    play = scene()
    propose(play, beside="ana")
    asked = request(play)
    (beside,) = (item for item in asked.inputs if isinstance(item, Combatants))
    assert asked.default is not None
    assert (asked.default["beside"], beside.likely) == ("ana", None)


def test_the_word_replaces_what_was_proposed() -> None:
    play = scene()
    propose(play, others=[HELP])
    play.answer(KEY, {"others": [], "weighs": ["load"], "light": "night"})
    play.answer("climb", faces=[4], viewer=ANA)
    assert play.body("ana").hurt == 6
    said = [fact for fact in play.facts if fact.code.startswith("core.hand.set")]
    assert [(fact.code, fact.params["said"]) for fact in said] == [
        ("core.hand.set_out", "2 «soy lista»"),
        ("core.hand.set", Word("toy.night")),
        ("core.hand.set_out", Word("toy.mud")),
    ]
    assert {fact.rules for fact in said} == {("TOY-LIGHT-01",)}


def test_the_game_master_is_never_asked_about_own_acts() -> None:
    play = scene()
    propose(play, viewer=GM, others=[HELP], light="night")
    assert [type(one) for one in play.requests] == [Dice]
    assert "core.hand.ask" not in codes(play)


@pytest.mark.parametrize("mode", ["tell", "trust"])
def test_a_table_that_is_told_or_trusts_waits_for_nobody_and_reads_it_in_the_log(mode: str) -> None:
    play = scene(mode)
    propose(play, others=[HELP], weighs=[])
    assert [type(one) for one in play.requests] == [Dice]
    assert codes(play) == [f"core.hand.{mode}_out", f"core.hand.{mode}_out", f"core.hand.{mode}"]
    assert [fact.params["said"] for fact in play.facts] == [Word("toy.load"), Word("toy.mud"), "2 «soy lista»"]
    assert all(fact.rules == ("TOY-LIGHT-01",) for fact in play.facts)
    assert codes(play, ANA) == codes(play)
    assert codes(play, BEA) == [], "others are told of the act by its own facts, if at all"


def test_a_proposal_can_be_withdrawn_until_it_is_answered() -> None:
    play = scene()
    propose(play, others=[HELP])
    with pytest.raises(NotAllowed):
        play.cancel(viewer=BEA)
    play.cancel(viewer=ANA)
    assert (play.waiting, play.body("ana").hurt) == (None, 0)
    propose(play, others=[HELP])
    play.answer(KEY, {**(request(play).default or {})})
    with pytest.raises(NotAllowed):
        play.cancel(viewer=ANA)


def test_undoing_the_word_asks_again() -> None:
    play = scene()
    propose(play, others=[HELP])
    play.answer(KEY, {**(request(play).default or {})})
    play.undo()
    assert request(play).key == KEY
    play.undo()
    assert play.waiting is None


def test_two_propose_at_once_in_a_scene_without_turns() -> None:
    play = scene(ordered=False)
    propose(play, others=[HELP])
    propose(play, "bea", BEA, others=[HELP])
    assert request(play).about == "bea"
    play.answer(KEY, {"others": [], "weighs": [], "light": "day"})
    with pytest.raises(NotAllowed):
        propose(play, viewer=ANA)
    play.answer("climb", faces=[3], viewer=BEA)
    assert request(play).about == "ana"
    play.answer(KEY, {"others": [], "weighs": [], "light": "day"})
    play.answer("climb", faces=[1], viewer=ANA)
    assert (play.body("ana").hurt, play.body("bea").hurt, play.waiting) == (1, 3, None)


def test_in_a_scene_without_turns_an_act_that_is_no_proposal_comes_first() -> None:
    """Nobody has answered yet; but it has begun, and its dice are asked for."""
    play = scene(ordered=False)
    play.begin("climb", "ana", viewer=GM, what="el muro", light="day", weighs=["load", "mud"], others=[])
    with pytest.raises(NotAllowed):
        propose(play, "bea", BEA)
    play.answer("climb", faces=[3])
    propose(play, "bea", BEA)


def test_in_a_fight_the_next_act_waits_for_the_word() -> None:
    play = scene()
    propose(play, others=[HELP])
    with pytest.raises(NotAllowed):
        propose(play, "bea", BEA)


def test_a_word_that_comes_twice_is_late() -> None:
    play = scene()
    propose(play, light="night")
    play.answer(KEY, {**(request(play).default or {})})
    with pytest.raises(Late):
        play.answer(KEY, {"others": [], "weighs": [], "light": "day"})


def test_a_stored_command_of_earlier_rules_opens() -> None:
    command = codec(Command).load({"id": "c1", "action": "climb", "actor": "ana", "inputs": {}, "moment": ""})
    assert command.proposed == ()
    assert codec(Command).dump(replace(command, proposed=("light",)))["proposed"] == ["light"]


def test_a_preview_with_proposals_asks_the_game_master() -> None:
    play = scene()
    command = Command("preview", "climb", "ana", {"light": "night", "weighs": [], "others": []}, proposed=("light",))
    found: Any = engine.preview(SYSTEM, play.fight, command)
    assert found.request.key == KEY


def test_what_always_needs_a_word_is_told_part_by_part() -> None:
    """Nothing was proposed before it, so that each part is new."""
    weighs = Several("weighs", "toy.weighs", required=False, ordered=False, default=["load"], options=WEIGHING)
    facts = told(scene().fight, game_master_decides(weighs, always=True), {"weighs": ["load", "mud"]}, ANA, "ana")
    assert [fact.params["said"].code for fact in facts] == [option.label.code for option in WEIGHING]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({}, Word("toy.who")),
        ({"who": Ref("bea"), "name": "Bea"}, Ref("bea")),
        ({"name": "", "who": Ref("bea")}, Ref("bea")),
        ({"count": 3, "what": Word("toy.mud")}, Word("toy.mud")),
        ({"count": 3, "name": ""}, Word("toy.who")),
    ],
)
def test_an_option_is_told_by_the_first_name_in_its_words(params: dict[str, Any], said: object) -> None:
    item = Choice("who", "toy.who", options=(Option("bea", Fact("toy.who", params=params)),))
    (fact,) = told(scene().fight, game_master_decides(item, always=True), {"who": "bea"}, ANA, "ana")
    assert fact.params["said"] == said


def test_what_is_decided_is_told_value_by_value_or_as_a_yes() -> None:
    signed, plain, open_ = Number("bonus", "toy.bonus", signed=True), Number("size"), Flag("dark")
    inputs, wanted = (signed, plain, open_, Text("unasked")), {"bonus": 1, "size": 1, "dark": False}
    found = answered(inputs, wanted, {"bonus": 2, "size": 3, "dark": True, "unasked": "x"}, "ana")
    assert [(fact.code, fact.params) for fact in found] == [
        ("core.hand.set", {"who": Ref("ana"), "what": Word("toy.bonus"), "said": "+2"}),
        ("core.hand.set", {"who": Ref("ana"), "what": Word("input.size"), "said": "3"}),
        ("core.hand.set", {"who": Ref("ana"), "what": Word("input.dark"), "said": Word("answer.yes")}),
    ]
    assert all(fact.audience == controllers_of("ana") for fact in found)
    found = answered(inputs, wanted, {**wanted, "size": 3}, "ana")
    assert [fact.params["said"] for fact in found] == ["3"], "what stays as it was proposed is not told"
    (yes,) = answered(inputs, wanted, {**wanted, "unasked": "x"}, "ana")
    assert (yes.code, yes.params, yes.audience) == ("core.hand.yes", {"who": Ref("ana")}, controllers_of("ana"))
    assert answered(inputs, wanted, wanted, None) == ()
    assert answered(inputs, wanted, {**wanted, "size": 9}, None) == ()


@pytest.mark.parametrize(
    ("item", "value", "said"),
    [
        (Text("x"), "de noche", "de noche"),
        (Text("x", required=False), "", "–"),
        (Flag("x"), False, Word("answer.no")),
        (Flag("x"), True, Word("answer.yes")),
        (Number("x", signed=True), -1, "\u22121"),
    ],
)
def test_a_value_is_said_as_people_read_it(item: Input, value: Any, said: object) -> None:
    (fact,) = told(scene().fight, game_master_decides(item, always=True), {"x": value}, ANA, "ana")
    assert fact.params["said"] == said


# The word of the game master


def steep(fight: SpendFight, command: Command, viewer: Viewer) -> None:
    if command.inputs.get("light") == "night":
        raise NotAllowed("toy.dark", field="light")


def harder(fight: SpendFight, actor: str | None, viewer: Viewer) -> tuple[Input, ...]:
    return (Number("hard", default=3), *inputs(fight, actor, viewer)) if viewer.game_master else inputs(
        fight, actor, viewer
    )  # fmt: skip


CLIFF: Action[Body, Round] = Action("climb", climb, harder, steep)


def test_the_word_is_held_to_what_the_act_is_held_to() -> None:
    proposed = Command("c", "climb", "ana", {"light": "day", "weighs": ["mud"], "others": []}, proposed=("weighs",))
    word = {"light": "night", "weighs": [], "others": [], "beside": None, "hard": 3}
    with pytest.raises(NotAllowed, match=r"toy\.dark"):
        run(steps(CLIFF, scene().fight, proposed), {KEY: word})
    assert isinstance(run(steps(CLIFF, scene().fight, proposed), {KEY: {**word, "light": "day"}}), Pending)


def test_what_is_proposed_comes_first_and_what_players_are_not_asked_for_last() -> None:
    fight = scene().fight
    given = {"what": "x", "light": "day", "weighs": ["mud"], "others": [HELP], "beside": None}
    command = Command("c", "climb", "ana", given, proposed=("weighs", "others"))
    asked = [item.name for item in decisions(CLIFF, fight, command)]
    assert asked == ["weighs", "others", "light", "beside", "hard"]


@pytest.mark.parametrize("kind", [Flag, Text, Number])
def test_the_game_master_is_asked_in_sight_and_with_what_was_proposed(kind: type[Input]) -> None:
    seldom = Choose("seen", "ana", inputs=(kind("dark", fresh=True, seldom=True),), default={"dark": 1})
    put = put_to_game_master(seldom, {"seen": {"dark": 2}})
    assert isinstance(put, Choose)
    assert (put.to, put.about, put.default, put.inputs) == (None, "ana", {"dark": 2}, (kind("dark"),))
    assert put_to_game_master(seldom, {"other": {"dark": 2}}) is seldom


def test_a_table_lets_players_take_back_dice_only_where_it_says_so() -> None:
    said = [players_undo_dice(house) for house in ({"dice_undone": "player"}, {"dice_undone": "game_master"}, {})]
    assert said == [True, False, False]


DARK, SURE = game_master_decides(Flag("dark")) + game_master_decides(Flag("sure"), always=True)
(FOE,) = game_master_decides(Choice("foe", options=WEIGHING))
PLAIN = Number("plain", default=1)


@pytest.mark.parametrize(
    ("inputs", "wanted", "instead"),
    [
        ((DARK,), {"dark": True}, {"dark": False}),
        ((DARK,), {"dark": False}, None),
        ((DARK, PLAIN), {"dark": True, "plain": 3}, {"dark": False, "plain": 3}),
        ((DARK, SURE), {"dark": True, "sure": True}, {"dark": False, "sure": True}),
        ((SURE,), {"sure": True}, None),
        ((FOE,), {"foe": "mud"}, None),
        ((DARK, FOE), {"dark": True, "foe": "mud"}, None),
        ((replace(FOE, required=False),), {"foe": "mud"}, {"foe": None}),
        ((DARK, replace(FOE, required=False)), {"dark": False, "foe": "mud"}, {"dark": False, "foe": None}),
    ],
)
def test_a_no_sets_back_what_has_a_usual_value(
    inputs: tuple[Input, ...], wanted: dict[str, Any], instead: dict[str, Any] | None
) -> None:
    assert declined(inputs, wanted) == instead


UNORDERED = Several("bears", ordered=False, default=["load", "mud"], options=WEIGHING)
FREE = Choice("way", default="load", options=(*WEIGHING, Option("stairs", Fact("toy.stairs"), free=True)))


@pytest.mark.parametrize(
    ("item", "value", "needs"),
    [
        (FREE, "load", False),
        (FREE, "mud", True),
        (FREE, "stairs", False),
        (UNORDERED, ["mud", "load"], False),
        (UNORDERED, ["mud"], True),
        (UNORDERED, None, True),
        (replace(UNORDERED, ordered=True), ["mud", "load"], True),
        (replace(UNORDERED, default=None, minimum=1), ["mud"], True),
        (Number("n", default=2), 2, False),
    ],
)
def test_another_value_than_the_usual_one_needs_a_word_unless_it_is_free(item: Input, value: Any, needs: bool) -> None:
    (decided,) = game_master_decides(item)
    assert list(proposed([decided], {item.name: value}, ANA)) == ([decided] if needs else [])
    assert list(proposed([item], {item.name: value}, ANA)) == list(proposed([decided], {item.name: value}, GM)) == []


def test_others_learn_that_the_game_master_is_asked_and_of_what_is_told_nothing() -> None:
    for mode, others in (("ask", fact("core.hand.asked", who=Ref("ana"))), ("tell", None), ("trust", None)):
        (said,) = told(scene(mode).fight, [DARK], {"dark": True}, ANA, "ana")
        assert (said.code, said.otherwise) == (f"core.hand.{mode}", others)


MANY = Rows("many", of=(
    Choice("kind", options=WEIGHING), Number("value", signed=True), Text("why", required=False), Flag("sure"),
    Choice("other", options=WEIGHING), Combatants("whose", options=BESIDE),
))  # fmt: skip


@pytest.mark.parametrize(
    ("item", "value", "what", "said"),
    [
        (MANY, [{"kind": "mud", "value": 2, "why": "x", "sure": True, "other": "load"}], Word("toy.mud"), "+2 «x»"),
        (MANY, [{"kind": None, "why": "", "other": "load"}], Word("toy.load"), "–"),
        (replace(MANY, of=MANY.of[1:3]), [{"value": -1}], Word("input.many"), "\u22121"),
        (Several("x", options=WEIGHING, words=True), [["mud", "hasta el cuello"]], Word("input.x"), Word("toy.mud")),
    ],
)
def test_a_row_is_told_by_its_first_word_with_its_numbers_and_reasons(
    item: Input, value: Any, what: Word, said: object
) -> None:
    (found,) = told(scene().fight, game_master_decides(item, always=True), {item.name: value}, ANA, "ana")
    assert (found.params["what"], found.params["said"]) == (what, said)


def test_a_row_of_which_the_choice_names_a_person_keeps_its_own_name() -> None:
    rows = Rows("rows", of=(Choice("who", options=BESIDE), Choice("kind", options=WEIGHING)))
    value = [{"who": "bea", "kind": "mud"}]
    (found,) = told(scene().fight, game_master_decides(rows, always=True), {"rows": value}, ANA, "ana")
    assert found.params["what"] == Word("toy.mud")
