"""``captuple serve``: the gRPC server."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from extractor.errors import CaptupleError, Fault, InvalidInputError
from service.rpc.server.settings import ServeSettings, SettingsFaults, read_settings

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_Command = Callable[..., None]
_log = logging.getLogger("captuple")


def _with_settings(command: _Command) -> _Command:
    """One option for every setting: what a setting is, allows and defaults to is written once, in ``ServeSettings``."""
    for name, field in reversed(ServeSettings.model_fields.items()):
        command = _option(name, field)(command)
    return command


def _option(name: str, field: FieldInfo) -> Callable[[_Command], _Command]:
    flag = f"--{name.replace('_', '-')}"
    default = "" if field.default in (None, "") else f"  [default: {field.default}]"
    if field.annotation is bool:
        return click.option(f"{flag}/--no-{flag[2:]}", name, default=None, help=field.description)
    metavar = "FILE" if "Path" in str(field.annotation) else "VALUE"
    return click.option(flag, name, default=None, metavar=metavar, help=f"{field.description}{default}")


@click.command()
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A TOML file of settings, named as the options are, with _ for -.",
)
@click.option("--check", is_flag=True, help="Check the settings, load the model once, and exit.")
@_with_settings
def serve(config: Path | None, check: bool, **flags: Any) -> None:  # noqa: FBT001  click passes by name
    """Serve captuple.v1 over gRPC.

    Every setting may come as an option, from the environment (CAPTUPLE_SERVE_MAX_BATCH_SIZE for
    --max-batch-size) or from the file of --config; the first of these that names it wins. SIGTERM and SIGINT stop
    the server once running calls have ended, SIGHUP looks for a new bundle and reads the tokens again.
    """
    given = {name: value for name, value in flags.items() if value is not None}
    settings, faults = read_settings(given, file=config)
    if faults and not check:
        raise InvalidInputError(faults.all)
    if settings.log_format == "json":
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # gRPC's core writes plain lines; before it is loaded
    from service.rpc.observe.logs import configure_logs

    configure_logs(level=settings.log_level, form=settings.log_format)
    if check:
        _check(settings, faults)
        return
    asyncio.run(_serve(settings))


def _check(settings: ServeSettings, of_settings: SettingsFaults) -> None:
    from service.rpc.server.checks import named_faults
    from service.rpc.workers.pool import find_model

    faults = [*of_settings.all, *of_settings.not_of_defaults(named_faults(settings, with_times=True))]
    model = ""
    if not of_settings.left_out & {"model", "cache"}:
        try:
            source = find_model(settings.model, cache=settings.cache)
            source.load()
        except CaptupleError as e:
            if not faults:
                raise
            faults.append(Fault(where="model", problem=str(e)))
        else:
            model = source.model
    if faults:
        raise InvalidInputError(faults)
    click.echo(f"all is well: {model} on {settings.address}")


async def _serve(settings: ServeSettings) -> None:
    from service.process import collect_seldom
    from service.rpc.server.server import serve as run_server

    stop, reload = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, reload.set)

    def announce(port: int) -> None:
        collect_seldom()
        host, _, _ = settings.address.rpartition(":")
        if settings.log_format == "json":
            _log.info("captuple serves on %s:%d", host, port)
        else:
            click.echo(f"captuple serves on {host}:{port}", err=True)
        if settings.port_file is not None:
            temporary = settings.port_file.with_name(f".{settings.port_file.name}.new")
            temporary.write_text(f"{port}\n")
            temporary.replace(settings.port_file)

    await run_server(settings, on_ready=announce, stop=stop, reload=reload)
