"""The arena's server in this process: what it answers whom, what it refuses, and that nothing hidden leaves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from starlette.testclient import TestClient

from service.arena import app as app_module
from service.arena.app import POLICY, make_app
from service.arena.receiving import MAX_DESCRIPTION
from service.arena.store import Store
from tests.arena import N_IMAGES, SECRET, SYSTEM_A, SYSTEM_B, Arena, arena, body, captions

if TYPE_CHECKING:
    from tests.postgres import Postgres

PLACE = "/tasks/tiny/submissions"
HOSTILE = "<script>alert(1)</script> & 'quotes' \"too\""


def client_of(one: Arena) -> TestClient:
    return TestClient(make_app(one.store, one.files), raise_server_exceptions=False)


@pytest.fixture
def one(filled_arena: Path, tmp_path: Path) -> Iterator[Arena]:
    with arena(filled_arena, tmp_path) as made:
        yield made


@pytest.fixture
def client(one: Arena) -> Iterator[TestClient]:
    with client_of(one) as asked:
        yield asked


@pytest.fixture(scope="module")
def played(
    filled_arena: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Arena, TestClient]]:
    """Two teams have submitted, and have their scores; the task shows figures of images."""
    folder = tmp_path_factory.mktemp("played")
    with arena(filled_arena, folder, shown={"per_image": True}) as made, client_of(made) as asked:
        for team, system in (("Red", SYSTEM_A), ("Blue", SYSTEM_B)):
            query = {"description": HOSTILE}
            answer = asked.post(PLACE, params=query, content=body(system), headers=made.header(team))
            assert answer.status_code == 201, answer.text
        made.score()
        yield made, asked


def problems(response: Any) -> str:
    return "\n".join(f"{fault['where']}: {fault['problem']}" for fault in response.json()["faults"])


# ---- submitting


def test_a_submission_is_taken_and_scored(one: Arena, client: TestClient) -> None:
    answer = client.post(PLACE, content=body(), headers=one.header())
    assert answer.status_code == 201
    record = answer.json()
    assert (record["state"], record["team"], record["results"]) == ("received", "Blue", None)
    [item] = one.store.submissions()
    path = one.files.checked_submission(item.id, item.sha256)
    assert path.read_bytes() == body() and item.sha256 == record["sha256"]
    assert one.score() == 1
    record = client.get(f"{PLACE}/{item.id}", headers=one.header()).json()
    assert record["state"] == "scored" and record["results"]["score"]["n_images"] == N_IMAGES
    assert set(record["results"]["by"]) == {"indoors", "outdoors"}
    listed = client.get(PLACE, headers=one.header()).json()["submissions"]
    assert [entry["id"] for entry in listed] == [item.id]


def test_guessed_fields_are_said(one: Arena, client: TestClient) -> None:
    named = [{"id": r["image_id"], "text": r["caption"]} for r in captions(SYSTEM_A)]
    answer = client.post(PLACE, content=json.dumps(named), headers=one.header())
    assert answer.status_code == 201 and "the caption is taken from 'text'" in answer.json()["notes"][0]


def test_faults_are_named_and_cost_nothing(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path, quota={"per_day": 1}) as one, client_of(one) as client:
        for content, problem in (
            (b"", "submission: is empty"),
            (b"not a file of captions", "taken are json, jsonl"),
            (body().splitlines(keepends=True)[0], f"task: image_id {captions(SYSTEM_A)[1]['image_id']!r}"),
            (
                body() + b'{"image_id": "nowhere", "caption": "A dog."}\n',
                "image_id 'nowhere' has no reference",
            ),
            (body().replace(captions(SYSTEM_A)[0]["caption"].encode(), b" "), "the caption is empty"),
        ):
            answer = client.post(PLACE, content=content, headers=one.header())
            assert answer.status_code == 422 and problem in problems(answer), answer.text
            assert str(tmp_path) not in answer.text and SECRET not in answer.text
        assert one.store.submissions() == []
        for folder in ("incoming", "submissions"):
            assert list((one.files.folder / folder).iterdir()) == []
        assert client.post(PLACE, content=body(), headers=one.header()).status_code == 201


def test_the_quota_is_asked_before_the_body_is_read(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path, quota={"per_day": 1}) as one, client_of(one) as client:
        assert client.post(PLACE, content=body(SYSTEM_A), headers=one.header()).status_code == 201
        same = client.post(PLACE, content=body(SYSTEM_B), headers=one.header())
        assert same.status_code == 429 and 0 < int(same.headers["Retry-After"]) <= 86_400
        assert client.post(PLACE, content=body(SYSTEM_B), headers=one.header("Red")).status_code == 201


def test_the_same_file_again_is_the_same_submission(one: Arena, client: TestClient) -> None:
    first = client.post(PLACE, content=body(), headers=one.header())
    known = client.post(PLACE, params={"sha256": first.json()["sha256"]}, content=b"", headers=one.header())
    assert known.status_code == 409 and known.json()["submission"] == first.json()["id"]
    again = client.post(PLACE, content=body(), headers=one.header())
    assert again.status_code == 409 and again.json()["submission"] == first.json()["id"]
    assert len(list((one.files.folder / "submissions").iterdir())) == len(one.store.submissions()) == 1


def test_a_closed_task_takes_nothing_and_shows_all(one: Arena, client: TestClient) -> None:
    one.store.close_task("tiny")
    answer = client.post(PLACE, content=body(), headers=one.header())
    assert answer.status_code == 403 and "closed since" in problems(answer)
    assert "closed since" in client.get("/tasks/tiny").text


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"description": "x" * (MAX_DESCRIPTION + 1)}, "description: 'xxx"),
        ({"description": "a\nb"}, "description: 'a\\nb' is not allowed"),
        ({"sha256": "A" * 64}, "sha256: 'AAA"),
        ({"sha256": "a" * 64}, "of what came: the file was damaged on its way"),
        ({"format": "parquet"}, "format: 'parquet' is not allowed; allowed: json, jsonl"),
    ],
)
def test_faulty_questions_are_named(
    query: dict[str, str], problem: str, one: Arena, client: TestClient
) -> None:
    answer = client.post(PLACE, params=query, content=body(), headers=one.header())
    assert answer.status_code == 400 and problem in problems(answer)
    assert one.store.submissions() == []


def test_what_is_too_large_is_refused(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path, max_bytes=100) as one, client_of(one) as client:
        said = client.post(PLACE, content=body(), headers=one.header())
        unsaid = client.post(PLACE, content=iter([b"x" * 60, b"x" * 60]), headers=one.header())
        for answer in (said, unsaid):
            assert answer.status_code == 413 and "more than 100 bytes" in problems(answer)
        assert list((one.files.folder / "incoming").iterdir()) == []


def test_an_upload_that_does_not_go_on_is_ended(one: Arena) -> None:
    async def upload() -> list[Any]:
        sent: list[Any] = []
        parts = iter([{"type": "http.request", "body": b"half", "more_body": True}])

        async def receive() -> Any:
            part = next(parts, None)
            return part if part is not None else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(name.lower().encode(), value.encode()) for name, value in one.header().items()]
        scope = {"type": "http", "method": "POST", "path": PLACE, "query_string": b"", "headers": headers}
        await make_app(one.store, one.files, chunk_s=0.05)(scope, receive, send)
        return sent

    start, text = asyncio.run(upload())
    assert start["status"] == 408 and (b"connection", b"close") in start["headers"]
    assert b"nothing came for 0.05 seconds" in text["body"]
    assert list((one.files.folder / "incoming").iterdir()) == []


def test_only_so_many_are_received_at_once(
    one: Arena, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "MAX_UPLOADS", 0)
    answer = client.post(PLACE, content=body(), headers=one.header())
    assert answer.status_code == 503 and answer.headers["Retry-After"] == "10"


def test_a_disk_that_fails_is_the_server_s_fault(one: Arena, client: TestClient) -> None:
    (one.files.folder / "incoming").rmdir()
    answer = client.post(PLACE, content=body(), headers=one.header())
    assert answer.status_code == 503 and str(one.files.folder) not in answer.text
    assert one.store.submissions() == []


# ---- who sees what


@pytest.mark.parametrize("header", [None, "Bearer wrong", "Basic dXNlcg==", "Bearer"])
def test_wrong_tokens_see_nothing(header: str | None, one: Arena, client: TestClient) -> None:
    item = one.submit()
    headers = {} if header is None else {"Authorization": header}
    for place in (PLACE, f"{PLACE}/{item.id}", f"{PLACE}/{item.id}/images.json"):
        answer = client.get(place, headers=headers)
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == "Bearer"
        assert item.id not in answer.text
    assert client.post(PLACE, content=body(), headers=headers).status_code == 401


def test_another_team_s_submission_is_not_there(played: tuple[Arena, TestClient]) -> None:
    one, client = played
    [theirs] = [item for item in one.store.submissions() if item.team == "Red"]
    for place in (f"{PLACE}/{theirs.id}", f"{PLACE}/{theirs.id}/images.json"):
        answer = client.get(place, headers=one.header("Blue"))
        nothing = client.get(place.replace(theirs.id, "0" * 32), headers=one.header("Blue"))
        assert answer.status_code == nothing.status_code == 404
        assert answer.text.replace(theirs.id, "") == nothing.text.replace("0" * 32, "")
        assert client.get(place, headers=one.header("Red")).status_code == 200
    assert theirs.id not in client.get(PLACE, headers=one.header("Blue")).text


def every_answer(one: Arena, client: TestClient) -> Iterator[tuple[str, str]]:
    """All that the server says, to anybody."""
    places = ["/", "/tasks", "/tasks.json", "/arena.css", "/health"]
    places += ["/tasks/tiny", "/tasks/tiny?figure=PA", "/tasks/tiny/board.json", "/tasks/tiny/images.json"]
    places += [
        PLACE,
        "/tasks/nothing",
        "/tasks/tiny?figure=x",
        "/tasks/tiny/task.json",
        "/tasks/tiny/references.jsonl",
    ]
    places += [f"{PLACE}/{item.id}{end}" for item in one.store.submissions() for end in ("", "/images.json")]
    for team in ("Red", "Blue"):
        for place in places:
            yield place, client.get(place, headers=one.header(team)).text
        yield (
            PLACE,
            client.post(PLACE, content=b'{"image_id": 1, "caption": ""}', headers=one.header(team)).text,
        )


def test_hidden_references_are_in_no_answer(played: tuple[Arena, TestClient]) -> None:
    one, client = played
    references = [
        caption
        for line in (one.files.task_folder("tiny") / "references.jsonl").read_text().splitlines()
        for caption in json.loads(line)["captions"]
    ]
    assert any(SECRET in caption for caption in references) and len(references) > 2 * N_IMAGES
    said = dict(every_answer(one, client))
    assert len(said) > 15 and all(said.values())
    for place, text in said.items():
        for hidden in (SECRET, *references):
            assert hidden not in text, place
    assert "0." in said["/tasks/tiny"] and "0." in said["/tasks/tiny/board.json"]


def test_figures_of_images_are_shown_where_the_task_allows_it(
    played: tuple[Arena, TestClient], one: Arena, client: TestClient
) -> None:
    there, asked = played
    [own] = [item for item in there.store.submissions() if item.team == "Blue"]
    images = asked.get(f"{PLACE}/{own.id}/images.json", headers=there.header("Blue")).json()["images"]
    assert [image["image_id"] for image in images] == list(there.task().images)
    board = asked.get("/tasks/tiny/board.json").json()
    [figure] = [row["figure"]["value"] for row in board["rows"] if row["team"] == "Blue"]
    assert sum(image["overall"] for image in images) / N_IMAGES == pytest.approx(figure, abs=0.001)
    item = one.submit()
    answer = client.get(f"{PLACE}/{item.id}/images.json", headers=one.header())
    assert answer.status_code == 403 and "shows no figures of images" in problems(answer)


# ---- boards


def test_the_board_is_a_page_and_json_of_one_content(played: tuple[Arena, TestClient]) -> None:
    one, client = played
    board = client.get("/tasks/tiny/board.json").json()
    assert [row["team"] for row in board["rows"]] == ["Red", "Blue"]
    assert [row["rank"] for row in board["rows"]] == [1, 2]
    assert board["task"]["n_images"] == N_IMAGES and board["figures_shown"] is True
    page = client.get("/tasks/tiny").text
    for row in board["rows"]:
        low, high = row["figure"]["interval"]
        assert f'{row["figure"]["value"]:.3f}<span class="interval">{low:.3f} to {high:.3f}</span>' in page
        for figure in row["by_label"].values():
            assert f"{figure['value']:.3f}<span" in page
    assert page.index("Red") < page.index("Blue")
    other = client.get("/tasks/tiny/board.json", params={"figure": "PA"}).json()
    values = [row["figure"]["value"] for row in other["rows"]]
    assert other["figure"] == "PA" and values == sorted(values, reverse=True)
    assert [task["name"] for task in client.get("/tasks.json").json()["tasks"]] == ["tiny"]
    assert client.get("/tasks/tiny/images.json").json()["images"] == list(one.task().images)


def test_free_text_is_text(played: tuple[Arena, TestClient]) -> None:
    one, client = played
    token = one.store.add_team("<i>Green</i>")
    header = {"Authorization": f"Bearer {token}"}
    answer = client.post(PLACE, params={"description": HOSTILE}, content=body(), headers=header)
    assert answer.json()["description"] == HOSTILE
    one.score()
    page = client.get("/tasks/tiny").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;quotes&#39;" in page
    assert "&lt;i&gt;Green&lt;/i&gt;" in page and "A &lt;b&gt;tiny&lt;/b&gt; task" in page
    assert "<script" not in page and "<i>" not in page and "<b>" not in page
    assert "<b>" not in client.get("/tasks").text


def test_every_answer_has_its_headers(client: TestClient) -> None:
    for place in ("/tasks", "/tasks/tiny", "/tasks/tiny/board.json", "/nowhere", PLACE, "/arena.css"):
        headers = client.get(place).headers
        assert headers["Content-Security-Policy"] == POLICY and "script-src" not in POLICY
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
    home = client.get("/", follow_redirects=False)
    assert home.headers["Location"] == "/tasks"


def test_a_fault_of_ours_says_nothing_of_itself(
    client: TestClient, one: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(store: Store) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(Store, "tasks", fail)
    answer = client.get("/tasks", headers=one.header())
    assert answer.status_code == 500 and problems(answer) == "server: the server failed"
    assert answer.headers["Content-Security-Policy"] == POLICY


@pytest.mark.parametrize(("n_bytes", "connection"), [(1_000, None), (1 << 30, "close")])
def test_a_long_body_is_not_read_after_a_refusal(
    n_bytes: int, connection: str | None, client: TestClient
) -> None:
    answer = client.post(PLACE, content=b"", headers={"Content-Length": str(n_bytes)})
    assert answer.status_code == 401
    assert answer.headers.get("Connection") == connection


def test_what_is_not_there_is_named(client: TestClient, one: Arena) -> None:
    answer = client.get("/tasks/%3Cb%3E")
    assert answer.status_code == 404 and problems(answer) == "task: there is no task '<b>'"
    assert answer.headers["Content-Type"] == "application/json"
    assert client.get("/tasks/tiny/board.json", params={"figure": "x"}).status_code == 400
    assert client.delete("/tasks/tiny").status_code == 405
    assert client.post("/tasks/no/submissions", content=b"", headers=one.header()).status_code == 404


def test_an_empty_arena_and_an_empty_board_say_so(client: TestClient, tmp_path: Path, one: Arena) -> None:
    assert "No submission has its scores yet." in client.get("/tasks/tiny").text
    store = Store(f"sqlite:///{tmp_path}/empty.sqlite")
    store.migrate()
    with TestClient(make_app(store, one.files)) as asked:
        assert "There is no task yet." in asked.get("/tasks").text
    store.close()


# ---- the store goes


def test_postgresql_that_is_gone_is_said_and_nothing_is_lost(
    postgres: Postgres, filled_arena: Path, tmp_path: Path
) -> None:
    with arena(filled_arena, tmp_path, url=postgres.new_database()) as one, client_of(one) as client:
        postgres.stop()
        try:
            for answer in (
                client.get("/tasks"),
                client.get("/health"),
                client.post(PLACE, content=body(), headers=one.header()),
            ):
                assert answer.status_code == 503 and answer.headers["Retry-After"] == "5"
                assert problems(answer) == "store: the store does not answer"
        finally:
            postgres.start()
        assert client.post(PLACE, content=body(), headers=one.header()).status_code == 201
        assert len(one.store.submissions()) == 1


def test_postgresql_that_goes_in_mid_submission_takes_it_whole_or_not(
    postgres: Postgres, filled_arena: Path, tmp_path: Path
) -> None:
    with arena(filled_arena, tmp_path, url=postgres.new_database()) as one, client_of(one) as client:

        def upload() -> Iterator[bytes]:
            data = body()
            yield data[:100]
            postgres.stop()
            yield data[100:]

        try:
            answer = client.post(PLACE, content=upload(), headers=one.header())
        finally:
            postgres.start()
        assert answer.status_code == 503 and "send the file again" in problems(answer)
        [orphan] = (one.files.folder / "submissions").iterdir()  # it might have a row: that is not known
        assert one.store.submissions() == []
        assert one.files.sweep(one.store).n_removed == 1 and not orphan.exists()
        assert client.post(PLACE, content=body(), headers=one.header()).status_code == 201
        assert one.score() == 1
