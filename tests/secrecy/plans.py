"""What random worlds are made of, in every system: steps that both worlds have (`hidden_steps` has the others).

Players act by their pages, which are the same in both worlds, and so is what a seed makes them press and fill in. What
the game master does for all to see is chosen in the first world and done again in the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, TypeAlias

from django.urls import reverse

from characters.gear import holder_of
from combat import services
from combat.deeds import Deed
from equipment.ledger import services as ledger
from equipment.ledger import sharing, trading
from equipment.ledger.models import Loot, Possession
from equipment.ledger.writing import Holder
from rules.core.engine import waits_for
from rules.core.errors import RuleError
from rules.core.fight import Combatant
from rules.core.requests import Choose, Dice, Request
from rules.core.stage import stage
from rules.core.types import Json
from tapiz_site.campaigns import doors, sessions
from tests.combat.play import creatures
from tests.rules.test_stage import given
from tests.simulation.reading import Button, Page

from .worlds import World

PLAYERS = ("player", "other_player")
MOST_TURNS = 30
"""So often the hidden go on before others do."""
PAGES = ("show", "inventory", "add_thing", "edit", "exchange_coins")
TABLE_PAGES = ("stash", "shop", "add_to_stash")
NOT_PRESSED = ("borrar", "papelera", "llave", "papel", "importar")

Sheet = Mapping[str, Json]


@dataclass(frozen=True)
class Cast:
    """Who takes part: two people of two players, foes that are seen, and hidden ones; each a kind and a sheet."""

    people: tuple[tuple[str, Sheet], tuple[str, Sheet]]
    foe: tuple[str, Sheet]
    hidden: tuple[str, Sheet]


def cast_of(slug: str) -> Cast:
    """The people and foes of a system; `tactico mech` are machines."""
    if slug == "tactico mech":
        field = import_module("tests.rules.tactico.vehicles.field")
        return Cast((("mech", field.FALCON), ("mech", field.ROCK)), ("mech", field.RAIDER), ("vehicle", field.FIGHTER))
    names = {
        "tapiz": ("HERO", "HERO", "CREATURE", "CREATURE"),
        "tumbas": ("WIZARD", "WIZARD", "BANDIT", "BANDIT"),
        "d20": ("MEDIC", "MEDIC", "THUG", "THUG"),
        "tactico": ("MEDIC", "GUARD", "RAIDER", "SNIPER"),
    }
    one, two, foe, hidden = (getattr(import_module(f"tests.rules.scenarios.{slug}"), name) for name in names[slug])
    return Cast((("person", one), ("person", two)), ("creature", foe), ("creature", hidden))


@dataclass
class Play:
    """A world at play; `name` is that of the present step."""

    world: World
    cast: Cast
    name: str = ""

    # What is done

    def deed(self, chosen: Callable[[], Deed | None]) -> Deed | None:
        """What the game master does in this step: chosen in the first world, and the same in the other."""
        done = self.world.watch.deeds
        if self.name not in done:
            done[self.name] = chosen()
        deed = done[self.name]
        return replace(deed, moment=self._moment()) if deed is not None and deed.moment else deed

    def _moment(self) -> str:
        read = self.world.game.read
        return read.system.moment(read.head.fight)

    def acts(self, deed: Deed, faces: Iterable[int] = ()) -> None:
        """The game master does this."""
        self.world.game.act("game_master", deed, faces=faces)

    def tries(self, *deeds: Deed) -> Deed | None:
        """The first of these that is taken, having been done; the fight stays as it is where none is."""
        for deed in deeds:
            try:
                self.acts(deed)
            except RuleError:
                continue
            return deed
        return None

    # What players do

    def asks(self, who: str, method: str, url: str, data: Mapping[str, object] | None = None) -> str:
        """A person asks for a page or sends a form; what comes back is kept and counts."""
        what = f"{self.name} {who} {method} {url} {data or ''}"
        return self.world.watch.asks(self.world, what, who, method, url, data)

    def sends(self, who: str, page: Page, button: Button, chance: random.Random | None = None) -> None:
        """A person sends a form: as it stands, or filled in at random."""
        form = page.form(button.form)
        filled = dict(form.as_it_stands() if chance is None else form.at_random(chance, much=0.3))
        if button.said:
            filled[button.said[0]] = [button.said[1]]
        self.asks(who, "post", button.address, {**filled, "key": [f"key-{self.name}"]})


Does: TypeAlias = Callable[[Play, random.Random], object]

# Steps that both worlds have


def goes_on(play: Play, chance: random.Random) -> None:
    """The game master answers what is open, or takes the next step of one who is seen."""
    game = play.world.game

    def chosen() -> Deed | None:
        read = game.read
        fight = read.head.fight
        waiting, found = waits_for(read.system, read.head), stage(read.system, read.head, game.viewer("game_master"))
        deeds = []
        if waiting is not None:
            for request in waiting.requests:
                deeds += [answer_to(request, chance) for _try in range(4)]
            deeds.append(Deed("cancel"))
        commands = [found.ending, found.proposed] if chance.random() < 0.6 else [found.proposed, found.ending]
        deeds += [
            Deed("command", one.action, one.actor, one.inputs, read.system.moment(fight)) for one in commands if one
        ]
        (actor, *_later) = (*read.system.whose_turn(fight), None)
        deeds.append(Deed("command", "end_turn" if actor else "next_step", actor, {}, read.system.moment(fight)))
        return play.tries(*(one for one in deeds if not names_any(one, fight.hidden)))

    _both(play, chosen)


def _both(play: Play, chosen: Callable[[], Deed | None]) -> None:
    """Do in the first world the first that is taken, and in the other the same."""
    first = play.name not in play.world.watch.deeds
    deed = play.deed(chosen)
    if deed is not None and not first:
        play.acts(deed)


def answer_to(request: Request, chance: random.Random) -> Deed:
    """An answer of the game master's to what is asked."""
    assert isinstance(request, Dice | Choose)
    inputs = given(request, chance)
    assert isinstance(inputs, dict)
    return Deed("answer", request=request.key, inputs=inputs)


