"""The ASGI application: pages, static files and sockets in one."""

import gc
import os
import sys

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.conf import settings
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
gc.disable()  # there is no garbage among what is loaded, and looking for it takes a fifth of the start
django.setup(set_prefix=False)

from incursions.books import shelf  # noqa: E402 -- these need the apps, which are ready only now
from incursions.kit.api.problems import refuse_large_body  # noqa: E402
from incursions.kit.asgi_layers import (  # noqa: E402
    LargestBody,
    Pages,
    RequestThreads,
    prepare_in_background,
    record_arrival,
)
from incursions.kit.static_files import hashed_files  # noqa: E402
from tournaments.events.pages.page import compile_page_templates, read_tournaments  # noqa: E402
from tournaments.live.presence.attendance import keep_presence  # noqa: E402
from tournaments.matches import match_page  # noqa: E402
from tournaments.routing import websocket_urlpatterns  # noqa: E402

pages = Pages()
application = ProtocolTypeRouter(
    {
        "http": record_arrival(
            LargestBody(
                ASGIStaticFilesHandler(pages) if settings.DEBUG else hashed_files(RequestThreads(pages)),
                refuse_large_body,
            )
        ),
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
# A move gives the interpreter up at each of its ten statements, while it holds its match or all of SQLite. It gets it
# back after so many seconds at the latest, not after ten times as many, while another thread draws.
sys.setswitchinterval(0.0005)
# So that no player waits for any of it after a start.
reverse("tables:home")  # reads all addresses and their names, and with them every view
prepare_in_background(
    shelf.read_files,
    match_page.compile_templates,
    compile_page_templates,
    read_tournaments,
)
keep_presence()
# Everybody waits while garbage is looked for among all objects, of fifty matches for a quarter of a second. What is
# loaded stays, so it need not be looked at; and what does not go by itself is little, and can be let lie for longer.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 10)
gc.enable()
