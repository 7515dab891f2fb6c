"""Archives that would do harm are refused before a byte of them is written; what is unpacked tells nothing."""

from __future__ import annotations

import hashlib
import io
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard
from packs.making import cli_pack, cli_row, native_pack, native_row, tar_of, write, zip_of

from rbcheck.domain.errors import PackError
from rbcheck.packs.files import Files
from rbcheck.services.intake import Footage, IntakeOptions, Kept, KeptFile, MissingRecording, ReadPack, silent


def understood(path: Path, **options: int) -> ReadPack:
    return Files(path.parent / "media").read(path, IntakeOptions(**options), silent)  # type: ignore[arg-type]


def tar_with(tmp_path: Path, *members: tarfile.TarInfo, content: bytes = b"") -> Path:
    """A good pack's archive, and these members behind it."""
    path = tar_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "bad.tar")
    with tarfile.open(path, "a") as tar:
        for member in members:
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize("name", ["../out.mp4", "/out.mp4", "clips/../../out.mp4", "a\\..\\b", "C:/x", "x\x1b[2J"])
def test_a_member_that_would_land_outside_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="leads outside of the pack"):
        understood(tar_with(tmp_path, member(name)))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE])
def test_a_link_or_a_device_is_refused(tmp_path: Path, kind: bytes) -> None:
    with pytest.raises(PackError, match="a link or a device"):
        understood(tar_with(tmp_path, member("clips/x.mp4", kind, "/outside")))


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = zip_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "bad.zip")
    with zipfile.ZipFile(path, "a") as archive:
        info = zipfile.ZipInfo("clips/x.mp4")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/outside")
    with pytest.raises(PackError, match="a link or a device"):
        understood(path)


def test_traversal_in_a_zip_is_refused(tmp_path: Path) -> None:
    path = zip_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "bad.zip")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("../x.mp4", b"x")
    with pytest.raises(PackError, match="leads outside of the pack"):
        understood(path)


@pytest.mark.parametrize("name", ["\0", "."])
def test_a_file_without_a_name_is_refused(tmp_path: Path, name: str) -> None:
    path = zip_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "bad.zip")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("@", b"x")
    path.write_bytes(path.read_bytes().replace(b"@x", name.encode() + b"x").replace(b"@PK", name.encode() + b"PK"))
    with pytest.raises(PackError, match="leads outside of the pack or cannot be kept"):
        understood(path)


def test_a_member_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="twice"):
        understood(tar_with(tmp_path, member("pack.json")))


@pytest.mark.parametrize("ending", ["zip", "tar.gz"])
def test_an_archive_that_grows_more_than_two_hundred_times_is_refused(tmp_path: Path, ending: str) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    write(folder / "clips" / "zeros.mp4", bytes(20 * 2**20))
    path = tmp_path / f"bomb.{ending}"
    if ending == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in folder.rglob("*.*"):
                archive.write(file, file.relative_to(folder))
    else:
        tar_of(folder, path)
    with pytest.raises(PackError, match="more than 200 times"):
        understood(path)


def test_an_archive_larger_than_allowed_is_refused(tmp_path: Path) -> None:
    path = tar_with(tmp_path)
    with pytest.raises(PackError, match="more than 500 bytes"):
        understood(path, max_bytes=500)


@pytest.mark.parametrize("ending", ["tar", "tar.gz", "zip"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.8])
def test_a_damaged_archive_is_one_sentence(tmp_path: Path, ending: str, share: float) -> None:
    folder = native_pack(tmp_path / "p", [native_row(f"q{number}") for number in range(30)])
    path = tmp_path / f"short.{ending}"
    whole = zip_of(folder, path) if ending == "zip" else tar_of(folder, path)
    content = whole.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(PackError, match=r"cannot be (read|unpacked)|holds nothing that is read here"):
        understood(path)


def test_a_zip_with_a_password_is_one_sentence(tmp_path: Path) -> None:
    path = zip_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "locked.zip")
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    with pytest.raises(PackError, match="a password"):
        understood(path)


