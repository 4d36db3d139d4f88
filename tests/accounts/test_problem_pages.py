"""The pages of errors need no request and no database, which may be what failed."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import server_error


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500, 503])
def test_each_page_renders_without_a_request(status: int) -> None:
    html = render_to_string(f"{status}.html")
    assert html.count("<h1>") == 1
    assert 'href="/"' in html
    assert "<script" not in html


def test_a_failure_shows_a_page_and_no_trace() -> None:
    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Algo ha fallado" in response.content.decode()


@pytest.mark.django_db
def test_an_unknown_address_shows_our_page(client: Client) -> None:
    response = client.get("/no/such/place/", headers={"accept-language": "es"})
    assert response.status_code == 404
    assert "Aquí no hay nada" in response.content.decode()
