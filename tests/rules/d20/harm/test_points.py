"""What losing points and getting them back does to a body, and what each reader is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command
from rules.core.requests import Steps
from rules.systems.d20.bearing import threshold_of
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import changed, flags_after_damage, hurt, is_massive, strain
from rules.systems.d20.healing import STABILISE, friend_is_dying, mend, regained, stabilise_inputs
from rules.systems.d20.hit_points import state_by_hit_points
from rules.systems.d20.state import D20Fight, bears
from tests.rules.d20.actions.scene import ANA, BRUNO, scene
from tests.rules.recorder import GM

OWN = controllers_of("ana")
LOSS = ("D20H-HP-02",)


def standing(who: str = "ana", shows: str = "word", *, turn: bool = False, **body: Any) -> D20Fight:
    """The fight in which a combatant has such a body and the table sees its points in this way."""
    fight: D20Fight = scene(ordered=turn).fight
    one = fight.combatants[who]
    one = replace(one, shows=shows, body=replace(one.body, **body))
    return replace(fight, combatants={**fight.combatants, who: one})


def came_of(steps: Steps[D20Fight], **faces: list[int]) -> D20Fight:
    """The fight after a rule, with the dice that it asks for."""
    found = run(steps, {key.replace("__", ":"): {"faces": given} for key, given in faces.items()})
    assert isinstance(found, Done), found
    return found.result


# States and thresholds


@pytest.mark.parametrize(
    ("hp", "state"),
    [(1, "normal"), (0, "disabled"), (-1, "dying"), (-9, "dying"), (-10, "dead"), (-11, "dead")],
)
def test_states_begin_at_their_points(hp: int, state: str) -> None:
    """D20H-HP-05, D20H-DIS-01, D20H-DY-01, D20H-DY-03."""
    assert state_by_hit_points(hp) == state


@pytest.mark.parametrize(
    ("damage", "threshold", "immune", "massive"),
    [(14, 14, False, False), (15, 14, False, True), (15, 14, True, False), (99, None, False, False)],
)
def test_massive_is_more_than_the_threshold(damage: int, threshold: int | None, immune: bool, massive: bool) -> None:
    """D20H-MD-02, D20H-MD-04, D20H-HOUSE-20."""
    assert is_massive(damage, threshold, immune_to_criticals=immune) == massive


@pytest.mark.parametrize(
    ("hp", "lost", "kept"), [(-1, 1, False), (0, 1, True), (-1, 0, True), (1, 3, True), (-5, 4, False)]
)
def test_a_wound_below_zero_opens_again(hp: int, lost: int, kept: bool) -> None:
    """D20H-HOUSE-05."""
    assert flags_after_damage(hp, lost, tended=True, recovering=True) == (kept, kept)


@pytest.mark.parametrize(
    ("hp", "amount", "ceiling", "back"), [(3, 4, 10, 4), (3, 7, 10, 7), (3, 8, 10, 7), (12, 1, 10, 0)]
)
def test_healing_ends_at_its_ceiling(hp: int, amount: int, ceiling: int, back: int) -> None:
    """D20H-HEAL-01."""
    assert regained(hp, amount, ceiling) == back


# What is told


@pytest.mark.parametrize("verb", ["harm", "heal"])
@pytest.mark.parametrize(
    ("shows", "audience", "unseen", "plain"),
    [
        ("number", TABLE, False, fact("plain", who="ana")),
        ("number", TABLE, True, fact("plain", who="ana")),
        ("word", OWN, False, fact("word", who="ana", word=Word("health.badly_hurt"))),
        ("word", OWN, True, fact("word", who="ana", word=Word("health.badly_hurt"))),
        ("nothing", OWN, False, fact("plain", who="ana")),
        ("nothing", OWN, True, None),
    ],
)
def test_each_reader_is_told_what_they_may_know(
    verb: Any, shows: str, audience: Audience, unseen: bool, plain: Fact | None
) -> None:
    fight, notes = standing("ana", shows, hp=20, hp_max=30), Notes()
    otherwise = replace(plain, code=f"{verb}.{plain.code}") if plain else None
    after = changed(fight, "ana", replace(fight.body("ana"), hp=6), verb, notes, unseen=unseen)
    (told,) = notes.so_far
    assert told == fact(
        f"{verb}.points",
        14,
        rules=LOSS,
        audience=audience,
        otherwise=otherwise,
        who="ana",
        amount=14,
        before=20,
        after=6,
    )
    assert after.body("ana").hp == 6


@pytest.mark.parametrize("verb", ["harm", "heal"])
def test_the_attacker_knows_the_amount_and_not_what_it_leaves(verb: Any) -> None:
    fight = standing("ana", "nothing", hp=20, hp_max=30)
    after = replace(fight.body("ana"), hp=6)
    for by, amount, known in (("thug", 9, 9), ("thug", None, 14), ("ana", 9, None)):
        notes = Notes()
        changed(fight, "ana", after, verb, notes, by=by, amount=amount, rules=("D20H-MD-03",))
        plain, seen = fact(f"{verb}.plain", who="ana"), controllers_of("thug")
        some = fact(
            f"{verb}.amount",
            known,
            rules=("D20H-MD-03",),
            audience=seen,
            otherwise=plain,
            who="ana",
            amount=known or 0,
        )
        assert notes.so_far[0].otherwise == (some if known else plain)


@pytest.mark.parametrize(
    ("before", "after", "code", "moved", "points"),
    [
        ((20, 5), (20, 2), "with_temporary", 3, (25, 22)),
        ((20, 5), (18, 0), "with_temporary", 7, (25, 18)),
        ((20, 0), (20, 4), "with_temporary", 4, (20, 24)),
        ((20, 0), (15, 0), "points", 5, (20, 15)),
        ((20, -3), (15, -3), "points", 5, (20, 15)),
    ],
)
def test_temporary_points_are_told_while_there_are_any(
    before: tuple[int, int], after: tuple[int, int], code: str, moved: int, points: tuple[int, int]
) -> None:
    """D20H-TMP-01, D20H-HOUSE-10."""
    fight, notes = standing(hp=before[0], temp=before[1], hp_max=30), Notes()
    changed(fight, "ana", replace(fight.body("ana"), hp=after[0], temp=after[1]), "harm", notes)
    told = notes.so_far[0]
    assert (told.code, told.value) == (f"harm.{code}", moved)
    assert (told.params["before"], told.params["after"]) == points


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", TABLE), ("nothing", OWN)])
def test_a_new_state_is_told_in_words(shows: str, audience: Audience) -> None:
    """D20H-HP-05, D20H-DY-01."""
    notes, rules = Notes(), ("D20H-HP-05", "D20H-DY-01")
    came_of(hurt(standing("ana", shows, hp=3, hp_max=30), "ana", 4, notes))
    status = Word("condition.dying")
    assert notes.so_far[1:] == (fact("status.now", rules=rules, audience=audience, who="ana", status=status),)


# Blows


def test_a_massive_blow_takes_its_points_before_its_save() -> None:
    """D20H-MD-02, D20H-MD-03: the amount of the blow is its target's business."""
    fight, notes = standing(hp=30, hp_max=40, temp=4), Notes()
    threshold = threshold_of(fight.body("ana"))
    assert threshold == 13
    steps = hurt(fight, "ana", 14, notes, by="thug", key="blow:")
    asked = run(steps, {})
    assert isinstance(asked, Pending)
    assert [(one.code, one.value) for one in notes.so_far] == [("harm.with_temporary", 14), ("massive.due", 14)]
    assert notes.so_far[1] == fact(
        "massive.due", 14, who="ana", rules=("D20H-MD-02", "D20H-MD-03"), audience=controllers_of("ana")
    )
    assert notes.so_far[0].params["after"] == 20


