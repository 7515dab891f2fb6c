"""A build that is interrupted leaves no pack, keeps the clips that it has made, and the next one goes on from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from building.campaigns import done, lead, lead_pack
from cli.program import Program

from rbcheck.services.building_values import BuildOptions
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

MAKING = ".source.making"


@pytest.fixture
def office(tmp_path: Path) -> Program:
    return lead(tmp_path / "home", lead_pack(tmp_path / "source", questions=4))


def content(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def interrupted(office: Program, options: BuildOptions, made: int) -> None:
    """Stop a build once so many of its clips are made."""

    def stop(done: int, total: int) -> None:
        if done >= made:
            raise KeyboardInterrupt

    wiring = Wiring(read_settings(office.environment))
    try:
        with pytest.raises(KeyboardInterrupt):
            wiring.building.build("source", options, stop)
    finally:
        wiring.close()


@pytest.mark.parametrize("cut", [False, True])
def test_what_was_made_before_is_not_made_again_and_the_bytes_are_the_same(
    office: Program, tmp_path: Path, cut: bool
) -> None:
    out, whole, more = tmp_path / "out", tmp_path / "whole", ["--cut"] * cut
    interrupted(office, BuildOptions(out, seed="s", cut=cut), made=3)
    kept = {path: path.stat().st_ino for path in (out / MAKING).glob("*.mp4")}
    assert len(kept) >= 3
    assert [path.name for path in out.iterdir()] == [MAKING]
    assert not list((out / MAKING).glob(".*")), "nothing half made stays"
    done(office("pack", "build", "source", "-o", out, "--seed", "s", *more))
    inodes = {path.stat().st_ino for path in (out / "source_built" / "clips").iterdir()}
    assert set(kept.values()) <= inodes, "the same files stand in the pack"
    done(office("pack", "build", "source", "-o", whole, "--seed", "s", *more))
    assert content(out) == content(whole)
    assert not (out / MAKING).exists()


def test_a_clip_that_cannot_be_made_is_named_and_the_others_are_kept(office: Program, tmp_path: Path) -> None:
    out = tmp_path / "out"
    bad = sorted((tmp_path / "source" / "clips").iterdir())[-1]
    good = bad.read_bytes()
    bad.write_bytes(b"no video")
    said = office("pack", "build", "source", "-o", out)
    assert said.code == 1
    assert bad.name in said.err
    assert [path.name for path in out.iterdir()] == [MAKING]
    bad.write_bytes(good)
    done(office("pack", "build", "source", "-o", out))
    assert sorted(path.name for path in out.iterdir()) == ["source.key.json", "source_built"]
