"""``captuple play``: a local page on which captions are read, compared and corrected."""

from __future__ import annotations

import contextlib
import socket
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

import click

from extractor.errors import Fault, InvalidInputError, ResourceError, shorten
from formats import FORMATS, FieldNames, FormatName, read_captions
from service.cli.options import with_fields
from service.cli.output.progress import CaptionsBar

if TYPE_CHECKING:
    from formats.records import AnnotationRecord

_HOSTS = ("127.0.0.1", "localhost", "::1")
_STOP_S = 2


@click.command()
@click.option(
    "--model", default="en-captions", show_default=True, help="A bundle: NAME, NAME@VERSION or a folder."
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="An address of loopback: the page has no password."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="0 takes a free one. The page's address is printed.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser.")
@click.option(
    "--captions",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Captions to correct, one after the other.",
)
@click.option(
    "--input-format",
    type=click.Choice(FORMATS),
    help="What the file of --captions is, where its name and content do not say.",
)
@with_fields
@click.option(
    "--select",
    type=click.Choice(["all", "uncertain"]),
    default="all",
    show_default=True,
    help="All in the order of the file, or the least confident first.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Correct so many captions at most.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("annotations.jsonl"),
    show_default=True,
    help="Where corrections are saved, as captuple.annotation/1; one of an earlier time goes on.",
)
def play(
    model: str,
    host: str,
    port: int,
    browser: bool,  # noqa: FBT001  # click passes flags so
    captions: Path | None,
    input_format: FormatName | None,
    fields: FieldNames,
    select: str,
    limit: int | None,
    output: Path,
) -> None:
    """Open a page on which captions are read as you type.

    Tuples over the text, the tree, the BAST; a candidate against references, with what matched and why. Tuples are
    corrected by mouse or keys and saved for captuple train links. The page is served on this machine alone, until
    Ctrl-C.
    """
    _check_loopback(host)
    if captions is None and (select == "uncertain" or limit is not None):
        option = "--limit" if limit is not None else "--select uncertain"
        raise InvalidInputError([Fault(where=option, problem="needs --captions")])
    try:
        import uvicorn

        from service.play.annotations import AnnotationFile
        from service.play.app import Corrections, make_app
        from service.play.reading import Reader
    except ModuleNotFoundError as e:
        raise ResourceError(f"the page needs {e.name}: pip install 'captuple[play]'") from e
    from service.process import load_extractor

    file = AnnotationFile(output)
    with _listening(host, port) as listener:
        queue = [] if captions is None else _queue(captions, input_format, fields, model, select)[:limit]
        app = make_app(Reader(load_extractor(model)), Corrections(file=file, queue=queue))
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/" + ("#at=1" if queue else "")
        click.echo(address)
        if browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            app,
            log_level="warning",
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_graceful_shutdown=_STOP_S,
        )
        # uvicorn stops at the first Ctrl-C, and passes it on when it has.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])


def _check_loopback(host: str) -> None:
    if host in _HOSTS:
        return
    problem = (
        f"{shorten(host)} is not allowed; allowed: {', '.join(_HOSTS)}. The page has no password: from "
        "another machine it is reached by a tunnel (ssh -L)"
    )
    raise InvalidInputError([Fault(where="--host", problem=problem)])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        raise ResourceError(
            f"{host}:{port} cannot be listened on: {e.strerror or e}; --port 0 takes a free port"
        ) from e


def _queue(
    captions: Path, input_format: FormatName | None, fields: FieldNames, model: str, select: str
) -> list[AnnotationRecord]:
    from service.pipeline.annotating import records_to_correct

    entries = read_captions(captions, format_name=input_format, fields=fields)
    records, _ = records_to_correct(
        entries, model=model, select="uncertain" if select == "uncertain" else "all", progress=CaptionsBar()
    )
    if not records:
        raise InvalidInputError(f"{captions}: holds no caption to correct")
    return records
