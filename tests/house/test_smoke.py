import pytest
from django.test import Client


@pytest.mark.django_db
def test_home_leads_to_tables(client: Client) -> None:
    assert client.get("/").status_code == 302
