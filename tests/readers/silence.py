"""The times in which the server was away (VERIFY, section "When the server was away")."""

from __future__ import annotations

from prices import filled_by
from receipts import Receipt, Slice

LONGEST_SILENCE_MS = 30_000
SHOWN_SINCE_FORMAT = 5

# From when to when, in ms.
Silence = tuple[int, int]


def silences_of(receipt: Receipt) -> list[Silence]:
    """Each time once, the earliest first, if the ends of both slices are signed."""
    return sorted({silence for slice_ in receipt.slices for silence in _silences_in(slice_)})


def _silences_in(slice_: Slice) -> list[Silence]:
    statement, records = slice_.statement, slice_.by_time
    if statement.format < SHOWN_SINCE_FORMAT:
        return []
    found: list[Silence] = []
    halted = False
    last = records[0]["timeMs"]
    for index, record in enumerate(records):
        marker = filled_by(record, records[index:])
        if marker is not None:
            if marker["writtenAt"] - record["timeMs"] > LONGEST_SILENCE_MS:
                found.append((marker["fromMs"], marker["writtenAt"]))
            last = marker["writtenAt"]
        else:
            if record["timeMs"] - last > LONGEST_SILENCE_MS and not halted:
                found.append((last, record["timeMs"]))
            last = record["timeMs"]
        if record["kind"] in ("tick", "halt"):
            halted = record["kind"] == "halt"
    if statement.time_ms - last > LONGEST_SILENCE_MS:
        found.append((last, statement.time_ms))
    return found
