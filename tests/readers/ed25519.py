"""Ed25519 signature checks (RFC 8032, section 5.1) with whole numbers alone: slow, short, and free of any library."""

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def _add(a, b):
    """Extended coordinates (X, Y, Z, T)."""
    k = (a[1] - a[0]) * (b[1] - b[0]) % P
    m = (a[1] + a[0]) * (b[1] + b[0]) % P
    n = 2 * a[3] * b[3] * D % P
    o = 2 * a[2] * b[2] % P
    e, f, g, h = m - k, o - n, o + n, m + k
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _times(n, point):
    total = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _add(total, point)
        point = _add(point, point)
        n >>= 1
    return total


def _x_of(y, odd):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and odd):
        return None
    return P - x if (x & 1) != odd else x


def _point(data):
    """The point that 32 bytes stand for; None: no point."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & ((1 << 255) - 1)
    x = _x_of(y, odd)
    return None if x is None else (x, y, 1, x * y % P)


def _same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


_Y = 4 * pow(5, P - 2, P) % P
BASE = (_x_of(_Y, 0), _Y, 1, _x_of(_Y, 0) * _Y % P)


def verify(public_key, message, signature):
    """Whether the 64 bytes sign the message under the 32 bytes of the key."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    a, r = _point(public_key), _point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % L
    return _same(_times(s, BASE), _add(r, _times(k, a)))
