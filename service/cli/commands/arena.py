"""``captuple arena``: an evaluation server, for who runs it."""

from __future__ import annotations

import contextlib
import functools
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from extractor.errors import Fault, InvalidInputError, ResourceError
from service.cli.options import say
from service.cli.output.progress import CaptionsBar

if TYPE_CHECKING:
    from service.arena.files import ArenaFiles
    from service.arena.store import Store

_Command = Callable[..., None]

_files_option = click.option(
    "--files",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    envvar="CAPTUPLE_ARENA_FILES",
    help="The arena's folder; else that of CAPTUPLE_ARENA_FILES. It holds the hidden references.",
)
_store_option = click.option(
    "--store",
    "url",
    metavar="URL",
    envvar="CAPTUPLE_ARENA_STORE",
    help="sqlite:///FILE or postgresql://USER@HOST/NAME; else CAPTUPLE_ARENA_STORE, else SQLite in the folder.",
)


def _with_arena(command: _Command) -> _Command:
    """Give a command ``--files`` and ``--store``."""
    return _files_option(_store_option(command))


@contextmanager
def _needs_libraries() -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as e:
        raise ResourceError(f"the arena needs {e.name}: pip install 'captuple[arena]'") from e


@contextmanager
def _opened(folder: Path, url: str | None) -> Iterator[tuple[Store, ArenaFiles]]:
    """Store and folder of an arena that there is."""
    with _needs_libraries():
        from service.arena.files import ArenaFiles
        from service.arena.store import Store
    files = ArenaFiles(folder)
    files.check()
    with contextlib.closing(Store(url or files.default_store)) as store:
        store.check_version()
        store.check_arena(files.arena_id)
        yield store, files


def _with_opened(command: _Command) -> _Command:
    """Give a command the store and the folder, opened."""

    @functools.wraps(command)
    def opened(folder: Path, url: str | None, **arguments: Any) -> None:
        with _opened(folder, url) as (store, files):
            command(store=store, files=files, **arguments)

    return _with_arena(opened)


@click.group()
def arena() -> None:
    """Run an evaluation server: hidden references, a board.

    A task is a folder with task.json (captuple.task/1), the references, and labels of the images.
    """


@arena.command()
@click.argument("task_folder", type=click.Path(path_type=Path))
@_with_arena
def create(task_folder: Path, folder: Path, url: str | None) -> None:
    """Check a task's folder, register the task, and extract its references.

    The first task makes the arena: its folder, and the tables of its store. The task's files are copied; a task does
    not change once it is made.
    """
    with _needs_libraries():
        from service.arena.files import ArenaFiles, task_json
        from service.arena.scoring import prepare
        from service.arena.store import Store
        from service.arena.task import read_task
    task = read_task(task_folder)
    files = ArenaFiles(folder)
    files.make()
    with files.only_admin(), contextlib.closing(Store(url or files.default_store)) as store:
        store.migrate()
        store.bind(files.arena_id)
        store.check_new_task(task.settings.name)
        n_captions = prepare(task, cache=files.cache, say=say, progress=CaptionsBar())
        files.add_task(task)
        store.add_task(task, json=task_json(files.task_folder(task.settings.name)))
    labels = f", {len(task.ids_by_label)} labels" if task.ids_by_label else ""
    click.echo(
        f"{task.settings.name}: {len(task.references)} images, {n_captions} references{labels}; {task.model}"
    )


@arena.command()
@_with_arena
def migrate(folder: Path, url: str | None) -> None:
    """Bring the tables of an arena's store to this version of Captuple."""
    with _needs_libraries():
        from service.arena.files import ArenaFiles
        from service.arena.store import Store
    files = ArenaFiles(folder)
    files.check()
    with contextlib.closing(Store(url or files.default_store)) as store:
        store.migrate()
        store.bind(files.arena_id)


@arena.command()
@click.argument("action", type=click.Choice(["add", "rotate", "remove", "list"]))
@click.argument("name", required=False)
@_with_opened
def team(store: Store, files: ArenaFiles, action: str, name: str | None) -> None:
    """Make a team and print its token, which is shown once; give it a new one, or take it away.

    What a team submitted stays when it is removed.
    """
    del files
    if action == "list":
        for item in store.teams():
            click.echo(f"{item.name}\t{'active' if item.is_active else 'removed'}")
        return
    if name is None:
        raise click.UsageError(f"Give the name of the team to {action}.")
    if action == "remove":
        store.remove_team(name)
    else:
        click.echo(store.add_team(name) if action == "add" else store.rotate_token(name))


