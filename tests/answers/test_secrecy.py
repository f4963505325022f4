"""Seat secrets: long, of one's own, and stored only as a hash (F12)."""

import base64
import hashlib

from tumbletrip.answers.secrecy import LONGEST_SECRET, hash_of, new_secret, secret_from


def test_F12_a_secret_has_192_bits_and_is_never_given_twice() -> None:
    given = {new_secret() for _ in range(100)}
    assert len(given) == 100
    assert all(len(base64.urlsafe_b64decode(secret)) == 192 // 8 for secret in given)
    assert all(len(secret) <= LONGEST_SECRET for secret in given)


def test_F12_whoever_asks_twice_with_one_nonce_gets_the_same_secret_and_nobody_else_does() -> None:
    mine = secret_from("table", 1, "nonce")
    assert mine == secret_from("table", 1, "nonce")
    assert len(base64.urlsafe_b64decode(mine)) == 192 // 8
    others = {
        secret_from("other", 1, "nonce"),
        secret_from("table", 2, "nonce"),
        secret_from("table", 1, "n"),
    }
    assert len({mine, *others}) == 4


def test_secrets_and_hashes_that_devices_and_stores_hold_stay_valid() -> None:
    """A change of either would lock everybody out of their seats."""
    digest = hashlib.sha256(b"tumbletrip-sit|table|1|nonce").digest()
    assert secret_from("table", 1, "nonce") == base64.urlsafe_b64encode(digest[:24]).decode()
    assert hash_of("secret") == hashlib.sha256(b"tumbletrip-seat|secret").hexdigest()
