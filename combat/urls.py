"""The addresses of fights."""

from django.urls import path

from .views import (
    acts,
    calls,
    chronicles,
    closing,
    enlist,
    evening,
    forecast,
    log,
    loot,
    maps,
    page,
    piles,
    rolls,
    seeing,
)

app_name = "combat"

urlpatterns = [
    path("mesas/<uuid:table>/conflictos/nuevo/", enlist.new, name="new"),
    path("mesas/<uuid:table>/pantalla/", seeing.screen, name="screen"),
    path("como/<int:person>/<path:rest>", seeing.as_player, name="as_player"),
    path("mesas/<uuid:table>/tiradas/", rolls.rolls, name="rolls"),
    path("mesas/<uuid:table>/conflictos/terminados/", log.ended, name="ended"),
    path("mesas/<uuid:table>/sesiones/<int:session_pk>/cronica/", chronicles.session, name="session_chronicle"),
    path(
        "mesas/<uuid:table>/sesiones/<int:session_pk>/cronica.md",
        chronicles.session_text,
        name="session_chronicle_text",
    ),
    path("mesas/<uuid:table>/llamadas/", calls.calls, name="calls"),
    path("mesas/<uuid:table>/mapas/", maps.maps, name="maps"),
    path("mesas/<uuid:table>/mapas/lienzo/<uuid:pack_pk>/<slug:slug>/", maps.of_pack, name="map_of_pack"),
    path("mesas/<uuid:table>/mapas/<uuid:pk>/", maps.one, name="map"),
    path("mesas/<uuid:table>/mapas/<uuid:pk>/archivo/", maps.as_file, name="map_file"),
    path("mesas/<uuid:table>/noche/lienzo/", evening.canvas, name="evening_canvas"),
    path("mesas/<uuid:table>/noche/paso/", evening.step, name="evening_step"),
    path("mesas/<uuid:table>/escenas/preparar/", evening.scene, name="prepare"),
    path("mesas/<uuid:table>/libre/", enlist.free_scene, name="free"),
    path("conflictos/<uuid:pk>/", page.fight, name="fight"),
    path("conflictos/<uuid:pk>/anadir/", enlist.add, name="add"),
    path("conflictos/<uuid:pk>/pronostico/", forecast.show, name="forecast"),
    path("conflictos/<uuid:pk>/pila/", piles.change, name="pile"),
    path("conflictos/<uuid:pk>/cierre/", closing.close, name="close"),
    path("conflictos/<uuid:pk>/hacer/", acts.act, name="act"),
    path("conflictos/<uuid:pk>/panel/", page.panel, name="panel"),
    path("conflictos/<uuid:pk>/parte/<slug:name>/", page.fragment, name="fragment"),
    path("conflictos/<uuid:pk>/por-que/<slug:entry>/", page.why, name="why"),
    path("conflictos/<uuid:pk>/botin/", loot.open_loot, name="open_loot"),
    path("conflictos/<uuid:pk>/registro/", log.log, name="log"),
    path("conflictos/<uuid:pk>/cronica/", chronicles.fight, name="chronicle"),
    path("conflictos/<uuid:pk>/cronica.md", chronicles.fight_text, name="chronicle_text"),
    path("conflictos/<uuid:pk>/dados/", rolls.check, name="dice"),
    path("conflictos/<uuid:pk>/contado/", rolls.told, name="told"),
]
