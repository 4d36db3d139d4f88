"""The headers of all answers, and the pages of errors."""

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.test import Client, RequestFactory
from django.urls import path
from pytest_django import Settings

from tapiz_site.csp import POLICY
from tapiz_site.urls import urlpatterns as real


def _forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def _broken(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("a secret of the code")


def _suspicious(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("a secret of the code")


urlpatterns = [*real, path("403/", _forbidden), path("500/", _broken), path("400/", _suspicious)]
WORDS = {400: "no se entiende", 403: "Sin permiso", 404: "Aquí no hay nada", 500: "Algo ha fallado"}


@pytest.fixture
def stranger(settings: Settings) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.parametrize("status", WORDS)
def test_problems_are_told_kindly(stranger: Client, status: int) -> None:
    answer = stranger.get(f"/{status}/")
    page = answer.content.decode()
    assert answer.status_code == status
    assert WORDS[status] in page
    assert "secret of the code" not in page
    assert "Traceback" not in page
    assert answer["Content-Security-Policy"] == POLICY


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused_kindly(client: Client) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert WORDS[400] in answer.content.decode()


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_kindly() -> None:
    answer = Client(enforce_csrf_checks=True).post("/entrar/", {"login": "a", "password": "b"})
    assert answer.status_code == 403
    assert "ha caducado" in answer.content.decode()


@pytest.mark.django_db
def test_the_home_page_leads_to_the_tables(client: Client) -> None:
    answer = client.get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/mesas/")
    assert client.post("/").status_code == 405


@pytest.mark.django_db
def test_every_page_forbids_foreign_and_inline_code(client: Client) -> None:
    headers = client.get("/").headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


def test_a_page_may_bring_a_policy_of_its_own() -> None:
    from tapiz_site.csp import ContentSecurityPolicyMiddleware

    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"})

    answer = ContentSecurityPolicyMiddleware(view)(RequestFactory().get("/"))
    assert answer["Content-Security-Policy"] == "default-src 'none'"


def test_forged_posts_are_checked_on_every_page(settings: Settings) -> None:
    assert f"{CsrfViewMiddleware.__module__}.{CsrfViewMiddleware.__name__}" in settings.MIDDLEWARE


@pytest.mark.django_db
@pytest.mark.parametrize(("accepted", "language"), [("", "es"), ("en", "en"), ("fr", "es")])
def test_the_language_follows_the_browser_and_falls_back_to_spanish(
    client: Client, accepted: str, language: str
) -> None:
    answer = client.get("/404/", headers={"accept-language": accepted})
    assert answer["Content-Language"] == language


@pytest.mark.django_db
def test_the_language_cookie_beats_the_browser(client: Client, settings: Settings) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    assert client.get("/404/", headers={"accept-language": "es"})["Content-Language"] == "en"
