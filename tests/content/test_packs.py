"""The packs that ship: whole, in both languages, and every creature, weapon and class plays."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from rules.core.equipment import taken
from rules.core.facts import Ref, Word
from rules.core.gear import Gear, Thing
from rules.core.inputs import check_inputs
from rules.core.types import Json
from rules.core.words import Speaker
from tests.content.duel import FOE, HERO, do, duel, fought, thing_of
from tests.content.machines import field, shot_out
from tests.content.shelf import FOLDERS, Shelved, called, pack, shelved

LEAST = {"class": 6, "species": 6, "item": 60, "creature": 25, "rule": 3}
"""What a pack holds at least to begin a campaign with; and talents and spells together twenty."""

WHOLE = {
    "tapiz": {
        *("level", "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"),
        *("physical_max", "mental_max", "armour", "size", "mov", "traits"),
    },
    "tumbas": {
        *("strength", "agility", "resistance", "intelligence", "will"),
        *("hp_max", "damage_die", "armour_value"),
    },
    "d20": {
        *("level", "hp_max", "base_attack", "fortitude", "reflex", "will", "weapons"),
        *("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"),
    },
    "tactico": {
        *("strength", "dexterity", "constitution", "intelligence", "perception", "will"),
        *("trained", "weapons"),
    },
}
"""What the sheet of a creature says itself."""

DUMMY = {
    "tapiz": {"physical_max": 12, "mental_max": 12},
    "tumbas": {"hp_max": 12, "damage_die": "6"},
    "d20": {"hp_max": 6, "dexterity": 4, "constitution": 3, "base_attack": 0, "weapons": [{"name": "Palo"}]},
    "tactico": {"constitution": 3},
}
HERO_OF = {
    "tapiz": {"level": 3, "strength": 15, "dexterity": 14, "physical_max": 40, "mental_max": 30},
    "tumbas": {"level": 3, "strength": 2, "agility": 2, "hp_max": 30, "coins": 0, "equipment_points": 0},
    "d20": {
        "level": 4,
        "strength": 15,
        "dexterity": 15,
        "attack_growth": "fast",
        "feats": ["personal_firearms"],
        "weapons": [{"name": "Palo", "dice": "1d8"}],
    },
    "tactico": {"constitution": 8, "ranged_weapons": 5, "melee_weapons": 5, "heavy_weapons": 5, "brawl": 5},
}
"""A combatant who survives a few blows of anything."""


def plain_foe(one: Shelved) -> dict[str, object]:
    return dict(DUMMY[one.system.slug])


def plain_hero(one: Shelved) -> dict[str, object]:
    return dict(HERO_OF[one.system.slug])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_pack_is_enough_for_a_first_campaign(folder: Path) -> None:
    families = Counter(one.kind.family for one in shelved(*LEAST, "talent", "spell") if one.folder == folder)
    assert {family: families[family] for family in LEAST if families[family] < LEAST[family]} == {}
    assert families["talent"] + families["spell"] >= 20
    assert len(pack(folder).chapters) >= 2


def test_each_system_that_is_played_has_one() -> None:
    assert {pack(folder).system for folder in FOLDERS} == set(DUMMY)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_everything_is_told_in_both_languages(folder: Path) -> None:
    """Name and prose of each entry; in the other language it is another text, not the same once more."""
    found = pack(folder)
    assert found.languages == ("es", "en")
    for entry in found.entries:
        assert set(entry.name) == set(entry.text) == {"es", "en"}, entry.code
        assert entry.text["es"] != entry.text["en"], entry.code
    names = [entry.name["es"] for entry in found.entries]
    assert sorted(name for name, times in Counter(names).items() if times > 1) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_things_have_a_price_and_weigh_what_the_rules_count(folder: Path) -> None:
    for one in shelved("item"):
        if one.folder == folder:
            assert one.values["price"] > 0, one.entry.code
            assert one.system.equipment.burden(thing_of(one)) or one.values.get("spaces") == 0, one.entry.code


@pytest.mark.parametrize("one", shelved(kind="creature"), ids=called)
def test_a_creature_is_whole_and_fights_to_the_end(one: Shelved) -> None:
    written = one.written["gives"]
    assert WHOLE[one.system.slug] - set(written) == set()
    play = duel(one.system, one.sheet, hero=plain_hero(one))
    assert fought(play, one.entry.code)
    blows = [fact for fact in play.facts if fact.code.startswith("attack.") and fact.params.get("who") == Ref(FOE)]
    assert blows
    speaker = Speaker(one.system.slug, "en", lambda who: who)
    assert all(speaker.text(fact) for fact in one.system.card(play.fight, FOE).facts)


@pytest.mark.parametrize("one", shelved(kind="mech") + shelved(kind="vehicle"), ids=called)
def test_a_machine_is_whole_and_fights_to_the_end(one: Shelved) -> None:
    """It bears what it says, within its grades, and every weapon that fires is one of its own."""
    written = one.written["gives"]
    assert {"model", "tonnage", "fit", "weapons", "piloting", "gunnery"} - set(written) == set()
    assert written["fit"] == "own"
    play = field(one.kind.gives, one.sheet)
    assert shot_out(play, one.entry.code)
    fired = {
        word.code
        for fact in play.facts
        if fact.code == "fire.declared" and fact.params["who"] == Ref(FOE)
        for word in (fact.params["weapon"],)
        if isinstance(word, Word)
    }
    assert fired
    assert fired <= {f"vehicle_weapon.{row['weapon']}" for row in written["weapons"]}
    speaker = Speaker(one.system.slug, "en", lambda who: who)
    assert all(speaker.text(fact) for fact in one.system.card(play.fight, FOE).facts)


def is_any(one: Shelved, *properties: str) -> bool:
    """Whether a weapon has one of these properties, in a system in which weapons list them."""
    return not set(properties).isdisjoint(one.values.get("properties") or ())


KILLING = [one for one in shelved(kind="weapon") if not is_any(one, "explosive", "splash", "nonlethal")]
BURSTING = [one for one in shelved(kind="weapon") if is_any(one, "explosive", "splash")]


@pytest.mark.parametrize("one", KILLING, ids=called)
def test_a_weapon_fights_to_the_end_and_spends_what_it_shoots(one: Shelved) -> None:
    weapon = thing_of(one, place="hand")
    stocks = [thing_of(stock) for stock in shelved(kind="ammunition") if stock.folder == one.folder]
    sort = weapon.values["ammunition"]
    fitting = [replace(stock, quantity=20) for stock in stocks if fits(stock, weapon)][:1]
    assert bool(sort) == bool(fitting)
    if weapon.values.get("category") == "explosives":
        weapon = replace(weapon, quantity=30)
    carried = Gear(dict(sorted((thing.id, thing) for thing in (weapon, *fitting))))
    play = duel(one.system, plain_foe(one), hero=plain_hero(one), gear=carried)
    assert fought(play, one.entry.code)
    named = [fact.params.get("weapon") for fact in play.facts if fact.code.startswith("attack.")]
    assert weapon.name in named
    for stock in fitting:
        hero = play.fight.combatants[HERO]
        after = hero.gear.things[stock.id]
        # a magazine that outlasted the fight is not changed yet
        begun = one.system.slug == "tactico" and hero.body.arms[weapon.id].left < weapon.values["rounds"]
        begun = begun or (
            one.system.slug == "d20" and bool(one.values.get("capacity") and hero.body.arm(weapon.id).spent)
        )
        assert begun or (after.quantity, after.charges) != (stock.quantity, stock.charges)


def fits(stock: Thing, weapon: Thing) -> bool:
    """Whether a weapon is loaded with this; a magazine is not for one that takes bullets."""
    return all(stock.values[name] == weapon.values[name] for name in ("ammunition", "reload") if name in stock.values)


@pytest.mark.parametrize("one", shelved("class", "species", "talent", "spell"), ids=called)
def test_what_a_character_takes_makes_a_sheet(one: Shelved) -> None:
    kind = one.system.sheet_kinds["person"]
    plain = check_inputs(kind.inputs, {})
    for language in ("es", "en"):
        given = one.told(language)["gives"]
        sheet = taken(plain, given, kind.inputs)
        assert kind.load(sheet) != kind.load(plain)
        assert taken(sheet, given, kind.inputs) == sheet


@pytest.mark.parametrize("one", shelved("class", "species"), ids=called)
def test_a_class_and_a_species_fight_to_the_end(one: Shelved) -> None:
    plain = check_inputs(one.system.sheet_kinds["person"].inputs, {})
    sheet = taken(plain, one.values["gives"], one.system.sheet_kinds["person"].inputs)
    play = duel(one.system, plain_foe(one), hero={**plain_hero(one), **sheet_of(one, sheet, plain)})
    assert fought(play, one.entry.code)


def sheet_of(one: Shelved, sheet: dict[str, Json], plain: dict[str, Json]) -> dict[str, Json]:
    """What an entry has changed on a sheet."""
    return {name: value for name, value in sheet.items() if value != plain[name]}


@pytest.mark.parametrize("one", shelved(kind="armour") + shelved(kind="shield"), ids=called)
def test_what_is_worn_is_named_or_counts(one: Shelved) -> None:
    # a shield of Tapiz at the belt guards nobody
    borne = one.entry.kind == "shield" and one.system.slug == "tapiz"
    worn = thing_of(one, place="hand" if borne else "worn")
    bare = duel(one.system, plain_foe(one)).fight.combatants[HERO].body
    body = duel(one.system, plain_foe(one), gear=Gear({worn.id: worn})).fight.combatants[HERO].body
    if one.entry.kind == "shield":
        assert body.shield
    elif one.system.slug == "d20":
        assert (body.worn.name, body.weight) == (worn.name, str(Fraction(worn.values["weight"], 100)))
        assert body.worn.proficient_bonus > bare.worn.proficient_bonus
    elif worn.values["armour"] != 0:
        assert body.armour != bare.armour


@pytest.mark.parametrize("one", BURSTING, ids=called)
def test_what_bursts_says_how_far(one: Shelved) -> None:
    thrown = thing_of(one, place="hand")
    body = duel(one.system, plain_foe(one), gear=Gear({thrown.id: thrown})).fight.combatants[HERO].body
    assert body.weapon(thrown.id).radius > 0


@pytest.mark.parametrize("one", shelved(kind="consumable"), ids=called)
def test_what_is_used_up_is_used_up(one: Shelved) -> None:
    thing = thing_of(one)
    play = duel(one.system, plain_foe(one), gear=Gear({thing.id: thing}), ordered=False)
    if one.system.slug == "tactico":
        play.begin("leave_thing", HERO, thing=thing.id, quantity=1)
    action = "consume" if "consume" in one.system.actions else "use"
    for _ in range(thing.charges):
        play.begin(action, HERO, thing=thing.id, target=HERO)
    assert play.fight.combatants[HERO].gear.things[thing.id].quantity == 0


@pytest.mark.parametrize("one", [one for one in shelved(kind="weapon") if is_any(one, "nonlethal")], ids=called)
def test_what_only_stuns_takes_no_hit_points(one: Shelved) -> None:
    weapon = thing_of(one, place="hand")
    play = duel(one.system, plain_foe(one), hero=plain_hero(one), gear=Gear({weapon.id: weapon}), ordered=False)
    dice = Random(one.entry.code)
    for _ in range(4):
        do(play, "attack", HERO, dice)
    assert any(fact.code == "attack.hit" and fact.params.get("target") == Ref(FOE) for fact in play.facts)
    assert play.fight.combatants[FOE].body.hp == plain_foe(one)["hp_max"]
