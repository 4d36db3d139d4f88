"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Give the site's display name, whether the browser trusts the connection (https), whether anybody may sign up."""
    return {
        "site_name": settings.SITE_NAME,
        "site_https": request.is_secure(),
        "signup_open": settings.SIGNUP == "open",
    }
