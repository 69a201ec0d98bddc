"""Django's settings, read from the environment with defaults that work on one machine (docs/operations.md)."""

import logging
import sys
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from incursions.kit.environment import Environment, find_secret_key, for_celery, socket_address
from incursions.kit.logs import configure_structlog, logging_settings

ROOT = Path(__file__).resolve().parent.parent
environment = Environment()

# The house

DEBUG = environment.flag("DEBUG")
DATA_DIR = environment.folder("DATA_DIR", ROOT / "var")
SECRET_KEY = find_secret_key(environment, DATA_DIR, debug=DEBUG)
SITE_URL = environment.address("SITE_URL", "http://127.0.0.1:8000")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
ALLOWED_HOSTS = [*environment.names("ALLOWED_HOSTS", ("127.0.0.1", "localhost", "[::1]")), SITE_HOST]
IS_HTTPS = SITE_URL.startswith("https://")

ROOT_URLCONF = "incursions.urls"
ASGI_APPLICATION = "incursions.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "channels",
    "csp",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "template_partials",
    "incursions",
    "incursions.accounts",
    "cards",
    "tournaments",
    "tournaments.live",
    "tournaments.matches",
    "tournaments.tables",
    "tournaments.players",
    "tournaments.voyages",
    "tournaments.events",
    "tournaments.days",
    "tournaments.runs",
]

GAMES = environment.names("GAMES", ("incursions.games.incursions.kind.KIND", "incursions.games.talon.kind.KIND"))
"""The games that are played here (`games.contract.GameKind`); the first one is played where none is named."""
MEGAGAMES = environment.names("MEGAGAMES", ("incursions.games.wolves.kind.WOLVES",))
"""The megagames whose days can be held here (`games.megagames.MegagameKind`)."""
LOADOUTS = {"incursions": "cards.loadouts.DECKS", "talon": "cards.fleets.loadouts.FLEETS"}
"""What players bring to matches (`games.loadouts.Loadouts`), by game; games that are not named bring nothing."""

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.players.watching.WatchingMiddleware",
    "incursions.kit.asgi_layers.one_thread",  # the last one, for the sake of all the others
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "template_partials.templatetags.partials",
                "incursions.kit.addresses",
                "incursions.kit.page_head",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "incursions.kit.clients.leave_messages",
            ],
        },
    },
    {
        # Only for what must be quick: what a push draws for every viewer after every move
        # (tournaments/matches/match_page.py), and rows of a thousand players (tournaments/events/pages/rows.py).
        "NAME": "jinja2",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates" / "jinja2"],
        "OPTIONS": {"environment": "tournaments.matches.match_page.environment"},
    },
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"

# Database

DATABASES = {"default": environment.database("DATABASE_URL", f"sqlite:///{DATA_DIR}/incursions.sqlite3")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "incursions.kit.sqlite_in_turn"
    # Threads stay, those of requests too (incursions/kit/asgi_layers.py), and a file does not hang up.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        # Rows cannot be locked, so a transaction takes the writer's place at its start and waits for it here.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # A commit returns when it is on the disk. FULL calls fsync, which on macOS leaves it in the drive's own cache.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON;",
    }
else:
    # A request that had to connect anew would take twice as long.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 10}

# Redis: messages only, no fact lives there

REDIS_URL = environment.text("REDIS_URL", socket_address(DATA_DIR))
CHANNEL_LAYERS = {"default": {"BACKEND": "incursions.kit.channel_layer.GroupLayer", "CONFIG": {"hosts": [REDIS_URL]}}}

