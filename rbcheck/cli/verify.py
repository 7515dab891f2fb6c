"""`rbcheck verify` and `rbcheck schema`: looks at the ledger, and the shapes of what is printed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

import click

from rbcheck.domain.errors import N_, NotFound, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import ChainReport, How, timestamp
from rbcheck.locale import _, ngettext
from rbcheck.services.pinning import SHOWN_KEY, Fault
from rbcheck.services.put_back import PutBack
from rbcheck.services.taking_words import unledgered
from rbcheck.services.verified import SignatureReport, Verified
from rbcheck.wiring import Wiring

_NO_SCHEMA = N_("There is no schema named {name}: choose one of {names}.")

_OF_STORE, _SHORT = "store:", 6
_UNTOLD = "….before-restore-of-…"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def verify(wiring: Wiring, files: tuple[Path, ...], as_json: bool) -> int:
    """Look at the ledger of the store, or of exports: every link, every blind guess. Exit 1 where something is wrong.

    \b
    Examples:
      rbcheck verify
      rbcheck verify annotation_Ann_2026-11-29.json --json
    """
    found = Verified()
    for part in [wiring.verifying.file(path) for path in files] if files else [wiring.verifying.store()]:
        found.chains += part.chains
        found.questions += part.questions
        found.contradictions += part.contradictions
        found.signatures += part.signatures
        found.pins += part.pins
        found.rows += part.rows
        found.put_back += part.put_back
        found.lead_since, found.other_stores = part.lead_since, part.other_stores
        found.names |= part.names
    if as_json:
        click.echo(json.dumps(verified_json(found), ensure_ascii=False))
    else:
        _print(found, wiring)
    return 0 if found.ok else 1


def verified_json(found: Verified) -> dict[str, object]:
    """What a look found, as `verify --json` prints it."""
    return {
        "schema": "rbcheck.verify/1",
        "ok": found.ok,
        "chains": [
            {
                "annotator": chain.annotator,
                "device": chain.device,
                "events": chain.events,
                "anchored": chain.anchored,
                "ok": chain.ok,
                "first_bad": {"n": chain.first_bad[0], "how": chain.first_bad[1]} if chain.first_bad else None,
                "put_back": (
                    {"at": timestamp(cause.at), "file": cause.file, "before": cause.before}
                    if (cause := found.cause(chain))
                    else None
                ),
            }
            for chain in found.chains
        ],
        "questions": [
            {"id": part.question, "annotator": part.annotator, "blind_first": part.blind_first, "seen": part.seen}
            for part in found.questions
        ],
        "contradictions": [
            {"id": part.question, "annotator": part.annotator, "acts": list(part.acts)} for part in found.contradictions
        ],
        "signatures": [
            {
                "file": part.file,
                "annotator": part.annotator,
                "device": part.device,
                "key": part.key,
                "pinned": part.pinned,
                "ok": part.how is None,
                "how": part.how,
            }
            for part in found.signatures
        ],
        "pins": [
            {"annotator": part.annotator, "device": part.device, "n": part.n, "how": part.how} for part in found.pins
        ],
        "rows": [
            {
                "table": part.table,
                "annotator": part.annotator,
                "pack": part.pack,
                "question": part.question,
                "how": part.how,
            }
            for part in found.rows
        ],
        "lead_since": timestamp(found.lead_since) if found.lead_since else None,
        "other_stores": found.other_stores,
    }


def _print(found: Verified, wiring: Wiring) -> None:
    def who(annotator: str) -> str:
        if annotator.startswith(_OF_STORE):
            return _("the store itself ({id}…)").format(id=annotator.removeprefix(_OF_STORE)[:_SHORT])
        return f"{found.names.get(annotator) or '?'} ({annotator[:_SHORT]}…)"

    for chain in found.chains:
        here = chain.device == wiring.device.device_id
        device = _("this device") if here else _("device {id}…").format(id=chain.device[:_SHORT])
        words = ngettext(
            "{annotator} on {device}: {events} event, {state}, anchored up to {anchored}",
            "{annotator} on {device}: {events} events, {state}, anchored up to {anchored}",
            chain.events,
        ).format(
            annotator=who(chain.annotator), device=device, events=chain.events, anchored=chain.anchored,
            state=_("whole") if chain.ok else _("broken"),
        )  # fmt: skip
        if chain.first_bad:
            words += " " + _("(event {n}: {how})").format(n=chain.first_bad[0], how=chain.first_bad[1])
        click.echo(inert(words))
        if cause := found.cause(chain):
            click.echo(inert(_put_back(chain, cause, wiring)))
    blind = [part for part in found.questions if part.blind_first is not None]
    first = sum(part.blind_first is True for part in blind)
    words = ngettext(
        "{first} of {all} guess precedes every opening of its clips.",
        "{first} of {all} guesses precede every opening of their clips.",
        len(blind),
    )
    click.echo(words.format(first=first, all=len(blind)))
    for part in blind:
        if not part.blind_first:
            words = _("{question} of {annotator}: its clips were opened before the guess{known}.").format(
                question=part.question, annotator=who(part.annotator), known=_(" (and it says so)") if part.seen else ""
            )
            click.echo(inert(words))
    if found.unledgered:
        click.echo(unledgered(found.unledgered))
    for wrong in found.contradictions:
        words = _("{question} of {annotator} contradicts the ledger: {acts}.").format(
            question=wrong.question, annotator=who(wrong.annotator), acts=in_a_row(wrong.acts, _)
        )
        click.echo(inert(words))
    for signature in found.signatures:
        click.echo(inert(_signed(signature)))
    for pin in found.pins:
        what = _("event {n}").format(n=pin.n) if pin.n else _("the key")
        words = _("What an import pinned of {annotator} on device {id}… ({what}) was tampered with: {how}.").format(
            annotator=who(pin.annotator), id=pin.device[:_SHORT], what=what, how=pin.how
        )
        click.echo(inert(words))
    for row in found.rows:
        about = [who(row.annotator) if row.annotator else None, row.pack, row.question]
        of = _(", ").join(part for part in about if part) or _("the store itself")
        words = _("`{table}` of {of} is not as the store's own chain tells: {how}.").format(
            table=row.table, of=of, how=row.how
        )
        click.echo(inert(words))
    if found.lead_since:
        words = _("This store was made a lead's on {day}: the published answers can be seen in it since.")
        click.echo(words.format(day=found.lead_since.date()))
    if found.other_stores:
        words = _(
            "This device worked on other stores too ({count}): what one held that was removed or replaced is not here."
        )
        click.echo(words.format(count=found.other_stores))
    if found.ok:
        click.echo(_("Nothing is wrong."))


def _put_back(chain: ChainReport, cause: PutBack, wiring: Wiring) -> str:
    """One sentence on why a store that was put back has a broken chain, and what can be done."""
    before = shlex.quote(str(wiring.keeping.beside(cause.before or _UNTOLD)))
    if chain.first_bad and chain.first_bad[1] is How.REMOVED:
        words = _(
            "The store was put back on {day} from {file}, which ends before that: `rbcheck merge {before}` brings the "
            "events back, if nobody goes on here first."
        )
    else:
        words = _(
            "The store was put back on {day} from {file} and was gone on with: the chain stays forked, and what was "
            "done before is in {before}."
        )
    return "  " + words.format(day=cause.at.date(), file=cause.file, before=before)


def _signed(part: SignatureReport) -> str:
    """One sentence on the signature of a file."""
    device = (part.device or "")[:_SHORT]
    match part.how:
        case Fault.CHANGED:
            return _("{file}: changed since device {id}… signed it.").format(file=part.file, id=device)
        case Fault.UNSIGNED:
            return _("{file}: bears no signature, though device {id}… signed before.").format(file=part.file, id=device)
        case Fault.OTHER_KEY:
            return _("{file}: signed with another key than device {id}… signed with before.").format(
                file=part.file, id=device
            )
        case None if part.key is None:
            return _("{file}: bears no signature, so only what was handed in before is anchored.").format(
                file=part.file
            )
        case None:
            known = _("known here") if part.pinned else _("not known here")
            return _("{file}: signed by device {id}… with the key {key}… ({known}).").format(
                file=part.file, id=device, key=(part.key or "")[:SHOWN_KEY], known=known
            )


@click.command()
@click.argument("name", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema of a shape; without a name, the names.

    \b
    Examples:
      rbcheck schema annotation
      rbcheck schema stats
    """
    known = schemas()
    if name is None:
        for each in known:
            click.echo(each)
        return
    if name not in known:
        raise NotFound(_NO_SCHEMA, name=name, names=", ".join(known))
    click.echo(json.dumps(known[name], ensure_ascii=False, indent=2))


