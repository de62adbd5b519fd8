"""``--no-skips``: a run fails where a test was skipped that is not on the list of those that may be.

On a laptop a test may be skipped, with the reason; where everything is installed, a skip hides that nothing was tested.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

ALLOWED = {
    "tests/unit/scoring/interfaces/test_captions.py::test_it_drops_into_pycocoevalcap_on_coco_s_own_files": (
        "COCO's captions are no part of the project; they are read where CAPTUPLE_DATA has them"
    ),
    "tests/unit/training/entities/test_training.py::test_the_counting_is_that_of_the_baselines_that_we_were_given": (
        "Flickr30k Entities is no part of the project; it is read where CAPTUPLE_DATA has it"
    ),
}
"""Tests that may be skipped everywhere, with the reason."""


class SkipCheck:
    """Notes what is skipped, and judges at the end.

    Args:
        allowed: Reasons by test; without parameters, all cases of the test are meant.
    """

    def __init__(self, allowed: Mapping[str, str]) -> None:
        self._allowed = allowed
        self._reasons: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self._reasons[report.nodeid] = _reason(report.longrepr)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self._reasons[report.nodeid] = _reason(report.longrepr)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._refused and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        n_allowed = len(self._reasons) - len(self._refused)
        terminalreporter.section("skips")
        terminalreporter.line(
            f"{len(self._reasons)} skipped: {n_allowed} allowed, {len(self._refused)} not (tests/skips.py)"
        )
        for test, reason in self._reasons.items():
            allowed = self._allowed.get(_without_parameters(test))
            terminalreporter.line(f"{'NOT ALLOWED' if allowed is None else 'allowed'}: {test}: {reason}")
            if allowed is not None:
                terminalreporter.line(f"    {allowed}")

    @property
    def _refused(self) -> list[str]:
        return [test for test in self._reasons if _without_parameters(test) not in self._allowed]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption(
        "--no-skips",
        action="store_true",
        help="fail where a test is skipped that tests/skips.py does not allow",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Check where it is asked for."""
    if config.getoption("--no-skips"):
        config.pluginmanager.register(SkipCheck(ALLOWED), "skip-check")


def _without_parameters(test: str) -> str:
    return test.partition("[")[0]


def _reason(longrepr: object) -> str:
    return str(longrepr[-1] if isinstance(longrepr, tuple) else longrepr).removeprefix("Skipped: ")
