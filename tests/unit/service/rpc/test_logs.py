"""What a server's logs tell, and what they keep to themselves."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest

from service.rpc.observe.logs import configure_logs


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level


@pytest.mark.parametrize("form", ["json", "text"])
def test_tracebacks_hold_no_values(form: Literal["json", "text"], capsys: pytest.CaptureFixture[str]) -> None:
    configure_logs(level="info", form=form)

    def answer(token: str) -> None:
        caption = f"{token} and a dog"
        raise ValueError(f"{len(caption)} is too much")

    try:
        answer("a-secret")
    except ValueError:
        logging.getLogger("captuple").exception("call failed", extra={"method": "Extract"})
    text = capsys.readouterr().err
    assert "18 is too much" in text
    assert "in answer" in text or '"name": "answer"' in text
    assert "a-secret" not in text.replace('answer("a-secret")', "")
    if form == "json":
        record = json.loads(text)
        assert record["event"] == "call failed"
        assert record["level"] == "error"
        assert record["method"] == "Extract"
