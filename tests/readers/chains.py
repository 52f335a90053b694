"""The chains of device keys and of promises: records of one line of text each."""

from __future__ import annotations

from files import Json
from receipts import PASSES, WAITS, Slice, require
from signatures import Keys, is_signed, sha256_hex

NO_HASH = 64 * "0"


def require_chain(slice_: Slice, name: str, line: str, keys: Keys) -> str:
    """Checks a slice of the chain `name`, whose end the line `line` of its checkpoint names."""
    require(slice_.records != [])
    seq, time_ms, previous = slice_.before["seq"], 0, slice_.before["hash"]
    require(seq > 0 or previous == NO_HASH)
    for record in slice_.records:
        require(record["seq"] == seq + 1 and record["timeMs"] >= time_ms)
        require(record["hash"] == _hash(name, record, previous))
        seq, time_ms, previous = record["seq"], record["timeMs"], record["hash"]
    if slice_.checkpoint is None:
        return WAITS
    statement = slice_.statement
    require(is_signed(slice_.checkpoint, keys))
    require(statement.time_ms >= slice_.records[0]["timeMs"])
    require(statement.chains.get(line) == (seq, previous))
    return PASSES


def _hash(name: str, record: Json, previous: str) -> str:
    return sha256_hex(f"{name}|{record['seq']}|{record['timeMs']}|{record['text']}|{previous}")
