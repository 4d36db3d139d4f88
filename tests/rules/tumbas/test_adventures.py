"""The end of an adventure and the beginning of the next (TUM-END-01, TUM-END-02, TUM-HOUSE-06)."""

from tests.rules.tumbas.scene import ANA, Scene, scene


def free(**more: object) -> Scene:
    return scene(ordered=False, **more)  # type: ignore[arg-type]


def test_end_of_an_adventure_takes_what_was_declared():
    """TUM-END-01, TUM-END-02, TUM-HOUSE-25: shown before, asked what is kept, and undone as a whole."""
    things = [
        {"name": "Pala pequeña", "declared": True},
        {"name": "Mapa del abuelo", "declared": True},
        {"name": "Anillo", "kind": "magic", "declared": True},
        {"name": "Tienda", "declared": False},
    ]
    play = free(sheets={"ana": {"items": things, "provisions": 4, "coins": 7, "jewels": 3}})
    before = play.fight
    play.begin("end_adventure")
    assert "adventure.would_lose" in play.seen(ANA)
    assert [option.label.params["text"] for option in play.requests[0].inputs[0].options] == [  # type: ignore[attr-defined]
        "Pala pequeña",
        "Mapa del abuelo",
    ]
    play.answer("kept", {"kept": [f"ana:{play.objects('ana')['Mapa del abuelo'].id}"]})
    assert list(play.objects("ana")) == ["Mapa del abuelo", "Anillo", "Tienda"]
    assert play.objects("ana")["Mapa del abuelo"].values["sort"] == "campaign"
    kinds = ("equipment_point", "provisions", "coin", "jewel")
    assert [play.count("ana", kind) for kind in kinds] == [0, 0, 7, 3]
    play.undo()
    assert play.keys == ["kept"]
    assert play.fight == before


def test_only_what_there_is_to_lose_is_named():
    """TUM-END-01."""
    play = free(sheets={"ana": {"equipment_points": 2, "provisions": 0}, "bruno": {"equipment_points": 0}})
    play.begin("end_adventure")
    play.answer("kept", {"kept": []})
    lost = [line for line in play.read(ANA) if "pierde" in line or "perdería" in line]
    assert lost == ["Ana perdería 2 puntos de equipo", "Ana pierde 2 puntos de equipo"]


def test_foresight_packs_again_for_each_later_adventure():
    """TUM-HOUSE-06: not for the first, for which the character was made."""
    play = free()
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 2
    play.begin("end_adventure")
    play.answer("kept", {"kept": []})
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 1
    assert play.count("ana", "equipment_point") == 0
    play.begin("begin_adventure", internal=True, purses={}, reserve=0)
    assert play.count("bruno", "equipment_point") == 1
