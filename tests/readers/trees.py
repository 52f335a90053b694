"""Merkle trees of commitments and of lines (VERIFY, section "The tree of a checkpoint"; RFC 9162, 2.1.3.2)."""

from __future__ import annotations

import hashlib

from files import Json
from signatures import sha256_hex


def root_of_path(inclusion: Json, text: str) -> str | None:
    """The root to which `path` leads from the leaf of `text`, or None if it leads to none."""
    commitment = sha256_hex(f"fairtick-commitment-1|{inclusion['salt']}|{text}")
    return root_of_leaf(bytes.fromhex(commitment), inclusion, inclusion["size"])


def root_of_leaf(data: bytes, place: Json, size: int) -> str | None:
    """The root to which `path` leads from the leaf with these data, in a tree of this size."""
    node = hashlib.sha256(b"\x00" + data).digest()
    leaf, last = place["leaf"], size - 1
    if leaf > last:
        return None
    for step in place["path"]:
        if last == 0:
            return None
        sibling = bytes.fromhex(step)
        if leaf % 2 == 1 or leaf == last:
            node = _inner(sibling, node)
            while leaf % 2 == 0 and leaf > 0:
                leaf, last = leaf // 2, last // 2
        else:
            node = _inner(node, sibling)
        leaf, last = leaf // 2, last // 2
    return node.hex() if last == 0 else None


def _inner(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
