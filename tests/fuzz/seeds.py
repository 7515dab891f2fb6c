"""What fuzzing begins with: a small good file of every kind, and pieces that have hurt other programs."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile

import zstandard
from fuzz.targets import CLIP

TEXTS = ["A red bench.", "A green bin.", "A blue door."]
ROW = {"id": "q1", "question": "Which two?", "options": TEXTS, "answer": ["A", "C"], "video": "v.mp4", "source": "s"}
CLI = {
    "review_id": "q1", "source": "excerpt", "unit": "60s_segment", "question_type": "event-order", "question": "Which?",
    "options": dict(zip("ABC", TEXTS, strict=True)), "answer": ["A"],
    "evidence": [{"label": "CLIP_1", "video": "rec1", "span_sec": [1.0, 9.5]}], "machine_blind_hits": 1,
}  # fmt: skip
NATIVE = {
    "id": "q1", "n": 1, "stem": "Which?", "options": [{"key": k, "text": t} for k, t in zip("ABC", TEXTS, strict=True)],
    "clips": [{"label": "CLIP_1", "file": "v.mp4"}],
}  # fmt: skip
CASE = {
    "review_id": "w1", "source": "s", "unit": "cross_video", "question": "Which?", "n_select": 1,
    "options": dict(zip("ABC", TEXTS, strict=True)),
    "clips": [{"label": "CLIP_1", "path": "media/w1/CLIP_1_158_198.mp4"}],
}  # fmt: skip
MANIFEST = {"format": "rbcheck.pack", "version": 1, "name": "made", "protocol": "direct"}


def _lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _members() -> dict[str, bytes]:
    return {
        "p/pack.json": json.dumps(MANIFEST).encode(),
        "p/questions.jsonl": _lines(NATIVE),
        "p/gold.jsonl": _lines({"id": "q1", "answer": ["A"]}),
        "p/v.mp4": CLIP,
    }


def _tar(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return made.getvalue()


def _zip(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def _page(case: object) -> bytes:
    return b"<!doctype html>\n<script>\nconst CASES = " + json.dumps([case]).encode() + b";\n</script>\n"


def seeds() -> list[tuple[str, bytes]]:
    """Good files by name."""
    single = {"index.html": b"<p>x</p>", "manifest.json": json.dumps([ROW | {"video": "clips/q1.mp4"}]).encode(),
              "clips/q1.mp4": CLIP}  # fmt: skip
    table = b'id,question,a0,a1,a2,answer,video\nq1,Which?,x,y,z,0,v.mp4\nq2,"Two\nlines?",x,y,z,2,v.mp4\n'
    return [
        ("x.json", json.dumps([ROW, ROW | {"id": "q2"}], indent=1).encode()),
        ("x.json", json.dumps({"info": 1, "data": [ROW]}).encode()),
        ("x.json", json.dumps({"q1": ROW, "q2": ROW}).encode()),
        ("x.json", json.dumps([[{"video": "v.mp4", "questions": [ROW]}]]).encode()),
        ("x.jsonl", _lines(ROW, ROW | {"id": "q2", "answer": 1}, ROW | {"id": "q3", "answer": 0})),
        ("x.csv", table),
        ("x.tsv", table.replace(b",", b"\t")),
        ("x.jsonl.gz", gzip.compress(_lines(ROW))),
        ("x.jsonl.zst", zstandard.compress(_lines(ROW))),
        ("review_set.jsonl", _lines(CLI, CLI | {"review_id": "q2"})),
        ("review.html", _page(CASE)),
        ("questions.json", json.dumps([CASE]).encode()),
        ("x.tar", _tar(_members())),
        ("x.tar.gz", gzip.compress(_tar(_members()))),
        ("x.tar.zst", zstandard.compress(_tar(_members()))),
        ("x.zip", _zip(_members())),
        ("single.tar", _tar(single)),
        ("gold.jsonl", _lines({"id": "q1", "answer": ["A"]})),
        ("gold.csv", b"id,answer\nq1,A\n"),
        ("map.toml", b'gold_as = "index0"\n[fields]\nstem = "frage"\n[defaults]\nn = 1\n'),
    ]


PIECES: list[bytes] = [
    b"", b"\0", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"NaN", b"-Infinity", b"1e999", b"9" * 400, b"-0.0",
    b"1.5", b"-1", b"0", b"26", b"9007199254740993", b"true", b"null", b"[]", b"{}", b'""', b'"', b"'", b"\\", b",",
    b":", b";", b"\t", b"\r", b"\n", b"\r\n", b"\xef\xbb\xbf", b"\xff\xfe", b"[" * 5000, b"{" * 50, b'{"a":' * 3000,
    b"A", b"B", b"ABC", b"A,B", b"(A)", b"A.", b" and ", b"../", b"/etc/passwd", b"..\\", b"C:\\", b"con", b"\x1b[2J",
    b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xcc\x81" * 50, b"x" * 70_000, b" " * 70_000, b"\n" * 5000, b"-" * 3000,
    b"A. " * 3000, b"0:" * 2000, b'"id": "q1", ', b'"id": null, ', b'"options": {"A": "x", "A": "y"}, ',
    b'"answer": [0, 1], ', b'"answer": 3, ', b'"clips": [null], ', b'"clips": {"a": {"b": {}}}, ', b'"n": 2, ',
    b'"span_sec": [5, 1], ', b'"start_second": "0:38", ', b'"video": 7, ', b'"options": "[[[[[[", ',
    b'"options": "[' + b"(" * 500 + b'", ', b'"explanations": {"A": 1}, ', b"</script>", b"const CASES = [",
    b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"BZh9", b"ustar\x00",
]  # fmt: skip
"""Bytes that are put into files."""
