"""The addresses of the site; each app brings its own, in Spanish, from the root."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.views.decorators.http import require_safe

from tapiz_site import offline


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Redirect to the reader's tables, which require a log-in."""
    return redirect("/mesas/")


handler500 = "tapiz_site.faults.server_error"

urlpatterns = [
    path("", home, name="home"),
    # before all others, since its pages are asked for most
    path("", include("combat.urls")),
    path("trabajador.js", offline.worker, name="worker"),
    path("aplicacion.<str:language>.webmanifest", offline.manifest, name="manifest"),
    path("sin-conexion/", offline.page, name="offline"),
    path("", include("tapiz_site.accounts.urls")),
    path("", include("tapiz_site.rulebook.urls")),
    path("", include("tapiz_site.campaigns.urls")),
    path("", include("tapiz_site.pictures.urls")),
    path("", include("equipment.packs.urls")),
    path("", include("characters.urls")),
    path("", include("lessons.urls")),
    path("", include("exchange.urls")),
]
