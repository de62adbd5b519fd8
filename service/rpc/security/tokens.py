"""Bearer tokens: who may call."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from captuple.errors import UnauthenticatedError

from extractor.errors import InvalidInputError

_MIN_TOKEN_CHARS = 16


class Tokens:
    """The tokens of a file, one a line; lines that begin with ``#`` are comments.

    Only hashes stay in memory, and all of them are compared, whichever matches: how long a refusal takes says nothing
    of how near a guess was.

    Args:
        file: The file.

    Raises:
        InvalidInputError: The file cannot be read or holds no token, or a token is short or has spaces.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._stamp = _stamp(file)
        self._digests = _read(file)

    def reload_if_changed(self) -> None:
        """``reload``, where the file is another one than at the last look, whatever came of that.

        Raises:
            InvalidInputError: See the class.
        """
        if _stamp(self._file) != self._stamp:
            self.reload()

    def reload(self) -> None:
        """Read the file again; where it is bad, the tokens that were read before stay.

        Raises:
            InvalidInputError: See the class.
        """
        self._stamp = _stamp(self._file)
        self._digests = _read(self._file)

    def check(self, authorization: str | bytes | None) -> None:
        """Check the header ``authorization`` of a call.

        Raises:
            UnauthenticatedError: There is none, it is no bearer token, or the token is none of the file's.
        """
        if authorization is None:
            raise UnauthenticatedError("a bearer token is needed, in the header authorization")
        header = authorization if isinstance(authorization, bytes) else authorization.encode()
        scheme, _, token = header.partition(b" ")
        digest = hashlib.sha256(token.strip()).digest()
        matches = [hmac.compare_digest(digest, known) for known in self._digests]
        if scheme.lower() != b"bearer" or not any(matches):
            raise UnauthenticatedError("the bearer token is none that the server knows")


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_ino, stat.st_size


def _read(file: Path) -> tuple[bytes, ...]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as e:
        raise InvalidInputError(f"{file} is no readable file of tokens: {e}") from e
    tokens = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    bad = [
        str(number)
        for number, line in enumerate(lines, start=1)
        if line.strip() in tokens and (len(line.strip()) < _MIN_TOKEN_CHARS or len(line.split()) > 1)
    ]
    if bad:
        places = ", ".join(bad)
        raise InvalidInputError(
            f"{file}: a token has {_MIN_TOKEN_CHARS} characters or more, without spaces; look at line {places}"
        )
    if not tokens:
        raise InvalidInputError(f"{file} holds no token")
    return tuple(hashlib.sha256(token.encode()).digest() for token in tokens)
