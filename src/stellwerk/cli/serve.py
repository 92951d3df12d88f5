"""`stellwerk serve`: tables in the browser and over the API."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stellwerk.cli.listening import PORT, address_of, listen, listen_somewhere
from stellwerk.cli.parts import OK, Commands, command
from stellwerk.cli.serve_running import add_running, running_settings

if TYPE_CHECKING:
    import socket

    from stellwerk.web.mail.settings import MailSettings
    from stellwerk.web.settings import Settings

ADDRESS = "address"  # the file in the data folder that says where the server is running
GRACE = 1  # second that open connections get when the server is stopped
KEPT = 75  # seconds that an idle connection of a browser is kept: a click need not open a new one


def register(commands: Commands) -> None:
    """Add the command."""
    parser = command(
        commands,
        "serve",
        run,
        "start the server: tables to play at in the browser and over the API",
        "stellwerk serve --host 0.0.0.0 --port 8000 --base-url https://games.example.org --secret LONG-AND-RANDOM",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (default: 127.0.0.1, this machine)")
    parser.add_argument(
        "--port", type=port, metavar="N", help=f"default: {PORT}, or a free one if that is taken; 0 takes a free one"
    )
    parser.add_argument("--db", metavar="FILE", help="the SQLite file with the games (default: in the data folder)")
    parser.add_argument(
        "--database",
        default=os.environ.get("STELLWERK_DATABASE", ""),
        metavar="URL",
        help="a PostgreSQL database with the games instead, which several servers may share: postgresql://…"
        " (or STELLWERK_DATABASE in the environment)",
    )
    parser.add_argument(
        "--processes",
        type=count,
        default=1,
        metavar="N",
        help="servers on the port, which share --database (default: 1)",
    )
    parser.add_argument("--data", metavar="FOLDER", help="the data folder (default: the system's place for user data)")
    parser.add_argument("--base-url", default="", metavar="URL", help="how readers reach the server, for links")
    parser.add_argument(
        "--secret",
        default=os.environ.get("STELLWERK_SECRET", ""),
        metavar="TEXT",
        help="needed once for a public address; kept afterwards (or STELLWERK_SECRET in the environment)",
    )
    parser.add_argument(
        "--secret-file",
        default=os.environ.get("STELLWERK_SECRET_FILE", ""),
        metavar="FILE",
        help="a file that holds the secret, the same for all servers on one database (or STELLWERK_SECRET_FILE)",
    )
    parser.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address of a reverse proxy whose X-Forwarded-For is believed (may be given several times)",
    )
    parser.add_argument(
        "--per-address",
        type=count,
        default=256,
        metavar="N",
        help="connections and streams one address may have; 0: any number (default: 256)",
    )
    parser.add_argument(
        "--private-webhooks",
        action="store_true",
        help="let turn alerts go to this machine and its network",
    )
    parser.add_argument(
        "--memory",
        type=megabytes,
        default=0,
        metavar="MB",
        help="how much memory games and pages in use may take (default: an eighth of the machine's, 256 to 1024)",
    )
    parser.add_argument(
        "--pace",
        choices=("instant", "readable", "slow"),
        default="readable",
        help="how fast bots move at tables made on the pages, unless it is chosen there (default: readable)",
    )
    add_mail(parser)
    add_running(parser)
    parser.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=False, help="open the browser, where there is one"
    )


def add_mail(parser: argparse.ArgumentParser) -> None:
    """How e-mail is sent; each may be in the environment or in `mail.toml` in the data folder instead."""
    group = parser.add_argument_group(
        "e-mail", "optional; also STELLWERK_SMTP_HOST … in the environment, or mail.toml in the data folder"
    )
    group.add_argument("--smtp-host", default="", metavar="NAME", help="the server that takes letters; without it none")
    group.add_argument("--smtp-port", type=port, metavar="N", help="default: 587, or 465 for ssl, 25 for none")
    group.add_argument(
        "--smtp-security", choices=("starttls", "ssl", "none"), help="how the connection is secured (default: starttls)"
    )
    group.add_argument("--smtp-user", default="", metavar="NAME", help="whom to sign in as, if needed")
    group.add_argument(
        "--smtp-password-file",
        default="",
        metavar="FILE",
        help="a file with the password (or STELLWERK_SMTP_PASSWORD in the environment)",
    )
    group.add_argument("--mail-from", default="", metavar="ADDRESS", help="the address that letters come from")
    group.add_argument(
        "--notice-after",
        type=count,
        default=5,
        metavar="MINUTES",
        help="how long somebody's turn lasts before he is told of it by mail, if he wants that (default: 5)",
    )


def port(text: str) -> int:
    """A port number."""
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def count(text: str) -> int:
    """A number."""
    if not text.isdecimal() or len(text) > 7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)


def megabytes(text: str) -> int:
    """A number of megabytes."""
    if not text.isdecimal() or len(text) > 7 or int(text) < 16:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of megabytes from 16 on")
    return int(text)


def database(url: str, file: str | None) -> str:
    """The address of a database, looked at."""
    from stellwerk.core import BadInput
    from stellwerk.store import is_address

    if url and file:
        raise BadInput("--db and --database: the games are in a file or in a database, not in both")
    if url and not is_address(url):
        raise BadInput("--database must be like postgresql://user@host/name; a file is named with --db")
    return url


def proxy(text: str) -> str:
    """The address of a proxy."""
    import ipaddress

    from stellwerk.core import BadInput

    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise BadInput(f"--proxy {text!r} is not an address such as 127.0.0.1") from None


def believed(proxies: tuple[str, ...]) -> dict[str, Any]:
    """Whose X-Forwarded-For uvicorn takes: anybody can write one, so only a proxy's that was named."""
    return {"proxy_headers": bool(proxies), "forwarded_allow_ips": list(proxies)}


