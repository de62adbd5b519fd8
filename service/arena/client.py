"""A team's side: sends captions to an arena and asks for their scores. The standard library is all that it needs."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import http.client
import json
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from captuple.errors import OverloadedError, UnauthenticatedError

from extractor.errors import Fault, InvalidInputError, ResourceError, UnknownNameError, shorten
from extractor.types import CaptionEntry

_TIMEOUT_S = 120.0
_FIRST_PAUSE_S = 0.2
_LONGEST_PAUSE_S = 5.0
_MAX_ANSWER_BYTES = 64 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server said.

    Attributes:
        status: Of HTTP.
        record: The JSON.
        retry_after: What it says of when to try again; empty where it says nothing.
    """

    status: int
    record: dict[str, Any]
    retry_after: str = ""


class ArenaClient:
    """Talks to a server for a team.

    Args:
        server: ``https://HOST``, perhaps with a port and a path; ``http`` on this machine.
        token: The team's.
        ca: Authorities that sign the server's certificate, PEM; None for the system's.
        is_plaintext_allowed: Whether the token may go to another machine in clear text.

    Raises:
        InvalidInputError: The address is none, or the token would go to another machine in clear text.
    """

    def __init__(
        self, server: str, token: str, *, ca: Path | None = None, is_plaintext_allowed: bool = False
    ) -> None:
        from service.rpc.security.addresses import is_loopback

        try:
            parts = urlsplit(server)
            port = parts.port
        except ValueError as e:
            raise InvalidInputError([Fault(where="--server", problem=f"{shorten(server)}: {e}")]) from e
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.username:
            problem = f"{shorten(server)} is no address such as https://HOST:PORT"
            raise InvalidInputError([Fault(where="--server", problem=problem)])
        if parts.scheme == "http" and not is_plaintext_allowed and not is_loopback(parts.hostname):
            problem = (
                f"the token would go to {parts.hostname} in clear text: give an https address, or "
                "--allow-plaintext-token where something else guards the way"
            )
            raise InvalidInputError([Fault(where="--server", problem=problem)])
        self._host, self._port, self._path = parts.hostname, port, parts.path.rstrip("/")
        self._token = token
        self._tls = self._context(ca) if parts.scheme == "https" else None

    def submit(self, task: str, data: bytes, *, description: str = "") -> Answer:
        """Send a submission, JSON Lines; the answer is that it was taken, or was before (409).

        Raises:
            UnknownNameError: The server has no such task.
            CaptupleError: It was not; see `raise_refusal`.
        """
        limit = self._max_bytes(task)
        if len(data) > limit:
            problem = f"is {len(data)} bytes when it is packed; the task takes {limit}"
            raise InvalidInputError([Fault(where="the submission", problem=problem)])
        digest = hashlib.sha256(data).hexdigest()
        query = urlencode({"format": "jsonl", "sha256": digest, "description": description})
        answer = self._ask("POST", f"/tasks/{quote(task, safe='')}/submissions?{query}", data)
        if answer.status != 201 and "submission" not in answer.record:
            raise_refusal(answer)
        return answer

    def _max_bytes(self, task: str) -> int:
        answer = self._ask("GET", "/tasks.json")
        if answer.status != 200:
            raise_refusal(answer)
        limits = {item["name"]: int(item["max_bytes"]) for item in answer.record["tasks"]}
        if task not in limits:
            raise UnknownNameError("task", task, limits)
        return limits[task]

    def submission(self, task: str, submission_id: str) -> dict[str, Any]:
        """A submission of the team, as it stands.

        Raises:
            CaptupleError: The server does not say; see `raise_refusal`.
        """
        place = f"/tasks/{quote(task, safe='')}/submissions/{quote(submission_id, safe='')}"
        answer = self._ask("GET", place)
        if answer.status != 200:
            raise_refusal(answer)
        return answer.record

    def wait(
        self, task: str, submission_id: str, *, pause: Callable[[float], None] = time.sleep
    ) -> dict[str, Any]:
        """A submission when it has its scores, or has failed.

        Raises:
            CaptupleError: The server does not say; see `raise_refusal`.
        """
        pause_s = _FIRST_PAUSE_S
        while True:
            record = self.submission(task, submission_id)
            if record["state"] in {"scored", "failed"}:
                return record
            pause(pause_s)
            pause_s = min(_LONGEST_PAUSE_S, 1.5 * pause_s)

    def _ask(self, method: str, place: str, data: bytes | None = None) -> Answer:
        connection = (
            http.client.HTTPConnection(self._host, self._port, timeout=_TIMEOUT_S)
            if self._tls is None
            else http.client.HTTPSConnection(self._host, self._port, timeout=_TIMEOUT_S, context=self._tls)
        )
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/octet-stream"
        try:
            # Where it reads no further it has said why.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, self._path + place, body=data, headers=headers)
            response = connection.getresponse()
            body = response.read(_MAX_ANSWER_BYTES)
        except (OSError, http.client.HTTPException) as e:
            reason = getattr(e, "strerror", None) or str(e) or type(e).__name__
            raise ResourceError(f"{self._host} does not answer: {reason}") from e
        finally:
            connection.close()
        try:
            record = json.loads(body)
        except ValueError:
            record = None
        if not isinstance(record, dict):
            raise ResourceError(f"{self._host} is no arena: it answers {response.status} without JSON")
        return Answer(
            status=response.status, record=record, retry_after=response.headers.get("Retry-After", "")
        )

    @staticmethod
    def _context(ca: Path | None) -> ssl.SSLContext:
        try:
            return ssl.create_default_context(cafile=ca)
        except (OSError, ssl.SSLError) as e:
            raise InvalidInputError([Fault(where="--ca", problem=f"{ca} holds no certificate: {e}")]) from e


