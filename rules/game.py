"""A system played in ten lines: `Game` keeps a fight and its log in memory, as the application does in its database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.facts import Explanation, visible
from rules.core.fight import RESERVE, Combatant, Fight, Offer
from rules.core.inputs import Input
from rules.core.log import Entry, UndoPlan
from rules.core.outfit import fresh_body, load_gear
from rules.core.record import GAME_MASTER, Record
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice
from rules.core.stored import dump_entry, load_entry
from rules.core.types import Id, Json
from rules.core.verbs import enlist
from rules.core.words import Speaker


class Game(Record):
    """One fight of one system with its log: offers, commands, answers, undo, and its text and back.

    `README.md` beside this file plays a small fight of each system.

    >>> game = Game("tapiz", seed=1, language="en")
    >>> sharra, orc = game.add("Sharra", kind="person"), game.add("Orc")
    >>> game.play(game.next_step)[-1]
    'Sharra’s turn'
    >>> game.play("attack", sharra, target=orc)[-1]
    'Orc loses 4 PHP, from 18 to 14'
    """

    def __init__(
        self, slug: str, *, seed: int = 0, language: str = "es", house: Mapping[str, Json] | None = None
    ) -> None:
        """Begin an empty fight; seed: of the dice that `roll` throws; house: the settings of the table."""
        system = get_system(slug)
        self.language = language
        self.dice = Random(seed)  # noqa: S311 the dice of a rehearsal, not of a table
        settings = {one.name: one.default for one in system.settings} | dict(house or {})
        super().__init__(system, Fight(round=system.begin(settings), house=settings))

    # Who takes part

    def add(
        self, name: str, *, kind: str = "creature", player: str = "", side: str = "", gear: Json = None, **sheet: Json
    ) -> Id:
        """Let a combatant take part before anything has happened, and return its id: its name in small letters.

        sheet: the values of its sheet that differ from the usual ones. player: who controls it besides the game master.
        gear: what it has with it, as `rules.core.outfit.load_gear` takes it. Raises RuleError.
        """
        fight, who = self.fight, name.lower()
        values = self.system.sheet_kinds[kind].load({**_proposed(self.system.sheet_kinds[kind].inputs), **sheet})
        things = load_gear(gear)
        one = Combatant(
            who,
            name,
            fresh_body(self.system, kind, values, things, fight.house),
            side=side or ("party" if kind == "person" else "foes"),
            kind=kind,
            controllers=frozenset({player} if player else ()),
            purse=player or RESERVE,
            sheet=values,
            gear=things,
        )
        super().__init__(self.system, enlist(fight, (one,)))
        return who

    # What may be done

    def offers(self, who: Id | None = None, viewer: Viewer = GAME_MASTER) -> Sequence[Offer]:
        """What may be done now for a combatant, or for the table; an offer with a reason cannot be taken."""
        return self.system.offers(self.fight, who, viewer)

    @property
    def turn(self) -> tuple[Id, ...]:
        """Who acts now and who come next."""
        return self.system.whose_turn(self.fight)

    @property
    def next_step(self) -> str:
        """The verb of the table that is the one next step now; "" while a combatant is to act."""
        return self.system.next_step(self.fight) or ""

    # What is done

    def push(self, action: str, who: Id | None = None, *, viewer: Viewer = GAME_MASTER, **inputs: Json) -> list[str]:
        """Begin a command and return what it tells; an input that is not given is as its form proposes it.

        Raises RuleError when the rules refuse it.
        """
        proposed = _proposed(engine.action(self.system, action).inputs(self.fight, who, viewer))
        return self._told(self.begin(action, who, viewer=viewer, **(proposed | inputs)))

    def answer(
        self,
        key: str,
        faces: Sequence[int] = (),
        *,
        viewer: Viewer = GAME_MASTER,
        rolled: bool = False,
        **values: Json,
    ) -> list[str]:
        """Answer an open request with the faces of its dice, or with values, and return what is told then.

        rolled: the faces were rolled here and not read from real dice. A value that is not given is as the request
        proposes it. Raises RuleError when the answer does not fit.
        """
        request = next((one for one in self.asked if one.key == key), None)
        if isinstance(request, Choose):
            values = _proposed(request.inputs) | dict(request.default or {}) | values
        given = {"faces": list(faces)} if faces else values
        return self._told(self.reply(key, given, viewer=viewer, rolled=rolled))

    def roll(self) -> list[str]:
        """Answer everything that is open, dice by chance and choices as proposed, and return what is told then."""
        told: list[str] = []
        while self.asked:
            request = self.asked[0]
            faces = [self.dice.randint(1, sides) for sides in request.sides] if isinstance(request, Dice) else []
            told += self.answer(request.key, faces, rolled=True)
        return told

    def play(self, action: str, who: Id | None = None, **inputs: Json) -> list[str]:
        """Begin a command and answer all that it asks, dice by chance and choices as proposed."""
        return [*self.push(action, who, **inputs), *self.roll()]

    def pop(self) -> UndoPlan:
        """Take back the newest step and say what went; raises NotAllowed when there is none."""
        return self.undo()

    # What is known

    def told(self, viewer: Viewer = GAME_MASTER) -> list[str]:
        """Everything that was told and not taken back, as a viewer reads it, in the language of the game."""
        return self._sentences(self.facts, viewer)

    def _told(self, entry: Entry) -> list[str]:
        return self._sentences(entry.facts, GAME_MASTER)

    def _sentences(self, facts: Explanation, viewer: Viewer) -> list[str]:
        people = self.fight.combatants
        names = {who: one.called(by_game_master=viewer.game_master) for who, one in people.items()}
        speaker = Speaker(self.system.slug, self.language, lambda who: names.get(who, who))
        return [speaker.text(fact) for fact in visible(facts, viewer)]

    # Its text, and back

    def text(self) -> str:
        """The whole game as text: system, language, first state and log."""
        kept = {
            "system": self.system.slug,
            "language": self.language,
            "first": self.first,
            "head": self.system.codec.dump(self.head),
            "entries": [dump_entry(entry) for entry in self.entries],
        }
        return json.dumps(kept, ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_text(cls, text: str, *, seed: int = 0) -> Game:
        """The game that `text` wrote, ready to go on."""
        kept = json.loads(text)
        game = cls(kept["system"], seed=seed, language=kept["language"])
        game.first = kept["first"]
        game.head = game.system.codec.load(kept["head"])
        game.entries = [load_entry(entry) for entry in kept["entries"]]
        return game


def _proposed(inputs: Iterable[Input]) -> dict[str, Json]:
    """What the forms of these inputs begin with."""
    return {one.name: one.default for one in inputs if one.default is not None}
