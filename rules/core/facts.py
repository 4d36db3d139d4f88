"""Facts: what rules say, as codes with parameters, values, sources and an audience; never sentences.

One form serves three ends: the terms of an explanation, the entries of a fight's log and the entries of a
combatant's card. The words for a code are data of the system that emits it (see `rules.core.words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import is_
from typing import Any, TypeAlias

from rules.core.audience import GAME_MASTER, TABLE, Audience, Viewer
from rules.core.quick import quick
from rules.core.types import Id


@quick
@dataclass(frozen=True, slots=True)
class Ref:
    """A combatant named inside a fact; each reader sees the name that they may see."""

    combatant: Id


@quick
@dataclass(frozen=True, slots=True)
class Word:
    """A word of the system named inside a fact by its code ("effect.painful_wound"), put in the reader's language."""

    code: str


Param: TypeAlias = int | str | Fraction | Ref | Word | tuple["Ref", ...]
"""What a fact may name; a fraction is an exact chance."""


COMBATANTS = frozenset({"who", "target", "whom", "other", "by", "opponent", "friend", "attacker", "defender"})
"""The parameters that name combatants: `fact` and `Notes.tell` take their ids."""


@quick
@dataclass(frozen=True, slots=True)
class Fact:
    """One thing a rule states."""

    code: str
    """The dotted key of its words ("roll.total")."""
    value: int | None = None
    params: Mapping[str, Param] = field(default_factory=dict)
    """What the words name."""
    rules: tuple[str, ...] = ()
    """Ids of the catalogue rows it rests on."""
    audience: Audience = TABLE
    terms: tuple[Fact, ...] = ()
    """What adds up to its value."""
    otherwise: Fact | None = None
    """What those outside the audience are told instead."""

    def told_to(self, audience: Audience) -> Fact:
        """The same for another audience."""
        # a rule does this dozens of times: three times as fast as `replace`
        return Fact(
            code=self.code,
            value=self.value,
            params=self.params,
            rules=self.rules,
            audience=audience,
            terms=self.terms,
            otherwise=self.otherwise,
        )

    def refs(self) -> frozenset[Id]:
        """The combatants that this fact or one of its terms names."""
        found: set[Id] = set()
        for value in self.params.values():
            if isinstance(value, Ref):
                found.add(value.combatant)
            elif isinstance(value, tuple):
                found.update(ref.combatant for ref in value)
        return frozenset(found).union(*(term.refs() for term in self.terms))


Explanation: TypeAlias = tuple[Fact, ...]


def fact(
    code: str,
    value: int | None = None,
    *,
    rules: tuple[str, ...] = (),
    audience: Audience = TABLE,
    terms: tuple[Fact, ...] = (),
    otherwise: Fact | None = None,
    **named: Param | tuple[Id, ...],
) -> Fact:
    """Make a fact of its code and what its words name; combatants are named by id (see `COMBATANTS`)."""
    return Fact(code, value, _params(named), rules, audience, terms, otherwise)


def _params(named: dict[str, Any]) -> dict[str, Param]:
    # made dozens of times in one resolution, mostly of numbers and words
    for name, one in named.items():
        if isinstance(one, tuple):
            named[name] = tuple(Ref(who) if isinstance(who, str) else who for who in one)
        elif name in COMBATANTS and isinstance(one, str):
            named[name] = Ref(one)
    return named


def visible(facts: Iterable[Fact], viewer: Viewer) -> Explanation:
    """The facts as this viewer may know them: the rest is gone, or replaced by what is told to others."""
    seen: list[Fact] = []
    for fact in facts:
        if fact.audience.admits(viewer):
            terms = visible(fact.terms, viewer)
            whole = fact.otherwise is None and all(map(is_, terms, fact.terms)) and len(terms) == len(fact.terms)
            # most facts hold nothing that this viewer may not know
            seen.append(fact if whole else replace(fact, terms=terms, otherwise=None))
        elif fact.otherwise is not None:
            seen.extend(visible((fact.otherwise,), viewer))
    return tuple(seen)


def conceal(facts: Iterable[Fact], hidden: frozenset[Id]) -> Explanation:
    """Narrow every fact that names a hidden combatant to the game master; the others stay as they are.

    Done once, when the fact is written down, so that a later reveal does not publish the past.
    """
    if not hidden:
        return tuple(facts)
    kept: list[Fact] = []
    for fact in facts:
        audience = fact.audience if fact.refs().isdisjoint(hidden) else fact.audience.within(GAME_MASTER)
        # `refs` holds what terms name, but not what terms tell others instead
        terms = conceal(fact.terms, hidden)
        otherwise = conceal((fact.otherwise,), hidden)[0] if fact.otherwise else None
        kept.append(Fact(fact.code, fact.value, fact.params, fact.rules, audience, terms, otherwise))
    return tuple(kept)


class Notes:
    """Collects the facts of one resolution in the order in which they become known."""

    def __init__(self) -> None:
        self._facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        """Write down one more fact."""
        self._facts.append(fact)

    def tell(
        self,
        code: str,
        value: int | None = None,
        *,
        rules: tuple[str, ...] = (),
        audience: Audience = TABLE,
        terms: tuple[Fact, ...] = (),
        otherwise: Fact | None = None,
        **named: Param | tuple[Id, ...],
    ) -> None:
        """Write down a fact made as `fact` makes it."""
        self.add(Fact(code, value, _params(named), rules, audience, terms, otherwise))

    @property
    def so_far(self) -> Explanation:
        """Everything written down until now."""
        return tuple(self._facts)