@pytest.mark.parametrize(
    ("hp", "temp", "amount", "asks"),
    [
        (15, 0, 14, True),
        (14, 0, 14, False),
        (10, 5, 14, True),
        (14, -5, 14, False),
        (15, -5, 14, True),
        (30, 0, 13, False),
    ],
)
def test_a_save_is_due_where_a_massive_blow_leaves_points(hp: int, temp: int, amount: int, asks: bool) -> None:
    """D20H-MD-02, D20H-MD-03."""
    found = run(hurt(standing(hp=hp, temp=temp, hp_max=40), "ana", amount, Notes()), {})
    assert isinstance(found, Pending) == asks


def saved(face: int, **body: Any) -> tuple[D20Fight, tuple[Fact, ...]]:
    fight, notes = standing(hp=30, hp_max=40, **body), Notes()
    steps = hurt(fight, "ana", 14, notes)
    pending = run(steps, {})
    assert isinstance(pending, Pending)
    notes = Notes()
    after = run(hurt(fight, "ana", 14, notes), {pending.open[0].key: {"faces": [face]}})
    assert isinstance(after, Done)
    return after.result, notes.so_far


def test_who_withstands_a_massive_blow_loses_its_points_alone() -> None:
    """D20H-MD-03."""
    fight, told = saved(20)
    assert (fight.body("ana").hp, fight.body("ana").vital) == (16, "normal")
    assert fact("save.massive_made", who="ana", rules=("D20H-MD-03",)) in told
    assert [one.code for one in told].count("harm.points") == 1


