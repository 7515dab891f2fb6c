"""`rbcheck manual`: the manual, in the language of the interface, paged."""

from __future__ import annotations

import sys

import click

from rbcheck.domain.errors import N_, NotFound
from rbcheck.locale import _
from rbcheck.manual import topics
from rbcheck.wiring import Wiring

_NO_TOPIC = N_("The manual has no topic {topic}: it has {topics}.")


@click.command()
@click.argument("topic", required=False)
@click.pass_obj
def manual(wiring: Wiring, topic: str | None) -> None:
    """Read the manual; without a TOPIC: its table of contents.

    \b
    Examples:
      rbcheck manual
      rbcheck manual annotator
    """
    pages = topics(wiring.lang)
    if topic is None:
        for name, page in pages.items():
            click.echo(f"{name:<14} {page.title}")
        click.echo(_("Read one with: rbcheck manual TOPIC"), err=True)
        return
    if topic not in pages:
        raise NotFound(_NO_TOPIC, topic=topic, topics=", ".join(pages))
    text = pages[topic].text
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100))
    with console.pager(styles=True):
        console.print(Markdown(text))
