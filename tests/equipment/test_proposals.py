"""What players note as received: the game master is asked or told, or trusts them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from characters.inventory.proposals import MOST
from equipment.ledger import proposing
from equipment.ledger.models import LedgerRow, Possession, Proposal, ProposalStatus
from equipment.topics import of_owner, of_proposals, of_proposals_by, of_stash
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions
from tapiz_site.live.access import allowed
from tests.combat.play import Game

from .having import balanced, coins, hands, has, held, keyed, newest

GOLD = {"coin": "gold", "thing_quantity": "400", "thing_why": "El rescate del conde"}


def setting(game: Game, said: str) -> None:
    game.table.house = {**game.table.house, "proposals": said}
    game.table.save()


@pytest.fixture
def asking(fight: Game) -> Game:
    """A table whose game master is asked, with a fight under way."""
    setting(fight, "ask")
    return fight


def posts(game: Game, who: str, name: str, /, *args: object, **data: object) -> HttpResponse:
    return game.client(who).post(reverse(f"characters:{name}", args=args), keyed(data))


def led_to(game: Game, who: str, answer: HttpResponse) -> str:
    """The page on which one is told how it went."""
    return game.client(who).get(answer.headers["Location"]).content.decode()


def notes(game: Game, who: str = "player", **data: object) -> HttpResponse:
    return posts(game, who, "add_thing_of", game.characters["Ana"].pk, "coin", **{**GOLD, **data})


def answers(game: Game, who: str, one: Proposal, word: str, **data: object) -> HttpResponse:
    return posts(game, who, "answer_proposal", game.table.pk, one.pk, answer=word, **data)


def inventory(game: Game, who: str) -> str:
    response = game.client(who).get(reverse("characters:inventory", args=[game.characters["Ana"].pk]))
    assert response.status_code == 200
    return response.content.decode()


def table_page(game: Game, who: str) -> str:
    return game.client(who).get(game.table.get_absolute_url()).content.decode()


def test_coins_wait_for_the_game_masters_yes(asking: Game) -> None:
    said = led_to(asking, "player", notes(asking))
    assert "Pendiente de la DJ" in said or "Pendiente de" in said
    assert held(asking, "Ana") == {}
    text = table_page(asking, "game_master")
    assert "El rescate del conde" in text
    assert 'value="400"' in text
    assert 'value="yes"' in inventory(asking, "game_master")
    assert 'value="yes"' not in inventory(asking, "player")
    answers(asking, "game_master", Proposal.objects.get(), "yes")
    assert held(asking, "Ana") == {"gold": 400}
    assert not Proposal.objects.exists()
    row = newest(Possession.objects.get(owner=asking.characters["Ana"]))
    assert row.by == asking.users["game_master"]
    assert row.params == {"proposed_by": asking.users["player"].shown_name, "why": "El rescate del conde"}
    ledger = posts_read(asking, "ledger")
    assert "lo propuso" in ledger
    assert balanced()


def posts_read(game: Game, name: str) -> str:
    return game.client("player").get(reverse(f"characters:{name}", args=[game.characters["Ana"].pk])).content.decode()


def test_where_no_reason_is_told_none_is_written(game: Game) -> None:
    holder, player = hands(game, "Ana"), game.users["player"]
    rope = {"kind": "gear", "name": "Cuerda", "values": {"weight": 0, "price": 0, "properties": ""}}
    for why, params in (("", {}), ("del pozo", {"why": "del pozo"})):
        made = proposing.note(holder, player, proposing.proposal(holder, player, **rope, why=why))
        assert made is not None
        assert newest(made).params == params


def test_what_is_accepted_keeps_its_note_and_says_why_only_where_a_reason_was_told(asking: Game) -> None:
    holder, player = hands(asking, "Ana"), asking.users["player"]
    rope = {"kind": "gear", "name": "Cuerda", "values": {"weight": 0, "price": 0, "properties": ""}}
    for why, more in (("", {}), ("del pozo", {"why": "del pozo"})):
        proposing.note(holder, player, proposing.proposal(holder, player, **rope, note="Mojada", why=why))
        made = proposing.accept(Proposal.objects.get().pk, holder, asking.users["game_master"], 1)
        assert made.note == "Mojada"
        assert newest(made).params == {"proposed_by": player.shown_name, **more}


def test_the_game_master_says_yes_to_fewer(asking: Game) -> None:
    notes(asking)
    one = Proposal.objects.get()
    answers(asking, "game_master", one, "yes", quantity="0")
    assert (held(asking, "Ana"), Proposal.objects.count()) == ({}, 1)
    answers(asking, "game_master", one, "yes", quantity="40")
    assert held(asking, "Ana") == {"gold": 40}


def test_a_refusal_is_told_to_the_player_until_it_is_read(asking: Game) -> None:
    notes(asking)
    one = Proposal.objects.get()
    answers(asking, "game_master", one, "no")
    assert held(asking, "Ana") == {}
    assert "No aceptado por" in inventory(asking, "player")
    calls = reverse("combat:calls", args=[asking.table.pk])
    assert "No aceptado" in asking.client("player").get(calls).content.decode()
    assert "No aceptado" not in asking.client("game_master").get(calls).content.decode()
    answers(asking, "player", one, "close")
    assert "No aceptado" not in inventory(asking, "player")


def test_a_player_withdraws_a_proposal(asking: Game) -> None:
    notes(asking)
    one = Proposal.objects.get()
    answers(asking, "player", one, "close")
    assert "Ya está contestado." in led_to(asking, "game_master", answers(asking, "game_master", one, "yes"))
    assert held(asking, "Ana") == {}


def test_of_two_game_masters_one_answers(asking: Game) -> None:
    Membership.objects.filter(table=asking.table, user=asking.users["other_player"]).update(role=Role.GAME_MASTER)
    notes(asking)
    one = Proposal.objects.get()
    answers(asking, "game_master", one, "no")
    assert "Ya está contestado." in led_to(asking, "other_player", answers(asking, "other_player", one, "yes"))
    assert (held(asking, "Ana"), Proposal.objects.get().standing) == ({}, ProposalStatus.REFUSED)


def test_two_taps_count_once(asking: Game) -> None:
    address = reverse("characters:add_thing_of", args=[asking.characters["Ana"].pk, "coin"])
    form = keyed(dict(GOLD))
    for _time in range(2):
        asking.client("player").post(address, form)
    one = Proposal.objects.get()
    said = keyed({"answer": "yes"})
    for _time in range(2):
        asking.client("game_master").post(reverse("characters:answer_proposal", args=[asking.table.pk, one.pk]), said)
    assert held(asking, "Ana") == {"gold": 400}


def test_one_more_is_proposed_and_grows(asking: Game) -> None:
    arrows = has(asking, "Ana", "arrow", "Flecha", 5)
    for _time in range(3):
        posts(asking, "player", "do_thing", arrows.owner_id, arrows.pk, do="more")
    one = Proposal.objects.get()
    assert (held(asking, "Ana"), one.quantity) == ({"Flecha": 5}, 3)
    posts(asking, "player", "do_thing", arrows.owner_id, arrows.pk, do="less")
    answers(asking, "game_master", one, "yes")
    assert held(asking, "Ana") == {"Flecha": 7}


def test_what_one_player_proposes_does_not_grow_by_what_another_does(asking: Game) -> None:
    asking.characters["Ana"].players.add(asking.users["other_player"])
    arrows = has(asking, "Ana", "arrow", "Flecha", 5)
    for who in ("player", "other_player", "player"):
        posts(asking, who, "do_thing", arrows.owner_id, arrows.pk, do="more")
    assert {one.by.username: one.quantity for one in Proposal.objects.all()} == {"player": 2, "other_player": 1}


def test_what_waits_does_not_grow_by_what_is_only_told(asking: Game) -> None:
    arrows = has(asking, "Ana", "arrow", "Flecha", 5)
    for way in ("ask", "tell", "tell"):
        setting(asking, way)
        posts(asking, "player", "do_thing", arrows.owner_id, arrows.pk, do="more")
    assert {one.standing: one.quantity for one in Proposal.objects.all()} == {
        ProposalStatus.WAITING: 1,
        ProposalStatus.TOLD: 2,
    }
    assert held(asking, "Ana") == {"Flecha": 7}


def test_the_stash_waits_too_and_others_see_nothing(asking: Game) -> None:
    before = versions.versions([of_stash(asking.table.pk)])
    posts(asking, "player", "add_to_stash_of", asking.table.pk, "coin", **GOLD)
    assert versions.versions([of_stash(asking.table.pk)]) == before
    stash = reverse("characters:stash", args=[asking.table.pk])
    seen = {who: "400" in asking.client(who).get(stash).content.decode() for who in ("game_master", "player")}
    assert seen == {"game_master": True, "player": True}
    for who in ("other_player", "spectator"):
        text = asking.client(who).get(stash).content.decode() + table_page(asking, who)
        assert "rescate" not in text
        assert "Pendiente" not in text
    answers(asking, "game_master", Proposal.objects.get(), "yes")
    assert held(asking, "stash") == {"gold": 400}


def test_told_is_written_at_once_and_marked_until_it_is_seen(asking: Game) -> None:
    setting(asking, "tell")
    notes(asking)
    assert held(asking, "Ana") == {"gold": 400}
    one = Proposal.objects.get()
    assert one.standing == ProposalStatus.TOLD
    assert "Lo ha anotado" in table_page(asking, "game_master")
    assert "rescate" not in inventory(asking, "player")
    answers(asking, "game_master", one, "close")
    assert not Proposal.objects.exists()
    assert LedgerRow.objects.get(possession__name="gold").by == asking.users["player"]


def test_trusted_players_note_what_they_like(asking: Game) -> None:
    setting(asking, "trust")
    notes(asking)
    assert (held(asking, "Ana"), Proposal.objects.count()) == ({"gold": 400}, 0)


def test_the_game_masters_own_acts_are_no_proposals(asking: Game) -> None:
    notes(asking, "game_master")
    assert (held(asking, "Ana"), Proposal.objects.count()) == ({"gold": 400}, 0)


def test_what_one_starts_with_is_noted_freely(game: Game) -> None:
    setting(game, "ask")
    notes(game)
    assert (held(game, "Ana"), Proposal.objects.count()) == ({"gold": 400}, 0)
    game.begin()
    notes(game)
    assert (held(game, "Ana"), Proposal.objects.count()) == ({"gold": 400}, 1)


def test_a_coin_is_not_corrected_into_a_dearer_one(asking: Game) -> None:
    coins(asking, "Ana", copper=9)
    copper = Possession.objects.get(owner=asking.characters["Ana"])
    page = reverse("characters:edit_thing", args=[copper.owner_id, copper.pk])
    assert 'name="coin"' not in asking.client("player").get(page).content.decode()
    asking.client("player").post(page, keyed({"thing_name": "copper", "coin": "gold", "thing_note": "Del pozo"}))
    copper.refresh_from_db()
    assert (copper.values, copper.note) == ({"coin": "copper"}, "Del pozo")


def test_only_the_game_master_answers(asking: Game) -> None:
    notes(asking)
    one = Proposal.objects.get()
    got = {
        who: [answers(asking, who, one, word).status_code for word in ("yes", "no")]
        for who in ("player", "other_player", "spectator", "stranger")
    }
    assert got == {"player": [403, 403], "other_player": [404, 404], "spectator": [403, 403], "stranger": [404, 404]}
    assert Proposal.objects.get().standing == ProposalStatus.WAITING
    assert held(asking, "Ana") == {}


def test_a_proposal_is_its_own_table_s(asking: Game) -> None:
    notes(asking)
    one, user = Proposal.objects.get(), asking.users["game_master"]
    other = Table.objects.create(name="Otra mesa", system=asking.table.system)
    Membership.objects.create(table=other, user=user, role=Role.GAME_MASTER)
    assert not proposing.at(other).exists()
    posts(asking, "game_master", "answer_proposal", other.pk, one.pk, answer="yes")
    assert held(asking, "Ana") == {}


def test_those_concerned_are_woken(asking: Game) -> None:
    ana, player = asking.characters["Ana"].pk, asking.users["player"].pk
    names = [of_proposals(asking.table.pk), of_owner(ana), of_proposals_by(asking.table.pk, player)]
    for act in (
        lambda: notes(asking),
        lambda: answers(asking, "game_master", Proposal.objects.get(), "no"),
    ):
        before = versions.versions(names)
        act()
        after = versions.versions(names)
        assert all(after[name] > before[name] for name in names)


def test_who_hears_of_proposals(asking: Game) -> None:
    dj, player = of_proposals(asking.table.pk), of_proposals_by(asking.table.pk, asking.users["player"].pk)

    def hears(topic: str) -> list[str]:
        return [who for who, user in asking.users.items() if allowed(user, topic)]

    assert (hears(dj), hears(player)) == (["game_master"], ["player"])
    assert hears("proposals:nothing") == hears(f"{dj}:") == []


def test_pages_cost_as_much_with_many_proposals(asking: Game) -> None:
    found: list[list[int]] = []
    calls = reverse("combat:calls", args=[asking.table.pk])
    addresses = [
        asking.table.get_absolute_url(), reverse("characters:inventory", args=[asking.characters["Ana"].pk]), calls
    ]  # fmt: skip
    notes(asking)
    (one,) = Proposal.objects.values()
    for more in (0, 2 * MOST):
        Proposal.objects.bulk_create(Proposal(**{**one, "id": uuid4().hex}) for _one in range(more))
        versions.bump([of_proposals(asking.table.pk)])
        counted = []
        for address in addresses:
            asking.client("game_master").get(address)
            with CaptureQueriesContext(connection) as queries:
                text = asking.client("game_master").get(address).content.decode()
            counted.append(len(queries))
            assert text.count('id="proposal-') <= MOST
        found.append(counted)
    assert found[0] == found[1]


def test_a_sheet_that_lists_things_proposes_them(asking: Game) -> None:
    from characters import gear
    from rules.core.gear import Thing

    gear.receive(asking.characters["Ana"], [Thing("1", "stuff", "Corona")], asking.users["player"])
    assert (held(asking, "Ana"), Proposal.objects.get().name) == ({}, "Corona")
    assert proposing.way(asking.table, asking.users["player"]) == "ask"


def test_who_runs_another_table_is_asked_at_this_one(asking: Game) -> None:
    player = asking.users["player"]
    other = Table.objects.create(name="Otra mesa", system=asking.table.system)
    Membership.objects.create(table=other, user=player, role=Role.GAME_MASTER)
    assert proposing.way(asking.table, player) == "ask"


def test_more_of_a_thing_is_so_many_of_the_same(asking: Game) -> None:
    arrows = has(asking, "Ana", "arrow", "Flecha", 5, grams=20)
    more = proposing.more_of(hands(asking, "Ana"), asking.users["player"], arrows.pk, 3)
    assert (more.possession, more.quantity, more.owner_id) == (arrows, 3, arrows.owner_id)
    assert (more.kind, more.name, more.values) == ("arrow", "Flecha", arrows.values)


def test_what_is_typed_is_escaped(asking: Game) -> None:
    notes(asking, thing_why="<b>oro</b>")
    assert escape("<b>oro</b>") in table_page(asking, "game_master")


def test_the_header_says_yes_without_another_page(asking: Game) -> None:
    notes(asking)
    one, calls = Proposal.objects.get(), reverse("combat:calls", args=[asking.table.pk])
    address = reverse("characters:answer_proposal", args=[asking.table.pk, one.pk])
    form = {"answer": "yes", "quantity": "400", "back": calls}
    assert f'action="{address}"' in asking.client("game_master").get(calls).content.decode()
    script = {"HX-Request": "true"}
    done = asking.client("game_master").post(address, keyed(dict(form)), headers=script)
    assert (done.status_code, done.headers["Location"]) == (302, calls)
    gone = asking.client("game_master").post(address, keyed(dict(form)), headers=script)
    assert gone.headers["HX-Redirect"] == asking.table.get_absolute_url()
    assert held(asking, "Ana") == {"gold": 400}


def test_an_answer_leads_to_no_other_site(asking: Game) -> None:
    notes(asking)
    one = Proposal.objects.get()
    address = reverse("characters:answer_proposal", args=[asking.table.pk, one.pk])
    for back in ("https://example.org/", "//example.org/", "", "/entrar/"):
        answer = asking.client("player").post(address, keyed({"answer": "close", "back": back}))
        assert answer.headers["Location"] == asking.table.get_absolute_url()


def test_play_begins_with_a_session(game: Game) -> None:
    from tapiz_site.campaigns import sessions

    setting(game, "ask")
    player = game.users["player"]
    assert proposing.way(game.table, player) == "trust"
    sessions.begin_session(table=game.table, user=game.users["game_master"])
    assert proposing.way(game.table, player) == "ask"


def test_a_sheet_that_lists_things_tells_of_them_where_the_table_wants_it(fight: Game) -> None:
    """By *avisar* they are written at once, and the game master reads of them until it is put away."""
    from characters import gear
    from rules.core.gear import Thing

    setting(fight, "tell")
    gear.receive(fight.characters["Ana"], [Thing("1", "stuff", "Corona", place="packed")], fight.users["player"])
    one = Proposal.objects.get()
    assert (held(fight, "Ana"), one.name, one.standing) == ({"Corona": 1}, "Corona", ProposalStatus.TOLD)
    assert "Lo ha anotado" in table_page(fight, "game_master")
    gear.receive(fight.characters["Ana"], [Thing("1", "stuff", "Cetro", place="packed")], fight.users["game_master"])
    assert Proposal.objects.count() == 1


def test_play_begins_with_an_answer_in_the_free_scene(game: Game) -> None:
    from combat import services as acts
    from combat.deeds import Deed

    setting(game, "ask")
    player, place = game.users["player"], acts.scene_of(game.table, game.users["game_master"])
    assert proposing.way(game.table, player) == "trust"
    game.encounter = place
    game.command("game_master", "roll", notation="1d6")
    assert proposing.way(game.table, player) == "trust"
    assert game.asked
    game.act("game_master", Deed("answer", request=game.asked[0].key, inputs={"faces": [4]}))
    assert proposing.way(game.table, player) == "ask"


def test_charges_and_values_of_what_one_has_are_the_players_and_stand_in_the_history(asking: Game) -> None:
    """The game master's are coins and things received: a refill or a correction brings none, and is told by name."""
    staff = has(asking, "Ana", "wand", "Vara", 1, charges=5)
    player = asking.users["player"]
    for do in ("charge", "refill"):
        posts(asking, "player", "do_thing", staff.owner_id, staff.pk, do=do)
    staff.refresh_from_db()
    assert not Proposal.objects.exists()
    assert (newest(staff).by, newest(staff).charges, staff.charges) == (player, 1, 5)
    page = reverse("characters:edit_thing", args=[staff.owner_id, staff.pk])
    form = keyed({"thing_name": "Vara", "grams": "40", "price": "2", "charges": "5", "thing_note": ""})
    asking.client("player").post(page, form)
    staff.refresh_from_db()
    assert not Proposal.objects.exists()
    assert (staff.values["grams"], staff.quantity) == (40, 1)
    assert newest(staff).by == player
    assert balanced()