def test_who_does_not_falls_to_one_below_zero() -> None:
    """D20H-MD-03."""
    fight, told = saved(1)
    assert (fight.body("ana").hp, fight.body("ana").temp, fight.body("ana").vital) == (-1, 0, "dying")
    assert bears(fight.body("ana"), "prone")
    assert fact("save.massive_failed", who="ana", rules=("D20H-MD-03",)) in told
    (first, second) = (one for one in told if one.code == "harm.points")
    assert (first.params["before"], first.params["after"]) == (30, 16)
    assert (second.params["before"], second.params["after"], second.rules) == (16, -1, ("D20H-MD-03",))


@pytest.mark.parametrize(
    ("amount", "vital", "changes"), [(0, "normal", False), (3, "dead", False), (3, "normal", True), (1, "normal", True)]
)
def test_the_dead_suffer_nothing_and_no_damage_changes_nothing(amount: int, vital: str, changes: bool) -> None:
    fight, notes = standing(hp=20, hp_max=30, vital=vital), Notes()
    after = came_of(hurt(fight, "ana", amount, notes))
    assert (after.body("ana").hp, bool(notes.so_far)) == (20 - amount if changes else 20, changes)


@pytest.mark.parametrize(
    ("acting", "vital", "fresh"), [(True, "normal", True), (False, "normal", False), (True, "dying", False)]
)
def test_who_begins_to_die_in_their_own_turn_waits_for_the_next(acting: bool, vital: str, fresh: bool) -> None:
    """D20H-HOUSE-07."""
    hp = 1 if vital == "normal" else -2
    body = came_of(hurt(standing(turn=acting, hp=hp, vital=vital), "ana", 3, Notes())).body("ana")
    assert (body.vital, body.fresh) == ("dying", fresh)


@pytest.mark.parametrize(("hp", "prone"), [(4, False), (3, False), (2, True), (-20, True)])
def test_who_loses_consciousness_falls(hp: int, prone: bool) -> None:
    body = came_of(hurt(standing(hp=max(hp, 1), hp_max=30), "ana", 3 if hp > 0 else 13, Notes())).body("ana")
    assert bears(body, "prone") == prone


def test_who_lies_already_lies_once() -> None:
    lying = {"before": Effect("before", "condition", "prone")}
    assert came_of(hurt(standing(hp=1, effects=lying), "ana", 3, Notes())).body("ana").effects == lying