# Counts requests and attempts to sign in, for all processes together.
CACHES = {
    "default": {
        "BACKEND": "incursions.kit.caches.FailOpenRedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }
}

CELERY_BROKER_URL = for_celery(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# No task runs or waits longer than a minute: what a dead worker held comes back after two.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 120}
CELERY_TASK_IGNORE_RESULT = True
# What computes for seconds has a worker of its own: clocks and bots of matches never wait behind it.
CELERY_TASK_ROUTES = {
    "tournaments.tasks.play_games": {"queue": "balance"},
    "tournaments.tasks.recompute_ratings": {"queue": "balance"},
    "tournaments.tasks.mail_players": {"queue": "balance"},
    "cards.tasks.draw_pictures": {"queue": "balance"},
    "tournaments.tasks.send_messages": {"queue": "balance"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = TIME_ZONE
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False

# Accounts: a name or an address with a password; nothing has to be confirmed by mail

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
ACCOUNT_ADAPTER = "incursions.accounts.sign_in.AccountAdapter"
ACCOUNT_FORMS = {
    "change_password": "incursions.accounts.sign_in.ChangePasswordForm",
    "reset_password_from_key": "incursions.accounts.sign_in.ResetPasswordKeyForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_NOTIFICATIONS = True  # the address of before is told of another one, or of another password
ACCOUNT_PREVENT_ENUMERATION = "strict"  # nobody learns by signing up which addresses have accounts
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/5m/key",  # wrong codes of a second factor; incursions.accounts.sign_in counts passwords
    "change_password": None,
    "reauthenticate": None,
    "reset_password": "20/h/ip,3/h/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # no address has to be confirmed
MFA_TOTP_ISSUER = "Incursions"
MFA_TOTP_TOLERANCE = 1  # a code of half a minute ago or ahead, for clocks that are not quite right
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not IS_HTTPS  # passkeys for a house on one's own machine
ACCOUNT_USER_DISPLAY = "incursions.accounts.models.display_name"
# A guest is signed in as itself, and must still reach the pages for signing up and in.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

EMAIL_BACKEND = environment.text("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = environment.text("EMAIL_HOST", "localhost")
EMAIL_PORT = environment.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = environment.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = environment.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = environment.flag("EMAIL_USE_TLS")
DEFAULT_FROM_EMAIL = environment.text("DEFAULT_FROM_EMAIL", f"Incursions <noreply@{SITE_HOST}>")

# Static files: hashed names, compressed once, served by the ASGI application itself

STATIC_URL = "/static/"
STATIC_ROOT = environment.folder("STATIC_ROOT", DATA_DIR / "static")
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "incursions.kit.static_files.NodeFilesFinder",
    "incursions.kit.static_files.SwaggerFilesFinder",
]
NODE_MODULES = ROOT / "node_modules"
NODE_FILES = {
    "vendor/htmax.min.js": "htmx.org/dist/htmax.min.js",
    **{
        f"vendor/fonts/{font}-{subset}-{style}.woff2": f"@fontsource/{font}/files/{font}-{subset}-{style}.woff2"
        for font, styles in {
            "spectral": ("400-normal", "400-italic", "500-normal", "600-normal"),
            "ibm-plex-sans-condensed": ("400-normal", "500-normal", "600-normal", "700-normal"),
        }.items()
        for subset in ("latin", "latin-ext")
        for style in styles
    },
}
SWAGGER_FILES = {
    f"vendor/{name}": name
    for name in ("swagger-ui.css", "swagger-ui.css.map", "swagger-ui-bundle.js", "swagger-ui-bundle.js.map")
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "servestatic.storage.CompressedManifestStaticFilesStorage"
    },
}

# Pictures of pieces: made when they are asked for, and kept

PICTURES = DATA_DIR / "pictures"
DRAW_PICTURES_AHEAD = environment.flag("DRAW_PICTURES_AHEAD", default=True)

# Security

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "incursions.accounts.viewers"
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a guest is known by nothing else

if IS_HTTPS:
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # Preloading is a promise for a whole domain, which only its owner can make.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]

# The API (cards/api): its rates count for all processes together, in the cache

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "incursions.accounts.tokens.TokenAuthentication",  # the first one says how to sign in
        "incursions.accounts.tokens.SessionOfBrowser",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],  # what may be done with a deck, cards/decks decides
    "DEFAULT_PARSER_CLASSES": [],  # bodies are read by cards/api/bodies
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "incursions.kit.api.answers.JsonAlone",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "incursions.kit.api.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "incursions.kit.api.problems.answer_problem",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Incursions",
    "VERSION": "1",
    "DESCRIPTION": "Pieces, rulings, decks, players and tournaments. The guide at /api/v1/guide/ says how to begin.",
    "OAS_VERSION": "3.1.1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PATH_CONVERTER_OVERRIDES": {
        "deck": {"type": "string", "pattern": "^[0-9a-z]{1,24}$"},
        "event": {"type": "string", "pattern": "^[0-9a-z]{1,16}$"},
        "ordinal": {"type": "integer", "minimum": 1, "maximum": 999_999},
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "incursions.kit.api.schema.spell_out"],
}
API_RATES = {
    "reading_anonymous": environment.text("API_RATES_ANONYMOUS", "10/s, 1000/h"),
    "reading_user": environment.text("API_RATES_USER", "20/s, 5000/h"),
    "work_anonymous": environment.text("API_WORK_ANONYMOUS", "2/s, 120/h"),
    "work_user": environment.text("API_WORK_USER", "5/s, 1000/h"),
}

# Webhooks of tournaments: into private networks only where the operator wants that

WEBHOOKS_REACH_PRIVATE = environment.flag("WEBHOOKS_REACH_PRIVATE")

# Logs

LOGGING = logging_settings(
    level=environment.text("LOG_LEVEL", "INFO").upper(),
    form=environment.choice("LOG_FORM", ("json", "console"), "console" if sys.stderr.isatty() else "json"),
)
configure_structlog()
DJANGO_STRUCTLOG_CELERY_ENABLED = True
# One line a request, written when it is answered.
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