@pytest.mark.parametrize(("at", "value"), [(0, b"XX"), (30, b"/"), (14, b"\0\0\0\0")])
def test_a_member_that_is_not_as_the_zips_directory_says_is_one_sentence(tmp_path: Path, at: int, value: bytes) -> None:
    path = zip_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "x.zip")
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        start = archive.getinfo("clips/q1.mp4").header_offset
        directory = archive.start_dir
    content[start + at : start + at + len(value)] = value
    if at == 14:  # the checksum that counts stands in the directory
        place = content.index(b"PK\x01\x02", directory) + 16
        content[place : place + 4] = value
    path.write_bytes(content)
    files = Files(tmp_path / "media")
    with pytest.raises(PackError, match="cannot be read as an archive"):
        keep_all(files, path)
    assert list((tmp_path / "media").iterdir()) == []


def keep_all(files: Files, path: Path) -> Kept:
    pack = files.read(path, IntakeOptions(), silent)
    return files.keep([clip.footage for item in pack.questions for clip in item.clips], False, lambda _: (), silent)


def test_a_damaged_archive_in_zstandard_is_named_as_such(tmp_path: Path) -> None:
    whole = tar_of(native_pack(tmp_path / "p", [native_row("q1")]), tmp_path / "x.tar").read_bytes()
    packed = zstandard.compress(whole)
    assert len(understood(write(tmp_path / "whole.tar.zst", packed)).questions) == 1
    for cut in (5, len(packed) // 2, len(packed) - 1):
        with pytest.raises(PackError, match=r"cannot be (read|unpacked)"):
            understood(write(tmp_path / "x.tar.zst", packed[:cut]))


def test_zstandard_says_what_to_install_where_it_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = write(tmp_path / "x.tar.zst", b"\x28\xb5\x2f\xfd" + bytes(100))
    with pytest.raises(PackError, match=r"install `rbcheck\[zstd\]`"):
        understood(path)


def test_names_given_to_unpacked_clips_tell_nothing_and_their_content_is_whole(tmp_path: Path) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")]), tmp_path / "x.tar.gz")
    files = Files(tmp_path / "media")
    pack = files.read(path, IntakeOptions(), silent)
    wanted = [clip.footage for item in pack.questions for clip in item.clips]
    kept = files.keep(wanted, False, lambda sha256: (), silent)
    files.finish(kept)
    there = sorted(found.name for found in (tmp_path / "media").iterdir())
    assert there == sorted(Path(file.relative).name for file in kept_files(kept))
    for item, file in zip(wanted, kept_files(kept), strict=True):
        name = Path(item.relative).name
        assert name not in file.relative
        assert len(Path(file.relative).stem) == 32
        assert file.path.read_bytes() == name.encode() * 50
        assert file.sha256 == hashlib.sha256(name.encode() * 50).hexdigest()
        assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def kept_files(kept: Kept) -> list[KeptFile]:
    assert all(isinstance(file, KeptFile) for file in kept.values())
    return [file for file in kept.values() if isinstance(file, KeptFile)]


def test_content_that_is_kept_already_is_not_kept_twice(tmp_path: Path) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row()]), tmp_path / "x.tar")
    files = Files(tmp_path / "media")
    wanted = [clip.footage for item in files.read(path, IntakeOptions(), silent).questions for clip in item.clips]
    kept = files.keep(wanted, False, lambda sha256: (), silent)
    files.finish(kept)
    [first] = kept_files(kept)
    kept = files.keep(wanted, False, lambda sha256: (first.relative,), silent)
    files.finish(kept)
    [again] = kept_files(kept)
    assert (again.relative, again.fresh) == (first.relative, False)
    assert len(list((tmp_path / "media").iterdir())) == 1


def test_nothing_stays_behind_where_an_archive_breaks_while_it_is_unpacked(tmp_path: Path) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")]), tmp_path / "x.tar.gz")
    files = Files(tmp_path / "media")
    wanted = [clip.footage for item in files.read(path, IntakeOptions(), silent).questions for clip in item.clips]
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(PackError):
        files.keep(wanted, False, lambda sha256: (), silent)
    assert list((tmp_path / "media").iterdir()) == []