def test_the_amount_of_a_blow_is_told_as_it_was_dealt() -> None:
    """D20H-TMP-02: temporary points below none, as undoing may leave them, are made none and are no part of it."""
    notes = Notes()
    body = came_of(hurt(standing(hp=20, temp=-5), "ana", 3, notes)).body("ana")
    assert (body.hp, body.temp, notes.so_far[0].value) == (17, 0, 3)


@pytest.mark.parametrize(
    ("hp", "temp", "vital", "kept"),
    [(-2, 0, "stable", False), (20, 0, "normal", True), (-3, 5, "normal", True), (-3, 3, "disabled", False)],
)
def test_a_wound_ends_care_below_zero_alone(hp: int, temp: int, vital: str, kept: bool) -> None:
    """D20H-HOUSE-05: temporary points count."""
    fight = standing(hp=hp, temp=temp, hp_max=30, vital=vital, tended=True, recovering=True)
    body = came_of(hurt(fight, "ana", 1, Notes())).body("ana")
    assert (body.tended, body.recovering) == (kept, kept)


# Sparing blows


@pytest.mark.parametrize(("by", "seen"), [("thug", ("ana", "thug")), (None, ("ana",))])
@pytest.mark.parametrize(("shows", "words"), [("word", TABLE), ("nothing", OWN)])
def test_a_sparing_blow_below_the_threshold_does_nothing(
    by: str | None, seen: tuple[str, ...], shows: str, words: Audience
) -> None:
    """D20H-NL-05."""
    fight, notes = standing("ana", shows, hp=20, hp_max=30), Notes()
    assert came_of(hurt(fight, "ana", 12, notes, by=by, nonlethal=True)) == fight
    assert notes.so_far == (
        fact(
            "nonlethal.amount",
            12,
            rules=("D20H-NL-05",),
            audience=controllers_of(*seen),
            otherwise=fact("nonlethal.plain", who="ana"),
            who="ana",
            amount=12,
        ),
        fact("nonlethal.nothing", rules=("D20H-NL-05",), audience=words, who="ana"),
    )


@pytest.mark.parametrize(("shows", "words"), [("word", TABLE), ("nothing", OWN)])
@pytest.mark.parametrize(
    ("face", "die", "saved", "condition", "rounds"),
    [(20, None, "made", "dazed", 1), (1, 3, "failed", "unconscious", 4)],
)
def test_a_sparing_blow_of_the_threshold_stuns_or_fells(
    shows: str, words: Audience, face: int, die: int | None, saved: str, condition: str, rounds: int
) -> None:
    """D20H-NL-06."""
    fight, answers = standing("ana", shows, hp=20, hp_max=30), dict[str, Any]()
    for faces in ([face], *(() if die is None else ([die],))):
        pending = run(hurt(fight, "ana", 13, Notes(), by="thug", key="blow:", nonlethal=True), answers)
        assert isinstance(pending, Pending)
        assert pending.open[0].key.startswith("blow:")
        answers[pending.open[0].key] = {"faces": faces}
    notes = Notes()
    found = run(hurt(fight, "ana", 13, notes, by="thug", key="blow:", nonlethal=True), answers)
    assert isinstance(found, Done)
    rules = ("D20H-NL-06",)
    for told in (
        fact(f"save.nonlethal_{saved}", rules=rules, audience=words, who="ana"),
        fact(
            "condition.gained_rounds",
            rules=rules,
            audience=words,
            who="ana",
            what=Word(f"condition.{condition}"),
            rounds=rounds,
        ),
    ):
        assert told in notes.so_far
    body = found.result.body("ana")
    assert (body.hp, bears(body, condition), bears(body, "prone")) == (20, True, condition == "unconscious")


def test_nobody_spares_the_dead() -> None:
    fight = standing(hp=-12, vital="dead")
    for amount in (0, 30):
        notes = Notes()
        assert came_of(hurt(fight, "ana", amount, notes, nonlethal=True)) == fight
        assert [one.code for one in notes.so_far] == ["nonlethal.amount"]