def names_any(deed: Deed, ids: Iterable[str]) -> bool:
    """Whether a deed names one of these combatants."""
    said = f"{deed.actor} {deed.inputs} {deed.request}"
    return any(one in said for one in ids)


def seen(play: Play) -> list[Combatant[Any]]:
    """The combatants that all see."""
    return [one for one in play.world.game.fight.combatants.values() if not one.hidden]


def is_hurt(play: Play, chance: random.Random) -> None:
    def chosen() -> Deed | None:
        who = chance.choice([one.id for one in seen(play)])
        return play.tries(harm(play, who, chance.randint(1, 3)))

    _both(play, chosen)


def harm(play: Play, who: str, amount: int) -> Deed:
    game = play.world.game
    read = game.read
    declared = read.system.actions["damage"].inputs(read.head.fight, None, game.viewer("game_master"))
    inputs = {one.name: one.default for one in declared}
    return Deed("command", "damage", None, {**inputs, "amount": amount, "targets": {who: "full"}}, play._moment())


def presses(play: Play, chance: random.Random) -> None:
    """A player presses the main button."""
    game, who = play.world.game, chance.choice(PLAYERS)
    page = Page(play.asks(who, "get", game.url()))
    if page.main is not None and page.main.link and "/panel/" in page.main.address:
        page = Page(play.asks(who, "get", page.main.address))
    button = page.main
    if button is not None and button.address and not button.link and not button.disabled:
        play.sends(who, page, button, chance if button.lacks else None)


def fills(play: Play, chance: random.Random) -> None:
    """A player opens one of the panels and sends its form, filled in at random."""
    game, who = play.world.game, chance.choice(PLAYERS)
    page = Page(play.asks(who, "get", game.url()))
    for _deeper in range(chance.choice((1, 1, 2))):
        if links := page.links("/panel/"):
            page = Page(play.asks(who, "get", chance.choice(links).address))
    buttons = page.pressable(lambda one: "/hacer/" in one.address)
    if buttons:
        play.sends(who, page, chance.choice(buttons), chance)


def takes_back(play: Play, chance: random.Random) -> None:
    """A player takes a step back, or does it again."""
    game, who = play.world.game, chance.choice(PLAYERS)
    page = Page(play.asks(who, "get", game.url()))
    buttons = page.pressable(lambda one: "do=undo" in one.address or "do=redo" in one.address)
    if buttons:
        play.sends(who, page, chance.choice(buttons))


