"""Settings of the one site; everything that differs between installations comes from the environment."""

import logging
from pathlib import Path

import dj_database_url
import django_stubs_ext
from django.utils.translation import gettext_lazy as _

from tapiz_site import env

# Lets type hints such as ModelForm[User] run as well as be checked.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = env.data_folder(BASE_DIR)

# The address

DEBUG = env.flag("TAPIZ_DEBUG")
SECRET_KEY = env.secret_key(DATA_DIR)
PUBLIC_URL, _public_host, HTTPS = env.public_url()
ALLOWED_HOSTS = [*([_public_host] if _public_host else env.local_hosts()), *env.words("TAPIZ_HOSTS")]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if PUBLIC_URL else []
SITE_NAME = env.text("TAPIZ_SITE_NAME", "Tapiz")

# Proxies whose X-Forwarded-For and X-Forwarded-Proto the server believes; without a public address, none.
TRUSTED_PROXIES = (env.words("TAPIZ_PROXIES") or ["127.0.0.1", "::1"]) if PUBLIC_URL else []

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
# Browsers respect this header only for trustworthy origins and log a complaint elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
X_FRAME_OPTIONS = "DENY"
# HSTS for sibling subdomains and preloading are the domain owner's decision.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# Apps, middleware and templates

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    "crispy_forms",
    "tapiz_site",
    "tapiz_site.accounts",
    "tapiz_site.live",
    "tapiz_site.rulebook",
    "tapiz_site.campaigns",
    "tapiz_site.pictures",
    "equipment",
    "equipment.packs",
    "characters",
    "combat",
    "lessons",
    "exchange",
]

MIDDLEWARE = [
    "tapiz_site.telemetry.request_ids.RequestIdMiddleware",
    "tapiz_site.telemetry.health.HealthMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tapiz_site.csp.ContentSecurityPolicyMiddleware",
    "tapiz_site.bad_bodies.ReadableFormMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tapiz_site.accounts.devices.DeviceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tapiz_site.expired.ExpiredLoginMiddleware",
    "tapiz_site.campaigns.stopped.TableStoppedMiddleware",
    "tapiz_site.offline.ForgetMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "tapiz_site.urls"
WSGI_APPLICATION = "tapiz_site.wsgi.application"
ASGI_APPLICATION = "tapiz_site.asgi.application"

_file_loaders = [
    "tapiz_site.lines.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tapiz_site.context.site",
            ],
            # Templates are read anew while developing; Django's own default would keep them until a restart.
            "loaders": _file_loaders if DEBUG else [("django.template.loaders.cached.Loader", _file_loaders)],
        },
    }
]

CRISPY_ALLOWED_TEMPLATE_PACKS = ["crispy"]
CRISPY_TEMPLATE_PACK = "crispy"

# Data

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": dj_database_url.parse(env.text("DATABASE_URL", f"sqlite:///{DATA_DIR / 'tapiz.sqlite3'}"))}
_database = DATABASES["default"]
# Pages run in a pool of lasting threads, each of which may keep its connection.
_database["CONN_MAX_AGE"] = None
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        # A transaction that reads first and writes later must own the write lock from its start,
        # or two of them fail with "database is locked" however long they wait.
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        # Python keeps 128 prepared statements of a connection, fewer than the pages ask: each would be prepared anew.
        "cached_statements": 512,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
else:
    _database["CONN_HEALTH_CHECKS"] = True

CACHES = {
    "default": {
        # Log-in attempts are counted here; several processes must count together.
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tapiz_cache",
        # The default of 300 entries drops counters in the order of their keys.
        "OPTIONS": {"MAX_ENTRIES": 50_000},
    }
}

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/entrar/"
LOGIN_REDIRECT_URL = "/mesas/"
LOGOUT_REDIRECT_URL = "/entrar/"
# Who may make an account: holders of an invitation, or all visitors ("open").
SIGNUP = env.choice("TAPIZ_SIGNUP", "invitation", "open")
SESSION_ENGINE = "tapiz_site.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 24 * 3600

