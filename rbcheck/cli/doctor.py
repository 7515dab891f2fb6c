"""`rbcheck doctor`: what this machine has, how the store is, and what is wrong with clips."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rbcheck.cli.no_video import no_video
from rbcheck.cli.pack_output import named
from rbcheck.cli.progress import progress_bar
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import CLAUSES, RbcheckError, in_a_row
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.services.health import SCHEMA, clip_trouble, clips_below, look_at_clip
from rbcheck.wiring import DEVICE, Wiring

GOOD, BAD = "✓", "✗"


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH...]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON value.")
@click.pass_obj
def doctor(wiring: Wiring, paths: tuple[Path, ...], as_json: bool) -> int:
    """Look at VLC, the terminal and the store; with PATHs, at each clip, decoding every picture.

    \b
    Examples:
      rbcheck doctor
      rbcheck doctor clips/ --json
    """
    vlc = wiring.look_at_vlc()
    store = _store(wiring)
    terminal = wiring.look_at_terminal(os.environ)
    if not as_json:
        _say_vlc(vlc)
        _say_terminal(terminal)
        for finding in _list(store["findings"]):
            words = _("Device: {said}") if finding["name"] == DEVICE else _("Store: {said}")
            _line(bool(finding["ok"]), inert(words.format(said=finding["said"])))
    clips: list[dict[str, Json]] = []
    ok = False
    try:
        _look_through(wiring, tuple(clips_below(paths)), clips, say=not as_json)
        ok = bool(vlc["found"] and vlc["decodes"] and store["ok"] and all(clip["playable"] for clip in clips))
    finally:
        # What was found until somebody stopped it is told too.
        if as_json:
            value = {"schema": SCHEMA, "ok": ok, "vlc": vlc, "terminal": terminal, "store": store, "clips": clips}
            click.echo(json.dumps(value, ensure_ascii=False))
    return 0 if ok else 1


def _look_through(wiring: Wiring, paths: tuple[Path, ...], found: list[dict[str, Json]], say: bool) -> None:
    """Add what is found of each clip to the list; with `say`, in words too, as soon as it is known."""
    try:
        with progress_bar(_("Decoding clips")) as bar:
            for path in paths:
                bar(len(found), len(paths))
                clip = look_at_clip(wiring.inspector, path, _)
                if not clip["playable"] and (said := no_video(path)):
                    clip["reason"] = said
                found.append(clip)
                if say:
                    with bar.aside():
                        _say_clip(clip)
    except KeyboardInterrupt:
        told = _("{done} of {total} clips were looked at.").format(done=len(found), total=len(paths))
        click.echo(f"\n{told}" if sys.stderr.isatty() else told, err=True)
        raise


def _say_clip(clip: dict[str, Json]) -> None:
    found = clip_trouble(clip, _)
    facts = f"{clip['codec']} {clip['width']}×{clip['height']} {clip['fps']}/s {clip['decoded_ms']} ms"
    said = in_a_row(found if not clip["playable"] else (facts, *found), _, CLAUSES)
    _line(bool(clip["playable"]), named(inert(str(clip["path"])), inert(said)))


def _store(wiring: Wiring) -> dict[str, Json]:
    """What is found of the store and of the device's memory; a store that cannot be opened is a finding too."""
    try:
        findings = wiring.look_at_store()
    except RbcheckError as error:
        findings = [{"name": "open", "ok": False, "found": None, "said": error.render(_)}]
    findings += wiring.look_at_device()
    return {"ok": all(finding["ok"] for finding in findings), "findings": list(findings)}


def _say_vlc(vlc: Mapping[str, Json]) -> None:
    if not vlc["found"]:
        _line(False, str(vlc["reason"]))
    elif not vlc["decodes"]:
        _line(False, _("VLC {version} is here but shows no picture: its plug-ins are missing.").format(**vlc))
    else:
        _line(True, _("VLC {version} plays.").format(**vlc))


def _say_terminal(terminal: Mapping[str, Any]) -> None:
    from rbcheck.tui.picture.mode_words import said_of

    ways = [said_of(way) for way in terminal["ways"]]
    if terminal["size"] is None:
        _line(True, _("Terminal: the output goes to none here; in one that shows no more, {best}").format(best=ways[0]))
    else:
        _line(True, _("Terminal: {size}, pictures in {best}").format(size=terminal["size"], best=ways[0]))
    if len(ways) > 1:
        _line(True, _("Terminal: v changes to {ways}").format(ways=in_a_row(ways[1:], _)))
    if terminal["asked"] and not terminal["answered"]:
        _line(True, _("Terminal: it did not answer within a second; --show tries a way all the same"))
    elif terminal["multiplexer"]:
        _line(True, _("Terminal: tmux or screen stands before it; outside of that it may show more"))
    if sys.platform == "darwin":
        _line(True, _("Terminal: on macOS VLC's own window is not used"))


def _line(good: bool, said: str) -> None:
    click.echo(f"{GOOD if good else BAD} {said}")


def _list(value: Json) -> list[dict[str, Json]]:
    assert isinstance(value, list)
    return value
