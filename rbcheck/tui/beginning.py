"""What the first screen is to be: decided in a thread, from what was asked for and what the store holds."""

from __future__ import annotations

from dataclasses import dataclass

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.ports import Annotator
from rbcheck.tui.shell import Shell, Wishes
from rbcheck.tui.widgets.wording import sentence


@dataclass(frozen=True, slots=True)
class Beginning:
    """With an annotator and a pack the queue stands first; else the first minutes, where `said` is told.

    `question` is opened at once: one that was asked for, or that a session which died had open. Where several people
    signed in here it is offered: whoever signed in last goes on with it by `Enter`.
    """

    shell: Shell
    annotator: Annotator | None
    pack: str
    name: str
    said: str
    question: str | None = None


def begin(shell: Shell, wishes: Wishes, lang: str) -> Beginning:
    """Look who is there and what there is to judge; StoreError where the store cannot be used."""
    # What both of the screens that can follow need is loaded here, while the first one stands.
    import rbcheck.tui.screens.queue
    import rbcheck.tui.screens.welcome  # noqa: F401

    annotator, last, said = _who(shell, wishes.annotator, lang)
    names = shell.queueing.pack_names()
    pack = names[0] if len(names) == 1 else ""
    if wishes.pack:
        pack = wishes.pack if wishes.pack in names else ""
        if not pack:
            said = _("There is no pack {pack} here: choose one, or add it with `rbcheck pack add`.").format(
                pack=inert(wishes.pack)
            )
    question = wishes.question
    if annotator and not question and not said:
        back = shell.annotating.interrupted(annotator.annotator_id)
        if back and back[0] in names and wishes.pack in (None, "", back[0]):
            pack, question = back
    if annotator is None and last is not None and not wishes.question and not said:
        back = shell.annotating.interrupted(last.annotator_id)
        if back and back[0] in names and wishes.pack in (None, "", back[0]):
            pack, question = back
            said = _("{question} was open when the program ended: Enter goes on with it, or another name begins anew.")
            said = said.format(question=inert(question))
    name = annotator.name if annotator else wishes.annotator or (last.name if last else "")
    return Beginning(shell, annotator, pack, name, said, question)


def _who(shell: Shell, wished: str | None, lang: str) -> tuple[Annotator | None, Annotator | None, str]:
    """Who judges, where that is certain; else whoever signed in here last; what is to be said."""
    if not wished:
        here = shell.queueing.signed_in()
        return (here[0] if len(here) == 1 else None), (here[0] if here else None), ""
    people = shell.queueing.annotators()
    plain = " ".join(wished.split())
    known = any(plain in (person.name, person.annotator_id) for person in people)
    if people and not known:
        said = _("Nobody here is named {name} yet: go on with it as a new name, or choose one that is known.")
        return None, None, said.format(name=inert(plain))
    try:
        return shell.queueing.sign_in(wished, lang), None, ""
    except RbcheckError as error:
        return None, None, sentence(error)
