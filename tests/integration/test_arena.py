"""``captuple arena`` as processes: real sockets, kill -9 at any moment, TLS, and the board in Chromium."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click.testing
import grpc
import msgspec
import psutil
import pytest

pytest.importorskip("sqlalchemy", reason="pip install 'captuple[arena]'")
from captuple.v1 import evaluation_pb2, evaluation_pb2_grpc

from service.arena.server import WorkerKeeper
from service.arena.store import Submission
from service.cli.group import cli
from tests.arena import SYSTEM_A, SYSTEM_B, Arena, ServerProcess, arena, body, server_process
from tests.certificates import Authority
from tests.processes import ROOT

if TYPE_CHECKING:
    from tests.postgres import Postgres

BROWSER = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
PLACE = "/tasks/tiny/submissions"
needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium on the path: tests/install_browser installs Debian's"
)
# Playwright's loop leaves transports to the garbage collector when it stops.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture(scope="module")
def one(filled_arena: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with arena(filled_arena, tmp_path_factory.mktemp("served")) as made:
        for n in range(8):
            made.tokens[f"Team {n}"] = made.store.add_team(f"Team {n}")
        yield made


@pytest.fixture(scope="module")
def server(one: Arena) -> Iterator[ServerProcess]:
    with server_process(one) as running:
        yield running
    assert running.process.returncode == 0


def ask(
    port: int, method: str, place: str, data: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, place, body=data, headers=headers or {})
        response = connection.getresponse()
        return response.status, json.load(response)
    finally:
        connection.close()


def until(holds: Callable[[], object], *, timeout_s: float = 30.0) -> None:
    """Wait for what another process writes into a store, which tells nobody."""
    deadline = time.monotonic() + timeout_s
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def scored(one: Arena) -> list[Submission]:
    return one.store.submissions(state="scored")


# ---- over real sockets


def test_a_gigabyte_is_refused_before_it_is_read(one: Arena, server: ServerProcess) -> None:
    head = (
        f"POST {PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: {1 << 30}\r\n"
        f"Authorization: Bearer {one.tokens['Blue']}\r\nExpect: 100-continue\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(head.encode())  # and not a byte of the body
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        assert answer.status == 413  # and no 100 before it
        assert f"more than {16 << 20} bytes" in answer.read().decode()
    assert list((one.files.folder / "incoming").iterdir()) == []


def test_chunks_are_cut_off_at_the_limit(one: Arena, server: ServerProcess) -> None:
    sent = 0

    def send_for_ever(connection: http.client.HTTPConnection) -> None:
        nonlocal sent
        part = b" " * (1 << 20)
        while True:
            connection.send(b"%x\r\n%s\r\n" % (len(part), part))
            sent += len(part)

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.putrequest("POST", PLACE)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.putheader("Authorization", f"Bearer {one.tokens['Blue']}")
    connection.endheaders()
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        send_for_ever(connection)
    assert (15 << 20) < sent < (64 << 20)
    connection.close()
    until(lambda: not list((one.files.folder / "incoming").iterdir()))


def test_a_client_that_goes_away_leaves_nothing(one: Arena, server: ServerProcess) -> None:
    incoming, before = one.files.folder / "incoming", one.store.submissions(team_id=one.team().id)
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        head = f"POST {PLACE} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n"
        connection.sendall(f"{head}Authorization: Bearer {one.tokens['Blue']}\r\n\r\nhalf".encode())
        until(lambda: list(incoming.iterdir()))
    until(lambda: not list(incoming.iterdir()))
    assert one.store.submissions(team_id=one.team().id) == before


def test_of_two_submissions_at_once_one_gets_the_last_place(filled_arena: Path, tmp_path: Path) -> None:
    with (
        arena(filled_arena, tmp_path, quota={"per_day": 1}) as made,
        server_process(made, "--no-scoring") as running,
        ThreadPoolExecutor(6) as threads,
    ):
        all_here = threading.Barrier(6)

        def submit(n: int) -> int:
            all_here.wait()
            return ask(running.port, "POST", PLACE, body() + b"\n" * n, made.header())[0]

        assert sorted(threads.map(submit, range(6))) == [201] + [429] * 5
        assert len(made.store.submissions()) == 1
        assert len(list((made.files.folder / "submissions").iterdir())) == 1


def test_all_teams_are_scored_while_the_server_answers(one: Arena, server: ServerProcess) -> None:
    teams = [name for name in one.tokens if name.startswith("Team")]
    with ThreadPoolExecutor(8) as threads:
        taken = list(
            threads.map(lambda name: ask(server.port, "POST", PLACE, body(SYSTEM_B), one.header(name)), teams)
        )
    assert [status for status, _ in taken] == [201] * 8
    slowest = 0.0

    def all_are_there() -> bool:
        nonlocal slowest
        began = time.monotonic()
        status, board = ask(server.port, "GET", "/tasks/tiny/board.json")
        slowest = max(slowest, time.monotonic() - began)
        assert status == 200
        return {row["team"] for row in board["rows"]} >= set(teams)

    until(all_are_there)
    assert slowest < 5
    assert len(scored(one)) == len({item.id for item in scored(one)}) >= 8


def test_one_server_has_a_folder(one: Arena, server: ServerProcess) -> None:
    del server
    command = ["arena", "serve", "--port", "0", "--files", str(one.files.folder)]
    result = click.testing.CliRunner().invoke(cli, command)
    assert result.exit_code == 1 and "another server runs on" in result.stderr


# ---- the command for teams


def submit(server: str, token: Path, *arguments: object) -> click.testing.Result:
    command = [
        "submit",
        *map(str, arguments),
        "--task",
        "tiny",
        "--server",
        server,
        "--token-file",
        str(token),
    ]
    return click.testing.CliRunner().invoke(cli, command)


@pytest.fixture
def token(one: Arena, tmp_path: Path) -> Path:
    path = tmp_path / "token.txt"
    path.write_text(f"{one.tokens['Red']}\n")
    return path


def test_a_team_submits_and_gets_its_scores(
    one: Arena, server: ServerProcess, token: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(body(SYSTEM_A))
    result = submit(server.address, token, file, "--wait", "--description", "the first")
    assert result.exit_code == 0, result.output
    [item] = [item for item in scored(one) if item.team == "Red"]
    assert item.description == "the first"
    record = msgspec.json.decode(one.store.submission(item.id).results)
    low, high = (round(value, 3) for value in record["score"]["intervals"]["overall_f1"])
    figure = round(record["score"]["overall_f1"], 3)
    said = result.stdout.splitlines()
    assert said[0] == f"submission {item.id}: scored"
    assert said[1] == f"all images, overall F1: {figure} ({low} to {high})"
    assert any(line.startswith("indoors, overall F1: ") for line in said)
    again = submit(server.address, token, file, "--format", "json")
    assert again.exit_code == 0 and f"submitted before, as {item.id}; it is not counted again" in again.stderr
    assert json.loads(again.stdout)["results"]["score"]["overall_f1"] == figure


def test_any_file_of_captions_is_sent_as_json_lines(
    one: Arena, server: ServerProcess, token: Path, tmp_path: Path
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    records = [json.loads(line) for line in body(SYSTEM_B).splitlines()]
    table = {"name": [r["image_id"] for r in records], "said": [r["caption"] + " " for r in records]}
    pq.write_table(pa.table(table), tmp_path / "b.parquet")
    result = submit(
        server.address, token, tmp_path / "b.parquet", "--id-field", "name", "--caption-field", "said"
    )
    assert result.exit_code == 0, result.output
    assert one.store.submission(result.stdout.split()[1].rstrip(":")).format_name == "jsonl"


def test_what_a_team_does_wrong_is_named(
    one: Arena, server: ServerProcess, token: Path, tmp_path: Path
) -> None:
    del one
    file = tmp_path / "a.jsonl"
    file.write_text('{"image_id": "nowhere", "caption": "A dog."}\n')
    result = submit(server.address, token, file)
    assert result.exit_code == 2 and "image_id 'nowhere' has no reference" in result.stderr
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("a-token-of-nobody")
    result = submit(server.address, wrong, file)
    assert result.exit_code == 1 and "the bearer token is no team's" in result.stderr
    wrong.write_text("two tokens")
    result = submit(server.address, wrong, file)
    assert result.exit_code == 2 and "one token is needed" in result.stderr
    file.write_text('{"caption": "A dog."}\n')
    result = submit(server.address, token, file)
    assert result.exit_code == 2 and "a.jsonl:1: has no image_id" in result.stderr
    for address, problem in (
        ("http://198.51.100.1", "the token would go to 198.51.100.1 in clear text"),
        ("http://localhost.evil.example", "in clear text: give an https address, or --allow-plaintext-token"),
        ("ftp://x", "is no address such as https://HOST:PORT"),
        ("http://127.0.0.1:x", "--server: "),
        ("http://127.0.0.1:99999", "--server: "),
    ):
        result = submit(address, token, SYSTEM_A)
        assert result.exit_code == 2 and problem in result.stderr
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    result = submit(address, token, SYSTEM_A)
    assert result.exit_code == 1 and "127.0.0.1 does not answer" in result.stderr


def test_tls_guards_a_token(filled_arena: Path, tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    pair = authority.issue("server")
    token = tmp_path / "token.txt"
    file = tmp_path / "a.jsonl"
    file.write_bytes(body())
    options = ["--no-scoring", "--tls-cert", str(pair.cert), "--tls-key", str(pair.key)]
    options += ["--grpc-address", "127.0.0.1:0"]
    with arena(filled_arena, tmp_path) as made, server_process(made, *options) as running:
        token.write_text(made.tokens["Blue"])
        assert running.address.startswith("https://127.0.0.1:")
        result = submit(running.address, token, file)
        assert result.exit_code == 1 and "certificate verify failed" in result.stderr.lower()
        result = submit(running.address, token, file, "--ca", authority.cert)
        assert result.exit_code == 0, result.output
        [item] = made.store.submissions()
        assert running.process.stdout is not None
        address = running.process.stdout.readline().strip()
        trusted = grpc.ssl_channel_credentials(authority.cert.read_bytes())
        with grpc.secure_channel(address, trusted) as channel:
            found = evaluation_pb2_grpc.EvaluationServiceStub(channel).GetSubmission(
                evaluation_pb2.GetSubmissionRequest(task="tiny", submission_id=item.id),
                metadata=[("authorization", f"Bearer {made.tokens['Blue']}")],
                timeout=30,
            )
        assert found.submission.team == "Blue"


# ---- kill -9

KILLING = """
import os, signal, sys
import numpy, sqlalchemy
from service.arena import scoring
from service.arena.store import Store

