"""The group of commands: loads a command when it is called, turns our errors into messages and exit codes.

Exit codes: 0 done, 1 a run-time failure, 2 wrong usage or bad input.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import click

from extractor.errors import CaptupleError, GuessedFieldsWarning, InvalidInputError, UnknownNameError

COMMANDS: dict[str, tuple[str, str]] = {
    "extract": ("service.cli.commands.extract:extract", "Print the semantic tuples of captions."),
    "score": ("service.cli.commands.score:score", "Score candidate captions against reference captions."),
    "compare": ("service.cli.commands.compare:compare", "Compare systems on the same images, with tests."),
    "explain": (
        "service.cli.commands.explain:explain_command",
        "Say how a caption differs from its references.",
    ),
    "content-selection": (
        "service.cli.commands.content_selection:content_selection",
        "Score what captions choose to mention.",
    ),
    "novel-objects": (
        "service.cli.commands.novel_objects:novel_objects",
        "Score which objects captions name, and invent.",
    ),
    "report": ("service.cli.commands.report:report", "Write an HTML page of scores and errors."),
    "play": ("service.cli.commands.play:play", "Open a page on which captions are read as you type."),
    "benchmark": ("service.cli.commands.benchmark:benchmark", "Measure the scores against human judgements."),
    "capevalkit": ("service.cli.commands.capevalkit:capevalkit", "Score captions for CaptionEvalKit."),
    "batch": ("service.cli.commands.batch:batch", "Run jobs over any number of captions, resumable."),
    "cache": ("service.cli.commands.cache:cache", "Look into the cache of tuples, or clear it."),
    "serve": ("service.cli.commands.serve:serve", "Serve captuple.v1 over gRPC."),
    "arena": ("service.cli.commands.arena:arena", "Run an evaluation server: hidden references, a board."),
    "submit": ("service.cli.commands.submit:submit", "Submit captions to an evaluation server."),
    "evaluate": ("service.cli.commands.evaluate:evaluate", "Compare automatic tuples with human ones."),
    "train": ("service.cli.commands.train:train", "Make models from annotated data."),
    "annotate-export": (
        "service.cli.commands.annotate_export:annotate_export",
        "Hand captions to an annotation tool.",
    ),
    "annotate-import": (
        "service.cli.commands.annotate_import:annotate_import",
        "Take annotations from an annotation tool.",
    ),
    "models": ("service.cli.commands.models:models", "List the installed model bundles."),
    "groundings": ("service.cli.commands.groundings:groundings", "List the installed grounding functions."),
}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module_name, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module_name), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name][0]} is no click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> object:
        try:
            with warnings.catch_warnings():
                _say_warnings()
                result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise  # click ends quietly
        except (InvalidInputError, UnknownNameError) as e:
            raise _BadInput(str(e)) from e
        except CaptupleError as e:
            raise _RuntimeFailure(str(e)) from e
        except OSError as e:
            # Of the system where it has a text for it; else a library's own.
            message = f"{e.filename or 'output'}: {e.strerror}" if e.strerror else str(e)
            raise _RuntimeFailure(message) from e
        return result


def _say_warnings() -> None:
    """Let what readers guess be said as a line to people, without the place in the code."""
    others = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if issubclass(category, GuessedFieldsWarning):
            click.echo(str(message), err=True)
        else:
            others(message, category, *place, **more)

    warnings.simplefilter("always", GuessedFieldsWarning)
    warnings.showwarning = show


class _RuntimeFailure(click.ClickException):
    exit_code = 1


class _BadInput(click.ClickException):
    exit_code = 2


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="captuple", prog_name="captuple")
def cli() -> None:
    """Semantic tuples of image captions, and agreement of captions by their BASTs."""


def main() -> None:
    """Run the command line and exit."""
    cli(prog_name="captuple")
