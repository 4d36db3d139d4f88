"""Plays an evening at every demo table and keeps what a release leaves behind: its database and its files.

Run it in a checkout of the release, with the folder to write into: `python …/tests/released/making.py FOLDER`. It
imports nothing of the tests, because the release may have others. The acts are drawn with a fixed seed among those
that the rules offer, those that came seldom first, and every one goes through the services that the pages call.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))

SEED = 60
ACTS = 36
"""How many steps the log of each fight has at least when it ends with an open resolution."""
FREE_ACTS = 4
PATIENCE = 8
"""How many questions of one act are answered."""


def main(folder: Path) -> None:
    """Make the database and the files."""
    from scripts.served import settle_in

    with tempfile.TemporaryDirectory(prefix="tapiz-released-") as data:
        settle_in(Path(data), TAPIZ_SECRET_KEY="thrown-away-" * 5)
        from combat import demo
        from combat.models import Encounter
        from exchange import folder as copying

        for number, path in enumerate(demo.demos()):
            demo.load(path)
            encounter = Encounter.objects.filter(free=False).order_by("created").last()
            name = path.parent.name + path.stem.removeprefix("demo").replace("_", "-")
            evening = Evening(encounter, random.Random(SEED + number))
            evening.play()
            evening.write(folder, name)
            evening.say(name)
        copy = Path(data, "copy.sqlite3")
        copying._copy_database(copy, with_sessions=False)
        with closing(sqlite3.connect(copy, isolation_level=None)) as database:
            # so that nobody can log in with what lies in a public file
            database.execute("UPDATE accounts_user SET password = '!'")
            database.execute("VACUUM")
        with copy.open("rb") as plain, gzip.GzipFile(folder / "tapiz.sqlite3.gz", "wb", mtime=0) as packed:
            shutil.copyfileobj(plain, packed)


class Evening:
    """People at the table of a fight, who do by chance what the rules offer."""

    def __init__(self, encounter: Any, chance: random.Random) -> None:
        from combat import services
        from tapiz_site.campaigns.models import Membership, Role

        self.chance = chance
        self.encounter = encounter
        self.table = encounter.table
        self.gm = Membership.objects.get(table=self.table, role=Role.GAME_MASTER).user
        self.scene = services.scene_of(self.table, self.gm)
        self.done: Counter[str] = Counter()

    # What is

    def read(self, encounter: Any) -> Any:
        from combat import store

        return store.read(encounter.pk)

    def waiting(self, encounter: Any) -> tuple[Any, ...]:
        from rules.core.engine import waits_for

        read = self.read(encounter)
        waiting = waits_for(read.system, read.head)
        return waiting.requests if waiting else ()

    def user_for(self, one: Any) -> Any:
        """The player who acts for this combatant, else the game master."""
        from tapiz_site.accounts.models import User

        people = sorted(one.controllers) if one is not None else []
        return User.objects.get(pk=people[0]) if people and self.chance.random() < 0.7 else self.gm

    # Acts

    def act(self, encounter: Any, deed: Any, user: Any = None) -> bool:
        """Take a deed; False where it is refused."""
        from combat import services, store
        from combat.errors import CombatError
        from rules.core.errors import RuleError

        def faces(request: Any) -> list[int]:
            return [self.chance.randint(1, sides) for sides in request.sides]

        try:
            services.act(encounter=encounter.pk, user=user or self.gm, deed=deed, key=store.new_id(), faces=faces)
        except (RuleError, CombatError):
            return False
        return True

    def command(self, encounter: Any, action: str, actor: str | None, /, **given: Any) -> bool:
        """Command an action with drawn values, or with those that are given."""
        from combat.deeds import Deed
        from rules.core import engine

        read = self.read(encounter)
        fight = read.head.fight
        user = self.user_for(fight.combatants.get(actor))
        viewer = fight.viewer(str(user.pk), game_master=user == self.gm)
        inputs = engine.action(read.system, action).inputs(fight, actor, viewer)
        drawn = {item.name: given.get(item.name, self.value(item)) for item in inputs}
        rolls = self.chance.random() < 0.5
        return self.act(encounter, Deed("command", action, actor, drawn, read.system.moment(fight), rolls=rolls), user)

    def offered(self, encounter: Any) -> list[tuple[str, str | None]]:
        """What may be done now: often what belongs to a turn, else what was done seldom first."""
        read = self.read(encounter)
        fight = read.head.fight
        turn = read.system.whose_turn(fight)[:1]
        viewer = fight.viewer(str(self.gm.pk), game_master=True)
        acts = self.chance.random() < 0.5
        found = [
            (
                acts and not (actor in turn and read.system.actions[offer.action].of_the_turn),
                self.done[offer.action],
                self.chance.random(),
                offer.action,
                actor,
            )
            for actor in (None, *fight.order)
            for offer in read.system.offers(fight, actor, viewer)
            if offer.reason is None and not read.system.actions[offer.action].internal
        ]
        return [(action, actor) for *_, action, actor in sorted(found, key=lambda one: one[:3])]

    def something(self, encounter: Any) -> str:
        """Do something that is offered, drawn until it is accepted; the name of the action."""
        for action, actor in self.offered(encounter):
            for _try in range(12):
                if self.command(encounter, action, actor):
                    self.done[action] += 1
                    return action
            self.done[action] += 1
        raise AssertionError("nothing can be done")

    def answer(self, encounter: Any) -> None:
        """Answer one request as the one who is asked would, after a few refusals with its default, or give it up."""
        from combat.deeds import Deed
        from rules.core.requests import Dice

        requests = self.waiting(encounter)
        if not requests:
            return
        request = self.chance.choice(requests)
        user = self.user_for(self.read(encounter).head.fight.combatants.get(request.to))
        if isinstance(request, Dice):
            typed = {"faces": [self.chance.randint(1, sides) for sides in request.sides]}
            rolled = Deed("roll", request=request.key)
            shown = Deed("answer", request=request.key, inputs=typed)
            if self.act(encounter, self.chance.choice([rolled, shown]), user):
                return
        else:
            for _try in range(6):
                inputs = {item.name: self.value(item) for item in request.inputs}
                if self.act(encounter, Deed("answer", request=request.key, inputs=inputs), user):
                    return
            default = dict(request.default or {item.name: item.default for item in request.inputs})
            if self.act(encounter, Deed("answer", request=request.key, inputs=default)):
                return
        self.act(encounter, Deed("cancel"))

    def answer_all(self, encounter: Any) -> None:
        """Answer until nothing is asked any more; what asks too often is given up."""
        for _try in range(PATIENCE):
            if not self.waiting(encounter):
                break
            self.answer(encounter)
        if self.read(encounter).head.open:
            # too many questions, or an answer that the rule cannot go on with
            self.act(encounter, self.deed("cancel"))

    def deed(self, does: Any) -> Any:
        from combat.deeds import Deed

        return Deed(does)

    # The evening

    def play(self) -> None:
        """Play it until something is asked in the fight that nobody has answered yet."""
        from tapiz_site.campaigns import sessions

        session = sessions.begin_session(table=self.table, user=self.gm)
        self.newcomer()
        sessions.begin_adventure(table=self.table, name="La primera noche", user=self.gm)
        self.free_acts()
        self.keypad()
        while len(self.steps(self.encounter)) < ACTS // 2:
            self.turn()
        self.edit()
        self.find_coins()
        while len(self.steps(self.encounter)) < ACTS:
            self.turn()
        self.free_acts()
        self.level()
        self.leave_open()
        sessions.end_session(session=session, user=self.gm)

    def write(self, folder: Path, name: str) -> None:
        """Write the files that the table and one of its characters can be taken along as."""
        from exchange import outgoing

        documents = {
            "table": outgoing.table_document(self.table),
            "character": outgoing.character_document(self.someone()),
        }
        for what, document in documents.items():
            text = json.dumps(document, ensure_ascii=False, indent=1).encode()
            (folder / f"{name}.{what}.json.gz").write_bytes(gzip.compress(text, mtime=0))

    def steps(self, encounter: Any) -> list[Any]:
        return list(encounter.entries.order_by("sequence"))

    def someone(self) -> Any:
        """A character with a player, who takes part in the fight."""
        from characters.models import Character

        found = Character.objects.filter(table=self.table, players__isnull=False, enlistment__encounter__free=False)
        return found.order_by("name").first()

    def newcomer(self) -> None:
        """A character with the sheet of another, who waits in the free scene."""
        from characters.services import create_character
        from tapiz_site.campaigns.models import Membership, Role

        someone = self.someone()
        player = Membership.objects.filter(table=self.table, role=Role.PLAYER).order_by("pk").last().user
        self.newest = create_character(
            table=self.table, kind=someone.kind, name="Inés Recién Llegada", values=dict(someone.sheet), by=self.gm,
            players=[player],
        )  # fmt: skip

    def free_acts(self) -> None:
        enough = len(self.steps(self.scene)) + 4 * FREE_ACTS
        for _act in range(FREE_ACTS):
            if len(self.steps(self.scene)) < enough:
                self.something(self.scene)
                self.answer_all(self.scene)
        self.undo(self.scene)

    def keypad(self) -> None:
        """Points by hand for one combatant of each side, one of them taken back and done again."""
        fight = self.read(self.encounter).head.fight
        for place, who in enumerate(fight.order[:1] + fight.order[-1:]):
            for _try in range(30):
                if self.command(self.encounter, "damage", None, amount=2 + place) or self.command(
                    self.encounter, "damage", who, amount=2 + place
                ):
                    self.done["damage"] += 1
                    self.answer_all(self.encounter)
                    break
        self.act(self.encounter, self.deed("undo"))
        self.act(self.encounter, self.deed("redo"))

    def turn(self) -> None:
        """Something in the fight with its answers, now and then given up, taken back or done again."""
        last = self.something(self.encounter)
        if self.chance.random() < 0.15:
            self.answer(self.encounter)
            self.act(self.encounter, self.deed(self.chance.choice(["cancel", "undo"])))
        self.answer_all(self.encounter)
        if last in ("archive", "dismiss"):
            self.undo(self.encounter)
        elif self.chance.random() < 0.12:
            self.undo(self.encounter)
            if self.chance.random() < 0.5:
                self.act(self.encounter, self.deed("redo"))

    def undo(self, encounter: Any) -> None:
        """Take the newest step back, and close what is open again without it."""
        self.act(encounter, self.deed("undo"))
        self.answer_all(encounter)

    def edit(self) -> None:
        """A sheet is edited in the middle of the fight."""
        from characters.services import update_character

        someone = self.someone()
        values = {**someone.sheet, "notes": "Debe dos favores."}
        update_character(character=someone, name=f"{someone.name} la Zurda", values=values, by=self.gm)

    def find_coins(self) -> None:
        """A character in the fight is given coins outside of it, where the system has coins."""
        from characters import gear
        from equipment.ledger import services as ledger
        from equipment.ledger.money import COIN
        from rules.core.registry import get_system

        for coin in get_system(self.table.system).equipment.coins[:1]:
            holder = gear.holder_of(self.someone())
            ledger.add(holder, self.gm, kind=COIN, name=coin.code, values={COIN: coin.code}, quantity=5)

    def level(self) -> None:
        """Experience, or a level where it is due, as the rules give it in the free scene."""
        from characters import sheets
        from characters.services import update_character

        advancing = sheets.kind_of(self.table, self.newest.kind).advancing
        self.newest.refresh_from_db()
        if advancing is not None and advancing.experience:
            values = {**self.newest.sheet, advancing.experience: self.newest.sheet[advancing.experience] + 3}
            update_character(character=self.newest, name=self.newest.name, values=values, by=self.gm)
        scene = self.read(self.scene)
        actions = scene.system.actions
        who = next((one.id for one in scene.head.fight.combatants.values() if one.name.startswith("Inés")), None)
        for action, actor in (("end_session", None), ("level_up", who)):
            if action in actions:
                for _try in range(30):
                    if self.command(self.scene, action, actor):
                        self.done[action] += 1
                        break
                self.answer_all(self.scene)

    def leave_open(self) -> None:
        """The last act of the evening waits for an answer: after one that was given, where the rule asks twice."""
        for answers in (1,) * 20 + (0,) * 100:
            self.something(self.encounter)
            for _answer in range(answers):
                self.answer(self.encounter)
            if self.waiting(self.encounter):
                return
        raise AssertionError("nothing is asked")

    def say(self, name: str) -> None:
        """Say what came of it."""
        fight, free = self.steps(self.encounter), self.steps(self.scene)
        asked = ", ".join(sorted(type(one).__name__ for one in self.waiting(self.encounter)))
        print(f"{name}: {len(fight)} entries in the fight, {len(free)} in the free scene; asked at the end: {asked}")
        print(f"    {', '.join(sorted(self.done))}")

    # Values

    def value(self, item: Any) -> Any:
        """A value that an input takes, drawn among its options."""
        from rules.core import inputs

        options = [one.value for one in getattr(item, "options", ()) if one.reason is None]
        skips = not item.required and self.chance.random() < 0.4
        match item:
            case inputs.Flag():
                return self.chance.random() < 0.3
            case inputs.Number():
                if skips or (item.default is not None and self.chance.random() < 0.5):
                    return item.default
                return self.chance.randint(max(item.minimum, 0), max(min(item.maximum, 8), item.minimum, 0))
            case inputs.Text() if item.name == "notation":
                return "2d6+1"
            case inputs.Text():
                return item.default if skips else "a la luz del farol"[: item.length]
            case inputs.Several():
                chosen = self.some(options, item.minimum)
                return [[one, "así"] for one in chosen] if item.words else chosen
            case inputs.Combatants() if item.several:
                return self.some(options, 1 if item.required else 0)
            case inputs.Choice() | inputs.Combatants():
                if not options or skips or (item.default in options and self.chance.random() < 0.3):
                    return item.default
                return self.chance.choice(options)
            case inputs.Allocation():
                shares = [one.value for one in item.shares if one.reason is None]
                return {one: self.chance.choice(shares) for one in self.some(options, 1 if item.required else 0)}
            case inputs.Rows():
                least = 1 if item.required else 0
                rows = self.chance.randint(least, max(least, 1))
                return [{part.name: self.value(part) for part in item.of} for _row in range(rows)]
            case _:
                return item.default

    def some(self, options: Iterable[str], least: int) -> list[str]:
        found = list(options)
        return self.chance.sample(found, min(len(found), max(least, self.chance.randint(0, 2))))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
