"""The demo tables that ship in `content/<system>/demo*.toml`: people, characters, and a fight under way."""

from __future__ import annotations

import json
import secrets
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, get_hasher
from django.db import transaction

from characters.services import create_character
from equipment.packs import choosing
from equipment.packs.files.document import BattleMap
from equipment.packs.files.maps import data_in_language
from rules.core.audience import Viewer
from rules.core.board.verbs import PLACE
from rules.core.engine import waits_for
from rules.core.registry import get_system
from rules.core.requests import Dice
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

from . import demo_things, scenes, services, sheets, store
from .deeds import Deed
from .models import Encounter

WORDS = (
    *("brezo", "cedro", "coral", "duna", "faro", "higo", "jara", "lima", "mirto"),
    *("nube", "olivo", "perla", "roble", "salvia", "tilo", "uva", "vela", "zarza"),
)


def password() -> str:
    """A password that is easy to type from a screen: three words and a number."""
    return "-".join([*(secrets.choice(WORDS) for _ in range(3)), str(secrets.randbelow(9000) + 1000)])


QUICK = 20_000
"""Rounds for passwords of the demo, which lie readable beside the data: a slow hash would protect nothing."""


def _hashed(secret: str) -> str:
    hasher = get_hasher()
    rounds = {"iterations": QUICK} if isinstance(hasher, PBKDF2PasswordHasher) else {}
    return str(hasher.encode(secret, hasher.salt(), **rounds))


def demos() -> list[Path]:
    """The demo files of all systems."""
    return sorted(Path(settings.BASE_DIR, "content").glob("*/demo*.toml"))


