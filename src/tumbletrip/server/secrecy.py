"""Seat secrets: unguessable, shown once to the device that sits down, kept only as a hash (F12)."""

import base64
import hashlib
import secrets

SECRET_BYTES = 24  # 192 bits
LONGEST_SECRET = 64


def new_secret() -> str:
    """A secret for a seat."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_from(table: str, seat: int, nonce: str) -> str:
    """The secret of whoever sits down with a nonce only they know; the same if they must ask twice."""
    digest = hashlib.sha256(f"tumbletrip-sit|{table}|{seat}|{nonce}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode()


def hash_of(secret: str) -> str:
    """What is stored of a secret. It is random and long, so a plain hash cannot be turned back."""
    return hashlib.sha256(f"tumbletrip-seat|{secret}".encode()).hexdigest()
