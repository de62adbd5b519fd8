"""The arena's server: boards for everybody, submissions and results for the teams whose they are.

The references are not in this process: it knows tasks by their settings and the ids of their images.
"""

from __future__ import annotations

import asyncio
import functools
import importlib.resources
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import jinja2
import msgspec
from captuple.errors import UnauthenticatedError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from extractor.errors import CaptupleError, Fault, InvalidInputError, ResourceError, UnknownNameError, shorten
from service.arena.board import (
    Board,
    board_record,
    iso,
    load_board,
    submission_record,
    task_record,
)
from service.arena.files import ArenaFiles, Incoming
from service.arena.intake import TAKEN_FORMATS
from service.arena.receiving import (
    Admitted,
    FaultySubmissionError,
    Receiver,
    UnsureError,
    check_size,
    checked_description,
    checked_sha256,
)
from service.arena.refusals import RefusedError, StoreGoneError
from service.arena.scoring import image_records
from service.arena.store import Store, StoredTask, Submission, Team

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from formats import FormatName

POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
MAX_UPLOADS = 16
"""Files that are received at a time."""

_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_CHUNK_S = 30.0
_UPLOAD_S = 900.0
_GONE_RETRY_S = 5
_BUSY_RETRY_S = 10
_THREADS = 8
_READ_ANYWAY_BYTES = 16 << 20
_MAX_DIGITS = 20
_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")


def make_app(
    store: Store,
    files: ArenaFiles,
    *,
    on_received: Callable[[], None] = lambda: None,
    chunk_s: float = _CHUNK_S,
) -> ASGIApp:
    """The application.

    Args:
        store: Of the arena.
        files: Of the arena.
        on_received: Called when there is something to score.
        chunk_s: How long an upload may say nothing, in seconds.
    """
    service = _Service(store, files, on_received, chunk_s)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    app = Starlette(
        routes=[
            Route("/", service.home, methods=["GET"]),
            Route("/arena.css", service.style, methods=["GET"]),
            Route("/favicon.ico", _nothing, methods=["GET"]),
            Route("/health", service.health, methods=["GET"]),
            Route("/tasks", service.tasks_page, methods=["GET"]),
            Route("/tasks.json", service.tasks_json, methods=["GET"]),
            Route("/tasks/{task}", service.board_page, methods=["GET"]),
            Route("/tasks/{task}/board.json", service.board_json, methods=["GET"]),
            Route("/tasks/{task}/images.json", service.images_json, methods=["GET"]),
            Route("/tasks/{task}/submissions", service.submit, methods=["POST"]),
            Route("/tasks/{task}/submissions", service.own_submissions, methods=["GET"]),
            Route("/tasks/{task}/submissions/{submission}", service.own_submission, methods=["GET"]),
            Route("/tasks/{task}/submissions/{submission}/images.json", service.own_images, methods=["GET"]),
        ],
        exception_handlers={
            HTTPException: _http_failure,
            RefusedError: _refused,
            InvalidInputError: _bad_input,
            UnknownNameError: _not_found,
            UnauthenticatedError: _unauthenticated,
            StoreGoneError: _gone,
            CaptupleError: _failure,
            ClientDisconnect: _failure,
            Exception: _failure,
        },
        lifespan=lifespan,
    )
    return _Headers(app)


