"""The times in which the server was away (VERIFY, section "When the server was away")."""

from __future__ import annotations

from prices import filled_by
from receipts import Receipt, Slice

LONGEST_SILENCE_MS = 30_000
SHOWN_SINCE_FORMAT = 5

# From when to when, in ms.
Silence = tuple[int, int]


def silences_of(receipt: Receipt) -> list[Silence]:
    """Overlapping times as one, the earliest first, if the ends of both slices are signed."""
    found = _silences_in(receipt.entry, receipt.start)
    found += _silences_in(receipt.exit, receipt.order["expiresAt"])
    joined: list[Silence] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            start, end = joined[-1][0], max(joined.pop()[1], end)
        joined.append((start, end))
    return joined


def _silences_in(slice_: Slice, moment: int) -> list[Silence]:
    statement, records = slice_.statement, slice_.by_time
    if statement.format < SHOWN_SINCE_FORMAT:
        return []
    found: list[Silence] = []
    halted = False
    last = records[0]["timeMs"]
    unsigned_since: int | None = None
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
        if unsigned_since is None and record["timeMs"] > moment:
            unsigned_since = last
        if record["kind"] in ("tick", "halt"):
            halted = record["kind"] == "halt"
    unsigned_since = last if unsigned_since is None else unsigned_since
    if statement.time_ms - unsigned_since > LONGEST_SILENCE_MS:
        found.append((unsigned_since, statement.time_ms))
    return found
