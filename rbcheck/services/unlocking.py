"""The keys of sealed packs: asked for when one is opened, held in memory, kept in the system's keyring on wish."""

from __future__ import annotations

from typing import Protocol

from rbcheck.domain.errors import N_, Missing, NotFound, PackError
from rbcheck.domain.inert import inert
from rbcheck.sealing import PackKey, Seal, read_seal
from rbcheck.services.ports import Pack, UnitOfWorkFactory

_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")
_NOT_SEALED = N_("The pack {pack} is not sealed: its clips play without a passphrase.")

_SEALED = N_("The clips of {pack} are sealed: they play once its passphrase is given.")


class Locked(Missing):
    """The clips of `pack` are sealed, and its key is not known yet."""

    def __init__(self, pack: str) -> None:
        super().__init__(_SEALED, pack=inert(pack))
        self.pack = pack


class Keyring(Protocol):
    """The system's keyring; one that is not there holds nothing."""

    @property
    def available(self) -> bool: ...
    def get(self, name: str) -> str | None: ...
    def keep(self, name: str, secret: str) -> bool:
        """Keep a secret; whether that could be done."""


class Keys:
    """The keys of this run, by their seal."""

    def __init__(self, keyring: Keyring) -> None:
        self.keyring = keyring
        self._held: dict[str, PackKey] = {}

    def of(self, pack: Pack | None) -> PackKey | None:
        """The key of a sealed pack, where it is known; None for an open pack too."""
        seal = seal_of(pack)
        return self.of_seal(seal) if seal is not None else None

    def of_seal(self, seal: Seal) -> PackKey | None:
        """The key that fits a seal, where it is known."""
        name = seal.check.hex()
        if name not in self._held and (kept := self.keyring.get(name)) is not None:
            key = _key_of(kept)
            if key is not None and seal.fits(key):
                self._held[name] = key
        return self._held.get(name)

    def held(self, pack: Pack | None) -> PackKey | None:
        """The same as far as this run holds it already: the keyring, which may ask a person, is left alone."""
        seal = seal_of(pack)
        return self._held.get(seal.check.hex()) if seal is not None else None

    def hold(self, seal: Seal, key: PackKey) -> None:
        """Know a key until the program ends."""
        self._held[seal.check.hex()] = key

    def keep(self, seal: Seal) -> bool:
        """Keep a key that is known in the keyring; whether that could be done."""
        name = seal.check.hex()
        return name in self._held and self.keyring.keep(name, self._held[name].secret.hex())


class Unlocking:
    """Opens sealed packs."""

    def __init__(self, open_work: UnitOfWorkFactory, keys: Keys) -> None:
        self._open_work = open_work
        self._keys = keys

    @property
    def can_keep(self) -> bool:
        """Whether there is a keyring to keep keys in."""
        return self._keys.keyring.available

    def locked(self, name: str) -> bool:
        """Whether a pack is sealed and its key not known."""
        with self._open_work(write=False) as work:
            pack = work.packs.get(name)
        return seal_of(pack) is not None and self._keys.of(pack) is None

    def unlock(self, name: str, passphrase: str) -> None:
        """Know a pack's key from now on; WrongPassphrase where it is not its passphrase."""
        seal = self._seal(name)
        self._keys.hold(seal, seal.key(passphrase))

    def keep(self, name: str) -> bool:
        """Keep a pack's key in the keyring; whether that could be done."""
        return self._keys.keep(self._seal(name))

    def _seal(self, name: str) -> Seal:
        with self._open_work(write=False) as work:
            pack = work.packs.get(name)
        if pack is None:
            raise NotFound(_NO_PACK, pack=inert(name))
        if (seal := seal_of(pack)) is None:
            raise PackError(_NOT_SEALED, pack=inert(name))
        return seal


def seal_of(pack: Pack | None) -> Seal | None:
    """The seal of a pack; None for an open one."""
    stated = (pack.manifest or {}).get("seal") if pack is not None else None
    return read_seal(stated) if stated is not None else None


def _key_of(kept: str) -> PackKey | None:
    """The key that the keyring holds; somebody may have changed what stands there."""
    try:
        return PackKey(bytes.fromhex(kept))
    except ValueError:
        return None