KINDS = ("native", "cli", "table")


def with_recordings(folder: Path, kind: str, *names: str) -> Path:
    """A pack of that kind whose clip is a span of the recording `rec1`, with recordings of these names beside it."""
    if kind == "native":
        clip = {"label": "CLIP_1", "recording": "rec1", "span_s": [3, 9]}
        native_pack(folder, [native_row("q1", clips=[clip])])
    elif kind == "cli":
        cli_pack(folder, [cli_row("q1")], ())
    else:
        write(folder / "set.csv", b"id,question,a0,a1,n,video,start,end\nq1,Select one?,x,y,1,rec1,3,9\n")
    for name in names:
        write(folder / name)
    return folder


@pytest.mark.parametrize("ending", ["tar", "zip"])
@pytest.mark.parametrize("kind", KINDS)
def test_recordings_in_an_archive_are_found_by_their_stem(tmp_path: Path, kind: str, ending: str) -> None:
    folder = with_recordings(tmp_path / "p", kind, "raw/p01/rec1.MP4", "raw/rec2.mp4", "rec1.txt")
    path = tmp_path / f"x.{ending}"
    tar_of(folder, path, "top") if ending == "tar" else zip_of(folder, path)
    pack = understood(path)
    assert pack.refused == ()
    (clip,) = pack.questions[0].clips
    assert (clip.footage.relative, clip.footage.archived) == ("top/" * (ending == "tar") + "raw/p01/rec1.MP4", True)
    assert clip.recording == "rec1"


@pytest.mark.parametrize("kind", KINDS)
def test_a_stem_that_an_archive_holds_twice_or_never_is_named(tmp_path: Path, kind: str) -> None:
    twice = tar_of(with_recordings(tmp_path / "p", kind, "a/rec1.mp4", "b/rec1.mkv"), tmp_path / "x.tar")
    (refused,) = understood(twice).refused
    assert (refused.id, refused.found) == ("q1", "a/rec1.mp4 and b/rec1.mkv")
    never = tar_of(with_recordings(tmp_path / "n", kind, "rec2.mp4"), tmp_path / "y.tar")
    assert understood(never).missing == (MissingRecording("rec1", ("q1",)),)


def test_a_file_used_where_it_is_is_hashed_once_however_many_clips_are_of_it(tmp_path: Path) -> None:
    write(tmp_path / "rec.mp4", b"x" * 3_000_000)
    item = Footage(tmp_path, "rec.mp4", 3_000_000)
    read: list[int] = []
    files = Files(tmp_path / "media")
    kept = files.keep([item] * 5, False, lambda sha256: (), lambda step, done, total: read.append(done))
    assert kept == {item: KeptFile(tmp_path, "rec.mp4", 3_000_000, hashlib.sha256(b"x" * 3_000_000).hexdigest())}
    assert read[-1] == 3_000_000
    files.finish(kept)
    assert list((tmp_path / "media").iterdir()) == []


def test_a_file_that_went_away_is_said(tmp_path: Path) -> None:
    item = Footage(tmp_path, "gone.mp4", 5)
    files = Files(tmp_path / "media")
    kept = files.keep([item], False, lambda sha256: (), silent)
    files.finish(kept)
    assert kept == {item: "No such file or directory"}


def test_a_second_work_on_the_same_archive_leaves_the_first_ones_files_alone(tmp_path: Path) -> None:
    path = tar_of(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")]), tmp_path / "x.tar")
    one, other = Files(tmp_path / "media"), Files(tmp_path / "media")
    wanted = [clip.footage for item in one.read(path, IntakeOptions(), silent).questions for clip in item.clips]
    first = one.keep(wanted, False, lambda sha256: (), silent)
    second = other.keep(wanted, False, lambda sha256: (), silent)
    assert not {file.relative for file in kept_files(first)} & {file.relative for file in kept_files(second)}
    other.discard(second)
    assert all(file.path.is_file() for file in kept_files(first))
    one.finish(first)