def raise_refusal(answer: Answer) -> None:
    """Raise what the server refused.

    Raises:
        UnauthenticatedError: It does not know the token.
        OverloadedError: It may do so later.
        ResourceError: It failed.
        InvalidInputError: It will not do so; every fault is named.
    """
    faults = [
        Fault(where=str(item.get("where", "")), problem=str(item.get("problem", "")))
        for item in answer.record.get("faults", [])
    ]
    text = "\n".join(map(str, faults)) or f"the server answers {answer.status}"
    later = f"; try again in {answer.retry_after} seconds" if answer.retry_after.isdecimal() else ""
    if answer.status == 401:
        raise UnauthenticatedError(text)
    if answer.status in {429, 503}:
        raise OverloadedError(text + later)
    if answer.status >= 500:
        raise ResourceError(text + later)
    raise InvalidInputError(faults or text)


def as_json_lines(entries: Sequence[CaptionEntry]) -> bytes:
    """Captions as an arena takes them: JSON Lines, packed; tokens with them where they were given.

    Raises:
        InvalidInputError: A caption has no image id; all are named.
    """
    faults = [
        entry.fault("has no image_id, by which the server knows the image")
        for entry in entries
        if entry.caption.image_id is None
    ]
    if faults:
        raise InvalidInputError(faults)
    lines = []
    for entry in entries:
        record: dict[str, object] = {"image_id": entry.caption.image_id, "caption": entry.caption.text}
        if entry.caption.tokens is not None:
            record["tokens"] = list(entry.caption.tokens)
        lines.append(json.dumps(record, ensure_ascii=False))
    text = "".join(f"{line}\n" for line in lines)
    try:
        return gzip.compress(text.encode(), mtime=0)
    except UnicodeEncodeError as e:
        raise InvalidInputError("a caption holds a lone surrogate: not valid Unicode") from e


def read_token(path: Path) -> str:
    """The token of a file: its only line.

    Raises:
        InvalidInputError: The file cannot be read, or holds no token or several.
    """
    try:
        words = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as e:
        raise InvalidInputError(f"{path} is no readable file of a token: {e}") from e
    if len(words) != 1 or not words[0].isascii():
        raise InvalidInputError(f"{path}: one token is needed, as captuple arena team printed it")
    return words[0]
