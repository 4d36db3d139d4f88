"""Steps that only the world with a secret has."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from characters.gear import holder_of
from characters.models import Character
from characters.services import create_character
from combat import sheets, store
from combat.deeds import Deed
from combat.store import Read
from equipment.ledger import services as ledger
from equipment.ledger import sharing
from equipment.ledger.models import Cause, Loot, Possession
from equipment.ledger.writing import Holder
from rules.core import unseen
from rules.core.engine import waits_for
from rules.core.stage import stage
from rules.core.types import Json
from tapiz_site.campaigns import doors
from tests.combat.play import creatures
from tests.secrecy.plans import MOST_TURNS, Does, Play, answer_to, enlist, gear, harm, names_any


def more_of_them(play: Play, chance: random.Random) -> None:
    kind, sheet = play.cast.hidden
    name = chance.choice(["Sombra", "Acechador", "Matón"])
    enlist(play, *creatures(name, sheet, chance.choice((1, 1, 2)), kind=kind, hidden=True))


def on_a_hidden_one(action: str, **ways: list[Json]) -> Callable[[Play, random.Random], None]:
    """The game master's command about a hidden combatant, with one of each of these inputs."""

    def does(play: Play, chance: random.Random) -> None:
        game = play.world.game
        if not (hidden := sorted(game.fight.hidden)):
            return
        who = chance.choice(hidden)
        inputs = {name: chance.choice(values) for name, values in ways.items()}
        play.tries(game.deed("game_master", action, who=who, **inputs))

    return does


def suffers(play: Play, chance: random.Random) -> Deed | None:
    hidden = sorted(play.world.game.fight.hidden)
    return play.tries(harm(play, chance.choice(hidden), chance.randint(1, 4))) if hidden else None


def takes_that_back(play: Play, chance: random.Random) -> None:
    if suffers(play, chance) is None:
        return
    play.world.game.undo("game_master")
    if chance.random() < 0.5:
        play.world.game.redo("game_master")


def rolls(play: Play, chance: random.Random) -> None:
    game = play.world.game
    if waits_for(game.read.system, game.read.head) is not None:
        return
    game.command("game_master", "roll", None, notation="2d6", reason=f"tirada {chance.randrange(9)}", secret=True)
    if chance.random() < 0.5:
        game.answer("game_master", "dice", faces=[chance.randint(1, 6), chance.randint(1, 6)])
    else:
        game.act("game_master", Deed("cancel"))


def knocks(play: Play, chance: random.Random) -> None:
    table = play.world.game.table
    if (opened := doors.door_of(table)) is None:
        return
    knock = doors.knock(door=opened, name=chance.choice(["Bea", "Cora"]), seat="", user=None, before=None)
    after = chance.random()
    if after < 0.4:
        doors.refuse(table=table, pk=knock.pk)
    elif after < 0.8:
        doors.withdraw(knock)


def into_a_closed_loot(play: Play, chance: random.Random) -> None:
    for closed in Loot.objects.filter(table=play.world.game.table, open=False)[:1]:
        gear(Holder(play.world.game.table, loot=closed), play, "Mapa")


def unplayed(play: Play, chance: random.Random) -> Character:
    """A character without a player: the first there is, or a new one."""
    game, runs = play.world.game, play.world.game.users["game_master"]
    found = game.table.characters.filter(name="Hkozmir").first()
    kind, sheet = play.cast.people[0]
    return found or create_character(table=game.table, kind=kind, name="Hkozmir", values=dict(sheet), by=runs)


def of_the_unplayed(play: Play, chance: random.Random) -> None:
    """The things of a character without a player are given, counted or left behind."""
    holder, runs = holder_of(unplayed(play, chance)), play.world.game.users["game_master"]
    had = gear(holder, play, "Perla", 3)
    after = chance.random()
    if after < 0.3:
        ledger.count(holder, runs, had.pk, -1)
    elif after < 0.6:
        ledger.put(holder, runs, had.pk, "left", where="El pozo")


def an_offer(play: Play, chance: random.Random) -> None:
    """A character without a player offers something to another one."""
    holder, game = holder_of(unplayed(play, chance)), play.world.game
    kind, sheet = play.cast.people[1]
    runs = game.users["game_master"]
    other = create_character(table=game.table, kind=kind, name="Bliquelt", values=dict(sheet), by=runs)
    had = gear(holder, play, "Perla", 2)
    if chance.random() < 0.5:
        sharing.offer(holder, runs, had.pk, 1, holder_of(other))
    else:
        sharing.give(holder, runs, had.pk, 1, holder_of(other), Cause.GIVEN)