def test_a_sparing_blow_without_damage_is_told_and_does_nothing() -> None:
    fight, notes = standing(hp=20, hp_max=30), Notes()
    assert came_of(hurt(fight, "ana", 0, notes, nonlethal=True)) is fight
    assert [one.code for one in notes.so_far] == ["nonlethal.amount"]


# Objects


def test_objects_lose_what_goes_beyond_their_hardness() -> None:
    """D20S-OBJ-06, D20S-OBJ-14, D20S-HOUSE-09."""
    whole = standing("door", "number", hp=10, hp_max=10)
    hardness = whole.body("door").thing.hardness
    rules = ("D20S-OBJ-06", "D20S-OBJ-14", "D20S-HOUSE-09")
    notes = Notes()
    assert came_of(hurt(whole, "door", hardness, notes, by="ana")) == whole
    assert notes.so_far == (fact("object.unharmed", rules=rules, who="door"),)
    for beyond, left in ((1, 9), (9, 1), (10, 0)):
        notes = Notes()
        after = came_of(hurt(whole, "door", hardness + beyond, notes, by="ana"))
        assert after.body("door").hp == left
        assert (notes.so_far[0].code, notes.so_far[0].value, notes.so_far[0].rules) == ("harm.points", beyond, rules)
        assert notes.so_far[1:] == (() if left else (fact("object.destroyed", rules=("D20S-HOUSE-09",), who="door"),))


def test_a_broken_object_loses_from_nothing() -> None:
    """D20S-HOUSE-09: points below zero, as undoing may leave them, are none."""
    body = came_of(hurt(standing("door", hp=-3, hp_max=10), "door", 30, Notes())).body("door")
    assert body.hp <= 0


# Effort


@pytest.mark.parametrize(
    ("vital", "strenuous", "hp"), [("disabled", True, -1), ("disabled", False, 0), ("stable", True, 0)]
)
def test_effort_costs_the_disabled_a_point(vital: str, strenuous: bool, hp: int) -> None:
    """D20H-DIS-03."""
    notes, rules = Notes(), ("D20H-DIS-03",)
    body = came_of(strain(standing(hp=0, vital=vital), "ana", notes, strenuous=strenuous)).body("ana")
    assert body.hp == hp
    if hp:
        assert notes.so_far[0] == fact("effort.costs", rules=rules, who="ana")
        assert (notes.so_far[1].code, notes.so_far[1].rules) == ("harm.points", rules)


# Healing


@pytest.mark.parametrize(
    ("before", "amount", "house", "after"),
    [
        # hp, vital, tended, recovering, fresh
        ((-5, "dying", False, False, True), 3, True, (-2, "stable", True, False, True)),
        ((-5, "dying", False, False, True), 3, False, (-2, "dying", False, False, True)),
        ((-5, "dying", True, False, True), 0, True, (-5, "dying", True, False, True)),
        ((-5, "stable", False, True, False), 5, True, (0, "disabled", False, True, False)),
        ((-5, "stable", True, True, True), 6, True, (1, "normal", False, False, False)),
        ((29, "normal", False, False, False), 5, True, (30, "normal", False, False, False)),
    ],
)
def test_what_healing_brings_back(before: Any, amount: int, house: bool, after: Any) -> None:
    """D20H-HEAL-01, D20H-DIS-05, D20H-HOUSE-06."""
    names = ("hp", "vital", "tended", "recovering", "fresh")
    fight = standing(hp_max=30, **dict(zip(names, before, strict=True)))
    fight = replace(fight, house={"healing_stabilises": house})
    body = mend(fight, "ana", amount, Notes()).body("ana")
    assert tuple(getattr(body, name) for name in names) == after


def test_locked_points_do_not_come_back_and_those_that_are_owed_do_not_count() -> None:
    """D20H-TEMP-01, D20H-FOOD-05."""
    fight = standing(hp=10, hp_max=30, locked={"thirst": 4, "heat": 3, "undone": -5})
    assert mend(fight, "ana", 99, Notes()).body("ana").hp == 23


