"""Gifts, the stash and sharing it out, loot, the shop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import IntegrityError
from django.urls import reverse

from characters.services import create_character
from combat.deeds import Deed
from equipment import topics
from equipment.ledger import services, sharing, trading
from equipment.ledger.errors import GoneTo, NoPrice, NotEnough, NothingToShare, OfferGone, ShopClosed, TooPoor
from equipment.ledger.models import Cause, Gift, LedgerRow, Loot, Possession
from equipment.ledger.writing import Holder, LedgerAct, change
from rules.core.gear import Thing
from tapiz_site.live import versions
from tests.combat.play import ANA, Game

from .having import balanced, coins, hands, has, held, keyed, newest


def test_what_is_offered_is_the_others_once_it_is_accepted(game: Game) -> None:
    ana, bruno = hands(game, "Ana"), hands(game, "Bruno")
    rope = has(game, "Ana", "stuff", "Cuerda", 3)
    gift = sharing.offer(ana, game.users["player"], rope.pk, 2, bruno)
    assert held(game, "Bruno") == {}
    got = sharing.accept(gift.pk, ana, bruno, game.users["other_player"])
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Cuerda": 1}, {"Cuerda": 2})
    assert newest(rope).params == {"to": "Bruno"}
    assert newest(got).params == {"from": "Ana"}
    assert (newest(rope).counterpart, newest(got).counterpart) == (got, rope)
    assert got.lineage == rope.lineage
    assert balanced()


def test_both_hear_of_an_offer_its_end_and_its_failure(game: Game) -> None:
    ana, bruno, player = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 3)
    both = [topics.of_owner(one.owner) for one in (ana, bruno)]

    def heard(act: Callable[[], object]) -> list[int]:
        before = versions.versions(both)
        act()
        after = versions.versions(both)
        return [after[name] - before[name] for name in both]

    gifts: list[Gift] = []
    assert heard(lambda: gifts.append(sharing.offer(ana, player, rope.pk, 3, bruno))) == [1, 1]
    assert heard(lambda: sharing.close(gifts[0].pk, ana, bruno)) == [1, 1]
    gift = sharing.offer(ana, player, rope.pk, 3, bruno)
    Possession.objects.filter(pk=rope.pk).update(quantity=2)

    def fails() -> None:
        with pytest.raises(OfferGone):
            sharing.accept(gift.pk, ana, bruno, game.users["other_player"])

    assert heard(fails) == [1, 1]
    assert not Gift.objects.exists()


@pytest.mark.parametrize("quantity", [0, -1, 4])
def test_neither_none_nor_more_than_there_are_is_offered_or_given(game: Game, quantity: int) -> None:
    ana, bruno, player = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 3)
    for hand_over in (
        lambda: sharing.offer(ana, player, rope.pk, quantity, bruno),
        lambda: sharing.give(ana, player, rope.pk, quantity, hands(game, "stash"), Cause.STASHED),
    ):
        with pytest.raises(NotEnough) as refused:
            hand_over()
        assert "De «Cuerda» ya no queda tanto: quedan 3." in str(refused.value)
    assert held(game, "Ana") == {"Cuerda": 3}


def test_a_gift_is_answered_once(game: Game) -> None:
    ana, bruno = hands(game, "Ana"), hands(game, "Bruno")
    rope = has(game, "Ana", "stuff", "Cuerda")
    gift = sharing.offer(ana, game.users["player"], rope.pk, 1, bruno)
    sharing.close(gift.pk, ana, bruno)
    assert not Gift.objects.exists()
    for answer in (lambda: sharing.accept(gift.pk, ana, bruno, game.users["player"]),
                   lambda: sharing.close(gift.pk, ana, bruno)):  # fmt: skip
        with pytest.raises(OfferGone):
            answer()


def test_what_was_used_before_the_gift_was_accepted_is_not_given(game: Game) -> None:
    ana, bruno, stash = (hands(game, who) for who in ("Ana", "Bruno", "stash"))
    rope = has(game, "Ana", "stuff", "Cuerda")
    gift = sharing.offer(ana, game.users["player"], rope.pk, 1, bruno)
    sharing.give(ana, game.users["player"], rope.pk, 1, stash, Cause.STASHED)
    with pytest.raises(OfferGone):
        sharing.accept(gift.pk, ana, bruno, game.users["other_player"])


def test_a_container_is_given_with_what_is_in_it(game: Game) -> None:
    from equipment.ledger import services

    ana, bruno = hands(game, "Ana"), hands(game, "Bruno")
    sack = has(game, "Ana", "box", "Saco", room=5000)
    rope = has(game, "Ana", "stuff", "Cuerda", grams=10)
    services.put_into(ana, game.users["player"], rope.pk, sack.pk)
    # a loose rope of the same kind: the one in the sack must not join it
    own = has(game, "Bruno", "stuff", "Cuerda", grams=10)
    sharing.give(ana, game.users["player"], sack.pk, 1, bruno)
    assert held(game, "Bruno") == {"Saco": 1, "Cuerda": 2}
    given = Possession.objects.filter(owner=bruno.owner, name="Cuerda").exclude(pk=own.pk).get()
    assert given.within == Possession.objects.get(owner=bruno.owner, name="Saco")
    assert held(game, "Ana") == {}


def test_the_last_one_is_taken_once_and_the_other_learns_who_took_it(game: Game) -> None:
    stash, ana, bruno = (hands(game, who) for who in ("stash", "Ana", "Bruno"))
    rope = has(game, "stash", "stuff", "Cuerda")
    sharing.give(stash, game.users["player"], rope.pk, 1, ana, Cause.TAKEN)
    with pytest.raises(GoneTo) as refused:
        sharing.give(stash, game.users["other_player"], rope.pk, 1, bruno, Cause.TAKEN)
    assert refused.value.params == {"name": "Cuerda", "who": "Ana"}
    assert (held(game, "Ana"), held(game, "Bruno")) == ({"Cuerda": 1}, {})


def test_a_later_note_does_not_hide_who_took_the_last_one(game: Game) -> None:
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda")
    sharing.give(ana, by, rope.pk, 1, bruno)
    rope.refresh_from_db()
    change(rope, LedgerAct(Cause.EDITED, by), note="De cáñamo")
    with pytest.raises(GoneTo) as refused:
        change(rope, LedgerAct(Cause.USED, by), quantity=-1)
    assert refused.value.params["who"] == "Bruno"


def test_who_took_it_and_gave_it_back_did_not_take_the_last_one(game: Game) -> None:
    """Rows are void where their step of a fight was taken back."""
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda")
    sharing.give(ana, by, rope.pk, 1, bruno)
    rope.rows.filter(quantity=-1).update(void=True)
    with pytest.raises(NotEnough) as refused:
        change(rope, LedgerAct(Cause.USED, by), quantity=-1)
    assert refused.value.params == {"name": "Cuerda", "left": 0}


def test_sharing_out_gives_equal_shares_and_the_rest_stays(game: Game) -> None:
    stash, ana, bruno = (hands(game, who) for who in ("stash", "Ana", "Bruno"))
    coins(game, "stash", gold=7, silver=1)
    wand = has(game, "stash", "wand", "Varita", 2, charges=3)
    things = list(stash.things())
    assert [(share.thing.name, share.each, share.rest) for share in sharing.shares(things, 2)] == [("gold", 3, 1)]
    sharing.share_out(stash, game.users["player"], [one.pk for one in things], [ana, bruno])
    assert held(game, "Ana") == held(game, "Bruno") == {"gold": 3}
    assert held(game, "stash") == {"gold": 1, "silver": 1, "Varita": 2}
    with pytest.raises(NothingToShare):
        sharing.share_out(stash, game.users["player"], [wand.pk], [ana, bruno])
    assert len({row.act for row in LedgerRow.objects.filter(cause=Cause.SHARED)}) == 1
    assert balanced()


def test_loot_of_an_improvised_creature_is_opened_once(game: Game) -> None:
    things = [Thing("1", "blade", "Cimitarra"), Thing("2", "arrow", "Flecha", quantity=4)]
    for _time in range(2):
        loot = sharing.open_loot(
            game.table, game.users["game_master"], encounter="e", combatant="c", name="Orco", things=things, owner=None
        )
    holder = Holder(game.table, loot=loot, name="Orco")
    assert {one.name: one.quantity for one in holder.things()} == {"Cimitarra": 1, "Flecha": 4}
    blade = holder.things().get(name="Cimitarra")
    sharing.give(holder, game.users["player"], blade.pk, 1, hands(game, "Ana"), Cause.LOOT)
    sharing.take_all(holder, game.users["game_master"], hands(game, "stash"), Cause.LOOT)
    sharing.close_loot(loot)
    assert (held(game, "Ana"), held(game, "stash")) == ({"Cimitarra": 1}, {"Flecha": 4})
    assert not Loot.objects.get().open
    assert balanced()


def test_each_of_the_fallen_has_a_loot_that_all_hear_of_when_it_is_opened_again(game: Game) -> None:
    by, bruno = game.users["game_master"], hands(game, "Bruno")
    rope, crown = has(game, "Bruno", "stuff", "Cuerda"), [Thing("1", "stuff", "Corona")]

    def opened(who: str, encounter: str, owner: Holder | None = None) -> Loot:
        return sharing.open_loot(
            game.table, by, encounter=encounter, combatant=who, name=who, things=crown, owner=owner
        )  # fmt: skip

    def news() -> list[int]:
        topic = topics.of_character(game.characters["Bruno"].pk)
        return [versions.version(one) for one in (topic, topics.of_stash(game.table.pk))]

    of_bruno, _of_all = news()
    loots = [opened("orc", "e"), opened("wolf", "e", bruno), opened("orc", "f")]
    assert len({one.pk for one in loots}) == 3
    assert newest(rope).params == {"from": "wolf", "to": "wolf"}
    in_each = [sorted(one.possessions.values_list("name", flat=True)) for one in loots]
    assert in_each == [["Corona"], ["Cuerda"], ["Corona"]], "what a character has on its sheet too is not copied"
    before = news()
    assert before[0] == of_bruno + 1
    sharing.close_loot(loots[0])
    assert news() == [before[0], before[1] + 1]
    assert opened("orc", "e") == loots[0]
    assert news() == [before[0], before[1] + 2]


def test_all_of_a_loot_is_taken_with_what_lies_in_its_sacks(game: Game) -> None:
    bruno, stash, dj = hands(game, "Bruno"), hands(game, "stash"), game.users["game_master"]
    sack, rope = has(game, "Bruno", "box", "Saco", room=1000), has(game, "Bruno", "stuff", "Cuerda")
    services.put_into(bruno, dj, rope.pk, sack.pk)
    loot = sharing.open_loot(
        game.table, dj, encounter="e", combatant="c", name="Bruno", things=[], owner=hands(game, "Bruno")
    )
    assert sharing.take_all(Holder(game.table, loot=loot, name="Bruno"), dj, stash, Cause.LOOT) == 1
    assert held(game, "stash") == {"Saco": 1, "Cuerda": 1}
    assert stash.things().get(name="Cuerda").within == stash.things().get(name="Saco")
    assert balanced()


def test_loot_of_a_character_is_what_it_has(game: Game) -> None:
    has(game, "Bruno", "stuff", "Cuerda")
    sharing.open_loot(
        game.table, game.users["game_master"], encounter="e", combatant="c", name="Bruno", things=[],
        owner=hands(game, "Bruno"),
    )  # fmt: skip
    assert held(game, "Bruno") == {}
    assert newest(Possession.objects.get(name="Cuerda", owner=None)).params["from"] == "Bruno"


def test_the_shop_sells_at_its_price_and_gives_change(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    coins(game, "Ana", gold=1)
    rope = {"kind": "stuff", "name": "Cuerda", "values": {"grams": 10, "price": 15}}
    with pytest.raises(ShopClosed):
        trading.buy(ana, by, **rope, quantity=2)
    trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=110, buys_at=50)
    trading.buy(ana, by, **rope, quantity=2)
    assert held(game, "Ana") == {"Cuerda": 2, "silver": 6, "copper": 6}
    with pytest.raises(TooPoor):
        trading.buy(ana, by, **rope, quantity=4)
    bought = ana.things().get(name="Cuerda")
    assert newest(bought).params == {"price": 34, "shop": "El bazar"}
    assert trading.sell(ana, by, bought.pk, 1) == 7
    assert held(game, "Ana") == {"Cuerda": 1, "silver": 6, "copper": 13}
    with pytest.raises(NotEnough):
        trading.sell(ana, by, bought.pk, 2)
    assert balanced()


def test_nobody_uses_what_another_has(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    bruno, by = hands(game, "Bruno"), game.users["other_player"]
    with pytest.raises(Possession.DoesNotExist):
        services.count(bruno, by, rope.pk, -1)
    with pytest.raises(Possession.DoesNotExist):
        services.edit(bruno, by, rope.pk, name="Soga", values=rope.values, note="")
    assert held(game, "Ana") == {"Cuerda": 2}


def test_only_the_offers_of_those_who_have_acted_are_broken(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    gift = sharing.offer(hands(game, "Ana"), game.users["player"], rope.pk, 2, hands(game, "Bruno"))
    Possession.objects.filter(pk=rope.pk).update(quantity=1)
    for who, broken in (("Bruno", False), ("Ana", True)):
        services.break_offers([game.characters[who].pk])
        gift.refresh_from_db()
        assert gift.broken is broken


def test_of_two_who_open_a_loot_at_once_the_second_gets_that_of_the_first(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Loot] = []

    def late(*_about: object) -> Loot:
        for encounter, who in (("e", "wolf"), ("e", "orc"), ("other", "orc")):
            made.append(Loot.objects.create(table=game.table, encounter=encounter, combatant=who, name=who))
        raise IntegrityError

    monkeypatch.setattr(sharing, "_opened", late)
    by = game.users["game_master"]
    opened = sharing.open_loot(game.table, by, encounter="e", combatant="orc", name="Orco", things=[], owner=None)
    assert opened == made[1]


def test_coins_of_one_kind_do_not_go_for_those_of_another(game: Game) -> None:
    """Though there are more of the other."""
    coins(game, "Ana", gold=2, silver=30)
    services.exchange(hands(game, "Ana"), game.users["player"], "gold", "copper", 1)
    assert held(game, "Ana") == {"gold": 1, "silver": 30, "copper": 100}


def test_coins_go_from_the_largest_heap_first_and_only_as_many_as_are_paid(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    coins(game, "Ana", silver=23)
    purse, silver = has(game, "Ana", "box", "Bolsa", room=9000), ana.things().get(name="silver")
    pursed = services.put_into(ana, by, silver.pk, purse.pk, quantity=15)
    heaps, rows = (pursed, silver), (pursed.rows.count(), silver.rows.count())
    for give, left in ((10, (5, 8)), (10, (3, 0))):
        services.exchange(ana, by, "silver", "gold", give)
        for heap in heaps:
            heap.refresh_from_db()
        assert (pursed.quantity, silver.quantity) == left
    assert held(game, "Ana") == {"Bolsa": 1, "silver": 3, "gold": 2}
    assert (pursed.rows.count(), silver.rows.count()) == (rows[0] + 2, rows[1] + 1)


def test_what_only_says_that_it_is_a_coin_pays_for_nothing(game: Game) -> None:
    coins(game, "Ana", gold=1)
    has(game, "Ana", "stuff", "Ficha", 5, coin="gold")
    assert [one.name for one in services.coins_of(hands(game, "Ana"))] == ["gold"]


def test_what_is_bought_lies_on_the_heap_of_the_same_entry(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    coins(game, "Ana", gold=1)
    trading.set_shop(game.table, name="", is_open=True, sells_at=100, buys_at=50)
    for entry in ("rope-0001", "rope-0002", "rope-0001"):
        trading.buy(ana, by, kind="stuff", name="Cuerda", values={"price": 10}, quantity=1, entry=entry)
    heaps = ana.things().filter(name="Cuerda").values_list("entry", "quantity")
    assert sorted(heaps) == [("rope-0001", 2), ("rope-0002", 1)]


def test_what_has_no_price_is_not_sold(game: Game) -> None:
    trading.set_shop(game.table, name="", is_open=True, sells_at=100, buys_at=50)
    relic = has(game, "Ana", "stuff", "Reliquia")
    coins(game, "Ana", gold=1)
    for one in hands(game, "Ana").things():
        with pytest.raises(NoPrice):
            trading.sell(hands(game, "Ana"), game.users["player"], one.pk, 1)
    assert relic.rows.count() == 1


def test_what_has_no_price_is_not_bought(game: Game) -> None:
    trading.set_shop(game.table, name="", is_open=True, sells_at=100, buys_at=50)
    coins(game, "Ana", gold=1)
    for values in ({"grams": 10}, {"grams": 10, "price": 0}):
        with pytest.raises(NoPrice):
            trading.buy(
                hands(game, "Ana"), game.users["player"], kind="stuff", name="Reliquia", values=values, quantity=1
            )
    assert held(game, "Ana") == {"gold": 1}


def test_coins_that_were_left_elsewhere_pay_for_nothing(game: Game) -> None:
    from equipment.ledger import services

    coins(game, "Ana", gold=1)
    trading.set_shop(game.table, name="", is_open=True, sells_at=100, buys_at=50)
    services.put(hands(game, "Ana"), game.users["player"], hands(game, "Ana").things().get().pk, "left", where="Casa")
    with pytest.raises(TooPoor):
        trading.buy(hands(game, "Ana"), game.users["player"], kind="stuff", name="Cuerda", values={"price": 5},
                    quantity=1)  # fmt: skip


def test_an_offer_that_cannot_be_kept_any_more_never_comes_back_to_life(game: Game) -> None:
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 5)
    gift = sharing.offer(ana, by, rope.pk, 3, bruno)
    services.count(ana, by, rope.pk, -2)
    assert not Gift.objects.get().broken
    services.count(ana, by, rope.pk, -1)
    has(game, "Ana", "stuff", "Cuerda", 9)
    # The giver sees that it is broken; the receiver learns so by taking it.
    own, others = (
        game.client(who).get(reverse("characters:inventory", args=[game.characters[name].pk])).content.decode()
        for who, name in (("player", "Ana"), ("other_player", "Bruno"))
    )
    assert "Ofrecido a" not in own
    assert "Ana ofrece: 3 × Cuerda" in others
    with pytest.raises(OfferGone):
        sharing.accept(gift.pk, ana, bruno, game.users["other_player"])
    assert not Gift.objects.exists()
    assert held(game, "Ana") == {"Cuerda": 11}
    sharing.accept(sharing.offer(ana, by, rope.pk, 3, bruno).pk, ana, bruno, game.users["other_player"])
    assert held(game, "Bruno") == {"Cuerda": 3}


def test_what_is_offered_anew_stands_again(game: Game) -> None:
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    sharing.offer(ana, by, rope.pk, 2, bruno)
    services.count(ana, by, rope.pk, -1)
    assert not sharing.offer(ana, by, rope.pk, 1, bruno).broken


def test_a_fight_that_spends_what_was_offered_breaks_the_offer_too(fight: Game) -> None:
    arrows = has(fight, "Ana", "arrow", "Flecha", 2)
    sharing.offer(hands(fight, "Ana"), fight.users["player"], arrows.pk, 2, hands(fight, "Bruno"))
    deed = Deed("command", "toy_shoot", fight.id("Ana"), {"thing": arrows.pk, "count": 1}, internal=True)
    fight.act("player", deed)
    assert Gift.objects.get().broken


def test_an_offer_broken_long_ago_goes_when_it_is_accepted(game: Game) -> None:
    rope = has(game, "Ana", "stuff", "Cuerda", 2)
    bruno = game.characters["Bruno"]
    gift = sharing.offer(hands(game, "Ana"), game.users["player"], rope.pk, 2, hands(game, "Bruno"))
    Gift.objects.filter(pk=gift.pk).update(quantity=7)
    address = reverse("characters:answer_gift", args=[bruno.pk, gift.pk])
    said = game.client("other_player").post(address, keyed({"answer": "accept"}), follow=True).content.decode()
    assert "Lo ofrecido ya no está." in said
    assert not Gift.objects.exists()
    assert held(game, "Ana") == {"Cuerda": 2}


def test_a_note_stays_with_its_author(game: Game) -> None:
    ana, bruno, by = hands(game, "Ana"), hands(game, "Bruno"), game.users["player"]
    rope = services.add(
        ana, by, kind="stuff", name="Cuerda", values={"grams": 0, "price": 0}, quantity=2, note="Se la robé a Bruno"
    )
    given = sharing.give(ana, by, rope.pk, 2, bruno)
    rope.refresh_from_db()
    assert (given.note, rope.note) == ("", "Se la robé a Bruno")
    more = services.add(ana, by, kind="stuff", name="Cuerda", values={"grams": 0, "price": 0})
    assert more.pk == rope.pk
    assert sharing.give(ana, by, more.pk, 1, bruno).pk == given.pk
    services.edit(bruno, by, given.pk, name="Cuerda", values=given.values, note="De Ana")
    back = sharing.give(bruno, by, given.pk, 3, ana)
    assert (back.pk, back.note, back.quantity) == (rope.pk, "Se la robé a Bruno", 3)


def test_the_stash_names_no_character_unknown_to_the_table(game: Game) -> None:
    spy = create_character(
        table=game.table, kind="person", name="La espía", values=ANA, by=game.users["game_master"], players=()
    )
    rope = has(game, "stash", "stuff", "Cuerda")
    dj, player = game.client("game_master"), game.client("player")
    taken = reverse("characters:take", args=[game.table.pk, rope.pk])
    dj.post(taken, keyed({"to": str(spy.pk), "quantity": "1"}))
    assert Possession.objects.filter(owner=spy, name="Cuerda", quantity=1).exists()
    late = player.post(taken, keyed({"to": str(game.characters["Ana"].pk), "quantity": "1"}), follow=True)
    history = player.get(reverse("characters:stash_ledger", args=[game.table.pk]))
    for answer in (late, history):
        assert "espía" not in answer.content.decode()
    assert "De «Cuerda» ya no queda tanto" in late.content.decode()
