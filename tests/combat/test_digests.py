"""Digests by mail of fights by posts: asked for, confirmed, sent once and ended, with nothing that is a secret."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from combat import digests, resuming
from combat.models import Digest, DigestMark
from combat.policy import seat_or_404
from tapiz_site.campaigns import stopping

from .play import Game
from .posting import Clock, by_posts

pytestmark = pytest.mark.django_db

CHOOSE = "/cuenta/resumen/"
ADDRESS = "ana@mesa.example"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Clock:
    settings.MAIL = True
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


def wants(game: Game, who: str = "player", every: str = "hour") -> Digest:
    """This person has a digest mailed, and has confirmed the address."""
    user = game.users[who]
    user.email = ADDRESS
    user.save()
    game.client(who).post(CHOOSE, {"every": every})
    Client().post(link(mail.outbox[-1].body))
    return Digest.objects.get(user=user)


def link(text: str) -> str:
    found = re.search(r"https?://[^/]+(/resumen/\S+)", text)
    assert found is not None
    return found[1]


def test_without_mail_the_page_says_so_and_has_no_button(fight: Game) -> None:
    page = fight.client("player").get(CHOOSE).content.decode()
    assert "Esta instalación no manda correo" in page
    assert 'name="every"' not in page
    assert fight.client("player").post(CHOOSE, {"every": "hour"}).status_code == 422
    assert digests.send_due() == 0


def test_without_an_address_the_page_leads_to_it(fight: Game, clock: Clock) -> None:
    page = fight.client("player").get(CHOOSE).content.decode()
    assert reverse("accounts:email") in page
    assert 'name="every"' not in page


def test_nothing_is_sent_before_the_address_is_confirmed_from_there(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    user = fight.users["player"]
    user.email = ADDRESS
    user.save()
    fight.client("player").post(CHOOSE, {"every": "hour"})
    (asked,) = mail.outbox
    assert asked.to == [ADDRESS]
    fight.damage("game_master", "Orco 1", 2)
    clock.forward(2)
    assert digests.send_due() == 0
    # a program that opens all links of a mail confirms nothing
    Client().get(link(asked.body))
    assert digests.send_due() == 0
    assert "Queda confirmado" in Client().post(link(asked.body)).content.decode()
    assert digests.send_due() == 1


def test_a_digest_tells_what_has_happened_since_the_last_look_and_who_is_awaited(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="24h")
    wants(fight)
    mail.outbox.clear()
    fight.get("player")
    clock.forward(2)
    assert digests.send_due() == 0
    fight.damage("game_master", "Orco 1", 2)
    assert digests.send_due() == 1
    (sent,) = mail.outbox
    assert sent.subject == "Te esperan en La bodega"
    assert "Orco 1" in sent.body
    assert "Te toca · hasta el jueves 3, 13:00" in sent.body
    assert f"http://testserver{fight.url()}" in sent.body
    html, kind = sent.alternatives[0]
    assert (kind, "<li>" in html) == ("text/html", True)
    # at most one an hour, and nothing twice
    fight.damage("game_master", "Orco 2", 2)
    clock.forward(0.5)
    assert digests.send_due() == 0
    clock.forward(0.6)
    assert digests.send_due() == 1
    assert "Orco 2" in mail.outbox[-1].body
    assert "Orco 1" not in mail.outbox[-1].body
    clock.forward(30)
    # time is over: that is told once, although nothing has happened
    assert digests.send_due() == 1
    assert "el plazo acabó" in mail.outbox[-1].body
    clock.forward(30)
    assert digests.send_due() == 0


def test_a_game_master_who_looks_as_a_player_leaves_the_digest_of_that_player(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    wants(fight)
    fight.damage("game_master", "Orco 1", 2)
    page = fight.client("game_master").get(f"/como/{fight.users['player'].pk}{fight.url()}")
    assert page.status_code == 200
    clock.forward(2)
    assert digests.send_due() == 1


def test_a_digest_holds_nothing_that_the_table_does_not_know(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    for who in ("game_master", "player"):
        wants(fight, who, "day")
        Digest.objects.filter(user=fight.users[who]).update(email=ADDRESS)
    mail.outbox.clear()
    fight.damage("game_master", "Orco 1", 3)
    fight.damage("game_master", "Sombra", 5)
    fight.client("player").post(fight.url("whisper"), {"key": fight.key(), "text": "Envenené el vino"})
    clock.forward(25)
    assert digests.send_due() == 2
    for sent in mail.outbox:
        for text in (sent.body, sent.alternatives[0][0], sent.subject):
            for secret in ("Sombra", "vino", "14", "11"):
                assert secret not in re.sub(r"/resumen/\S+|/conflictos/\S+", "", text), (sent.subject, text)


def test_the_link_in_a_digest_ends_it_without_a_log_in(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    wants(fight)
    fight.damage("game_master", "Orco 1", 2)
    clock.forward(2)
    digests.send_due()
    sent = mail.outbox[-1]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = link(sent.body)
    assert f"<http://testserver{stop}>" == sent.extra_headers["List-Unsubscribe"]
    strict = Client(enforce_csrf_checks=True)
    assert "No recibir más el resumen" in strict.get(stop).content.decode()
    assert Digest.objects.exists()
    assert strict.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not Digest.objects.exists()
    assert strict.get(stop).status_code == 404
    # the link that ends does not confirm, nor the other way round
    assert Client().post(stop.replace("no-recibir", "recibir")).status_code == 404


def test_another_address_must_be_confirmed_anew(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    digest = wants(fight)
    user = fight.users["player"]
    user.email = "otra@mesa.example"
    user.save()
    fight.damage("game_master", "Orco 1", 2)
    clock.forward(2)
    assert digests.send_due() == 0
    fight.client("player").post(CHOOSE, {"every": "day"})
    digest.refresh_from_db()
    assert (digest.email, digest.confirmed) == ("otra@mesa.example", False)
    fight.client("player").post(CHOOSE, {"every": "none"})
    assert not Digest.objects.exists()


def test_a_digest_that_was_claimed_is_not_sent_again(
    fight: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_posts(fight)
    digest = wants(fight)
    mail.outbox.clear()
    fight.damage("game_master", "Orco 1", 2)
    clock.forward(2)
    stale = Digest.objects.select_related("user").get()
    assert digests._send(digest)
    assert not digests._send(stale)
    assert len(mail.outbox) == 1
    # one that could not be sent is lost, and the next tells the same
    fight.damage("game_master", "Orco 2", 2)
    clock.forward(2)

    def fails(*_args: object, **_named: object) -> None:
        raise OSError

    with monkeypatch.context() as patch:
        patch.setattr(digests.EmailMultiAlternatives, "send", fails)
        assert digests.send_due() == 0
    assert digests.send_due() == 0
    clock.forward(2)
    assert digests.send_due() == 1
    assert "Orco 2" in mail.outbox[-1].body


def test_who_has_left_the_table_or_only_looks_on_gets_none(fight: Game, clock: Clock) -> None:
    by_posts(fight)
    wants(fight)
    wants(fight, "spectator")
    mail.outbox.clear()
    fight.damage("game_master", "Orco 1", 2)
    fight.table.memberships.filter(user=fight.users["player"]).delete()
    clock.forward(2)
    assert digests.send_due() == 0


def test_a_fight_played_live_is_in_no_digest(fight: Game, clock: Clock) -> None:
    wants(fight)
    fight.damage("game_master", "Orco 1", 2)
    fight.get("player")
    clock.forward(2)
    assert digests.send_due() == 0
    assert not DigestMark.objects.exists()


def test_while_play_is_stopped_nothing_is_mailed_and_what_is_veiled_never_is(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="24h")
    wants(fight)
    mail.outbox.clear()
    fight.damage("game_master", "Orco 1", 2)
    blow = fight.newest.pk
    stopping.stop(fight.table, fight.users["player"])
    clock.forward(2)
    assert digests.send_due() == 0
    resuming.go_back(seat_or_404(fight.users["game_master"], fight.encounter.pk), blow, "key-of-going-back")
    digests.send_due()
    assert not any("Orco 1" in one.body for one in mail.outbox)
