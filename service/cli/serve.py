"""``captuple serve``: the gRPC server."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from pathlib import Path

import click


@click.command()
@click.option(
    "--address",
    default="127.0.0.1:50051",
    show_default=True,
    metavar="HOST:PORT",
    help="Where to listen; port 0 takes a free port.",
)
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--port-file",
    type=click.Path(path_type=Path),
    help="Write the port to this file once calls are answered.",
)
@click.option(
    "--grace-s",
    type=click.FloatRange(min=0.0),
    default=10.0,
    show_default=True,
    help="How long running calls may take to end after SIGTERM, in seconds.",
)
def serve(address: str, model: str, port_file: Path | None, grace_s: float) -> None:
    """Serve captuple.v1 over gRPC.

    SemanticTupleService with health checks and reflection. SIGTERM and SIGINT stop it once running calls have
    ended.
    """
    from extractor import Extractor
    from service.rpc import server

    logging.basicConfig(
        stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )

    def announce(port: int) -> None:
        host, _, _ = address.rpartition(":")
        click.echo(f"captuple serves on {host}:{port}", err=True)
        if port_file is not None:
            temporary = port_file.with_name(f".{port_file.name}.new")
            temporary.write_text(f"{port}\n")
            temporary.replace(port_file)

    async def serve_until_signalled() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await server.serve(
            address,
            load_extractor=lambda: Extractor.load(model),
            on_ready=announce,
            stop=stop,
            grace_s=grace_s,
        )

    asyncio.run(serve_until_signalled())
