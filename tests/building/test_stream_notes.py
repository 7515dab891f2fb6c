"""What a stream says beside its pictures goes: user data and clocks; its pictures, and what they need, stay."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path

import av
import pytest

from rbcheck.packs.stripping import ending_for, strip

PLACE = "N59.91_E10.75_14-03-22"
SAID = f"h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+{PLACE}"
X264 = ["-c:v", "libx264", "-bsf:v", SAID]
CLOCK = "tff=1:pic-struct=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900:bitrate=500:open-gop=1:keyint=10"


def filmed(path: Path, *arguments: str) -> Path:
    """Two seconds of a picture that changes."""
    source = ["-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=2"]
    subprocess.run(["ffmpeg", "-v", "error", *source, *arguments, str(path)], check=True)
    return path


def pictures(path: Path) -> list[bytes]:
    with av.open(str(path)) as container:
        return [frame.to_ndarray().tobytes() for frame in container.decode(video=0)]


@pytest.mark.parametrize(
    ("name", "arguments", "word"),
    [
        ("camera.mp4", X264, PLACE),
        ("camera.ts", ["-c:v", "libx264"], "x264"),
        ("camera.mkv", X264, PLACE),
        ("clock.mp4", [*X264, "-flags", "+ilme+ildct", "-x264-params", CLOCK], PLACE),
        ("hevc.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none"], "x265"),
        ("hevc.ts", ["-c:v", "libx265", "-x265-params", "log-level=none:keyint=10:repeat-headers=1"], "x265"),
    ],
)
def test_what_the_camera_and_the_encoder_say_goes_and_every_picture_stays(
    tmp_path: Path, name: str, arguments: list[str], word: str
) -> None:
    source = filmed(tmp_path / name, *arguments)
    assert word.encode() in source.read_bytes()
    made = tmp_path / f"made{ending_for(source)}"
    strip(source, made, None, threading.Event())
    content = made.read_bytes()
    assert word.encode() not in content
    assert b"x264" not in content
    assert pictures(made) == pictures(source)