ACCOUNT_ADAPTER = "tapiz_site.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_FORMS = {
    "login": "tapiz_site.accounts.forms.LoginForm",
    "signup": "tapiz_site.accounts.forms.SignupForm",
}
ACCOUNT_RATE_LIMITS = {
    # Wrong tries alone count: a whole group shares one address.
    "login": None,
    # Of devices that the account has never logged in on: those at one address, and all of them; of one that it has.
    "login_failed": "20/m/ip,5/m/key",
    "login_failed_anywhere": "60/m/key",
    "login_failed_here": "5/m/key",
    "first_account": "10/m/ip",
    "change_password": "5/m/user",
    # Wrong codes of the second step, counted like passwords: of strange devices together, of each known one alone.
    "second_step": "5/m/key",
    "password_forgotten": "10/m/ip,3/h/key",
    # Wrong codes of a door, and people who ask to come in: a whole group shares one address.
    "door_code": "120/m/ip",
    "door_code_here": "10/m/key",
    "door_knock": "20/m/ip",
    "confirm_digest": "5/h/user",
    "export_file": "60/h/user",
    "import_file": "40/h/user",
    "picture_upload": "120/h/user",
    "data_folder": "5/m/user",
    "print_pdf": "30/m/user",
}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = LOGOUT_REDIRECT_URL
# The second step at the log-in, for those who switch it on.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_FORMS = {
    "authenticate": "tapiz_site.accounts.second_step.CodeForm",
    "authenticate_webauthn": "tapiz_site.accounts.second_step.PasskeyForm",
}
MFA_ADAPTER = "tapiz_site.accounts.second_step.Adapter"
# Half a minute before and after: clocks of phones differ, and codes are typed slowly.
MFA_TOTP_TOLERANCE = 1
# The server has already put the visitor's address into REMOTE_ADDR (TRUSTED_PROXIES).
ALLAUTH_TRUSTED_PROXY_COUNT = 0

HOUSEKEEPING_SECONDS = 60
"""How often each server process looks for what is to be done by the clock (`tapiz_site.housekeeping`)."""

# Mail: for forgotten passwords and digests

_mail = env.mail()
MAIL = bool(_mail)
EMAIL_HOST = _mail.get("EMAIL_HOST", "localhost")
EMAIL_PORT = _mail.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = _mail.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _mail.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _mail.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.text("TAPIZ_MAIL_FROM", f"tapiz@{_public_host or 'localhost'}")

# Languages and time

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("español")), ("en", _("inglés"))]
LANGUAGE_COOKIE_NAME = "tapiz_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = env.text("TAPIZ_TIME_ZONE", "Europe/Madrid")

# Files of the interface

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tapiz_site.collected.StaticFiles"
    },
}

# The server

PAGE_THREADS = env.number("TAPIZ_THREADS", 8)
PROCESSES = env.number("TAPIZ_PROCESSES", 1)
MAX_REQUEST_BYTES = 5_000_000
MAX_PICTURE_BYTES = 12_000_000
MAX_TABLE_BYTES = 32_000_000
ACTS_A_MINUTE = env.number("TAPIZ_ACTS_A_MINUTE", 120)
# Who may read the counters at /salud/cifras/: addresses and networks.
METRICS_ADDRESSES = env.networks("TAPIZ_METRICS", "127.0.0.0/8,::1")
# Acts that take longer are told in the log.
SLOW_ACT_SECONDS = env.number("TAPIZ_SLOW_ACT_MS", 1000) / 1000
# The upload of a pack's folder has this many files.
DATA_UPLOAD_MAX_NUMBER_FILES = 400

# Several processes must not rotate one file: they log to stderr alone (TAPIZ_LOG=stderr).
_log_to_file = env.text("TAPIZ_LOG", "file") == "file"
_log_form = {"formatter": env.choice("TAPIZ_LOG_FORMAT", "line", "json"), "filters": ["throttle", "context"]}
# A log that cannot be written must not write about that.
logging.raiseExceptions = DEBUG
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s]: %(message)s"},
        "json": {"()": "tapiz_site.telemetry.logs.JsonFormatter"},
    },
    "filters": {
        "context": {"()": "tapiz_site.telemetry.logs.Context"},
        "throttle": {"()": "tapiz_site.telemetry.logs.Throttle"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", **_log_form},
        "file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": DATA_DIR / "tapiz.log",
            "maxBytes": 2_000_000,
            "backupCount": 5,
            "delay": True,
            "encoding": "utf-8",
            **_log_form,
        }
        if _log_to_file
        else {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr", "file"], "level": "WARNING"},
    "loggers": {
        # Django's own handler mails administrators we do not have.
        "django": {"handlers": [], "propagate": True, "level": "WARNING"},
        # Wrong addresses and refused forms are normal and not logged.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
    },
}