def schemas() -> dict[str, Mapping[str, object]]:
    """Every schema by its name; `pack` is any answer of the commands of packs."""
    from rbcheck.exchange.decisions import ADJUDICATE, ADJUDICATE_APPLY
    from rbcheck.exchange.line_schemas import LINE_SCHEMAS
    from rbcheck.exchange.publication import PACK_EXPORT, PUBLICATION
    from rbcheck.exchange.reviews import REVIEW
    from rbcheck.exchange.schemas import DRAFT, SCHEMAS
    from rbcheck.packs.schemas import SCHEMAS as PACK_SCHEMAS
    from rbcheck.stats.schema import STATS_SCHEMA

    of_packs: dict[str, Mapping[str, object]] = {
        name.removeprefix("rbcheck.").partition("/")[0]: dict(shape) for name, shape in PACK_SCHEMAS.items()
    }
    shapes = [{key: part for key, part in shape.items() if key != "$schema"} for shape in of_packs.values()]
    several = {"type": "array", "items": shapes[0]}
    pack = {"$schema": DRAFT, "title": "What the commands of packs print", "oneOf": [*shapes, several]}
    return {
        "annotation": SCHEMAS["annotation"],
        "pack": pack,
        "stats": STATS_SCHEMA,
        **SCHEMAS,
        **LINE_SCHEMAS,
        "questions": PUBLICATION,
        "pack_export": PACK_EXPORT,
        "adjudicate": ADJUDICATE,
        "adjudicate_apply": ADJUDICATE_APPLY,
        "review": REVIEW,
        **of_packs,
    }
