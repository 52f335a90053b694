"""Verifies signatures of ECDSA P-256 with SHA-256 (FIPS 186-5), without any package."""

import base64
import hashlib

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
SPKI_HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")


def add(one, other):
    """The sum of two points; None is the point at infinity."""
    if one is None:
        return other
    if other is None:
        return one
    if one[0] == other[0] and (one[1] + other[1]) % P == 0:
        return None
    if one == other:
        slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, P) % P
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P) % P
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def times(factor, point):
    total = None
    while factor:
        if factor & 1:
            total = add(total, point)
        point = add(point, point)
        factor >>= 1
    return total


def point_of(public_key):
    """The point of a key given as SPKI in base64; None for anything else."""
    der = base64.b64decode(public_key)
    if len(der) != 91 or not der.startswith(SPKI_HEAD):
        return None
    x, y = (int.from_bytes(part, "big") for part in (der[27:59], der[59:]))
    on_curve = x < P and y < P and (y * y - x * x * x + 3 * x - B) % P == 0
    return (x, y) if on_curve else None


def verify(public_key, text, signature):
    point, raw = point_of(public_key), base64.b64decode(signature)
    if point is None or len(raw) != 64:
        return False
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
    inverse = pow(s, -1, N)
    found = add(times(digest * inverse % N, G), times(r * inverse % N, point))
    return found is not None and found[0] % N == r