def test_who_stands_by_temporary_points_is_awake_when_healed() -> None:
    """D20H-TMP-03."""
    fight = standing(hp=-3, hp_max=30, temp=5, vital="stable")
    assert mend(fight, "ana", 1, Notes()).body("ana").vital == "normal"


def test_healing_is_told_by_its_rows_and_not_to_the_dead() -> None:
    notes = Notes()
    mend(standing(hp=10, hp_max=30), "ana", 4, notes)
    mend(standing(hp=-10, vital="dead"), "ana", 4, notes)
    mend(standing("door", hp=4, hp_max=10), "door", 9, notes, rules=("D20S-OBJ-01",))
    points, dead, door = notes.so_far
    assert (points.code, points.value, points.rules) == ("heal.points", 4, ("D20H-HEAL-01", "D20H-HOUSE-06"))
    assert dead == fact("heal.dead", rules=("D20H-DY-03",), who="ana")
    assert (door.value, door.params["after"], door.rules) == (6, 10, ("D20S-OBJ-01",))


# First aid


def lying(**shows: str) -> D20Fight:
    """Bruno, the thug and the dog are dying; the table sees none of those that this says so of."""
    fight = scene(ordered=False).fight
    people: Mapping[str, Any] = {
        who: replace(one, shows=shows.get(who, "word"), body=replace(one.body, hp=-3, vital="dying"))
        if who in ("bruno", "thug", "dog")
        else one
        for who, one in fight.combatants.items()
    }
    return replace(fight, combatants=people)


def patients(fight: D20Fight, actor: str | None, viewer: Viewer) -> tuple[list[str], Any, Any]:
    (found,) = stabilise_inputs(fight, actor, viewer)
    return [str(one.value) for one in found.options], found.likely, found.default  # type: ignore[attr-defined]


def test_first_aid_is_for_others_who_are_known_to_be_dying() -> None:
    """D20H-REC-06: a foe may be helped, and is not proposed."""
    assert patients(lying(), "ana", ANA) == (["thug", "bruno", "dog"], ("bruno",), "bruno")
    assert patients(lying(thug="nothing", bruno="nothing"), "ana", ANA) == (["dog"], (), None)
    assert patients(lying(thug="nothing"), "ana", GM) == (["thug", "bruno", "dog"], ("bruno",), "bruno")
    assert patients(lying(), "bruno", BRUNO)[0] == ["thug", "dog"]
    assert patients(lying(), None, GM) == (["thug", "bruno", "dog"], (), None)


def test_a_dying_friend_is_seen_by_the_own_side() -> None:
    assert friend_is_dying(lying(), "ana")
    assert not friend_is_dying(lying(bruno="nothing"), "ana")
    assert not friend_is_dying(scene().fight, "ana")


@pytest.mark.parametrize(("target", "vital"), [("bruno", "stable"), ("nobody", "dying")])
def test_first_aid_comes_too_late_for_one_who_is_not_dying(target: str, vital: str) -> None:
    """D20H-REC-06: it is refused at the target before anything is spent."""
    fight = standing("bruno", turn=True, hp=-3, vital=vital)
    with pytest.raises(NotAllowed) as refused:
        run(STABILISE.resolve(fight, Command("c1", "stabilise", "ana", {"target": target})), {})
    assert (refused.value.reason, refused.value.field) == ("d20.care.not_dying", "target")


def test_first_aid_is_an_attack_action_of_the_own_turn() -> None:
    """D20H-REC-06."""
    fight = standing("bruno", turn=True, hp=-3, vital="dying")
    STABILISE.check(fight, Command("c1", "stabilise", "ana"), ANA)
    with pytest.raises(NotAllowed) as refused:
        STABILISE.check(scene().fight, Command("c1", "stabilise", "ana"), ANA)
    assert refused.value.reason == "d20.care.nobody"
    with pytest.raises(NotAllowed) as refused:
        STABILISE.check(standing("ana", turn=True, hp=-3, vital="dying"), Command("c1", "stabilise", "bruno"), BRUNO)
    assert refused.value.reason == "core.not_your_turn"
