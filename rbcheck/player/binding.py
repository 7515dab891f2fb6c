"""libvlc, if this machine has it: the guarded import of python-vlc and the C types that it declares wrongly."""

from __future__ import annotations

import ctypes
import importlib
import sys
from dataclasses import dataclass
from typing import Any

from rbcheck.locale import _

OPTIONS = (
    "--no-audio",
    "--quiet",
    "--no-video-title-show",
    "--avcodec-hw=none",
    "--no-spu",
    "--no-osd",
    "--no-lua",
    "--no-stats",
    "--no-snapshot-preview",
    "--no-metadata-network-access",
)

# python-vlc declares the chroma as a char pointer, which ctypes hands over as a copy: what is written there is lost.
FORMAT = ctypes.CFUNCTYPE(
    ctypes.c_uint,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_char * 4),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_uint),
)
LOCK = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
DISPLAY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


@dataclass(frozen=True, slots=True)
class VlcFound:
    """Whether libvlc can be used here, its version, and if not, why and what to install."""

    found: bool
    version: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Library:
    """A libvlc that answers: the module python-vlc and one instance made with it."""

    module: Any
    instance: Any
    version: str


def what_to_install(platform: str = sys.platform) -> str:
    """The line that brings VLC to this kind of machine."""
    if platform == "darwin":
        return "brew install --cask vlc"
    if platform.startswith("win"):
        return "winget install VideoLAN.VLC"
    return "apt-get install libvlc5 vlc-plugin-base"


def load() -> Library | VlcFound:
    """The library, or why there is none; python-vlc may raise several things, or leave the process, without libvlc."""
    try:
        module = importlib.import_module("vlc")
        version = module.libvlc_get_version()
        instance = module.Instance(list(OPTIONS))
    except (ImportError, NameError, OSError, NotImplementedError, AttributeError, SystemExit) as error:
        # python-vlc leaves with a bare number where PYTHON_VLC_LIB_PATH leads nowhere.
        return VlcFound(False, None, _missing("" if isinstance(error, SystemExit) else str(error)))
    if instance is None:
        return VlcFound(False, None, _missing("libvlc_new"))
    return Library(module, instance, version.decode("utf-8", "replace"))


def find_vlc() -> VlcFound:
    """Whether libvlc can be used here; makes an instance and lets it go."""
    library = load()
    if isinstance(library, VlcFound):
        return library
    library.instance.release()
    return VlcFound(True, library.version, None)


def _missing(detail: str) -> str:
    return _("VLC is not installed or cannot be used ({detail}): {command}").format(
        detail=detail or "libvlc", command=what_to_install()
    )