def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def wrap(owner, name, *, before=None, after=None):
    plain = getattr(owner, name)
    def wrapped(*args, **more):
        if before: before(*args)
        result = plain(*args, **more)
        if after: after(*args)
        return result
    setattr(owner, name, wrapped)

def half(file, **_):
    file.write(b"half of it"); file.flush(); kill()

def in_commit(store, *_):
    sqlalchemy.event.listen(store._engine, "commit", kill)

point = sys.argv.pop(1)
{
    "claimed": lambda: wrap(Store, "claim", after=kill),
    "extracted": lambda: wrap(scoring, "figure_of", before=kill),
    "statistics half written": lambda: setattr(numpy, "savez_compressed", half),
    "results not written": lambda: wrap(Store, "finish", before=kill),
    "results not committed": lambda: wrap(Store, "finish", before=in_commit),
    "results committed": lambda: wrap(Store, "finish", after=kill),
    "file without a row": lambda: wrap(Store, "receive", before=kill),
    "row not committed": lambda: wrap(Store, "receive", before=in_commit),
    "row committed": lambda: wrap(Store, "receive", after=kill),
}[point]()
from service.cli import main
main()
"""


def killed(point: str, one: Arena, *arguments: str) -> subprocess.Popen[bytes]:
    """A command whose process kills itself at a point."""
    command = [sys.executable, "-c", KILLING, point, "arena", *arguments]
    places = ["--files", str(one.files.folder), "--store", one.url]
    return subprocess.Popen([*command, *places], cwd=ROOT, stdout=subprocess.PIPE)


SCORING_POINTS = (
    "claimed",
    "extracted",
    "statistics half written",
    "results not written",
    "results not committed",
    "results committed",
)


@pytest.mark.parametrize(
    ("database", "point"),
    [*(("sqlite", point) for point in SCORING_POINTS), ("postgresql", "results not committed")],
)
def test_scoring_that_is_killed_is_done_once(
    database: str, point: str, filled_arena: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").new_database() if database == "postgresql" else None
    with arena(filled_arena, tmp_path, url=url) as made:
        item = made.submit()
        with killed(point, made, "score") as process:
            assert process.wait(timeout=60) == -signal.SIGKILL
        is_done = point == "results committed"
        assert made.store.submission(item.id).state == ("scored" if is_done else "scoring")
        assert made.score() == (0 if is_done else 1)  # at once: the lease's process is seen to have ended
        found = made.store.submission(item.id)
        assert (found.state, found.n_attempts) == ("scored", 1 if is_done else 2)
        assert len(made.store.submissions()) == 1
        made.files.sweep(made.store)
        statistics = [path.name for path in (made.files.folder / "statistics").iterdir()]
        assert statistics == [f"{item.id}.npz"]
        other = made.submit(team="Red")  # is scored as it is without any kill
        assert made.score() == 1
        twin = msgspec.json.decode(made.store.submission(other.id).results)
        assert {**twin, "tests": {}} == {**msgspec.json.decode(found.results), "tests": {}}


@pytest.mark.parametrize("point", ["file without a row", "row not committed", "row committed"])
def test_a_server_that_is_killed_while_it_takes_a_submission_takes_it_whole_or_not(
    point: str, filled_arena: Path, tmp_path: Path
) -> None:
    with arena(filled_arena, tmp_path, quota={"per_day": 1}) as made:
        with killed(point, made, "serve", "--port", "0", "--no-scoring") as process:
            assert process.stdout is not None
            port = int(process.stdout.readline().decode().strip().rstrip("/").rpartition(":")[2])
            with pytest.raises((ConnectionError, http.client.HTTPException)):
                ask(port, "POST", PLACE, body(), made.header())
            assert process.wait(timeout=60) == -signal.SIGKILL
        files = made.files.folder / "submissions"
        assert len(list(files.iterdir())) == 1
        was_taken = point == "row committed"
        assert len(made.store.submissions()) == was_taken
        with server_process(made, "--no-scoring") as running:
            assert len(list(files.iterdir())) == was_taken  # a file without a row is swept away
            place = f"{PLACE}?sha256={hashlib.sha256(body()).hexdigest()}"
            status, answer = ask(running.port, "POST", place, body(), made.header())
        assert status == (409 if was_taken else 201), answer
        assert len(made.store.submissions()) == len(list(files.iterdir())) == 1
        assert made.score() == 1


def test_another_process_scores_where_one_is_killed(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path) as made:
        first = made.submit()
        with WorkerKeeper(made.url, made.files.folder, first_pause_s=0.05) as keeper:
            until(lambda: scored(made))
            pid = keeper.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            until(lambda: keeper.pid != pid)
            second = made.submit(team="Red")
            keeper.wake()
            until(lambda: len(scored(made)) == 2)
            last = keeper.pid
        assert {item.id for item in scored(made)} == {first.id, second.id}
        assert last is not None and not psutil.pid_exists(last)


def test_the_process_that_scores_ends_with_the_server(filled_arena: Path, tmp_path: Path) -> None:
    with arena(filled_arena, tmp_path) as made, server_process(made) as running:
        children = psutil.Process(running.process.pid).children(recursive=True)
        assert children
        running.process.kill()
        gone, alive = psutil.wait_procs(children, timeout=20)
        assert alive == [] and gone


def test_postgresql_that_goes_while_scoring_is_waited_for(
    postgres: Postgres, filled_arena: Path, tmp_path: Path
) -> None:
    with arena(filled_arena, tmp_path, url=postgres.new_database()) as made, server_process(made) as running:
        postgres.stop()
        try:
            status, answer = ask(running.port, "POST", PLACE, body(), made.header())
            assert status == 503 and answer["faults"][0]["where"] == "store"
        finally:
            postgres.start()
        status, _ = ask(running.port, "POST", PLACE, body(), made.header())
        assert status == 201
        until(lambda: scored(made))
        assert len(made.store.submissions()) == 1


# ---- the board in Chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install 'captuple[dev]'")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def board(one: Arena, server: ServerProcess) -> str:
    """The address of a board with rows."""
    status, answer = ask(server.port, "POST", PLACE, body(SYSTEM_A) + b"\n", one.header("Blue"))
    assert status == 201, answer
    until(lambda: one.store.submission(answer["id"]).state == "scored")
    return f"{server.address}tasks/tiny"


@needs_browser
def test_the_board_is_for_everybody(browser: Any, board: str) -> None:
    """Keys reach everything, axe finds nothing, nothing else is fetched, and no script is needed."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    context = browser.new_context(bypass_csp=True)  # for axe's own script
    page = context.new_page()
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(board)
    assert page.locator("script").count() == 0
    assert page.locator("tbody tr").count() >= 1
    assert page.locator(".figures a[aria-current]").inner_text() == "overall"
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.className") == "skip"
    seen = []
    for _ in range(page.locator("a, [tabindex='0']").count() - 1):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("() => document.activeElement.innerText.split('\\n')[0]"))
        assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert seen[0] == "All tasks" and {"overall", "PA-PR-LO", "This board as JSON"} <= set(seen)
    assert [
        (item["id"], item["nodes"][0]["html"][:120]) for item in axe.run(page).response["violations"]
    ] == []
    page.get_by_role("link", name="PA", exact=True).press("Enter")
    page.wait_for_url("**?figure=PA")
    assert page.locator("thead th").nth(2).inner_text() == "PA"
    assert all(url.startswith(board.rpartition("/tasks")[0]) for url in requests)
    assert complaints == []
    context.close()


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark", "forced"])
def test_no_window_is_too_narrow_for_the_board(browser: Any, board: str, scheme: str) -> None:
    options = {"forced_colors": "active"} if scheme == "forced" else {"color_scheme": scheme}
    context = browser.new_context(viewport={"width": 320, "height": 700}, **options)
    page = context.new_page()
    for address in (board, board.rpartition("/")[0]):
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 320
    context.close()


def test_pages_say_what_they_are(board: str) -> None:
    for address, kind in ((board, "text/html; charset=utf-8"), (f"{board}/board.json", "application/json")):
        with urllib.request.urlopen(address, timeout=30) as response:  # noqa: S310  # is http
            assert response.headers["Content-Type"] == kind
            assert "Server" not in response.headers
