"""The page's server: three files, and questions answered as JSON. For one person, on this machine.

It has no password, so it answers this machine's own pages alone: the name in ``Host`` must be one of loopback (another
site's name may be made to lead here), and a question from a browser must come from the page itself.
"""

from __future__ import annotations

import asyncio
import importlib.resources
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import jinja2
import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Route

from extractor.errors import BundleError, CaptupleError, Fault, InvalidInputError, UnknownNameError, shorten
from extractor.types import Caption
from formats.records import AnnotationRecord
from scoring import list_groundings
from scoring.conventions import ALLOWED
from scoring.graded.similarity import similarity_names
from service.play.annotations import AnnotationFile, record_key
from service.play.calls import curl_call, grpc_call
from service.play.reading import (
    MAX_CAPTION_CHARS,
    MAX_REFERENCES,
    CompareRequest,
    Reader,
    ReadRequest,
)
from service.similarities import best_similarity, check_similarity

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

MAX_BODY_BYTES = 1_048_576
LOOPBACK = ("127.0.0.1", "localhost", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_STATIC = {"/play.css": "text/css; charset=utf-8", "/play.js": "text/javascript; charset=utf-8"}
_OPTION_TITLES = {
    "null": "An empty place is",
    "empty": "An empty side counts",
    "image_regions": "Places in the picture",
    "roles": "Agents and patients",
    "modifiers": "Modifiers",
}
EXAMPLES = (
    ("A man in a red hat holds a dog on the beach.", ()),
    ("Two kids chase a kite that is stuck in a tall tree.", ()),
    ("A pot of soup is stirred by a cook while a cat watches from the shelf.", ()),
    ("A boat without a sail. On the left a woman in a blue coat waves, perhaps to a friend.", ()),
    (
        "A cat chases a brown dog in the snow.",
        ("A black dog chases a cat through the snow.", "A dog runs after a cat outside."),
    ),
    (
        "Three people sit on a wooden bench.",
        ("Two women sit on a bench and eat ice cream.", "A couple of women are sitting on a wooden bench."),
    ),
)
"""Candidates with their references; without any, captions to be read."""

_Body = TypeVar("_Body")
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """What is to be corrected, and where to.

    Attributes:
        file: Where corrections are saved.
        queue: The captions that wait for it, in their order; none where only typed ones are corrected.
    """

    file: AnnotationFile
    queue: Sequence[AnnotationRecord] = ()


def make_app(reader: Reader, corrections: Corrections) -> Starlette:
    """The application.

    Args:
        reader: With the loaded model; one thread uses it.
        corrections: See `Corrections`.
    """
    service = _Service(reader, corrections)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        service.close()

    return Starlette(
        routes=[
            Route("/", service.page, methods=["GET"]),
            *(Route(path, service.static, methods=["GET"]) for path in _STATIC),
            Route("/api/read", service.read, methods=["POST"]),
            Route("/api/compare", service.compare, methods=["POST"]),
            Route("/api/captions/{position:int}", service.caption, methods=["GET"]),
            Route("/api/annotations", service.annotate, methods=["POST"]),
        ],
        middleware=[Middleware(_Guard)],
        exception_handlers={
            HTTPException: _http_failure,
            InvalidInputError: _bad_input,
            UnknownNameError: _bad_input,
            BundleError: _bad_input,
            CaptupleError: _failure,
        },
        lifespan=lifespan,
    )


class _Service:
    def __init__(self, reader: Reader, corrections: Corrections) -> None:
        self._reader = reader
        self._corrections = corrections
        self._page = _page(reader, corrections)
        # The model has one thread, and so has the file.
        self._one_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="play")

    def close(self) -> None:
        self._one_thread.shutdown(cancel_futures=True)

    async def page(self, _: Request) -> Response:
        return Response(self._page, media_type="text/html; charset=utf-8")

    async def static(self, request: Request) -> Response:
        path = request.url.path
        return Response(_resource(path.removeprefix("/")), headers={"Content-Type": _STATIC[path]})

    async def read(self, request: Request) -> Response:
        asked = await _body(request, ReadRequest)
        reading = await self._run(
            lambda: self._reader.read(Caption(text=asked.caption, tokens=asked.tokens), asked.options)
        )
        return _json({"reading": reading, "calls": _calls(request, asked)})

    async def compare(self, request: Request) -> Response:
        asked = await _body(request, CompareRequest)
        comparison = await self._run(lambda: self._reader.compare(asked))
        return _json({"comparison": comparison, "calls": _calls(request, asked)})

    async def caption(self, request: Request) -> Response:
        return _json(await self._run(lambda: self._waiting(request.path_params["position"])))

    async def annotate(self, request: Request) -> Response:
        record = await _body(request, AnnotationRecord)
        file = self._corrections.file
        saved = await self._run(lambda: file.save(record))
        return _json({"file": file.path.name, **msgspec.to_builtins(saved)})

    def _waiting(self, position: int) -> dict[str, object]:
        """A caption of the queue, from 1, with its earlier correction where there is one."""
        queue, saved = self._corrections.queue, self._corrections.file.records()
        if not 1 <= position <= len(queue):
            problem = f"{position} is none of the {len(queue)} captions that wait for correction"
            raise InvalidInputError([Fault(where="position", problem=problem)])
        record = queue[position - 1]
        done = [record_key(item) in saved for item in queue]
        later = [i for i in (*range(position, len(queue)), *range(position - 1)) if not done[i]]
        return {
            "position": position,
            "n_captions": len(queue),
            "n_saved": sum(done),
            "next_unsaved": later[0] + 1 if later else None,
            "is_saved": done[position - 1],
            "annotation": saved.get(record_key(record), record),
            "proposed": record,
        }

    async def _run(self, job: Callable[[], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._one_thread, job)


class _Guard:
    """Refuses what the page itself does not ask, before it is read, and gives every answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                added = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = _refusal(scope["method"], headers)
        await (refusal or self._app)(scope, receive, send_with_headers)


def _refusal(method: str, headers: Mapping[str, str]) -> Response | None:
    host = headers.get("host", "")
    try:
        name = urlsplit(f"http://{host}").hostname
    except ValueError:
        name = None
    if name not in LOOPBACK:
        return _faults(421, "Host", f"{shorten(host)} is not allowed; allowed: {', '.join(LOOPBACK)}")
    if method != "POST":
        return None
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{host}":
        return _faults(403, "Origin", f"{shorten(origin)} is not allowed; allowed: the page itself")
    kind = headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        return _faults(415, "Content-Type", f"{shorten(kind)} is not allowed; allowed: application/json")
    length = headers.get("content-length", "0")
    if not (length.isdecimal() and int(length) <= MAX_BODY_BYTES):
        return _too_large()
    return None


async def _body(request: Request, kind: type[_Body]) -> _Body:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_BODY_BYTES:
            raise HTTPException(413, f"more than {MAX_BODY_BYTES} bytes")
    try:
        return msgspec.json.decode(bytes(body), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        problem, _, place = str(e).partition(" - at `$")
        where = place.rstrip("`").lstrip(".")
        raise InvalidInputError([Fault(where=where or "body", problem=problem)]) from e


def _calls(request: Request, asked: ReadRequest | CompareRequest) -> dict[str, str]:
    return {"curl": curl_call(asked, url=str(request.url)), "grpc": grpc_call(asked)}


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def _faults(status: int, where: str, problem: str) -> Response:
    return _json({"faults": [{"where": where, "problem": problem}]}, status)


def _too_large() -> Response:
    return _faults(413, "body", f"more than {MAX_BODY_BYTES} bytes")


async def _http_failure(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    place = "body" if error.status_code == 413 else f"{request.method} {request.url.path}"
    return _faults(error.status_code, place, error.detail)


async def _bad_input(_: Request, error: Exception) -> Response:
    if isinstance(error, InvalidInputError):
        faults = [{"where": fault.where, "problem": fault.problem} for fault in error.faults]
        return _json({"faults": faults}, 400)
    where = "options"
    if isinstance(error, UnknownNameError):
        where = "options.graded" if error.kind == "similarity" else f"options.{error.kind}"
    return _faults(400, where, str(error))


async def _failure(_: Request, error: Exception) -> Response:
    return _faults(500, "", str(error))


def _page(reader: Reader, corrections: Corrections) -> str:
    best = best_similarity(reader.folder)
    return (
        jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        .from_string(_resource("play.html"))
        .render(
            model=reader.model,
            groundings=[info for info in list_groundings() if info.error is None],
            similarities=[name for name in similarity_names() if _is_there(name, reader)],
            best_similarity=best,
            options=[(name, title, ALLOWED[name]) for name, title in _OPTION_TITLES.items()],
            examples=EXAMPLES,
            max_caption_chars=MAX_CAPTION_CHARS,
            max_references=MAX_REFERENCES,
            n_captions=len(corrections.queue),
            file=corrections.file.path.name,
        )
    )


def _is_there(similarity: str, reader: Reader) -> bool:
    try:
        check_similarity(similarity, reader.folder)
    except CaptupleError:
        return False
    return True


def _resource(name: str) -> str:
    return importlib.resources.files("service.play").joinpath(name).read_text(encoding="utf-8")
