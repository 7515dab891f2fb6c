"""The practice pack: questions about scripted runs, with videos that are drawn here."""

from rbcheck.packs.demo.pack import Progress, make_practice_pack

__all__ = ["Progress", "make_practice_pack"]
