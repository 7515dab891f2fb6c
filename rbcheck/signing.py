"""Signatures: what an Ed25519 key of a device vouches for, so that a file changed after its export shows."""

from __future__ import annotations

import os
from dataclasses import dataclass

ALGORITHM = "ed25519"
SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Signature:
    """Which device signed, its public key and the signature, both in hex."""

    device: str
    key: str
    value: str


def new_secret() -> bytes:
    """A new secret key."""
    return os.urandom(SECRET_BYTES)


def public_key(secret: bytes) -> str:
    """The public key of a secret one, in hex."""
    # The library takes longer to load than most commands run.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def sign(secret: bytes, device: str, statement: bytes) -> Signature:
    """A device's signature of a statement."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(secret)
    return Signature(device, key.public_key().public_bytes_raw().hex(), key.sign(_message(device, statement)).hex())


def holds(signature: Signature, statement: bytes) -> bool:
    """Whether the key of a signature signed just this statement; a key or signature that is none holds nothing."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
        key.verify(bytes.fromhex(signature.value), _message(signature.device, statement))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(device: str, statement: bytes) -> bytes:
    """What the key signs: nothing that any other program would ever have it sign."""
    return b"rbcheck export\n" + device.encode("utf-8") + b"\n" + statement
