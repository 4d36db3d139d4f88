"""The server of one process: it says farewell to open streams before it stops, so that stopping takes no time."""

import asyncio
import gc
import socket

import uvicorn

from tapiz_site import asgi


class Server(uvicorn.Server):
    """Uvicorn, with the streams ended first: it would wait for them, and then complain."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, with nobody told to go yet."""
        asgi.stopping = asyncio.Event()
        # What was loaded by now stays: looking through it for garbage would only make somebody wait.
        gc.collect()
        gc.freeze()
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, the streams first."""
        if asgi.stopping is not None:
            asgi.stopping.set()
        await super().shutdown(sockets)
