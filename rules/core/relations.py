"""Declared relations of a fight: where combatants stand to each other, behind what cover, how well seen; no map.

A system names the kinds that its rules use and puts `relate_action` among its verbs. What was declared stays until it
is changed; what was never declared is the first value of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, TypeAlias

from rules.core.audience import GAME_MASTER, Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.fight import Command, Fight, Outcome, Relation
from rules.core.inputs import Choice, Combatants, Input, Option
from rules.core.once import once
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, drop, put

Scope: TypeAlias = Literal["one", "towards", "between"]
"""`one`: of a combatant by itself. `towards`: of one as another finds it, or as everybody does. `between`: of two."""

NAME = "relate"
"""The name of the verb that declares a relation, the same in every system."""


@dataclass(frozen=True, slots=True)
class Derived:
    """What a board says of two combatants, or of one: a value of the kind, and from what it follows."""

    value: str
    why: Explanation = ()


@dataclass(frozen=True, slots=True)
class RelationKind:
    """A kind of relation; its words are `relation.<name>` for the kind and `<name>.<value>` for each value."""

    name: str
    values: tuple[str, ...]
    """The first holds where nothing was declared."""
    scope: Scope = "towards"
    rules: tuple[str, ...] = ()
    """The rows it rests on."""
    game_master_decides: bool = False
    """A player's declaration is a proposal (`rules.core.hand`)."""
    derived: Callable[[Fight[Any, Any], Id, Id | None], Derived | None] | None = None
    """What a board says of it; what is declared goes before. None where a board says nothing."""
    on_card: bool = False
    """What a board says of it stands on cards too, as if its second value had been declared."""

    def code(self, value: str) -> str:
        """The code of one of its values."""
        return f"{self.name}.{value}"

    def word(self, value: str) -> Word:
        """The word for one of its values."""
        return Word(self.code(value))


def related(fight: Fight[Any, Any], kind: RelationKind, of: Id, to: Id | None = None) -> str:
    """The value that holds for `of` as `to` finds it: declared for the two, else for everybody, else the first."""
    declared = fight.relations
    # asked for again and again, mostly of kinds of which nothing has been declared
    if declared and kind.name in _kinds_declared(declared):
        found = declared.get(_key(kind, of, to)) or declared.get(_key(kind, of, None))
        if found is not None:
            return found.value
    said = derived(fight, kind, of, to)
    return kind.values[0] if said is None else said.value


def is_declared(fight: Fight[Any, Any], kind: RelationKind, of: Id, to: Id | None = None) -> bool:
    """Whether it was declared how two combatants stand, whatever the board says of them."""
    return _key(kind, of, to) in fight.relations


def derived(fight: Fight[Any, Any], kind: RelationKind, of: Id, to: Id | None = None) -> Derived | None:
    """What the board of the fight says of two combatants; None without a board, or where it says nothing of them."""
    if fight.board is None or kind.derived is None or of not in fight.places:
        return None
    if to is not None and to not in fight.places:
        return None
    return kind.derived(fight, of, to)


@once
def _kinds_declared(declared: Mapping[str, Relation]) -> frozenset[str]:
    return frozenset(one.kind for one in declared.values())


def told_of(fight: Fight[Any, Any], kinds: Iterable[RelationKind], of: Id, to: Id) -> tuple[Fact, ...]:
    """What is unusual about where `of` stands, as `to` finds it: beside a target as an option of the attacker."""
    found = ((kind, related(fight, kind, of, to)) for kind in kinds)
    return tuple(Fact(kind.code(value)) for kind, value in found if value != kind.values[0])


def relate(fight: Fight[Any, Any], kind: RelationKind, of: Id, to: Id | None, value: str) -> Fight[Any, Any]:
    """The fight in which this value holds; raises UnknownValue and NotAllowed when the kind has no such relation."""
    if value not in kind.values:
        raise UnknownValue("core.relation.value", field="what")
    if kind.scope == "between" and (to is None or to == of):
        raise NotAllowed("core.relation.needs_two", field="to")
    if to == of or kind.scope == "one":
        to = None
    key = _key(kind, of, to)
    without = replace(fight, relations=drop(fight.relations, key))
    if related(without, kind, of, to) == value:
        return without
    first, second = _sides(kind, of, to)
    return replace(fight, relations=put(fight.relations, key, Relation(kind.name, first, second, value)))


def without_absent(fight: Fight[Any, Any]) -> Fight[Any, Any]:
    """The fight without relations and places of those who have left it."""
    for who in fight.places.keys() - fight.combatants.keys():
        fight = replace(fight, places=drop(fight.places, who))
    gone = [
        key
        for key, one in fight.relations.items()
        if one.of not in fight.combatants or (one.to is not None and one.to not in fight.combatants)
    ]
    relations = fight.relations
    for key in gone:
        relations = drop(relations, key)
    return replace(fight, relations=relations) if gone else fight


