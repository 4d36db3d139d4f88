"""A table whose log holds a player's proposal goes out and comes in again."""

from __future__ import annotations

from combat.models import LogEntry
from exchange import incoming
from tests.combat.play import make_game

from .played import data, document, importer


def test_a_proposal_comes_along(db: None) -> None:
    game = make_game(proposals="ask")
    game.begin()
    proposal = {"what": "abrir", "attribute": "intelligence", "mode": "rolled", "opponent_attribute": "wisdom"}
    more = {"others__0__value": "2", "others__0__reason": "soy lista"}
    game.post("player", {**game.does("other", "Ana"), "rolls": "1"}, {**proposal, **more}, htmx=True)
    assert game.newest.data["command"]["proposed"]
    before = document(game.table)
    made = incoming.import_table(data=data(before), by=importer())
    assert LogEntry.objects.filter(encounter__table=made, data__command__proposed__isnull=False).exists()
