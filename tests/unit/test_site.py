"""The documents as a site: it builds, all its links lead somewhere, it fetches nothing; and the notebook runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples" / "captuple.ipynb"


class Page(HTMLParser):
    """What a page names, links to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if "src" in given:
            self.loads.append(given["src"])
        if tag == "link" and "href" in given and given.get("rel") != "canonical":
            self.loads.append(given["href"])


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config), "-d", str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for module in ("mkdocs", "mkdocstrings"):
        pytest.importorskip(module, reason="pip install 'captuple[site]'")
    folder = tmp_path_factory.mktemp("site")
    result = build(ROOT / "website" / "mkdocs.yml", folder)
    assert result.returncode == 0, result.stderr
    return folder


def test_every_link_leads_somewhere_and_nothing_is_fetched(site: Path) -> None:
    pages = {path: Page(path.read_text()) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 20
    broken = []
    for path, page in pages.items():
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                assert link in page.links, f"{path.name} loads {link}"
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].ids):
                broken.append(f"{path.name}: {link}")
    assert broken == []
    for script in site.rglob("*.js"):
        assert "fonts.googleapis" not in script.read_text(errors="replace")


def test_the_reference_is_that_of_the_docstrings(site: Path) -> None:
    ids = {path.name: Page(path.read_text()).ids for path in (site / "api").glob("*.html")}
    for page, name in (
        ("extractor.html", "extractor.extractor.Extractor.extract"),
        ("client.html", "captuple.types.SemanticTuple"),
        ("scoring.html", "scoring.interfaces.metric.CaptupleMetric.load_state_dict"),
        ("scoring.html", "scoring.localisation.score_boxes"),
        ("formats.html", "formats.captions.read_captions"),
        ("client.html", "captuple.client.for_threads.CaptupleClient"),
        ("spacy.html", "service.spacy_pipe.component.CaptupleComponent"),
    ):
        assert name in ids[page]
    text = (site / "api" / "scoring.html").read_text()
    assert "Add a batch of images." in text


def test_a_link_that_leads_nowhere_ends_the_build(site: Path, tmp_path: Path) -> None:
    del site  # it can be built
    docs = tmp_path / "docs"
    docs.mkdir()
    for text, problem in (
        ("[a](b.md)", "b.md"),
        ("[a](../deploy/nothing)", "deploy/nothing, which is not there"),
    ):
        (docs / "index.md").write_text(f"# A\n\n{text}\n")
        config = tmp_path / "mkdocs.yml"
        hooks = ROOT / "website" / "hooks.py"
        config.write_text(f"site_name: A\nstrict: true\ndocs_dir: docs\nhooks: ['{hooks}']\ntheme: mkdocs\n")
        result = build(config, tmp_path / "built")
        assert result.returncode != 0
        assert problem in result.stderr


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    notebook = json.loads(NOTEBOOK.read_text())
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "outputs are not kept: they would grow old"
            exec(compile("".join(cell["source"]), NOTEBOOK.name, "exec"), names)  # noqa: S102
    told = capsys.readouterr().out
    assert "climb ['goat'] [] ['wall']" in told
    assert re.search(r"overall F1 0\.\d+", told)
    assert told.rstrip().endswith("7")
