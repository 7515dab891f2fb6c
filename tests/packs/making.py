"""Small packs on disk for tests: each with what the test names and the rest as usual."""

from __future__ import annotations

import hashlib
import json
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, object]

OPTIONS = {"A": "A red bench.", "B": "A green bin.", "C": "A blue door.", "D": "A grey wall."}


def native_row(question_id: str = "q1", **changed: object) -> Row:
    """A line of `questions.jsonl`."""
    row: Row = {
        "id": question_id,
        "source": "fullvideo",
        "unit": "whole_video",
        "question_type": "landmark-order",
        "lang": "en",
        "n": 2,
        "stem": f"Which two of {question_id} are passed?",
        "options": [{"key": key, "text": text} for key, text in OPTIONS.items()],
        "clips": [{"label": "CLIP_1", "file": f"clips/{question_id}.mp4", "duration_s": 20.0}],
    }
    return row | changed


def cli_row(review_id: str = "r1", **changed: object) -> Row:
    """A line of `review_set.jsonl`."""
    row: Row = {
        "review_id": review_id,
        "source": "excerpt",
        "unit": "60s_segment",
        "question_type": "event-order",
        "question": f"Which two of {review_id} are passed?",
        "options": dict(OPTIONS),
        "answer": ["A", "C"],
        "evidence": [{"label": "CLIP_1", "video": "rec1", "span_sec": [120.0, 180.5]}],
        "machine_blind_hits": 1,
    }
    return row | changed


def web_case(review_id: str = "w1", **changed: object) -> Row:
    """A case of a web bundle's page."""
    case: Row = {
        "review_id": review_id,
        "source": "fullvideo",
        "unit": "cross_video",
        "question_type": "event-order",
        "question": f"Which two of {review_id} are passed?",
        "options": dict(OPTIONS),
        "n_select": 2,
        "clips": [{"label": "CLIP_1", "path": f"media/{review_id}/CLIP_1_158_198.mp4"}],
    }
    return case | changed


def jsonl(rows: Iterable[Row | str | bytes]) -> bytes:
    """JSON Lines; texts and bytes stand as they are."""
    lines = []
    for row in rows:
        match row:
            case bytes():
                lines.append(row)
            case str():
                lines.append(row.encode())
            case _:
                lines.append(json.dumps(row, ensure_ascii=False).encode())
    return b"\n".join(lines) + b"\n"


def native_pack(
    folder: Path,
    rows: Sequence[Row | str | bytes],
    gold: Mapping[str, Sequence[str]] | None = None,
    **manifest: Any,
) -> Path:
    """A native pack in a folder, with a file for each clip that a row names."""
    stated: Row = {
        "format": "rbcheck.pack", "version": 1, "name": "made", "title": {"en": "Made", "zh": "样包"},
        "protocol": "blind-first", "reveal_gold": False, "coverage": 0.9,
    }  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.json").write_text(json.dumps(stated | manifest), encoding="utf-8")
    (folder / "questions.jsonl").write_bytes(jsonl(rows))
    if gold is not None:
        lines: list[Row] = [{"id": name, "answer": list(answer)} for name, answer in gold.items()]
        (folder / "gold.jsonl").write_bytes(jsonl(lines))
    for row in rows:
        if isinstance(row, dict):
            files(folder, row.get("clips"), "file")
    return folder


def listed(folder: Path) -> dict[str, Row]:
    """What a manifest states of every file of a pack but itself."""
    return {
        path.relative_to(folder).as_posix(): {
            "bytes": path.stat().st_size, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()
        }
        for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "pack.json"
    }  # fmt: skip


def web_bundle(folder: Path, cases: Sequence[Row], page: str | None = None) -> Path:
    """A web bundle in a folder, with a file for each clip that a case names."""
    folder.mkdir(parents=True, exist_ok=True)
    script = f"const CASES = {json.dumps(list(cases), ensure_ascii=False)};\nconst KEY = 'x';"
    html = page if page is not None else f"<!doctype html>\n<title>x</title>\n<script>\n{script}\n</script>\n"
    (folder / "review.html").write_text(html, encoding="utf-8")
    for case in cases:
        files(folder, case.get("clips"), "path")
    return folder


def cli_pack(
    folder: Path, rows: Sequence[Row | str | bytes], recordings: Iterable[str] = ("p01/raw/rec1.mp4",)
) -> Path:
    """A `review_set.jsonl` with recordings below `recordings/`; the file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "review_set.jsonl"
    file.write_bytes(jsonl(rows))
    for name in recordings:
        write(folder / "recordings" / name)
    return file


def files(folder: Path, clips: object, key: str) -> None:
    """A file for each clip of a row whose name stays inside of the folder; none for the others."""
    for clip in clips if isinstance(clips, list) else []:
        name = clip.get(key) if isinstance(clip, dict) else None
        if isinstance(name, str) and len(name) < 200 and (folder / name).resolve().is_relative_to(folder.resolve()):
            write(folder / name)


def write(path: Path, content: bytes | None = None) -> Path:
    """A file below the folder of temporary files, whose content is its own name where none is given."""
    assert path.resolve().is_relative_to(Path(tempfile.gettempdir()).resolve()), path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if content is not None else path.name.encode() * 50)
    return path


def tar_of(folder: Path, target: Path, top: str = "") -> Path:
    """A tar (gzipped where the name says so) of a folder's content below `top`."""
    with tarfile.open(target, "w:gz" if target.suffix in (".gz", ".tgz") else "w") as tar:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                tar.add(path, f"{top}/{path.relative_to(folder)}" if top else str(path.relative_to(folder)))
    return target


def zip_of(folder: Path, target: Path) -> Path:
    """A ZIP of a folder's content."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, str(path.relative_to(folder)))
    return target
