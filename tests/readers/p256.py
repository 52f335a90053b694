"""Verifies ECDSA signatures on P-256 with SHA-256 (FIPS 186-5, section 6.4.2), with which devices sign."""

from __future__ import annotations

import functools
import hashlib

FIELD = 2**256 - 2**224 + 2**192 + 2**96 - 1
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
CURVE_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B

Point = tuple[int, int]

GENERATOR: Point = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

# The DER of an SPKI for a point on P-256, up to and with the byte that says "not compressed".
SPKI_HEADER = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")


@functools.lru_cache(maxsize=10_000)
def verify(spki: bytes, message: bytes, signature: bytes) -> bool:
    """True if r and s (32 bytes each) hold for `message` under the public key in `spki` (91 bytes)."""
    key = read_public_key(spki)
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if key is None or not 0 < r < ORDER or not 0 < s < ORDER:
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, ORDER)
    point = add(multiply(digest * inverse % ORDER, GENERATOR), multiply(r * inverse % ORDER, key))
    return point is not None and point[0] % ORDER == r


def read_public_key(spki: bytes) -> Point | None:
    """The point in `spki`, or None if it is of another form or not on the curve."""
    x, y = int.from_bytes(spki[27:59], "big"), int.from_bytes(spki[59:], "big")
    on_curve = (y * y - x * x * x + 3 * x - CURVE_B) % FIELD == 0
    in_range = max(x, y) < FIELD
    return (x, y) if spki.startswith(SPKI_HEADER) and in_range and on_curve else None


def add(first: Point | None, second: Point | None) -> Point | None:
    """The sum of two points. None is the point at infinity; only `first` may be it, unless both are."""
    if first is None or second is None:
        return second
    if first == second:
        slope = (3 * first[0] * first[0] - 3) * pow(2 * first[1], -1, FIELD)
    elif first[0] == second[0]:
        return None
    else:
        slope = (second[1] - first[1]) * pow(second[0] - first[0], -1, FIELD)
    x = (slope * slope - first[0] - second[0]) % FIELD
    return (x, (slope * (first[0] - x) - first[1]) % FIELD)


def multiply(scalar: int, point: Point) -> Point | None:
    result = None
    for bit in format(scalar, "b"):
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result