class _Service:
    def __init__(
        self, store: Store, files: ArenaFiles, on_received: Callable[[], None], chunk_s: float
    ) -> None:
        self._store = store
        self._files = files
        self._receiver = Receiver(store, files, on_received)
        self._chunk_s = chunk_s
        self._n_uploads = 0
        self._threads = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="arena")
        self._templates = jinja2.Environment(
            autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
        )
        self._templates.filters["when"] = lambda at_ms: iso(at_ms).replace("T", " ").replace("+00:00", " UTC")

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    # ---- for everybody

    async def home(self, request: Request) -> Response:
        return RedirectResponse(str(request.url_for("tasks_page").path))

    async def style(self, _: Request) -> Response:
        return Response(_resource("arena.css"), media_type="text/css; charset=utf-8")

    async def health(self, _: Request) -> Response:
        await self._run(self._store.check_version)
        return _json({"status": "ok"})

    async def tasks_page(self, _: Request) -> Response:
        tasks = await self._run(self._store.tasks)
        return self._page("tasks.html", tasks=tasks, now_ms=_now_ms())

    async def tasks_json(self, _: Request) -> Response:
        return _json({"tasks": [task_record(task) for task in await self._run(self._store.tasks)]})

    async def board_page(self, request: Request) -> Response:
        board = await self._board(request)
        values = [
            value
            for row in board.rows
            if row.figure is not None
            for value in (row.figure.value, row.figure.low, row.figure.high)
            if value is not None
        ]
        return self._page(
            "board.html",
            board=board,
            task=board.task,
            settings=board.task.settings,
            server=str(request.base_url).rstrip("/"),
            now_ms=_now_ms(),
            places=f"%.{board.task.settings.shown.decimals}f",
            low=min(values, default=0.0),
            span=max(max(values, default=1.0) - min(values, default=0.0), 1e-9),
        )

    async def board_json(self, request: Request) -> Response:
        return _json(board_record(await self._board(request)))

    async def images_json(self, request: Request) -> Response:
        return _json({"images": (await self._task(request)).images})

    # ---- for teams

    async def submit(self, request: Request) -> Response:
        authorization, name = request.headers.get("authorization"), request.path_params["task"]
        sha256 = checked_sha256(request.query_params.get("sha256"))
        # A huge file is refused by what it says of itself, before anything of it is read.
        n_bytes = _length(request.headers.get("content-length"))
        admitted = await self._run(
            lambda: self._receiver.admit(authorization, name, n_bytes=n_bytes, sha256=sha256)
        )
        description = checked_description(request.query_params.get("description", ""))
        format_name = _format(request)
        if self._n_uploads >= MAX_UPLOADS:
            raise HTTPException(
                503,
                f"{MAX_UPLOADS} submissions are being received",
                headers={"Retry-After": str(_BUSY_RETRY_S)},
            )
        self._n_uploads += 1
        try:
            with self._files.incoming() as incoming:
                await self._receive(request, incoming, admitted)
                if sha256 is not None and incoming.sha256 != sha256:
                    problem = f"is {incoming.sha256} of what came: the file was damaged on its way"
                    raise InvalidInputError([Fault(where="sha256", problem=problem)])
                taken = await self._run(
                    lambda: self._receiver.take(
                        admitted, incoming, description=description, format_name=format_name
                    )
                )
        finally:
            self._n_uploads -= 1
        record = submission_record(taken.submission, admitted.task, at_ms=_now_ms())
        return _json({**record, "notes": list(taken.notes)}, 201)

    async def own_submissions(self, request: Request) -> Response:
        team, task = await self._team(request), await self._task(request)
        found = await self._run(lambda: self._store.submissions(task_id=task.id, team_id=team.id))
        records = [submission_record(item, task, at_ms=_now_ms()) for item in found]
        return _json({"submissions": [{**record, "results": None} for record in records]})

    async def own_submission(self, request: Request) -> Response:
        task, submission = await self._own(request)
        return _json(submission_record(submission, task, at_ms=_now_ms()))

    async def own_images(self, request: Request) -> Response:
        task, submission = await self._own(request)
        shown = task.settings.shown
        if not shown.per_image or not task.shows_figures(_now_ms()):
            raise HTTPException(403, "this task shows no figures of images")
        if submission.state != "scored":
            raise HTTPException(404, f"the submission is {submission.state}: it has no figures yet")
        path = self._files.statistics(submission.id)
        records = await self._run(lambda: image_records(path, task.settings.scores, decimals=shown.decimals))
        return _json({"images": records})

    # ---- parts

    async def _receive(self, request: Request, incoming: Incoming, admitted: Admitted) -> None:
        """The body to the disk, cut off where it grows too large or does not go on."""
        stream = request.stream()
        try:
            async with asyncio.timeout(_UPLOAD_S):
                while True:
                    part = await asyncio.wait_for(anext(stream, None), self._chunk_s)
                    if part is None:
                        break
                    check_size(incoming.n_bytes + len(part), admitted)
                    incoming.write(part)
        except TimeoutError as e:
            raise HTTPException(408, f"nothing came for {self._chunk_s:g} seconds, or not all in time") from e
        await self._run(incoming.finish)

    async def _task(self, request: Request) -> StoredTask:
        name = request.path_params["task"]
        return await self._run(lambda: self._store.task(name))

    async def _team(self, request: Request) -> Team:
        authorization = request.headers.get("authorization")
        return await self._run(lambda: self._store.team_of(authorization))

    async def _own(self, request: Request) -> tuple[StoredTask, Submission]:
        authorization, at = request.headers.get("authorization"), request.path_params
        return await self._run(lambda: self._receiver.own(authorization, at["task"], at["submission"]))

    async def _board(self, request: Request) -> Board:
        task = await self._task(request)
        figure = request.query_params.get("figure")
        return await self._run(lambda: load_board(self._store, task, at_ms=_now_ms(), figure=figure))

    def _page(self, name: str, **values: object) -> Response:
        page = self._templates.from_string(_resource(name)).render(values)
        return Response(page, media_type="text/html; charset=utf-8")

    async def _run(self, job: Callable[[], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, job)


async def _nothing(_: Request) -> Response:
    """Browsers ask for an icon."""
    return Response(status_code=204)


class _Headers:
    """Gives every answer the headers that keep browsers from doing more than is asked."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
                if _has_endless_body(scope, message["status"]):
                    added.append((b"connection", b"close"))
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def _has_endless_body(scope: Scope, status: int) -> bool:
    """Whether a request was refused whose body may go on for ever, or for long: it is read no further.

    Short ones are read to their end, as a connection that is closed before may lose the answer.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    is_long = b"transfer-encoding" in headers or _length(headers.get(b"content-length")) > _READ_ANYWAY_BYTES
    return status in {408, 413} or (status >= 400 and is_long)


def _length(header: str | None) -> int:
    """What a request says of the length of its body; 0 where it says nothing."""
    return int(header) if header is not None and header.isdecimal() and len(header) < _MAX_DIGITS else 0


def _format(request: Request) -> FormatName | None:
    name = request.query_params.get("format")
    if name is None:
        return None
    if name not in TAKEN_FORMATS:
        problem = f"{shorten(name)} is not allowed; allowed: {', '.join(TAKEN_FORMATS)}"
        raise InvalidInputError([Fault(where="format", problem=problem)])
    return name


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@functools.cache
def _resource(name: str) -> str:
    return importlib.resources.files("service.arena").joinpath(name).read_text(encoding="utf-8")


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value), status, headers, media_type="application/json")


