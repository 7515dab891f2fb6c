"""The command line: global options, the table of commands, and one end for every error."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

import click

from rbcheck import __version__
from rbcheck.cli.click_words import speak
from rbcheck.cli.ending import Ended
from rbcheck.cli.kinds import be_strict
from rbcheck.cli.lazy import LazyGroup, Spoken
from rbcheck.cli.showing import MODES, SHOW_HELP, with_show
from rbcheck.domain.errors import N_, Interrupted, Missing, RbcheckError, StoreError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.settings import LANGUAGES, language_of, read_settings

COMMANDS: dict[str, tuple[str, str, str]] = {
    "demo": ("rbcheck.cli.demo", "demo", N_("make the practice pack with its videos and open it")),
    "pack": ("rbcheck.cli.pack", "pack", N_("add, list and show packs")),
    "assign": ("rbcheck.cli.assign", "assign", N_("say who judges what")),
    "annotator": ("rbcheck.cli.people", "annotator", N_("who judges in this store, and whom checks hold back")),
    "store": ("rbcheck.cli.people", "store", N_("say whose store this is")),
    "gold": ("rbcheck.cli.stats", "gold", N_("bring golds into a lead's store")),
    "export": ("rbcheck.cli.exchange", "export", N_("write an annotator's judgments to a file")),
    "import": ("rbcheck.cli.exchange", "import_", N_("read judgments from files")),
    "merge": ("rbcheck.cli.merge", "merge", N_("bring other stores in")),
    "stats": ("rbcheck.cli.stats", "stats", N_("which questions are guessable, which answers wrong, whom to trust")),
    "adjudicate": ("rbcheck.cli.adjudicate", "adjudicate", N_("settle what the judgments leave open")),
    "review": ("rbcheck.cli.review", "review", N_("read judgments with their evidence, comment on them, return them")),
    "verify": ("rbcheck.cli.verify", "verify", N_("look at the ledger of the store, or of exports")),
    "doctor": ("rbcheck.cli.doctor", "doctor", N_("what this machine has, and what is wrong with clips")),
    "backup": ("rbcheck.cli.keeping", "backup", N_("copy the store while people work")),
    "restore": ("rbcheck.cli.keeping", "restore", N_("put a backup back")),
    "play": ("rbcheck.cli.play", "play", N_("play one file, to try a terminal")),
    "manual": ("rbcheck.cli.manual", "manual", N_("read the manual")),
    "schema": ("rbcheck.cli.verify", "schema", N_("print the JSON Schema of a shape")),
}

READING = frozenset(
    {"export", "stats", "verify", "adjudicate", "review", "annotator", "assign", "backup", "gold"}
)  # fmt: skip
"""The commands that have nothing to do where there is no store: they make none at a place that was named."""

EXAMPLES = N_(
    "Examples:\n"
    "  rbcheck                          open the interface\n"
    "  rbcheck demo                     make the practice pack and open it\n"
    "  rbcheck pack add bundle_04.tar   bring a pack in\n"
    "  rbcheck export --annotator Ann   write Ann's judgments to a file\n"
    "  rbcheck stats --by unit          look at the figures"
)

_NAME, _COMPLETING = "rbcheck", "_RBCHECK_COMPLETE"
_NO_OUTPUT = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
_NOT_WRITTEN = N_("Standard output cannot be written ({why}): make room there and run the command again.")
EXIT_REFUSED, EXIT_USAGE, EXIT_STORE, EXIT_MISSING, EXIT_INTERRUPTED = 1, 2, 3, 4, 130


@be_strict
@click.group(
    cls=LazyGroup, lazy=COMMANDS, invoke_without_command=True, epilog=EXAMPLES,
    help=N_("Find out whether a video benchmark's questions are any good. With no command: the interface."),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)  # fmt: skip
@click.option("--annotator", cls=Spoken, metavar="NAME", help=N_("Whose judgments to open in the interface."))
@click.option("--pack", "pack_name", cls=Spoken, metavar="PACK", help=N_("The pack to open in the interface."))
@click.option("--question", cls=Spoken, metavar="ID", help=N_("The question to open in the interface."))
@click.option(
    "--db",
    cls=Spoken,
    type=click.UNPROCESSED,
    metavar="URL",
    help=N_("The store (else RBCHECK_DB, else a file in RBCHECK_HOME)."),
)
@click.option(
    "--lang", cls=Spoken, type=click.Choice(LANGUAGES), help=N_("The language (else RBCHECK_LANG, else the locale).")
)
@click.option("--show", cls=Spoken, type=click.Choice(MODES), metavar="MODE", help=SHOW_HELP)
@click.version_option(__version__, prog_name="rbcheck", cls=Spoken, help=N_("Show the version and exit."))
@click.pass_context
def cli(
    ctx: click.Context,
    annotator: str | None,
    pack_name: str | None,
    question: str | None,
    db: str | None,
    lang: str | None,
    show: str | None,
) -> None:
    """The interface where no command is named; else what every command needs."""
    settings = with_show(read_settings(os.environ, db, lang), show)
    if ctx.invoked_subcommand is None:
        from rbcheck.cli.interface import open_interface

        ctx.exit(open_interface(settings, annotator, pack_name, question))
    from rbcheck.wiring import Wiring

    ctx.obj = Wiring(settings, None if ctx.invoked_subcommand in READING else tell_of_new)
    ctx.call_on_close(ctx.obj.close)


def run(arguments: Sequence[str]) -> int:
    """Run one command line; its exit code. Whatever is refused is one sentence on standard error."""
    speak(language_of(os.environ, _stated_language(arguments)))
    try:
        result = _invoke(arguments)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (click.Abort, KeyboardInterrupt, Interrupted) as stopped:
        if sys.stderr.isatty():
            click.echo(err=True)  # behind the terminal's ^C
        _say(_("Interrupted."))
        return 128 + stopped.number if isinstance(stopped, Ended) else EXIT_INTERRUPTED
    except click.ClickException as error:
        with suppress(OSError):  # as in `_say`
            error.show(sys.stderr)
        return EXIT_USAGE
    except RbcheckError as error:
        _say(error.render(_))
        return exit_code(error)
    except BrokenPipeError:
        _drop_output()
        return 0
    except SystemExit as leave:
        # Rich leaves so, with 1, where the reader of a pipe has gone; that is no refusal.
        if not isinstance(leave.__context__, BrokenPipeError):
            raise
        _drop_output()
        return 0
    except OSError as error:
        # An error of a file names it; one without a name is of standard output.
        if error.filename is not None or error.errno not in _NO_OUTPUT:
            raise
        _drop_output()
        _say(_(_NOT_WRITTEN).format(why=error.strerror))
        return EXIT_REFUSED
    return result if isinstance(result, int) else 0


def _stated_language(arguments: Sequence[str]) -> str | None:
    """What stands behind `--lang`, wherever in the line, before click has read it."""
    stated = None
    for word, following in pairwise((*arguments, "")):
        if word == "--lang" and following:
            stated = following
        elif word.startswith("--lang="):
            stated = word.removeprefix("--lang=")
    return stated


def _invoke(arguments: Sequence[str]) -> object:
    if _COMPLETING in os.environ:
        return cli.main(list(arguments), prog_name=_NAME, standalone_mode=False)
    # Click's own `main` would swallow what says that a pipe's reader has gone.
    with cli.make_context(_NAME, list(arguments)) as context:
        return cli.invoke(context)


def exit_code(error: RbcheckError) -> int:
    """The exit code that tells scripts what kind of refusal it was."""
    match error:
        case StoreError():
            return EXIT_STORE
        case Missing():
            return EXIT_MISSING
        case _:
            return EXIT_REFUSED


def tell_of_new(where: str) -> None:
    """Say that a store was made at a place that somebody named, who may have mistyped it."""
    _say(_("There was no store at {store}: a new, empty one was made there.").format(store=where))


def _drop_output() -> None:
    # What is still held would fail again, with a traceback, as the interpreter ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(sentence: str) -> None:
    # Where standard error is full or closed the exit code still says what happened.
    with suppress(OSError):
        click.echo(f"rbcheck: {inert(sentence)}", err=True)
