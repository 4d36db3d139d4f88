"""Bodies that cannot be read get the page of a bad request, from any sender."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory

from tapiz_site.wsgi import Pages

FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data"


def status_of(kind: str, address: str = "/entrar/") -> int:
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/entrar/")
    body = f"csrfmiddlewaretoken={visitor.cookies['csrftoken'].value}&login=ana&password=+AO0-"
    answer = visitor.generic("POST", address, body.encode(), content_type=kind)
    assert answer.status_code < 500
    return answer.status_code


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1", "base64", "idna", "unicode_escape"])
def test_other_encodings_are_refused(charset: str) -> None:
    assert status_of(f"{FORM}; charset={charset}") == 400


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [FILES, f"{FILES}; boundary=", f"{FILES}; boundary={'x' * 300}"])
def test_parts_without_a_good_boundary_are_refused(kind: str) -> None:
    """Also where there is nothing: the page that says so has a form too."""
    assert [status_of(kind, address) for address in ("/entrar/", "/no/such/place/")] == [400, 400]


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"', "no-such-one"])
def test_utf_8_is_read(charset: str) -> None:
    assert status_of(f"{FORM}; charset={charset}") == 200


@pytest.mark.django_db
def test_a_query_without_end_in_another_encoding_is_refused() -> None:
    """Django reads such a query while it makes the request, before anything answers for it."""
    environ = RequestFactory().get("/entrar/?" + "&" * 2000, content_type=f"{FORM}; charset=utf-16").environ
    told: list[str] = []
    answer = b"".join(Pages()(environ, lambda status, _headers: told.append(status)))
    assert told == ["400 Bad Request"]
    assert b"</html>" in answer