def writes(play: Play, chance: random.Random) -> None:
    """A player fills in a form of a page of things: of the own ones, the stash, the shop, a loot."""
    game, who = play.world.game, chance.choice(PLAYERS)
    own = game.characters["Ana" if who == "player" else "Bruno"]
    urls = [reverse(f"characters:{name}", args=[own.pk]) for name in PAGES]
    urls += [reverse(f"characters:{name}", args=[game.table.pk]) for name in TABLE_PAGES] * 2
    urls += [reverse("campaigns:table", args=[game.table.pk])]
    page = Page(play.asks(who, "get", chance.choice(urls)))
    buttons = page.pressable(
        lambda one: page.form(one.form).method == "post" and not any(part in one.address for part in NOT_PRESSED)
    )
    if buttons:
        play.sends(who, page, chance.choice(buttons), chance)


def shows(play: Play, chance: random.Random) -> None:
    who = chance.choice([one.id for one in seen(play)])
    play.world.game.command("game_master", "show_as", who=who, shows=chance.choice(["nothing", "word", "number"]))


def hides_and_shows(play: Play, chance: random.Random) -> None:
    """A foe is gone from sight, and seen again."""
    foes = [one.id for one in seen(play) if one.character is None]
    if foes:
        who = chance.choice(foes)
        play.world.game.command("game_master", "hide", who=who)
        play.world.game.command("game_master", "reveal", who=who)


def comes(play: Play, chance: random.Random) -> None:
    kind, sheet = play.cast.foe
    enlist(play, *creatures("Matón", sheet, chance.randint(1, 2), kind=kind))


def door(play: Play, chance: random.Random) -> None:
    table = play.world.game.table
    if doors.door_of(table) is None:
        doors.open_door(table=table, offered=[])
    else:
        doors.close_door(table=table)


def shop(play: Play, chance: random.Random) -> None:
    table, is_open = play.world.game.table, chance.random() < 0.7
    trading.set_shop(table, name="El bazar", is_open=is_open, sells_at=chance.randint(80, 120), buys_at=50)


def loot(play: Play, chance: random.Random) -> None:
    """A loot is opened, with coins or a thing in it; or it is closed."""
    game = play.world.game
    runs, is_open = game.users["game_master"], Loot.objects.filter(table=game.table, name="Cofre", open=True).last()
    if is_open is not None and chance.random() < 0.5:
        sharing.close_loot(is_open)
        return
    found = sharing.open_loot(game.table, runs, encounter="", combatant="", name="Cofre", things=[], owner=None)
    gear(Holder(game.table, loot=found), play, chance.choice(["Cuerda", "Candil"]))


def thing(play: Play, chance: random.Random) -> None:
    """A character is given a thing by the game master, or it comes into the stash."""
    game = play.world.game
    holders = [Holder(game.table), *(holder_of(game.characters[name]) for name in ("Ana", "Bruno"))]
    gear(chance.choice(holders), play, chance.choice(["Saco", "Pala"]))


def session(play: Play, chance: random.Random) -> None:
    game = play.world.game
    running, runs = sessions.session_of(game.table), game.users["game_master"]
    if running is None:
        sessions.begin_session(table=game.table, user=runs)
    else:
        sessions.end_session(session=running, user=runs)


COMMON: Mapping[str, tuple[int, Does]] = {
    "the table goes on": (8, goes_on),
    "a player presses": (5, presses),
    "a player fills in": (4, fills),
    "a player takes back": (2, takes_back),
    "a player writes": (4, writes),
    "one is hurt": (2, is_hurt),
    "one shows": (1, shows),
    "one hides and shows": (1, hides_and_shows),
    "one more": (1, comes),
    "the door": (1, door),
    "the shop": (1, shop),
    "a loot": (1, loot),
    "a thing": (1, thing),
    "a session": (1, session),
}
"""By name how often they come, and what is done."""


# Steps that only one world has


def enlist(play: Play, *rows: Mapping[str, Json]) -> None:
    game = play.world.game
    services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=rows, key=game.key())


def gear(holder: Holder, play: Play, name: str, quantity: int = 1) -> Possession:
    values = {"weight": 1, "price": 2} if play.world.game.table.system != "tactico" else {"size": 1, "price": 2}
    runs = play.world.game.users["game_master"]
    return ledger.add(holder, runs, kind="gear", name=name, values=values, quantity=quantity)
