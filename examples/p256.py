"""Keys and signatures of ECDSA P-256 with SHA-256 (FIPS 186-5). For an example: it takes no care of timing."""

import base64
import hashlib
import secrets

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
SPKI_HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004")


def add(one, other):
    """The sum of two points; None is the point at infinity."""
    if one is None or other is None:
        return one or other
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


class Key:
    def __init__(self):
        self.secret = secrets.randbelow(N - 1) + 1
        x, y = times(self.secret, G)
        self.public = base64.b64encode(SPKI_HEAD + x.to_bytes(32, "big") + y.to_bytes(32, "big")).decode()
        self.id = hashlib.sha256(self.public.encode()).hexdigest()[:16]

    def sign(self, text):
        """r and s, 64 bytes, in base64."""
        digest = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        while True:
            nonce = secrets.randbelow(N - 1) + 1
            r = times(nonce, G)[0] % N
            s = pow(nonce, -1, N) * (digest + r * self.secret) % N
            if r and s:
                return base64.b64encode(r.to_bytes(32, "big") + s.to_bytes(32, "big")).decode()
