"""What a new character may carry from the start: a kit, single things of the house, those of the table's packs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.core.creation import Offered, Said, Say, offered, offered_as
from rules.core.equipment import EntryKind, Values, checked
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Thing
from rules.core.inputs import Choice, Figure, Input, Option, Several

NO_KIT = "none"

SHELVES: Mapping[str, str] = {
    "weapon": "entry.weapon.many",
    "armour": "entry.armour.many",
    "shield": "entry.shield.many",
    "ammunition": "entry.ammunition.many",
    "consumable": "entry.consumable.many",
    "gear": "entry.gear.many",
    "container": "entry.container.many",
}
"""The kinds of things that one may begin with, in the order of their shelves, and the words for each."""


@dataclass(frozen=True, slots=True)
class Good:
    """A thing that a new character may begin with."""

    kind: str
    values: Values
    number: int = 1


Warn: TypeAlias = Callable[[Good], Explanation]
"""What the new owner of a thing should know."""


def no_warning(good: Good) -> Explanation:
    """For a system whose characters can use everything."""
    return ()


@dataclass(frozen=True, slots=True)
class StartingGear:
    """What the new characters of a system may begin with, and how it is shown."""

    goods: Mapping[str, Good]
    """The house's own, by code; their names are the words `starting.<code>`."""
    kits: Mapping[str, tuple[str, ...]]
    """The goods of each kit, what is in hand first; its words are `kit.<name>` and `kit_line.<name>`."""
    icons: Mapping[str, str]
    """The symbol of each kit."""
    entries: Mapping[str, EntryKind]
    """The kinds of entries of packs."""
    figures: Callable[[Said, Good], tuple[Figure, ...]]
    """The numbers of a single thing."""
    kit_figures: Callable[[Said, Sequence[Good]], tuple[Figure, ...]]
    """The numbers of a kit."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds that have a shelf."""
        return tuple(kind for kind in SHELVES if kind in self.entries)

    def kit_of(self, said: Said, fitting: str) -> str:
        """The kit that was chosen, else the one that fits best."""
        found = said.get("kit")
        return found if isinstance(found, str) and found in (*self.kits, NO_KIT) else fitting

    def inputs(self, said: Said, fitting: str, warn: Warn = no_warning) -> tuple[Input, ...]:
        """The kits as tiles, the fitting one first and those with a warning last; then the shelves."""
        order = sorted(self.kits, key=lambda name: (name != fitting, bool(self._warning(self._of_kit(name), warn))))
        none = Option(NO_KIT, Fact("creation.no_kit"), notes=(Fact("creation.no_kit_line"),), icon="x")
        options = (*(self._kit(said, name, warn) for name in order), none)
        kit = Choice("kit", "creation.starting_kit", required=False, default=fitting, layout="tiles", options=options)
        return (kit, *(self._shelf(said, kind, warn) for kind in self.kinds))

    def chosen(self, said: Said, fitting: str, say: Say) -> list[Thing]:
        """All that was chosen, packed."""
        found = [self._own(code, say) for code in self.kits.get(self.kit_of(said, fitting), ())]
        for kind in self.kinds:
            for code in said.get(shelf(kind)) or ():
                if code in self.goods:
                    found.append(self._own(code, say))
                elif entry := offered_as(said, code, kind):
                    found.append(entry.thing(charges=self.entries[kind].fresh_charges(entry.values)))
        return found

    def why(self, said: Said, fitting: str) -> Explanation:
        """Why this gear is good."""
        kit = self.kit_of(said, fitting)
        return () if kit == NO_KIT else (fact("why.kit", kit=Word(f"kit.{kit}"), line=Word(f"kit_line.{kit}")),)

    def _own(self, code: str, say: Say) -> Thing:
        good = self.goods[code]
        kind = self.entries[good.kind]
        values = checked(kind, good.values)
        name, charges = say(f"starting.{code}"), kind.fresh_charges(values)
        return Thing("", good.kind, name, values, quantity=good.number, charges=charges)

    def _of_kit(self, name: str) -> list[Good]:
        return [self.goods[code] for code in self.kits[name]]

    def _warning(self, goods: Iterable[Good], warn: Warn) -> Explanation:
        """The first warning that any of them gives."""
        return next(filter(None, map(warn, goods)), ())

    def _kit(self, said: Said, name: str, warn: Warn) -> Option:
        goods = self._of_kit(name)
        notes = (Fact(f"kit_line.{name}"), *self._warning(goods, warn))
        figures = self.kit_figures(said, goods)
        return Option(name, Fact(f"kit.{name}"), notes=notes, icon=self.icons[name], figures=figures)

    def _shelf(self, said: Said, kind: str, warn: Warn) -> Input:
        """The single things of a kind: those of the packs first, then our own."""

        def tile(code: str, label: Fact, good: Good, line: Explanation = ()) -> Option:
            return Option(code, label, notes=(*line, *warn(good)), figures=self.figures(said, good))

        def of_pack(entry: Offered) -> Option:
            return tile(entry.code, entry.label, Good(entry.kind, entry.values), entry.line)

        own = ((code, good) for code, good in self.goods.items() if good.kind == kind)
        options = (
            *map(of_pack, offered(said, kind)),
            *(tile(code, Fact(f"starting.{code}"), good) for code, good in own),
        )
        label = SHELVES[kind]
        return Several(shelf(kind), label, required=False, ordered=False, layout="tiles", seldom=True, options=options)


def shelf(kind: str) -> str:
    """The input with the single things of a kind."""
    return f"more_{kind}"
