"""Where a server may send requests to: addresses that players give must not lead into the host's own network."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from urllib.parse import quote, urlsplit

from msgspec import Struct

from stellwerk.web.errors import BadRequest

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_UNICAST = ipaddress.ip_network("2000::/3")  # all that is given out; what lies outside is for special uses
_SPECIAL = [
    ipaddress.ip_network(name) for name in ("2001::/23", "2001:db8::/32", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
]
_PORTS = {"http": 80, "https": 443}
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class WebTarget(Struct, frozen=True):
    """An address taken apart."""

    scheme: str
    host: str
    port: int
    path: str


class NotAllowed(Exception):
    """The address leads where this server does not send to."""


def read_target(url: str) -> WebTarget:
    """The parts of an http or https address; refused if it is none, or carries a password."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadRequest("the address of a webhook cannot be read") from None
    if parts.scheme not in _PORTS or not parts.hostname or not url.isprintable() or " " in url:
        raise BadRequest("the address of a webhook must begin with http:// or https://")
    if parts.username or parts.password:
        raise BadRequest("the address of a webhook must not carry a name or a password")
    try:  # what the name is asked for as; labels can be too long, or empty
        host = parts.hostname.encode("idna").decode() if "." in parts.hostname else parts.hostname
        host.encode("ascii")
    except UnicodeError:
        raise BadRequest("the address of a webhook cannot be read") from None
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    return WebTarget(parts.scheme, host, port or _PORTS[parts.scheme], quote(path, safe="%/:?#[]@!$&'()*+,;=~"))


def is_public(text: str) -> bool:
    """True for an address in the open internet, also if it is wrapped into another one."""
    address: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None and not is_public(str(inner)):
            return False
        if address not in _UNICAST and address not in _NAT64:
            return False
    if any(address in network for network in _SPECIAL if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast


def resolve(target: WebTarget, *, private: bool) -> str:
    """The one address to connect to. Unless `private` ones are allowed, every address of the name must be public:
    the name is asked once, and the connection goes to what was checked.
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotAllowed(f"{target.host} is not known: {error}") from None
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses:
        raise NotAllowed(f"{target.host} has no address")
    if not private and not all(is_public(address) for address in addresses):
        raise NotAllowed(f"{target.host} leads into a private network")
    return addresses[0]


def connect(target: WebTarget, address: str, timeout: float) -> http.client.HTTPConnection:
    """A connection to that address and no other, whatever the name means by now. Redirects are not followed."""
    if target.scheme == "https":
        secure = http.client.HTTPSConnection(target.host, target.port, timeout=timeout)
        plain = socket.create_connection((address, target.port), timeout)
        try:
            secure.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)
        except OSError:
            plain.close()
            raise
        return secure
    open_ = http.client.HTTPConnection(target.host, target.port, timeout=timeout)
    open_.sock = socket.create_connection((address, target.port), timeout)
    return open_
