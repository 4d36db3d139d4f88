"""The addresses of the site; each app brings its own, in Spanish, from the root."""

from importlib.util import find_spec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Lead to the reader's tables, which ask for a log-in where one is missing."""
    return redirect("/mesas/")


urlpatterns = [
    path("", home, name="home"),
    *(
        path("", include(urls))
        for urls in ("tapiz_site.accounts.urls", "tapiz_site.campaigns.urls", "characters.urls", "combat.urls")
        if find_spec(urls)
    ),
]
