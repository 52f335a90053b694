"""Keys, hashes and signatures (VERIFY, section "Common rules", "Hashes" and "Signatures")."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import ed25519
import p256
from files import Json, NotStrictJson, UnreadableFile, parse_json, read_text_file

# The DER of an SPKI for Ed25519, up to its 32 bytes of key.
ED25519_HEADER = bytes.fromhex("302a300506032b6570032100")

_PEM = re.compile(r"-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/\s]+=*)\s+-----END PUBLIC KEY-----")

# The public keys (32 bytes) that are trusted, by their id.
Keys = dict[str, bytes]


def sha256_hex(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def is_signed(statement: Json, keys: Keys) -> bool:
    """True if the server signed `statement` (`text`, `signature`, `keyId`) with one of `keys`."""
    key = keys.get(statement["keyId"])
    return key is not None and _holds(key, statement["text"], statement["signature"])


def _holds(key: bytes, text: str, signature: str) -> bool:
    """Accepts a signature in its one spelling: 88 characters, padded, with unused bits of zero."""
    try:
        data = base64.b64decode(signature)
    except ValueError:
        return False
    one_spelling = base64.b64encode(data).decode() == signature
    return one_spelling and ed25519.verify(key, text.encode("utf-8"), data)


def is_signed_by_device(device: Json) -> bool:
    """VERIFY, "The text of the device". The form of the receipt has checked both base64 texts."""
    public_key, signature = base64.b64decode(device["publicKey"]), base64.b64decode(device["signature"])
    return p256.verify(public_key, device["text"].encode("utf-8"), signature)


def read_pem(text: str) -> Keys:
    """The Ed25519 keys among the PEM blocks in `text`; others are ignored."""
    keys: Keys = {}
    for block in _PEM.findall(text):
        try:
            der = base64.b64decode(block)
        except ValueError:
            continue
        if der.startswith(ED25519_HEADER) and len(der) == 44:
            keys[hashlib.sha256(der).hexdigest()[:16]] = der[12:]
    return keys


def keys_of_receipt(entries: list[Json]) -> Keys:
    """The keys that a receipt itself names, which prove nothing: those whose `keyId` is their id."""
    keys: Keys = {}
    for entry in entries:
        key = read_pem(entry["publicKey"]).get(entry["keyId"])
        if key is not None:
            keys[entry["keyId"]] = key
    return keys


def read_key_file(path: str) -> Keys:
    """The keys of a PEM file, or of a reply of `/api/checkpoints`."""
    text = read_text_file(path)
    keys = read_pem(text)
    if not keys:
        for entry in _entries_of_reply(text):
            keys.update(read_pem(str(entry.get("publicKey"))))
    if not keys:
        raise UnreadableFile(f"{path} has no public key of a server")
    return keys


def _entries_of_reply(text: str) -> list[Json]:
    try:
        reply: Any = parse_json(text)
    except NotStrictJson:
        return []
    entries = reply.get("keys") if isinstance(reply, dict) else None
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
