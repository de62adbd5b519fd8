"""The page's server: what it answers, and what it refuses."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from captuple.v1 import captuple_pb2, captuple_pb2_grpc
from google.protobuf import json_format

from formats.records import AnnotationRecord
from scoring import list_groundings, score
from scoring.conventions import ALLOWED
from service.similarities import load_similarity

if TYPE_CHECKING:
    from extractor import Extractor
    from tests.serving import RunningServer

pytest.importorskip("starlette", reason="pip install 'captuple[play]'")
from starlette.testclient import TestClient

from service.play.annotations import AnnotationFile
from service.play.app import EXAMPLES, MAX_BODY_BYTES, Corrections, make_app
from service.play.reading import MAX_CAPTION_CHARS, MAX_REFERENCES, Reader

CAPTION = "A man in a red hat holds a dog on the beach."
QUEUE = [
    AnnotationRecord(image_id=7, caption_id="a", caption="A goat sleeps.", tuples=[]),
    AnnotationRecord(
        image_id=8, caption_id="b", caption="A dog's bone.", tokens=["A", "dog", "'s", "bone", "."], tuples=[]
    ),
]


@pytest.fixture
def client(extractor: Extractor, tmp_path: Path) -> Iterator[TestClient]:
    file = AnnotationFile(tmp_path / "annotations.jsonl")
    app = make_app(Reader(extractor), Corrections(file=file, queue=QUEUE))
    with TestClient(app, base_url="http://127.0.0.1:8765") as one:
        yield one


def faults(response: Any) -> list[tuple[str, str]]:
    return [(fault["where"], fault["problem"]) for fault in response.json()["faults"]]


def test_a_caption_is_read(client: TestClient) -> None:
    response = client.post("/api/read", json={"caption": CAPTION})
    assert response.status_code == 200, response.text
    reading = response.json()["reading"]
    [item] = reading["extraction"]["tuples"]
    assert [item["predicate"]["lemma"], item["agents"][0]["lemma"]] == ["hold", "man"]
    assert reading["bast"]["PA-PR-LO"] == [["dog", "hold", "beach"], ["man", "hold", "beach"]]
    assert [word["text"] for word in reading["words"]][:3] == ["A", "man", "in"]
    assert reading["tree_svg"].startswith("<svg") and "holds: root" in reading["tree_text"]
    annotation = reading["annotation"]
    assert annotation["tuples"][0]["locatives"][0]["preposition"] == "on"
    again = client.post("/api/read", json={"caption": CAPTION}).json()["reading"]["annotation"]
    assert annotation["caption_id"] == again["caption_id"]  # the same text is the same caption
    other = client.post("/api/read", json={"caption": CAPTION + " "}).json()["reading"]["annotation"]
    assert annotation["caption_id"] != other["caption_id"]


def test_options_are_switched(client: TestClient) -> None:
    def bast(text: str = "On the left two brown dogs sleep.", **options: str) -> dict[str, list[list[str]]]:
        answer = client.post("/api/read", json={"caption": text, "options": options})
        found: dict[str, list[list[str]]] = answer.json()["reading"]["bast"]
        return found

    assert bast()["LO"] == [["left"]] and "AG" not in bast() and "MOD" not in bast()
    assert bast(image_regions="leave")["LO"] == []
    assert bast("Two dogs sleep.", null="locative")["LO"] == [["NULL"]]
    assert bast(roles="split")["AG"] == [["dog"]]
    assert ["dog", "brown"] in bast(modifiers="on")["MOD"]
    assert bast(grounding="entity_type.v1")["PA"] != bast()["PA"]


def test_a_candidate_is_compared_as_everywhere_else(client: TestClient) -> None:
    candidate, references = EXAMPLES[-1][0], list(EXAMPLES[-1][1])
    response = client.post("/api/compare", json={"candidate": candidate, "references": references})
    assert response.status_code == 200, response.text
    found = response.json()["comparison"]
    expected = score([candidate], [references], graded=load_similarity("thesaurus.v1", "en-captions"))
    assert found["overall_f1"] == pytest.approx(expected.bast.overall_f1)
    assert expected.graded is not None and found["explanation"]["score"] == pytest.approx(
        expected.graded.score
    )
    for component in found["components"]:
        assert component["n_candidate"] == len(component["matched"]) + len(component["spurious"])
        assert component["n_reference"] == len(component["matched"]) + len(component["missed"])
    assert ["".join(piece["text"] for piece in pieces) for pieces in found["pieces"]] == [
        candidate,
        *references,
    ]
    assert found["sum"].startswith(f"{found['explanation']['score']:.4f} = ")
    assert len(found["references"]) == 2
    assert any("wrong count" in line or "missing" in line for line in found["differences"])


def test_every_grounding_and_likeness_of_the_page_is_one(client: TestClient) -> None:
    page = client.get("/").text
    for info in list_groundings():
        assert info.error is None and f'value="{info.name}"' in page
        body = {
            "candidate": "A dog runs.",
            "references": ["A cat runs."],
            "options": {"grounding": info.name},
        }
        assert client.post("/api/compare", json=body).status_code == 200
    [select] = re.findall(r'<select id="graded".*?</select>', page, flags=re.DOTALL)
    names = re.findall(r"<option[^>]*>([^<]+)", select)
    assert {"exact.v1", "thesaurus.v1"} <= set(names) and "encoder.v1" not in names  # the bundle has none
    for name in names:
        body = {"candidate": "A dog runs.", "references": ["A cat runs."], "options": {"graded": name}}
        assert client.post("/api/compare", json=body).status_code == 200
    for option in ("null", "empty", "image_regions", "roles", "modifiers"):
        assert all(f"<option>{value}</option>" in page for value in ALLOWED[option])


def test_calls_do_what_they_say(client: TestClient, real_server: RunningServer) -> None:
    hostile = 'A dog\'s "owner" holds $HOME `x` é \U0001f600.'
    for path, body in (
        ("read", {"caption": hostile}),
        ("compare", {"candidate": hostile, "references": [CAPTION], "options": {"roles": "split"}}),
    ):
        answer = client.post(f"/api/{path}", json=body).json()
        program, *words = shlex.split(answer["calls"]["curl"])
        assert program == "curl" and words[-1] == f"http://127.0.0.1:8765/api/{path}"
        sent = words[words.index("-d") + 1].encode()
        again = client.post(words[-1], content=sent, headers={"Content-Type": "application/json"})
        assert again.json() == answer
        program, *words = shlex.split(answer["calls"]["grpc"])
        assert program == "grpcurl"
        method = words[-1].rpartition("/")[2]
        message = getattr(captuple_pb2, f"{method}Request")()
        json_format.Parse(words[words.index("-d") + 1], message)
        with grpc.insecure_channel(real_server.address) as channel:
            stub = captuple_pb2_grpc.SemanticTupleServiceStub(channel)
            response = getattr(stub, method)(message, timeout=30)
        if path == "read":
            [result] = response.results
            n_tuples = len(answer["reading"]["extraction"]["tuples"])
            assert len(result.tuples.tuples) == n_tuples
        else:
            assert response.overall_f1 == pytest.approx(answer["comparison"]["overall_f1"])


@pytest.mark.parametrize(
    ("path", "body", "where", "problem"),
    [
        ("read", {"caption": 3}, "caption", "Expected `str`, got `int`"),
        ("read", {"caption": "A dog.", "colour": "red"}, "body", "unknown field `colour`"),
        ("read", {"caption": " \n"}, "caption", "is empty"),
        ("read", {"caption": "a" * (MAX_CAPTION_CHARS + 1)}, "caption", "takes 5000 at most"),
        (
            "read",
            {"caption": "A dog.", "options": {"null": "maybe"}},
            "options.null",
            "Invalid enum value 'maybe'",
        ),
        (
            "read",
            {"caption": "A dog.", "options": {"grounding": "lema.v1"}},
            "options.grounding",
            "mean 'lemma.v1'",
        ),
        ("compare", {"candidate": "A dog.", "references": []}, "references", "0 captions; allowed: 1 to 20"),
        (
            "compare",
            {"candidate": "A dog.", "references": ["a"] * (MAX_REFERENCES + 1)},
            "references",
            "21 captions",
        ),
        ("compare", {"candidate": "A dog.", "references": ["A dog.", ""]}, "references[1]", "is empty"),
        (
            "compare",
            {"candidate": "A dog.", "references": ["A."], "options": {"graded": "x"}},
            "options.graded",
            "known",
        ),
        ("annotations", {"caption": "A dog."}, "body", "missing required field `image_id`"),
    ],
)
def test_bad_input_is_named_with_its_place(
    client: TestClient, path: str, body: object, where: str, problem: str
) -> None:
    response = client.post(f"/api/{path}", json=body)
    assert response.status_code == 400
    [(place, told)] = faults(response)
    assert place == where and problem in told


def test_what_the_model_lacks_is_named(client: TestClient) -> None:
    body = {"candidate": "A.", "references": ["A."], "options": {"graded": "encoder.v1"}}
    response = client.post("/api/compare", json=body)
    [(place, told)] = faults(response)
    assert response.status_code == 400 and place == "options" and "has no sentence encoder" in told


def test_all_faulty_captions_are_named(client: TestClient) -> None:
    response = client.post("/api/compare", json={"candidate": "", "references": ["A dog.", " "]})
    assert [place for place, _ in faults(response)] == ["candidate", "references[1]"]


def test_no_json_is_named(client: TestClient) -> None:
    deep = b'{"caption": "A fox.", "tokens": ' + b"[" * 100_000
    for content in (b"{", b"\xff\xfe", b"", b"[" * 100_000, deep):
        response = client.post("/api/read", content=content, headers={"Content-Type": "application/json"})
        assert response.status_code == 400 and faults(response)[0][0] in {"body", "tokens[0]"}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8765", "", "[::1", "0.0.0.0:8765"])
def test_another_site_s_name_gets_nothing(client: TestClient, host: str) -> None:
    for path in ("/", "/play.js", "/api/captions/1"):
        response = client.get(path, headers={"Host": host})
        assert response.status_code == 421 and faults(response)[0][0] == "Host"
    response = client.post("/api/read", json={"caption": CAPTION}, headers={"Host": host})
    assert response.status_code == 421


@pytest.mark.parametrize("host", ["localhost:9000", "[::1]:8765", "127.0.0.1"])
def test_loopback_has_names(client: TestClient, host: str) -> None:
    """Through a tunnel the port may be another."""
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1"]
)
def test_other_pages_cannot_ask(client: TestClient, origin: str, tmp_path: Path) -> None:
    annotation = {"image_id": 1, "caption_id": 1, "caption": "A dog.", "tuples": []}
    response = client.post("/api/annotations", json=annotation, headers={"Origin": origin})
    assert response.status_code == 403
    response = client.post(
        "/api/annotations", content=json.dumps(annotation), headers={"Content-Type": "text/plain"}
    )
    assert response.status_code == 415  # a form of another page can send no JSON
    assert not (tmp_path / "annotations.jsonl").exists()
    own = client.post("/api/annotations", json=annotation, headers={"Origin": "http://127.0.0.1:8765"})
    assert own.status_code == 200


def test_what_is_too_large_is_refused_before_it_is_read(client: TestClient) -> None:
    headers = {"Content-Type": "application/json", "Content-Length": str(2**30)}
    response = client.post("/api/read", content=b"{}", headers=headers)
    assert response.status_code == 413
    big = json.dumps({"caption": "a" * MAX_BODY_BYTES}).encode()
    response = client.post(
        "/api/read", content=iter([big[:1000], big[1000:]]), headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413  # its length was not said


def test_every_answer_has_the_policy(client: TestClient) -> None:
    for response in (
        client.get("/"),
        client.get("/play.css"),
        client.get("/nothing"),
        client.get("/", headers={"Host": "evil.example"}),
        client.post("/api/read", json={}),
    ):
        policy = response.headers["content-security-policy"]
        assert (
            "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        )
        assert response.headers["x-content-type-options"] == "nosniff"
    page = client.get("/").text
    assert not re.search(r"<script>|<style|\son\w+=|\sstyle=", page)
    assert set(re.findall(r'(?:src|href)="([^"#]+)"', page)) == {"play.js", "play.css", "data:,"}
    assert client.get("/nothing").status_code == 404 and client.get("/api/read").status_code == 405
    assert client.get("/play.py").status_code == 404


def test_the_queue_goes_on_where_it_was(client: TestClient, tmp_path: Path) -> None:
    first = client.get("/api/captions/1").json()
    assert [first[key] for key in ("n_captions", "n_saved", "next_unsaved", "is_saved")] == [2, 0, 2, False]
    predicate = {"text": "sleeps", "start": 7, "end": 13}
    agent = {"text": "goat", "start": 2, "end": 6}
    corrected = {**first["annotation"], "tuples": [{"predicate": predicate, "agents": [agent]}]}
    saved = client.post("/api/annotations", json=corrected)
    assert saved.json() == {"file": "annotations.jsonl", "line": 1, "replaced": False, "n_lines": 1}
    again = client.get("/api/captions/1").json()
    assert again["is_saved"] and again["annotation"]["tuples"][0]["agents"] == [agent]
    assert again["proposed"]["tuples"] == []
    second = client.get("/api/captions/2").json()
    assert [second[key] for key in ("n_saved", "next_unsaved", "is_saved")] == [1, None, False]
    tokens = second["annotation"]["tokens"]
    reading = client.post("/api/read", json={"caption": "A dog's bone.", "tokens": tokens}).json()["reading"]
    assert [word["text"] for word in reading["words"]] == tokens
    assert client.post("/api/annotations", json={**corrected, "tuples": []}).json()["replaced"]
    assert len((tmp_path / "annotations.jsonl").read_bytes().splitlines()) == 1
    for position in (0, 3):
        response = client.get(f"/api/captions/{position}")
        assert faults(response) == [
            ("position", f"{position} is none of the 2 captions that wait for correction")
        ]


def test_another_language_is_named(client: TestClient) -> None:
    text = "Ein Hund läuft über die Wiese und jagt einen kleinen Ball."
    reading = client.post("/api/read", json={"caption": text}).json()["reading"]
    assert reading["extraction"]["language"] == "de" and reading["extraction"]["tuples"] == []


def test_examples_say_something(client: TestClient) -> None:
    for candidate, references in EXAMPLES:
        reading = client.post("/api/read", json={"caption": candidate}).json()["reading"]
        assert reading["extraction"]["tuples"], candidate
        assert all(
            client.post("/api/read", json={"caption": r}).json()["reading"]["words"] for r in references
        )
