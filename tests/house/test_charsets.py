"""Bodies in other encodings than UTF-8 get the page of a bad request, whoever sends them."""

from __future__ import annotations

import pytest
from django.test import Client

FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"


def status_of(charset: str, kind: str) -> int:
    visitor = Client(enforce_csrf_checks=True)
    visitor.get("/entrar/")
    body = f"csrfmiddlewaretoken={visitor.cookies['csrftoken'].value}&login=ana&password=+AO0-"
    return visitor.generic("POST", "/entrar/", body.encode(), content_type=f"{kind}; charset={charset}").status_code


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [FORM, FILES])
@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "latin-1", "base64", "idna", "unicode_escape", "no-such-one"])
def test_other_encodings_are_refused(charset: str, kind: str) -> None:
    assert status_of(charset, kind) == 400


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
def test_utf_8_is_read(charset: str) -> None:
    assert status_of(charset, FORM) == 200
