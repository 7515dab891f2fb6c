"""Sealed clips are decoded by `pack check` with their passphrase; what is decoded is kept; what is shut stays shut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from building.campaigns import done, lead, lead_pack
from cli.program import Program

from rbcheck.sealing import CHUNK
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """The file with the passphrase."""
    secret = tmp_path / "secret"
    secret.write_text("open sesame\n", encoding="utf-8")
    return secret


@pytest.fixture
def office(tmp_path: Path, secret: Path) -> Program:
    """A lead's machine with a pack, and a sealed one that was built of it."""
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=3))
    done(office("pack", "build", "source", "-o", tmp_path / "out", "--seal", "--passphrase-file", secret))
    return office


def clips_of(program: Program, *words: object) -> tuple[list[dict[str, Any]], list[str]]:
    """What the gate clips finds, short and small clips left out, and what it skips."""
    told = program("pack", "check", *words, "--gate", "clips", "--json").value
    return [one for one in told["findings"] if one["data"]["why"] not in ("short", "lines")], [
        one["reason"] for one in told["skipped"]
    ]


def decoded(program: Program, pack: str) -> list[int | None]:
    """The decoded lengths that the store keeps of a pack's clips."""
    wiring = Wiring(read_settings(program.environment))
    try:
        with wiring.open_work(write=False) as work:
            return [media.decoded_ms for stored in work.packs.questions(pack) for media in stored.media]
    finally:
        wiring.close()


def test_sealed_clips_at_a_path_are_decoded_with_their_passphrase(office: Program, secret: Path) -> None:
    pack = office.home.parent / "out" / "source_built"
    found, skipped = clips_of(office, pack)
    assert (found, len(skipped)) == ([], 1)
    assert "--passphrase-file" in skipped[0]
    assert clips_of(office, pack, "--passphrase-file", secret) == ([], [])
    secret.write_text("open says me\n", encoding="utf-8")
    assert "not the passphrase" in office("pack", "check", pack, "--passphrase-file", secret).sentence


def test_a_sealed_clip_that_is_damaged_is_found_and_the_others_are_good(office: Program, secret: Path) -> None:
    pack = office.home.parent / "out" / "source_built"
    clip = max((pack / "clips").iterdir(), key=lambda path: path.stat().st_size)
    content = bytearray(clip.read_bytes())
    assert len(content) < CHUNK, "one chunk: nothing of it is left"
    content[-20] ^= 1
    clip.write_bytes(content)
    manifest = json.loads((pack / "pack.json").read_text("utf-8"))
    del manifest["files"]
    (pack / "pack.json").write_text(json.dumps(manifest), "utf-8")
    ((told,), skipped) = clips_of(office, pack, "--passphrase-file", secret)
    assert (told["severity"], told["data"]["why"], skipped) == ("error", "unreadable", [])
    assert "damaged" in told["data"]["reason"]


def test_what_was_decoded_is_kept_of_open_and_sealed_packs(office: Program, secret: Path) -> None:
    done(office("pack", "add", office.home.parent / "out" / "source_built"))
    assert set(decoded(office, "source")) == set(decoded(office, "source_built")) == {None}
    clips_of(office, "source")
    clips_of(office, "source_built")
    assert set(decoded(office, "source")) == {2000}
    assert set(decoded(office, "source_built")) == {None}
    assert clips_of(office, "source_built", "--passphrase-file", secret) == ([], [])
    assert set(decoded(office, "source_built")) == {2000}


def test_a_file_that_is_another_than_was_decoded_is_decoded_anew(office: Program) -> None:
    clips_of(office, "source")
    clip = sorted((office.home.parent / "source" / "clips").iterdir())[0]
    clip.write_bytes(clip.read_bytes() + bytes(10))
    content = clip.read_bytes()
    clip.write_bytes(content[: len(content) // 2] + bytes(len(content) // 4))
    found, _skipped = clips_of(office, "source")
    assert any(one["data"]["why"] in ("unreadable", "damaged", "container", "declared") for one in found)


def test_clips_of_a_question_before_its_blind_guess_stay_closed(office: Program) -> None:
    wiring = Wiring(read_settings(office.environment))
    try:
        person = wiring.queueing.sign_in("Ann", "en").annotator_id
        view: Any = wiring.annotating.open(person, "source", "fv-000001")
        count = len(view.clips)
        wiring.annotating.close()
        _found, (skipped,) = clips_of(office, "source")
        assert skipped.startswith(f"{count} clip{'s' if count > 1 else ''} stay")
        assert decoded(office, "source").count(None) == count
        wiring.annotating.commit_blind(view.header.judgment_id, ["A", "B"])
        assert clips_of(office, "source")[1] == []
        assert None not in decoded(office, "source")
    finally:
        wiring.close()