def settings_from(args: argparse.Namespace) -> Settings:
    """The server that the arguments describe; a public address without a secret is refused."""
    from stellwerk.web.settings import (
        Settings,
        check_base_url,
        data_folder,
        find_secret,
        is_local,
        read_secret,
        usual_memory,
    )

    data = Path(args.data) if args.data else data_folder()
    mail = mail_from(args, data)
    return Settings(
        data=data,
        db=Path(args.db) if args.db else None,
        database=database(args.database, args.db),
        base_url=check_base_url(args.base_url) if args.base_url else "",
        secret=find_secret(data, args.secret or read_secret(args.secret_file), args.host),
        public=not is_local(args.host),
        host=args.host,
        memory=(args.memory or usual_memory() // max(args.processes, 1)) * 1024 * 1024,
        private_webhooks=args.private_webhooks,
        streams_per_client=args.per_address,
        proxies=tuple(proxy(address) for address in args.proxy),
        pace=args.pace,
        **running_settings(args),
        mail=mail,
        notice_after=args.notice_after * 60.0,
    )


def mail_from(args: argparse.Namespace, data: Path) -> MailSettings | None:
    """How letters are sent; links in them need an address that holds for their readers."""
    from stellwerk.core import BadInput
    from stellwerk.web.mail.settings import read_mail
    from stellwerk.web.settings import is_local

    flags = {
        "host": args.smtp_host,
        "port": args.smtp_port,
        "security": args.smtp_security,
        "user": args.smtp_user,
        "password_file": args.smtp_password_file,
        "sender": args.mail_from,
    }
    found = read_mail(data, flags)
    if found and not args.base_url and not is_local(args.host):
        raise BadInput("mail: --base-url is needed, for the links in letters")
    return found


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from contextlib import nullcontext

    from stellwerk.web.sole import sole_server

    settings = settings_from(args)
    check_processes(args, settings)
    known = settings.data / ADDRESS
    running = known.read_text(encoding="utf-8").strip() if args.open and known.exists() else ""
    if running and is_stellwerk(running):  # started twice: there is one table, and it is there
        print(f"Stellwerk is running already at {running}", flush=True)
        open_soon(running, 0)
        return OK
    with nullcontext() if settings.database else sole_server(settings.games):
        return serve(args, settings)


def check_processes(args: argparse.Namespace, settings: Settings) -> None:
    """Refuse several processes where they cannot be."""
    from stellwerk.cli.serve_processes import can_share
    from stellwerk.core import BadInput

    if args.processes < 1:
        raise BadInput("--processes must be at least 1")
    if args.processes > 1 and not settings.database:
        raise BadInput("--processes needs --database: a file of games has one server")
    if args.processes > 1 and not can_share():
        raise BadInput("--processes: on this system one process listens at a port; start servers at several ports")


def serve(args: argparse.Namespace, settings: Settings) -> int:
    """Serve these games, which are ours alone."""
    import msgspec

    from stellwerk.cli.serve_processes import keep, kept
    from stellwerk.web.logs import set_up

    known = settings.data / ADDRESS
    set_up(args.log, requests=args.log_requests)
    port = kept()
    several = args.processes > 1
    place = look_at_games(settings)
    if port is not None:
        listener = listen(args.host, port, shared=True)
    else:
        listener = listen_somewhere(args.host) if args.port is None else listen(args.host, args.port)
        if several:  # nobody else has the port: from now on it is for our servers
            taken = listener.getsockname()[1]
            listener.close()
            listener = listen(args.host, taken, shared=True)
    address = address_of(args.host, listener.getsockname()[1])
    if not settings.base_url and not settings.public:  # a public server has names that only its readers know
        settings = msgspec.structs.replace(settings, base_url=address)
    if port is None:
        if not several:  # whoever reads the address and comes at once waits for the server instead of finding nobody
            listener.listen()
        print(f"Stellwerk at {address} (games in {place}); Ctrl-C ends it", flush=True)
        settings.data.mkdir(parents=True, exist_ok=True)
        known.write_text(f"{address}\n", encoding="utf-8")
        if args.open:
            open_soon(settings.base_url or address)
    try:
        if several and port is None:  # this socket only holds the port: connections come to those that listen
            return keep(listener.getsockname()[1], args.processes)
        serve_here(args, settings, listener)
    finally:
        if port is None:
            known.unlink(missing_ok=True)
    return OK


def serve_here(args: argparse.Namespace, settings: Settings, listener: socket.socket) -> None:
    """Serve in this process."""
    import contextlib

    import uvicorn

    from stellwerk.web.app import create_app
    from stellwerk.web.connections import ConnectionLimits, limited
    from stellwerk.web.observed import peer_noted

    config = uvicorn.Config(
        create_app(settings),
        log_level="error",  # a line for every request that is none would be anybody's way to fill the disk
        log_config=None,
        access_log=False,  # addresses of tables are nobody's business, not even the log's
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEPT,
        http=limited(ConnectionLimits(per_address=args.per_address, proxies=settings.proxies)),
        ws="none",
        **believed(settings.proxies),
    )
    config.load()
    config.loaded_app = peer_noted(config.loaded_app)
    collect_seldom()
    with contextlib.suppress(KeyboardInterrupt):  # the server has ended in good order by then
        uvicorn.Server(config).run(sockets=[listener])


def collect_seldom() -> None:
    """Let Python look for cycles less often: the program itself never becomes garbage, and the thousands of objects
    that a page is made with go by themselves.
    """
    import gc

    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def look_at_games(settings: Settings) -> str:
    """Where the games are; if they cannot be used, one line says so before anything is started."""
    from stellwerk.store import open_store

    if not settings.database:
        settings.games.parent.mkdir(parents=True, exist_ok=True)
    with open_store(settings.database or settings.games) as store:
        store.may_join(settings.mark)
        return store.writer.place


def is_stellwerk(address: str) -> bool:
    """True if a Stellwerk answers there."""
    import json
    import urllib.request

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{address}/health", timeout=1) as answer:
            greeting = json.loads(answer.read(1000))
    except (OSError, ValueError):
        return False
    return isinstance(greeting, dict) and greeting.get("name") == "stellwerk"


def can_open() -> bool:
    """True if there is a browser to open: not on a machine without a screen, and never one in this terminal."""
    import sys
    import webbrowser

    if os.environ.get("BROWSER"):
        return True
    if sys.platform not in ("win32", "darwin") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        return type(webbrowser.get()) is not webbrowser.GenericBrowser  # what text browsers are to Python
    except webbrowser.Error:
        return False


def open_soon(address: str, seconds: float = 1.0) -> None:
    """Open the browser when the server has had a moment to start."""
    import threading
    import webbrowser

    if not can_open():
        return
    timer = threading.Timer(seconds, webbrowser.open, (address,))
    timer.daemon = seconds > 0
    timer.start()
