"""Sockets that a server listens with."""

from __future__ import annotations

import socket

from stellwerk.core import BadInput

PORT = 1830


def listen(host: str, number: int, *, shared: bool = False) -> socket.socket:
    """A socket at a port, which several processes of one user may share if nobody else has it; errors say where."""
    listener = None
    try:
        kind, _, _, _, place = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        # The protocol is named because asyncio sends without delay only where it is: 40 ms of every answer.
        listener = socket.socket(kind, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind(place)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise BadInput(f"cannot listen at {host} port {number}: {error.strerror or error}") from None
    listener.set_inheritable(True)
    return listener


def listen_somewhere(host: str, *, shared: bool = False) -> socket.socket:
    """A socket at our port, or at a free one if somebody has it."""
    try:
        return listen(host, PORT, shared=shared)
    except BadInput:
        return listen(host, 0, shared=shared)


def address_of(host: str, number: int) -> str:
    """The address to type into a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{number}"
