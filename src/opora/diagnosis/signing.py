"""Who vouches for a bundle? Ed25519 signatures over its checksums, with keys in PEM files."""

from __future__ import annotations

import base64
import binascii
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from opora.errors import UsageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


def make_key(path: Path) -> str:
    """A new private key in a file that only its owner can read; the public one beside it with ``.pub``. Returns the latter."""
    _needed()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(private)
        path.with_name(f"{path.name}.pub").write_bytes(public)
    except OSError as problem:
        raise UsageError(f"cannot write the key {str(path)!r}: {problem.strerror}", "choose another file") from problem
    return public_key(path)


def public_key(path: Path) -> str:
    """The public key of a PEM file that holds either half, as the base64 of its 32 bytes."""
    key = _key(path)
    public = key.public_key() if hasattr(key, "public_key") else key
    return base64.b64encode(public.public_bytes_raw()).decode()


def sign(path: Path, data: bytes) -> bytes:
    """The signature as one line of base64."""
    key = _key(path)
    if not hasattr(key, "sign"):
        raise UsageError(f"{str(path)!r} holds a public key", "give the private one to sign with")
    return base64.b64encode(key.sign(data)) + b"\n"


def signature_holds(public: str, signature: bytes, data: bytes) -> bool:
    """Whether exactly this line of base64 is the signature of the data by that key."""
    _needed()
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        raw = base64.b64decode(signature, validate=False)
        if base64.b64encode(raw) + b"\n" != signature:
            return False
        Ed25519PublicKey.from_public_bytes(base64.b64decode(public)).verify(raw, data)
    except (InvalidSignature, binascii.Error, ValueError):
        return False
    return True


def _needed() -> None:
    """UsageError when the optional package is not installed."""
    if importlib.util.find_spec("cryptography") is None:
        raise UsageError("signatures need the package 'cryptography'", "install opora[sign]")


def _key(path: Path) -> Ed25519PrivateKey | Ed25519PublicKey:
    _needed()
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

    try:
        data = path.read_bytes()
        private = b"PRIVATE KEY" in data
        key = serialization.load_pem_private_key(data, None) if private else serialization.load_pem_public_key(data)
    except (OSError, ValueError, TypeError) as problem:
        raise UsageError(
            f"cannot read the key {str(path)!r}: {problem}", "give an Ed25519 key in a PEM file"
        ) from problem
    if not isinstance(key, Ed25519PrivateKey | Ed25519PublicKey):
        raise UsageError(f"{str(path)!r} is not an Ed25519 key", "make one with 'opora export --new-key FILE'")
    return key
