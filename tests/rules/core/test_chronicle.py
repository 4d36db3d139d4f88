"""What came of a fight, gathered from its log: harm, falls, and who brought them about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rules.core.chronicle import Blow, Chronicle, Moment, Save, Step
from rules.core.chronicle import chronicle as of_codes
from rules.core.facts import Fact, Ref, Word, fact
from rules.core.fight import Command
from rules.core.log import Entry, counted
from rules.core.registry import get_system
from rules.core.stored import load_entry
from rules.core.told_codes import ToldCodes
from tests.rules.golden import FIGHTS, read, slug_of

CODES = ToldCodes(rounds=("round.begins", "vehicle_turn.begins"), waiting=("harm.waits",))


def chronicle(steps: Sequence[Step], codes: ToldCodes = CODES) -> Chronicle:
    return of_codes(steps, codes)


def step(
    *facts: Fact,
    actor: str | None = None,
    of: str = "a",
    fell: tuple[str, ...] = (),
    rose: tuple[str, ...] = (),
    sides: tuple[int, ...] = (),
    begins: bool = True,
) -> Step:
    command = Command(of, "attack", actor) if begins else None
    kind = "command" if begins else "answer"
    return Step(Entry(of, "teo", kind, of, facts=facts, command=command, sides=sides), facts, fell, rose)


def harm(who: str, amount: int | None = None, code: str = "harm.points") -> Fact:
    return fact(code, amount, who=who)


def test_who_is_told_to_act_on_the_one_who_is_hurt_dealt_it() -> None:
    told = chronicle(
        [
            step(fact("round.begins", 2)),
            step(fact("attack.melee", who="ana", target="wolf"), actor="ana"),
            step(harm("wolf", 5), begins=False, fell=("wolf",)),
        ]
    )
    assert told.rounds == 2
    assert told.blows == (Blow(2, "wolf", "ana", 5),)
    assert told.moments == (Moment("falls", 2, "wolf", "ana"),)
    assert told.dealt("ana") == Counter({2: 5})


def test_an_opportunity_within_the_act_of_another_is_its_own() -> None:
    """Of two blows in one resolution each belongs to who aimed it."""
    told = chronicle(
        [
            step(fact("attack.melee", who="wolf", target="ana"), harm("ana", 3), actor="ana"),
            step(fact("attack.melee", who="ana", target="wolf"), harm("wolf", 4), begins=False),
        ]
    )
    assert told.blows == (Blow(0, "ana", "wolf", 3), Blow(0, "wolf", "ana", 4))
    assert (told.dealt("ana"), told.dealt("wolf"), told.untold("ana")) == (Counter({0: 4}), Counter({0: 3}), 0)


def test_harm_that_nobody_dealt_is_nobodys() -> None:
    told = chronicle([step(harm("ana", 1), actor="ana", fell=("ana",))])
    assert told.blows == (Blow(0, "ana", None, 1),)
    assert told.moments == (Moment("falls", 0, "ana", None),)


def test_harm_that_waits_counts_once_and_fells_by_who_dealt_it() -> None:
    told = chronicle(
        [
            step(fact("attack.melee", who="ana", target="wolf"), harm("wolf", 6, "harm.waits"), actor="ana"),
            step(harm("wolf", 6), of="phase", fell=("wolf",)),
        ]
    )
    assert told.blows == (Blow(0, "wolf", "ana", 6),)
    assert told.moments == (Moment("falls", 0, "wolf", "ana"),)


def test_harm_that_waits_and_that_nobody_dealt_counts_once_too() -> None:
    told = chronicle([step(harm("ana", 2, "harm.waits")), step(harm("ana", 2), of="phase", fell=("ana",))])
    assert told.blows == (Blow(0, "ana", None, 2),)
    assert told.moments == (Moment("falls", 0, "ana", None),)


def test_who_dies_of_a_blow_later_in_its_resolution_fell_to_it() -> None:
    told = chronicle(
        [
            step(fact("attack.melee", who="wolf", target="ana"), harm("ana", 9, "harm.waits"), actor="wolf"),
            step(harm("ana", 9), of="phase"),
            step(harm("ana", 1), of="phase", begins=False, fell=("ana",)),
        ]
    )
    assert [moment.by for moment in told.moments] == ["wolf"]


def test_harm_without_a_number_is_counted_as_untold() -> None:
    said = fact("harm.word_at", who="wolf", word=Word("health.hurt"))
    told = chronicle([step(fact("attack.melee", who="ana", target="wolf"), said, actor="ana")])
    assert (told.untold("ana"), told.untold("wolf")) == (1, 0)
    assert not told.dealt("ana")


@pytest.mark.parametrize("code", ["harm.none", "harm.none_at", "harm.disabled", "harm.drops"])
def test_what_tells_no_loss_is_no_blow(code: str) -> None:
    assert not chronicle([step(harm("wolf", code=code), actor="ana")]).blows


def test_who_is_put_on_their_feet_and_who_appears() -> None:
    told = chronicle(
        [
            step(fact("vehicle_turn.begins", 3), fact("core.revealed", who="shade")),
            step(actor="bruno", rose=("ana",)),
            step(actor="ana", of="b", rose=("ana",)),
        ]
    )
    assert told.moments == (
        Moment("appears", 3, "shade", None),
        Moment("rises", 3, "ana", "bruno"),
        Moment("rises", 3, "ana", None),
    )


def test_dice_count_by_their_sides_and_typed_ones_apart() -> None:
    def rolled(code: str, faces: str, sides: tuple[int, ...] = ()) -> Step:
        return step(fact(code, faces=faces), sides=sides)

    told = chronicle(
        [
            rolled("core.rolled_by", "3 4 5", (6, 6, 6)),
            rolled("core.rolled", "6 3 3", (6, 6, 6)),
            rolled("core.rolled", "17", (20,)),
            rolled("core.typed_by", "6 6 6"),
            rolled("core.rolled", "2 2"),
        ]
    )
    assert told.throws == {(6, 6, 6): Counter({12: 2}), (20,): Counter({17: 1})}
    assert told.typed == 1


def test_experience_of_several_endings_adds_up() -> None:
    """A scene that is ended, reopened and ended again gives it twice."""
    assert chronicle([step(fact("core.experience", 300)), step(fact("core.experience", 50))]).experience == 350


@pytest.mark.parametrize("name", sorted(name for name in FIGHTS if "free" not in name and "days" not in name))
def test_every_loss_of_a_kept_fight_is_told_once(name: str) -> None:
    """What all blows of a kept fight come to is what its facts of harm say."""
    entries = [load_entry(one) for one in read(name)["entries"]]
    now, codes = counted(entries), get_system(slug_of(name)).told_codes
    steps = [Step(entry, entry.facts) for entry in entries if now.counts(entry)]
    losses: Counter[object] = Counter()
    waiting: dict[object, int] = {}
    for one in (told for each in steps for told in each.facts if told.code.startswith(codes.harm) and told.value):
        who = one.params["who"]
        if one.code.startswith(codes.waiting):
            waiting[who] = waiting.get(who, 0) + (one.value or 0)
        else:
            losses[who] += one.value or 0
            waiting.pop(who, None)
    dealt: Counter[object] = Counter()
    for blow in chronicle(steps, codes).blows:
        dealt[Ref(blow.target)] += blow.amount or 0
    assert losses
    assert +dealt == losses + Counter(waiting)


def test_only_who_has_attacked_in_an_act_hits_or_misses_in_it() -> None:
    """What others are said to hit meanwhile, or in another act, is none of their attacks."""
    codes = get_system("tapiz").told_codes
    hit, miss = (fact(code[0], who="ana") for code in (codes.hits, codes.misses))
    attack = fact("attack.melee", who="ana", target="wolf")
    told = chronicle([step(attack, hit, actor="ana"), step(hit, miss, of="b", actor="ana")], codes)
    assert [(one.who, one.hit) for one in told.strikes] == [("ana", True)]
    told = chronicle([step(attack, actor="ana"), step(miss, begins=False)], codes)
    assert [(one.who, one.hit) for one in told.strikes] == [("ana", False)]


def attack(who: str, target: str | None = None) -> Fact:
    return fact("attack.melee", who=who, target=target) if target else fact("attack.melee", who=who)


@pytest.mark.parametrize(
    ("facts", "actor", "begins", "blows"),
    [
        ((harm("wolf", 2),), "ana", True, [("wolf", "ana", 2)]),
        ((harm("wolf", 2),), None, False, [("wolf", None, 2)]),
        ((fact("harm.points", 2),), "ana", True, []),
        ((fact("turn.aims", who="ana", target="ana"), harm("ana", 2)), "wolf", True, [("ana", "wolf", 2)]),
        (
            (harm("ana", 2, "harm.waits"), harm("ana", 3, "harm.waits")),
            None,
            True,
            [("ana", None, 2), ("ana", None, 3)],
        ),
        (
            (harm("ana", 2, "harm.waits"), attack("wolf", "ana"), harm("ana", 3)),
            None,
            True,
            [("ana", None, 2), ("ana", "wolf", 3)],
        ),
    ],
)
def test_harm_is_dealt_by_who_aims_it_or_who_acts(
    facts: tuple[Fact, ...], actor: str | None, begins: bool, blows: list[tuple[str, str | None, int]]
) -> None:
    told = chronicle([step(*facts, actor=actor, begins=begins)])
    assert [(one.target, one.attacker, one.amount) for one in told.blows] == blows


def test_who_falls_without_harm_fell_to_who_aimed_at_them() -> None:
    told = chronicle([step(attack("wolf", "ana"), actor="bea", fell=("ana",))])
    assert told.moments == (Moment("falls", 0, "ana", "wolf"),)


def test_what_says_no_number_and_no_faces_counts_nothing() -> None:
    empty = [fact(code, faces="") for code in ("core.rolled", "core.typed")]
    told = chronicle([step(fact("round.begins"), fact("core.experience"), *empty)])
    assert (told.rounds, told.experience, told.thrown, told.typed) == (0, 0, (), 0)


STRIKING = ToldCodes(
    hits=("hit.",),
    misses=("miss.",),
    fails_yet=("yet.",),
    saves={"heal.": "heal", "calm.": "steady", "block.": "instead"},
)


def hit(who: str) -> Fact:
    return fact("hit.plain", who=who)


def test_what_had_struck_last_is_missed_all_the_same() -> None:
    yet = fact("yet.dodged", who="ana")
    for facts, strikes in (
        ((attack("ana"), yet), []),
        ((attack("ana"), hit("ana"), yet), [("ana", False)]),
        ((attack("ana"), hit("ana"), hit("ana"), yet), [("ana", True), ("ana", False)]),
        ((attack("ana"), attack("wolf"), hit("ana"), hit("wolf"), yet), [("ana", False), ("wolf", True)]),
        ((attack("ana"), hit("ana"), fact("turn.other", who="ana")), [("ana", True)]),
    ):
        told = chronicle([step(*facts, actor="ana")], STRIKING)
        assert [(one.who, one.hit) for one in told.strikes] == strikes


@pytest.mark.parametrize(
    ("facts", "actor", "saves"),
    [
        ((fact("heal.points", 4, who="bea", target="ana"),), "bea", [Save("heal", "ana", "bea", 4)]),
        ((fact("heal.points", 4, who="ana"),), "bea", [Save("heal", "ana", "bea", 4)]),
        ((fact("heal.points", 4, who="ana", target="ana"),), "bea", [Save("heal", "ana", "bea", 4)]),
        ((fact("heal.points", 4, who="ana"),), "ana", []),
        ((fact("heal.points", 4, who="ana"),), None, []),
        ((fact("heal.points", 4),), "bea", []),
        ((fact("heal.points", 0, who="ana"),), "bea", []),
        ((fact("heal.word", who="ana"),), "bea", [Save("heal", "ana", "bea", None)]),
        (
            (fact("calm.bleeding", 7, who="bea", friend="ana", target="wolf"),),
            "orc",
            [Save("steady", "ana", "bea", None)],
        ),
        ((attack("wolf", "ana"), fact("block.shield", who="bea")), "wolf", [Save("instead", "ana", "bea", None)]),
        ((attack("wolf", "ana"), fact("block.shield")), "wolf", []),
        ((attack("wolf"), fact("block.shield", who="bea")), "wolf", []),
        ((attack("wolf", "bea"), fact("block.shield", who="bea")), "wolf", []),
        ((fact("turn.other", 4, who="ana", target="bea"),), "bea", []),
    ],
)
def test_who_saves_whom_and_how(facts: tuple[Fact, ...], actor: str | None, saves: list[Save]) -> None:
    assert list(chronicle([step(*facts, actor=actor)], STRIKING).saves) == saves