def foreseen(play: Play, chance: random.Random) -> None:
    """A scene in preparation, with some of those who fight here now, and a foe who is hurt."""
    game = play.world.game
    here, runs = game.encounter, game.users["game_master"]
    game.encounter = store.create(table=game.table, name="La emboscada", user=runs)
    kind, sheet = play.cast.foe
    enlist(play, *creatures("Verdugo", sheet, kind=kind), sheets.character_row(unplayed(play, chance)))
    play.tries(harm(play, next(iter(game.fight.combatants)), 2))
    game.encounter = here


def unidentified(play: Play, **values: Json) -> None:
    """The rifle in the stash, whose values la carta lets be found out, has these."""
    for rifle in Possession.objects.filter(table=play.world.game.table, name="Sorda"):
        Possession.objects.filter(pk=rifle.pk).update(values={**rifle.values, **values})


SECRET: Mapping[str, Does] = {
    "more of them": more_of_them,
    "it is hurt": suffers,
    "it is hurt, and that is taken back": takes_that_back,
    "it shows otherwise": on_a_hidden_one("show_as", shows=["nothing", "word", "number"]),
    "it has another name": on_a_hidden_one("rename", name=["Espectro", "Matón"], public_name=["", "Alguien"]),
    "it goes": on_a_hidden_one("dismiss"),
    "it stands elsewhere": on_a_hidden_one("reorder", direction=["up", "down"]),
    "a secret roll": rolls,
    "one knocks": knocks,
    "into a closed loot": into_a_closed_loot,
    "things of the unplayed": of_the_unplayed,
    "an offer of the unplayed": an_offer,
    "a scene is prepared": foreseen,
}


def passes(play: Play, chance: random.Random, *, overtaken: bool = False) -> None:
    """The hidden act and answer among themselves, until others are to act.

    overtaken: or until any moment in which others see a turn of theirs, so that a player acts before a hidden one.
    """
    game = play.world.game
    for _turn in range(MOST_TURNS):
        read = game.read
        if overtaken and _see_a_turn(read) and chance.random() < 0.5:
            return
        fight, hidden = read.head.fight, read.head.fight.hidden
        waiting = waits_for(read.system, read.head)
        requests = waiting.requests if waiting else ()
        asked = [one for one in requests if one.to in hidden or hidden & {*one.key.split(":")}]
        if not asked and requests and read.head.open[-1].command.actor in hidden:
            asked = [*requests]
        if asked:
            play.tries(*(answer_to(asked[0], chance) for _try in range(4)), Deed("cancel"))
        elif unseen.acts(read.system, fight) and not read.head.open:
            _lets_go(play, chance)
        else:
            return


def _see_a_turn(read: Read) -> bool:
    """Whether one who is seen has the turn for those who know of no hidden combatant."""
    fight, _told = unseen.passed(read.system, read.head.fight)
    turn = read.system.whose_turn(fight)[:1]
    return bool(turn) and turn[0] not in fight.hidden


def _lets_go(play: Play, chance: random.Random) -> None:
    """The hidden one does what touches nobody who is seen, or ends its turn; what is there for it alone goes on."""
    game = play.world.game
    read = game.read
    fight = read.head.fight
    moment = read.system.moment(fight)
    if not read.system.whose_turn(fight):
        play.acts(Deed("command", "next_step", None, {}, moment))
        return
    actor = read.system.whose_turn(fight)[0]
    others = fight.combatants.keys() - fight.hidden
    found = stage(read.system, read.head, game.viewer("game_master"))
    deeds = [Deed("command", "end_turn", actor, {}, moment)]
    if "declare" in read.system.actions:
        inputs = [{"what": what} for what in ("move", "test")] if read.system.slug == "tumbas" else [
            dict(zip(("first", "second", "third"), chance.sample(["test", "give_up", "move"], 3), strict=True))
        ]  # fmt: skip
        deeds[:0] = [Deed("command", "declare", actor, chance.choice(inputs), moment)]
    if found.proposed is not None and chance.random() < 0.5:
        one = found.proposed
        deeds[:0] = [Deed("command", one.action, one.actor, one.inputs, moment)]
    play.tries(*(one for one in deeds if not names_any(one, others)))
