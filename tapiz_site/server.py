"""The server of one process, which ends open streams before it stops, so that stopping is quick."""

import asyncio
import gc
import socket

import uvicorn

from tapiz_site import asgi


class Server(uvicorn.Server):
    """Uvicorn with the streams ended first: otherwise it would wait for them, and then complain."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, with the sign to stop unset."""
        asgi.stopping = asyncio.Event()
        # Modules loaded by now stay: without this, garbage collection would scan them while requests wait.
        gc.collect()
        gc.freeze()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, ending the streams first."""
        if asgi.stopping is not None:
            asgi.stopping.set()
        await super().shutdown(sockets)
