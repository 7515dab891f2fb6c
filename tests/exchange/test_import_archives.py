"""Archives of exports: their exports are taken, nothing else of them, and nothing lands anywhere."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from rbcheck.domain.errors import ExchangeError
from rbcheck.exchange.archives import files_in

TEXT = b'{"schema": "runningbench-annotation-v1", "reviews": []}'


def zipped(path: Path, *names: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, TEXT)
    return path


def tarred(path: Path, *names: str, link: str | None = None) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(TEXT)
            archive.addfile(info, io.BytesIO(TEXT))
        if link:
            info = tarfile.TarInfo("link.json")
            info.type, info.linkname = tarfile.SYMTYPE, link
            archive.addfile(info)
    return path


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_exports_of_an_archive(tmp_path: Path, kind: str) -> None:
    names = ("a/annotation_张三.json", "../../out.json", "/abs.jsonl", "readme.txt", "__MACOSX/._a.json")
    path = (
        zipped(tmp_path / "x.zip", *names) if kind == "zip" else tarred(tmp_path / "x.tgz", *names, link="/etc/passwd")
    )
    with files_in(path) as found:
        assert sorted(file.name for file in found) == ["abs.jsonl", "annotation_张三.json", "out.json"]
        assert all(file.read_bytes() == TEXT for file in found)
        folder = found[0].parent.parent
        assert all(folder in file.parents for file in found)
    assert not folder.exists()
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name]


def test_a_member_without_a_name_is_passed_over(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", "a.json", "@")
    path.write_bytes(path.read_bytes().replace(b"@{", b"\0{").replace(b"@PK", b"\0PK"))
    with files_in(path) as found:
        assert [file.name for file in found] == ["a.json"]


def test_a_file_is_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(TEXT)
    with files_in(path) as found:
        assert found == (path,)


def test_archives_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="no export"), files_in(zipped(tmp_path / "e.zip", "a.txt")):
        pass
    whole = zipped(tmp_path / "x.zip", "a.json").read_bytes()
    bad = tmp_path / "bad.zip"
    bad.write_bytes(whole.replace(b"runningbench", b"rubbishbench", 1))
    with pytest.raises(ExchangeError, match="cannot be read"), files_in(bad):
        pass
