"""Several combatants of the game master act at once: the panel, the act, what others see of it, and its undo."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import count, pairwise

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from combat import deeds, grouping, services, store
from combat.deeds import Deed, memory_key
from combat.models import Encounter, LogEntry
from rules.core import group
from rules.core.board.painting import dumped
from rules.core.boards import Board
from rules.core.engine import waits_for
from rules.core.group import members
from rules.core.requests import Dice
from rules.core.types import Json
from rules.core.unseen import PASSED_OVER
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role
from tests.combat.pressing import PANEL, Person
from tests.kept import as_made, demo_table, made_once
from tests.sizes import examples, one_in

from .test_presses import GAME_MASTERS, demo_of, people_of

pytestmark = pytest.mark.django_db

PRESSES = examples(70) // one_in(2)

_keys = count(1)


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dice in each run."""
    monkeypatch.setattr(deeds, "_random", random.Random(1))


@pytest.fixture(scope="module")
def _demos(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A demo table of each system."""

    def make() -> None:
        for path in sorted(map(demo_of, GAME_MASTERS)):
            demo_table(path)

    with made_once(make, django_db_blocker):
        yield


@pytest.fixture(autouse=True)
def forgotten(_demos: None, db: None) -> None:
    as_made(None)


def loaded(slug: str) -> Encounter:
    """The fight of a demo table."""
    return Encounter.objects.filter(table__system=slug, free=False, status="running").earliest("created")


def entered(encounter: Encounter, role: str) -> Client:
    """A person of this role at the table, logged in."""
    client = Client()
    person = encounter.table.memberships.filter(role=role).earliest("joined").user_id
    client.force_login(User.objects.get(pk=person))
    return client


def group_act(client: Client, encounter: Encounter, *ticks: str, **data: str) -> HttpResponse:
    """Let those who are ticked act at once."""
    head = store.read(encounter.pk)
    moment = head.system.moment(head.head.fight)
    url = f"{encounter.get_absolute_url()}hacer/?do=group&rolls=1&moment={moment}"
    ticked = {f"acts--{who}": "1" for who in ticks}
    return client.post(
        url, {"key": f"group-{next(_keys)}-of-this-test", "panel": "group", "filled": "group", **ticked, **data}
    )


def pass_turn(dj: Client, encounter: Encounter) -> None:
    """End the turn under way."""
    read = store.read(encounter.pk)
    now, moment = read.system.whose_turn(read.head.fight)[0], read.system.moment(read.head.fight)
    url = f"{encounter.get_absolute_url()}hacer/?do=command&action=end_turn&actor={now}&moment={moment}"
    assert dj.post(url, {"key": f"turn-{next(_keys)}-of-this-test"}).status_code == 302


def own(encounter: Encounter) -> list[str]:
    """The combatants without players who may act at once now."""
    read = store.read(encounter.pk)
    fight = read.head.fight
    return [who for who in members(read.system, fight) if not fight.combatants[who].controllers]


def until_all_has_fallen(dj: Client, encounter: Encounter) -> None:
    """Let the game master answer for the players until nothing is open."""
    for _press in range(20):
        if not store.read(encounter.pk).head.open:
            return
        asked = Person(dj, encounter.get_absolute_url()).press()
        assert asked[1] is not None
        assert asked[1].status_code in (200, 302)
    raise AssertionError("it never ended")


def test_the_wolves_attack_at_once_and_one_undo_takes_it_all_back() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    assert "Todos a la vez" in dj.get(url).content.decode()
    page = dj.get(f"{url}panel/?panel=group").content.decode()
    wolves = own(encounter)
    assert len(wolves) == 2
    assert all(f'name="acts--{who}" value="1"' in page for who in wolves)
    before = store.read(encounter.pk).head
    assert group_act(dj, encounter, *wolves).status_code == 302
    until_all_has_fallen(dj, encounter)
    assert set(wolves) <= store.read(encounter.pk).head.fight.round.done
    page = dj.get(url).content.decode()
    assert page.count("<b><b>Lobo 1</b></b>") == 1
    assert "Deshacer todo" in page
    entry = re.search(r"do=undo&amp;entry=(\w+)\"", page)
    assert entry is not None
    dj.post(f"{url}hacer/?do=undo&entry={entry[1]}", {"key": "undo-of-this-test"})
    assert store.read(encounter.pk).head == before


def test_who_lies_in_wait_does_not_act_with_the_others_by_default() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    wolves = own(encounter)
    hide = {"key": "hide-of-this-test", "who": wolves[0]}
    assert dj.post(f"{url}hacer/?do=command&action=hide", hide).status_code == 302
    page = re.sub(r"\s+", " ", dj.get(f"{url}panel/?panel=group").content.decode())
    ticked = [who for who in wolves if f'name="acts--{who}" value="1" form="command" checked' in page]
    assert ticked == wolves[1:]
    # it acts apart, and the next ones are proposed as a group again
    group_act(dj, encounter, *ticked)
    until_all_has_fallen(dj, encounter)
    words, response = Person(dj, url).press()
    assert words.startswith("Atacar")
    assert response is not None
    encounter.refresh_from_db()
    assert "group" in encounter.memory


def test_after_the_answer_of_a_player_one_press_lets_the_rest_act() -> None:
    """In Tapiz they act in turn, and a player whom one of them misses is asked meanwhile."""
    encounter = loaded("tapiz")
    dj = entered(encounter, Role.GAME_MASTER)
    Person(dj, encounter.get_absolute_url())
    pass_turn(dj, encounter)
    group_act(dj, encounter, *own(encounter))
    seen = []
    for _press in range(20):
        read = store.read(encounter.pk)
        waiting = waits_for(read.system, read.head)
        if waiting is None:
            break
        fight = read.head.fight
        seen.append(bool(waiting.requests[0].to and fight.combatants[waiting.requests[0].to].controllers))
        Person(dj, encounter.get_absolute_url()).press()
    # of those without a player only dice are left to press, never what is proposed to them
    assert True in seen
    assert not any(first is False and second is False for first, second in pairwise(seen)), seen


def test_only_who_is_ticked_acts_at_whom_the_game_master_chose() -> None:
    encounter = loaded("tumbas")
    dj = entered(encounter, Role.GAME_MASTER)
    fight = store.read(encounter.pk).head.fight
    first, second = own(encounter)
    orlo = next(who for who, one in fight.combatants.items() if one.name == "Orlo")
    assert group_act(dj, encounter, first, **{f"target--{first}": orlo}).status_code == 302
    (act,) = encounter.entries.get(data__command__action="group").data["command"]["inputs"]["acts"]
    assert (act["actor"], act["inputs"]["target"]) == (first, orlo)
    assert second not in store.read(encounter.pk).head.fight.round.done


def test_who_acts_in_a_group_is_offered_a_group_again_until_one_acts_alone() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    group_act(dj, encounter, *own(encounter), party="1")
    until_all_has_fallen(dj, encounter)
    Person(dj, url).press()
    page = dj.get(url).content.decode()
    assert "do=group" in page
    assert re.search(r'name="party" value="1" form="command" checked', re.sub(r"\s+", " ", page))
    who = own(encounter)[0]
    moment = store.read(encounter.pk).system.moment(store.read(encounter.pk).head.fight)
    alone = f"{url}hacer/?do=command&action=declare&actor={who}&moment={moment}"
    assert dj.post(alone, {"key": "alone-of-this-test", "what": "move"}).status_code == 302
    assert "do=group" not in dj.get(url).content.decode()


def test_who_plays_all_alone_goes_on_in_a_group_where_one_of_their_own_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    fight = store.read(encounter.pk).head.fight
    played = next(who for who, one in fight.combatants.items() if one.controllers)
    monkeypatch.setattr(group, "members", lambda *_: (own(encounter)[0], played))
    for party, proposed in ((False, False), (True, True)):
        Encounter.objects.filter(pk=encounter.pk).update(memory={"group": {"party": party}})
        assert ("do=group" in dj.get(url).content.decode()) == proposed


def test_a_group_of_those_who_lie_in_wait_is_not_proposed() -> None:
    """None of them is ticked, so that the button could only be refused."""
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    for number, wolf in enumerate(own(encounter)):
        hide = {"key": f"hide-{number}-of-this-test", "who": wolf}
        assert dj.post(f"{url}hacer/?do=command&action=hide", hide).status_code == 302
    Encounter.objects.filter(pk=encounter.pk).update(memory={"group": {"party": False}})
    assert "do=group" not in dj.get(url).content.decode()
    assert "do=group" in dj.get(f"{url}panel/?panel=group").content.decode()


def test_one_that_lies_in_wait_and_is_first_by_order_acts_apart() -> None:
    """It is not ticked, and those behind it wait: a press would do nothing."""
    encounter = loaded("tapiz")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    pass_turn(dj, encounter)
    first, *others = own(encounter)
    assert others
    assert "Todos a la vez" in dj.get(url).content.decode()
    hide = {"key": "hide-of-this-test", "who": first}
    assert dj.post(f"{url}hacer/?do=command&action=hide", hide).status_code == 302
    assert own(encounter)[0] == first
    assert "Todos a la vez" not in dj.get(url).content.decode()
    before = encounter.entries.count()
    stopped = group_act(dj, encounter, *others)
    assert stopped.status_code == 422
    assert "Quien va primero no está entre ellos" in stopped.content.decode()
    assert encounter.entries.count() == before


def test_nobody_ticked_and_another_moment_are_refused() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    nobody = group_act(dj, encounter)
    assert nobody.status_code == 422
    assert "No hay nadie marcado" in nobody.content.decode()
    assert dj.post(f"{url}hacer/?do=group&moment=old", {"key": "late-of-this-test"}).status_code == 409
    assert not store.read(encounter.pk).head.open


def test_where_all_must_choose_for_themselves_the_button_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), f"{encounter.get_absolute_url()}panel/?panel=group"

    assert "do=group" in dj.get(url).content.decode()
    monkeypatch.setattr(grouping, "_commands", lambda desk: [None for _who in members(desk.system, desk.fight)])
    page = dj.get(url).content.decode()
    assert "do=group" not in page
    assert "cada cual elige lo suyo" in page


def test_players_neither_see_the_group_nor_let_it_act() -> None:
    encounter = loaded("tumbas")
    player, url = entered(encounter, Role.PLAYER), encounter.get_absolute_url()
    assert "do=group" not in player.get(f"{url}?panel=group").content.decode()
    assert group_act(player, encounter, *own(encounter)).status_code == 403
    command = f"{url}hacer/?do=command&action=group"
    assert player.post(command, {"key": "player-of-this-test"}).status_code == 422
    assert not store.read(encounter.pk).head.open


def test_players_read_what_the_group_did_but_nothing_of_its_hidden_ones() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    group_act(dj, encounter, *own(encounter), party="1")
    until_all_has_fallen(dj, encounter)
    Person(dj, url).press()
    fight = store.read(encounter.pk).head.fight
    unseen = next(who for who, one in fight.combatants.items() if one.hidden)
    assert unseen in own(encounter)
    assert group_act(dj, encounter, *own(encounter), party="1").status_code == 302
    newest = LogEntry.objects.filter(encounter=encounter).latest("sequence")
    assert unseen in str(newest.data["facts"])
    page = entered(encounter, Role.PLAYER).get(url).content.decode()
    assert "declara cargar" in page
    assert fight.combatants[unseen].name not in page


def test_the_lines_of_a_group_do_not_tell_that_a_hidden_turn_begins() -> None:
    encounter = loaded("d20")
    dj = entered(encounter, Role.GAME_MASTER)
    first, after = own(encounter)[:2]
    assert store.read(encounter.pk).head.fight.combatants[after].hidden
    assert group_act(dj, encounter, first).status_code == 302
    until_all_has_fallen(dj, encounter)
    newest = LogEntry.objects.filter(encounter=encounter).latest("sequence")
    assert PASSED_OVER in str(newest.data["facts"])
    shown = dj.get(f"{encounter.get_absolute_url()}parte/result/").content.decode()
    assert "Lur Etxeberria" in shown
    assert "no saben de este turno" not in shown


def test_an_act_in_passing_leads_back_to_no_action_that_the_turn_has_no_room_for() -> None:
    encounter = loaded("d20")
    read = store.read(encounter.pk)
    moment, (now, *_rest) = read.system.moment(read.head.fight), read.system.whose_turn(read.head.fight)
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    spends = f"{url}hacer/?do=command&action=total_defense&actor={now}&moment={moment}"
    assert dj.post(spends, {"key": "all-of-it-in-this-test"}).status_code == 302
    Encounter.objects.filter(pk=encounter.pk).update(memory={now: {"action": "attack", "aside": "attack"}})
    button = re.search(r'<button[^>]*class="btn btn--next"[^>]*>', dj.get(url).content.decode())
    assert button is not None
    assert "action=end_turn" in button[0]


@pytest.mark.parametrize("slug", ["tapiz", "tumbas", "tactico", "d20"])
def test_a_game_master_who_lets_all_act_at_once_is_never_refused(slug: str) -> None:
    encounter = loaded(slug)
    dj, grouped = entered(encounter, Role.GAME_MASTER), 0
    for _press in range(PRESSES):
        head = store.read(encounter.pk)
        if not head.head.open and len(members(head.system, head.head.fight)) > 1:
            page = dj.get(f"{encounter.get_absolute_url()}panel/?panel=group").content.decode()
            ticks = re.findall(r'name="acts--(\w+)" value="1"\s*form="command"(?: checked)?>', page)
            grouped += 1
            response = group_act(dj, encounter, *ticks)
        else:
            _words, response = Person(dj, encounter.get_absolute_url()).press()
            assert response is not None
        assert response.status_code in (200, 302)
    assert grouped


def test_all_dice_of_the_game_master_fall_by_one_press_and_none_of_a_player() -> None:
    encounter = loaded("tumbas")
    dj, url = entered(encounter, Role.GAME_MASTER), encounter.get_absolute_url()
    group_act(dj, encounter, *own(encounter), by_hand="1")
    assert Person(dj, url).press()[0].startswith("Usar la aptitud")
    # two wolves attack, and nobody plays Mirta
    assert Person(dj, url).press()[0].startswith("Tirar todo (3)")
    read = store.read(encounter.pk)
    waiting = waits_for(read.system, read.head)
    assert waiting is not None
    (left,) = waiting.requests
    assert left.to is not None
    assert read.head.fight.combatants[left.to].name == "Irena"


def test_an_answer_that_held_a_group_up_lets_it_go_on_by_itself() -> None:
    """The game master has pressed once: no die of theirs waits for a second press, even if players are asked."""
    encounter = loaded("tumbas")
    group_act(entered(encounter, Role.GAME_MASTER), encounter, *own(encounter))
    players = [one for name, one in people_of("tumbas").items() if name != GAME_MASTERS["tumbas"]]
    answered = 0
    while (waiting := waits_for((read := store.read(encounter.pk)).system, read.head)) is not None:
        combatants = read.head.fight.combatants
        dice = [one for one in waiting.requests if isinstance(one, Dice)]
        assert all(combatants[str(one.to)].controllers for one in dice)
        answered += any(one.press()[1] is not None for one in players)
        assert answered < 10
    assert answered


def test_an_answer_that_held_an_attack_up_lets_it_go_on_by_itself() -> None:
    """Also where the question came before any dice; who types their dice is asked for them."""
    encounter = loaded("tumbas")
    dj, url = people_of("tumbas")["narradora"], encounter.get_absolute_url()
    irena, before = people_of("tumbas")["irena"], store.read(encounter.pk).head
    for by_hand, left in (({}, []), ({"by_hand": "1"}, ["Lobo 1"])):
        assert dj.press(**by_hand)[0].startswith("Atacar")
        assert irena.press()[0].startswith("Usar la aptitud")
        read = store.read(encounter.pk)
        waiting = waits_for(read.system, read.head)
        asked = [read.head.fight.combatants[str(one.to)] for one in (waiting.requests if waiting else ())]
        assert [one.called(by_game_master=True) for one in asked if not one.controllers] == left
        while store.read(encounter.pk).head != before:
            dj.client.post(f"{url}hacer/?do=undo", {"key": f"undo-{next(_keys)}-of-this-test"})


def test_a_six_that_explodes_falls_with_the_roll_of_which_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = loaded("tumbas")
    people = people_of("tumbas")
    people["narradora"].press()
    people["irena"].press()
    fallen = iter([6, 6, 6, 6, 2, 3, 1, 4])
    monkeypatch.setattr(deeds, "_random", type("Told", (), {"randint": lambda _self, _least, _most: next(fallen, 1)})())
    while store.read(encounter.pk).head.open:
        words, response = people["irena"].press()
        assert response is not None, words
        assert not words.startswith("Tirar d6")
    assert any("explosion" in entry.data["key"] for entry in encounter.entries.filter(kind="answer"))


def test_blow_and_defence_of_the_game_masters_own_fall_by_one_press() -> None:
    encounter = loaded("tumbas")
    dj, irena = (people_of("tumbas")[name] for name in ("narradora", "irena"))
    words = ""
    while words != "Atacar · Mirta":
        if irena.press()[1] is None:
            words, response = dj.press()
            assert response is not None
    assert not store.read(encounter.pk).head.open, "nobody plays Mirta: her defence has fallen too"


def moved_last(encounter: Encounter, dj: Client) -> str:
    """What the button says that they would do in a group whose last act was a move, those of the game master."""
    remembered = {memory_key(who, game_master=True): {"action": "move"} for who in own(encounter)}
    encounter.memory = {**encounter.memory, **remembered}
    encounter.save(update_fields=["memory"])
    return Person(dj, encounter.get_absolute_url()).look("?panel=group", part=PANEL).words


def test_a_move_of_d20_leaves_its_turn_and_so_is_no_act_of_a_group() -> None:
    """D20C-ACT-02: after a move an attack is left, which a group act would take away with the turn."""
    encounter = loaded("d20")
    dj = entered(encounter, Role.GAME_MASTER)
    while len(own(encounter)) < 2:
        Person(dj, encounter.get_absolute_url()).press()
    assert moved_last(encounter, dj) == "Actuar a la vez Atacar"


def test_a_move_of_tapiz_is_the_whole_asalto_and_so_an_act_of_a_group_where_no_board_asks_where_to() -> None:
    """TAP-MOVE-05: on a board each would go nowhere."""
    encounter = loaded("tapiz")
    dj = entered(encounter, Role.GAME_MASTER)
    while len(own(encounter)) < 2:
        Person(dj, encounter.get_absolute_url()).press()
    assert moved_last(encounter, dj) == "Actuar a la vez Moverse"
    data: Json = dumped(Board(20, 20))
    board = Deed("command", "board_map", inputs={"data": data, "name": "Vado"}, internal=True)
    runs = encounter.table.memberships.get(role=Role.GAME_MASTER).user
    services.act(encounter=encounter.pk, user=runs, deed=board, key="board-of-this-test")
    place = Deed("command", "board_place", inputs={"who": own(encounter), "to": "C3", "all": None})
    services.act(encounter=encounter.pk, user=runs, deed=place, key="place-of-this-test")
    encounter.refresh_from_db()
    assert moved_last(encounter, dj) == "Actuar a la vez Atacar"
