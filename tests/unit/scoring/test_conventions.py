from __future__ import annotations

import importlib.metadata
import itertools

import pytest

from extractor.errors import InvalidInputError
from scoring import Conventions, captuple_version, signature
from scoring.conventions import ALLOWED

VERSION = captuple_version()


def test_defaults() -> None:
    assert Conventions() == Conventions(null="exclude", empty="one", average="macro")


def test_every_wrong_option_is_named() -> None:
    with pytest.raises(InvalidInputError) as caught:
        Conventions(null="none", empty="one", average="mean")
    assert str(caught.value) == (
        "null: 'none' is not allowed; allowed: exclude, locative\n"
        "average: 'mean' is not allowed; allowed: macro, micro"
    )


@pytest.mark.parametrize(
    ("conventions", "model", "missing", "expected"),
    [
        (Conventions(), "none", "error", "null:exclude|avg:macro|overall:present|model:none"),
        (
            Conventions(),
            "en-captions@1.0.0",
            "error",
            "null:exclude|avg:macro|overall:present|model:en-captions-1.0.0",
        ),
        (
            Conventions(empty="zero"),
            "none",
            "error",
            "null:exclude|empty:zero|avg:macro|overall:present|model:none",
        ),
        (
            Conventions(null="locative", average="micro"),
            "none",
            "empty",
            "null:locative|missing:empty|avg:micro|overall:present|model:none",
        ),
    ],
)
def test_signature(conventions: Conventions, model: str, missing: str, expected: str) -> None:
    line = signature(conventions, grounding="lemma.v1", model=model, missing_candidates=missing)
    assert line == f"captuple|bast|ground:lemma.v1|{expected}|v:{VERSION}"


def test_different_options_have_different_signatures() -> None:
    lines = {
        signature(
            Conventions(
                null=null,
                empty=empty,
                average=average,
                image_regions=regions,
                roles=roles,
                modifiers=modifiers,
            ),
            grounding="lemma.v1",
            missing_candidates=missing,
        )
        for null, empty, average, regions, roles, modifiers, missing in itertools.product(*ALLOWED.values())
    }
    assert len(lines) == 2**7


@pytest.mark.parametrize(
    ("grounding", "model"), [("a|b", "none"), ("lemma.v1", "m|v:9"), ("lemma.v1", ""), ("", "m:1")]
)
def test_names_cannot_break_the_form(grounding: str, model: str) -> None:
    with pytest.raises(InvalidInputError, match="cannot stand in a signature"):
        signature(grounding=grounding, model=model)


def test_version_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert captuple_version() == "0+unknown"
    assert signature(grounding="lemma.v1").endswith("|v:0+unknown")