def _faults(
    status: int, faults: list[dict[str, str]], headers: dict[str, str] | None = None, **more: str
) -> Response:
    return _json({"faults": faults, **more}, status, headers)


def _one(where: str, problem: str) -> list[dict[str, str]]:
    return [{"where": where, "problem": problem}]


def _named(error: InvalidInputError) -> list[dict[str, str]]:
    return [{"where": fault.where, "problem": fault.problem} for fault in error.faults]


async def _http_failure(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    headers = dict(error.headers or {})
    return _faults(error.status_code, _one(f"{request.method} {request.url.path}", error.detail), headers)


async def _refused(_: Request, error: Exception) -> Response:
    if not isinstance(error, RefusedError):
        raise error
    headers = {} if error.retry_after_s is None else {"Retry-After": str(error.retry_after_s)}
    more = {"submission": error.submission_id} if error.submission_id else {}
    return _faults(error.status, _named(error), headers, **more)


async def _bad_input(_: Request, error: Exception) -> Response:
    if not isinstance(error, InvalidInputError):
        raise error
    return _faults(422 if isinstance(error, FaultySubmissionError) else 400, _named(error))


async def _not_found(_: Request, error: Exception) -> Response:
    if not isinstance(error, UnknownNameError):
        raise error
    return _faults(404, _one(error.kind, f"there is no {error.kind} {shorten(error.name)}"))


async def _unauthenticated(_: Request, error: Exception) -> Response:
    return _faults(401, _one("Authorization", str(error)), {"WWW-Authenticate": "Bearer"})


async def _gone(_: Request, error: Exception) -> Response:
    _log.error("%s", error)
    problem = "the store does not answer"
    if isinstance(error, UnsureError):
        problem += "; send the file again: if it was taken after all, it is not counted twice"
    return _faults(503, _one("store", problem), {"Retry-After": str(_GONE_RETRY_S)})


async def _failure(request: Request, error: Exception) -> Response:
    _log.error("%s %s: %s", request.method, request.url.path, error)
    if isinstance(error, ResourceError):
        return _faults(503, _one("server", "the machine failed"), {"Retry-After": str(_BUSY_RETRY_S)})
    return _faults(500, _one("server", "the server failed"))