@arena.command()
@click.argument("task")
@_with_opened
def close(store: Store, files: ArenaFiles, task: str) -> None:
    """End a task: no more is taken, and figures are shown."""
    del files
    store.close_task(task)


@arena.command()
@click.option("--retry", is_flag=True, help="Also what could not be scored before.")
@_with_opened
def score(store: Store, files: ArenaFiles, retry: bool) -> None:  # noqa: FBT001  # click passes flags so
    """Score what waits, and end.

    What another process was at when it ended is begun again.
    """
    with _needs_libraries():
        from service.arena.jobs import Scorer
    if retry:
        store.retry_failed()
    n_scored = Scorer(store, files, say=say).run_pending()
    click.echo(f"{n_scored} scored")


@arena.command()
@click.option("--task", required=True, metavar="NAME")
@click.option("--output", required=True, type=click.Path(path_type=Path), help="A new folder.")
@_with_opened
def export(store: Store, files: ArenaFiles, task: str, output: Path) -> None:
    """Write a task's board (JSON, CSV) and all its submissions with their exact results into a new folder.

    For who runs the server: figures are here whether the task shows them or not. References are not.
    """
    del files
    with _needs_libraries():
        from service.arena.export import export_files
    from formats.files import write_folder

    write_folder(output, export_files(store, task))


@arena.command()
@_with_arena
@click.option("--host", default="127.0.0.1", show_default=True, help="Beyond loopback TLS is needed.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8790,
    show_default=True,
    help="0 takes a free one. The address is printed.",
)
@click.option(
    "--grpc-address",
    metavar="HOST:PORT",
    help="Take streams of captions there, too (captuple.v1.EvaluationService). The address is printed.",
)
@click.option("--tls-cert", type=click.Path(path_type=Path), help="Certificate chain, PEM.")
@click.option("--tls-key", type=click.Path(path_type=Path), help="Private key of the certificate, PEM.")
@click.option("--insecure", is_flag=True, help="Serve without TLS beyond this machine's loopback.")
@click.option(
    "--scoring/--no-scoring",
    default=True,
    show_default=True,
    help="Score in a process beside the server, or leave it to captuple arena score.",
)
def serve(
    folder: Path,
    url: str | None,
    host: str,
    port: int,
    grpc_address: str | None,
    tls_cert: Path | None,
    tls_key: Path | None,
    insecure: bool,  # noqa: FBT001  # click passes flags so
    scoring: bool,  # noqa: FBT001  # as above
) -> None:
    """Serve boards and take submissions, until SIGTERM or Ctrl-C."""
    from service.rpc.security.addresses import parse_address

    hosts = {"--host": host}
    if grpc_address is not None:
        hosts["--grpc-address"], _ = parse_address(grpc_address)
    tls = _checked_tls(hosts, tls_cert, tls_key, is_insecure=insecure)
    with _needs_libraries():
        from service.arena.server import listen
        from service.arena.server import serve as run_server
    from service.rpc.observe.logs import configure_logs

    with _opened(folder, url) as (_, files):
        configure_logs(level="info", form="text")
        logging.getLogger("alembic").setLevel(logging.WARNING)
        with listen(host, port) as listener:
            scheme = "http" if tls is None else "https"
            shown = f"[{host}]" if ":" in host else host
            address = f"{scheme}://{shown}:{listener.getsockname()[1]}/"

            def announce(grpc_port: int | None) -> None:
                click.echo(address)
                if grpc_port is not None:
                    click.echo(f"{hosts['--grpc-address']}:{grpc_port}")

            run_server(
                url or files.default_store,
                files,
                listener,
                scores=scoring,
                tls=tls,
                grpc_address=grpc_address,
                on_ready=announce,
            )


def _checked_tls(
    hosts: Mapping[str, str], cert: Path | None, key: Path | None, *, is_insecure: bool
) -> tuple[Path, Path] | None:
    """Files of TLS that are fit; None where none is needed, or it is done without."""
    from service.rpc.security.addresses import is_loopback

    if (cert is None) != (key is None):
        raise InvalidInputError(
            [Fault(where="--tls-cert, --tls-key", problem="are given together or not at all")]
        )
    if cert is not None and key is not None:
        from service.rpc.security.certificates import read_server_pem

        fault = read_server_pem(cert, key, None).time_fault(cert)
        if fault is not None:
            raise InvalidInputError([fault])
        return cert, key
    faults = [
        Fault(
            where=option,
            problem=f"{host} is not this machine's loopback: teams' tokens need --tls-cert and --tls-key, or "
            "--insecure where something else guards the connection",
        )
        for option, host in hosts.items()
        if not is_insecure and not is_loopback(host)
    ]
    if faults:
        raise InvalidInputError(faults)
    return None