@transaction.atomic
def load(path: Path) -> list[tuple[str, str, str]]:
    """Make a demo table from its file and return log-in, password and role of each of its people."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    slug = path.parent.name
    people: dict[str, User] = {}
    log_ins: list[tuple[str, str, str]] = []
    for username, person in content["people"].items():
        secret = password()
        people[username] = User.objects.create(
            username=username, password=_hashed(secret), display_name=person["name"], is_demo=True
        )
        log_ins.append((username, secret, str(Role(person["role"]).label)))
    runs = next(people[name] for name, person in content["people"].items() if person["role"] == Role.GAME_MASTER)
    table = campaigns.create_table(user=runs, name=content["table"], system=slug)
    for username, person in content["people"].items():
        if people[username] != runs:
            Membership.objects.create(table=table, user=people[username], role=person["role"])
    choosing.take_newest(table, content.get("packs", ()))
    goods = demo_things.goods_of(table)
    characters = []
    for row in content["characters"]:
        character = create_character(
            table=table,
            kind=row.get("kind", "person"),
            name=row["name"],
            values=demo_things.sheet_of(row, goods),
            by=runs,
            players=[people[row["player"]]] if "player" in row else [],
        )
        demo_things.own(character, row.get("things", ()), goods, runs)
        characters.append(character)
    encounter = store.create(table=table, name=content["encounter"], user=runs)
    rows: list[Mapping[str, Json]] = [sheets.character_row(one) for one in characters]
    for creature in content["creatures"]:
        rows += _creatures(creature)
    services.enlist(encounter=encounter, user=runs, rows=rows, key=store.new_id())
    if "map" in content:
        laid = path.parent / content["map"]
        _lay(encounter, runs, json.loads(laid.read_text(encoding="utf-8")), content["places"])
    for step in content["steps"]:
        _take(encounter, runs, step)
    return log_ins


def _creatures(creature: Mapping[str, Any]) -> list[Mapping[str, Json]]:
    count = creature.get("count", 1)
    group = store.new_id() if count > 1 else None
    row = {
        "name": creature["name"],
        "kind": creature.get("kind", "creature"),
        "sheet": creature["sheet"],
        "group": group,
        "numbered": count > 1,
        "hidden": creature.get("hidden", False),
    }
    return [{**row, "id": store.new_id()} for _one in range(count)]


def _lay(encounter: Encounter, user: User, laid: Mapping[str, Any], places: Mapping[str, str]) -> None:
    """Lay a map under the fight, and put everybody on a square, by name."""
    data = data_in_language(BattleMap("", laid["name"], laid["data"]), "es")
    scenes.lay(encounter, user, data, laid["name"]["es"], key=store.new_id())
    for who, cell in places.items():
        ids = _ids(encounter)
        deed = Deed("command", PLACE, inputs={"who": [ids[who]], "to": cell})
        services.act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())


def _ids(encounter: Encounter) -> dict[str, str]:
    """The ids of combatants by their true names."""
    return {one.called(by_game_master=True): one.id for one in store.read(encounter.pk).head.fight.combatants.values()}


def _take(encounter: Encounter, user: User, step: Mapping[str, Any]) -> None:
    """Take one step of the file, a command or an answer, then roll the dice it asks for with the written faces."""
    fight = store.read(encounter.pk).head.fight
    ids = {one.called(by_game_master=True): one.id for one in fight.combatants.values()}
    acting = fight.combatants.get(ids.get(step.get("actor", ""), ""))
    things = {thing.name: thing.id for thing in acting.gear.things.values()} if acting else {}
    inputs = {name: _by_ids({**ids, **things}, value) for name, value in step.get("inputs", {}).items()}
    if step["does"] == "answer":
        deed = Deed("answer", request=step["request"], inputs=_complete(encounter, step["request"], inputs))
    else:
        actor = ids.get(step.get("actor", ""))
        moment = get_system(encounter.table.system).moment(fight)
        deed = Deed("command", step["action"], actor, _declared(encounter, step["action"], actor, inputs), moment)
    services.act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())
    names = {who: name for name, who in ids.items()}
    while dice := _next_dice(encounter):
        faces = step.get("faces_rolled")
        if faces is None:
            faces = _written(step["faces"], dice, names.get(dice.to or "", ""))
        deed = Deed("answer", request=dice.key, inputs={"faces": faces})
        services.act(encounter=encounter.pk, user=user, deed=deed, key=store.new_id())


def _by_ids(ids: Mapping[str, str], value: Json) -> Json:
    """A value of the file, or a list of them, with the ids of combatants in place of their names."""
    if isinstance(value, list):
        return [_by_ids(ids, one) for one in value]
    return ids.get(value, value) if isinstance(value, str) else value


def _written(faces: Mapping[str, list[int]], dice: Dice, name: str) -> list[int]:
    """The faces of this group of dice, found by its key, its label, or the combatant who rolls it.

    Members of a numbered group share one name without the number.
    """
    for said in (dice.key, dice.label, name, name.rstrip(" 0123456789")):
        if said in faces:
            return faces[said]
    raise KeyError(f"no faces for {dice.key}")


def _next_dice(encounter: Encounter) -> Dice | None:
    read = store.read(encounter.pk)
    waiting = waits_for(read.system, read.head)
    return next((one for one in (waiting.requests if waiting else ()) if isinstance(one, Dice)), None)


def _declared(encounter: Encounter, action: str, actor: str | None, inputs: Mapping[str, Json]) -> Mapping[str, Json]:
    """The written inputs of an action, with defaults for the others."""
    read = store.read(encounter.pk)
    declared = read.system.actions[action].inputs(read.head.fight, actor, Viewer(game_master=True))
    return {item.name: inputs.get(item.name, item.default) for item in declared}


def _complete(encounter: Encounter, key: str, inputs: Mapping[str, Json]) -> Mapping[str, Json]:
    read = store.read(encounter.pk)
    waiting = waits_for(read.system, read.head)
    request = next(one for one in (waiting.requests if waiting else ()) if one.key == key)
    return {item.name: inputs.get(item.name, item.default) for item in getattr(request, "inputs", ())}
