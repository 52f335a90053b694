"""Verifies Ed25519 signatures (RFC 8032, section 5.1), with which the server signs."""

from __future__ import annotations

import functools
import hashlib

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT_OF_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)

# Extended coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z and x * y = T/Z.
Point = tuple[int, int, int, int]

NEUTRAL: Point = (0, 1, 1, 0)


@functools.lru_cache(maxsize=10_000)
def verify(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """True if the 64 bytes of `signature` hold for `message` under the 32 bytes of `public_key`."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key = decode(public_key)
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    expected = add(multiply(scalar, BASE), multiply(challenge, negate(key)))
    return encode(expected) == signature[:32]


def add(first: Point, second: Point) -> Point:
    """The complete addition of section 5.1.4, which also doubles."""
    a = (first[1] - first[0]) * (second[1] - second[0])
    b = (first[1] + first[0]) * (second[1] + second[0])
    c = 2 * first[3] * second[3] * CURVE_D
    d = 2 * first[2] * second[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD)


def negate(point: Point) -> Point:
    return (-point[0], point[1], point[2], -point[3])


def multiply(scalar: int, point: Point) -> Point:
    result = NEUTRAL
    for bit in format(scalar, "b"):
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result


def encode(point: Point) -> bytes:
    """Section 5.1.2: y in little-endian order, with the lowest bit of x in the highest bit."""
    inverse = pow(point[2], -1, FIELD)
    x, y = point[0] * inverse % FIELD, point[1] * inverse % FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """Section 5.1.3. None for bytes that are no point in its only encoding."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * ROOT_OF_MINUS_ONE % FIELD
    if x & 1 != sign:
        x = FIELD - x
    point = (x, y, 1, x * y % FIELD)
    return point if x * x % FIELD == square and encode(point) == data else None


BASE = decode((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little")) or NEUTRAL
