"""What a test leaves to words: the advantages of its pluses, the trouble of a fumble (TUM-PLUS-02, TUM-FUMB-03)."""

from __future__ import annotations

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.inputs import Choice, Rows, Text
from rules.core.requests import Steps, choose
from rules.core.types import Id
from rules.systems.tumbas.sheet import options_of

ADVANTAGES = ("benefit", "time", "damage", "other")
"""What a plus may bring: a bigger benefit, less time, more damage, anything else (TUM-PLUS-02)."""


def advantages(actor: Id, pluses: int, notes: Notes) -> Steps[None]:
    """What the pluses of a success bring, one advantage each (TUM-PLUS-02)."""
    if not pluses:
        return
    answer = yield from choose(
        "advantages",
        actor,
        Rows(
            "advantages",
            "input.advantages",
            maximum=pluses,
            of=(
                Choice("kind", "input.advantage", default="benefit", options=options_of("advantage", ADVANTAGES)),
                Text("words", "input.words", required=False, length=120),
            ),
        ),
        so_far=notes.so_far,
        default={"advantages": []},
        label="ask.advantages",
    )
    for row in answer["advantages"]:
        params: dict[str, Param] = {"who": Ref(actor), "kind": Word(f"advantage.{row['kind']}"), "words": row["words"]}
        code = "advantage.taken_as" if row["words"] else "advantage.taken"
        notes.add(Fact(code, params=params, rules=("TUM-PLUS-02",)))


def tell_fumble(actor: Id, notes: Notes) -> Steps[None]:
    """What goes especially wrong, in the game master's words (TUM-FUMB-03)."""
    answer = yield from choose(
        "fumble",
        None,
        Text("words", "input.fumble", required=False, length=200),
        so_far=notes.so_far,
        default={"words": ""},
        label="ask.fumble",
    )
    if answer["words"]:
        params: dict[str, Param] = {"who": Ref(actor), "words": answer["words"]}
        notes.add(Fact("fumble.words", params=params, rules=("TUM-FUMB-03",)))