def relation_facts(
    fight: Fight[Any, Any], kinds: Sequence[RelationKind], who: Id, *, without: Container[Id] = ()
) -> Explanation:
    """What is said of a combatant, for its card; what names a hidden combatant is for the game master.

    without: combatants to leave out, such as the fallen.
    """
    return tuple(_facts(fight, {kind.name: kind for kind in kinds}, who, without))


def _facts(
    fight: Fight[Any, Any], kinds: Mapping[str, RelationKind], who: Id, without: Container[Id]
) -> Iterator[Fact]:
    towards: dict[tuple[str, str, bool], list[Id]] = {}
    together = (one for kind in kinds.values() if kind.on_card for one in _derived_of(fight, kind))
    for one in (*fight.relations.values(), *together):
        kind = kinds.get(one.kind)
        if kind is None or who not in (one.of, one.to if kind.scope == "between" else None):
            continue
        other = one.to if one.of == who else one.of
        if other in without:
            continue
        if other is None:
            yield Fact("relation.now", params=_said(kind, one.value), rules=kind.rules)
        else:
            towards.setdefault((one.kind, one.value, fight.combatants[other].hidden), []).append(other)
    for (name, value, secret), others in towards.items():
        kind = kinds[name]
        code = "relation.now_with" if kind.scope == "between" else "relation.now_towards"
        named = tuple(Ref(other) for other in fight.order if other in others)
        params: dict[str, Param] = {**_said(kind, value), "other": named}
        fact = Fact(code, params=params, rules=kind.rules)
        yield fact.told_to(GAME_MASTER) if secret else fact


@once
def _derived_of(fight: Fight[Any, Any], kind: RelationKind) -> tuple[Relation, ...]:
    """The pairs of which a board says the second value, as if it had been declared."""
    pairs = combinations(fight.places, 2)
    unusual = kind.values[1]
    found = (Relation(kind.name, one, other, unusual) for one, other in pairs if _is(fight, kind, one, other, unusual))
    return tuple(found)


def _is(fight: Fight[Any, Any], kind: RelationKind, one: Id, other: Id, value: str) -> bool:
    """Whether a board says this of two, and nothing was declared of them."""
    if _key(kind, one, other) in fight.relations or {one, other} - fight.combatants.keys():
        return False
    said = derived(fight, kind, one, other)
    return said is not None and said.value == value


def _said(kind: RelationKind, value: str) -> dict[str, Param]:
    return {"what": kind.word(value), "kind": kind.name, "key": value}


def relate_action(
    kinds: Sequence[RelationKind], may: Callable[[Fight[Any, Any], Command, Viewer], None]
) -> Action[Any, Any]:
    """The verb that declares a relation: `of`, perhaps `to`, and `what`, a kind and its value as `kind:value`.

    `may`: raises NotAllowed where a player may not declare anything now; the game master always may. Players declare
    where their own stand, to others or others to them, and nothing while dice or answers are waited for.
    """
    by_name = {kind.name: kind for kind in kinds}

    def inputs(fight: Fight[Any, Any], actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
        seen = [who for who in fight.order if viewer.game_master or not fight.combatants[who].hidden]
        people = tuple(Option(who, Fact("core.combatant", params={"who": Ref(who)})) for who in seen)
        values = tuple(
            Option(
                f"{kind.name}:{value}",
                Fact(kind.code(value)),
                extra={"kind": kind.name, "scope": kind.scope},
                free=not kind.game_master_decides,
            )
            for kind in kinds
            for value in kind.values
        )
        return (
            Combatants("of", "core.relation.of", layout="five", options=people),
            Combatants("to", "core.relation.to", required=False, layout="five", options=people),
            Choice("what", "core.relation.what", options=values, game_master_decides=True),
        )

    def resolve(fight: Fight[Any, Any], command: Command) -> Steps[Outcome[Any, Any]]:
        yield from ()
        name, _, value = str(command.inputs["what"]).partition(":")
        kind, of, to = by_name[name], str(command.inputs["of"]), command.inputs["to"]
        after = relate(fight, kind, of, to, value)
        params: dict[str, Param] = {"who": Ref(of), "what": kind.word(value)}
        code = "relation.set"
        if to is not None and to != of and kind.scope != "one":
            code, params = "relation.set_towards", {**params, "other": Ref(to)}
        return Outcome(after, (Fact(code, params=params, rules=kind.rules),))

    def check(fight: Fight[Any, Any], command: Command, viewer: Viewer) -> None:
        if not fight.order:
            raise NotAllowed("core.relation.nobody")
        if viewer.game_master:
            return
        may(fight, command, viewer)
        ends = [command.inputs.get(name) for name in ("of", "to")]
        if any(ends) and command.actor not in ends:
            raise NotAllowed("core.relation.not_yours", field="of")

    return Action(NAME, resolve, inputs, check, icon="eye", interrupts=True, players_wait=True)


def _sides(kind: RelationKind, of: Id, to: Id | None) -> tuple[Id, Id | None]:
    if kind.scope == "between" and to is not None and to < of:
        return to, of
    return of, to


def _key(kind: RelationKind, of: Id, to: Id | None) -> str:
    first, second = _sides(kind, of, to)
    return f"{kind.name}:{first}:{second or ''}"
