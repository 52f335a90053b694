"""The records of a price log: their hashes, and outages (VERIFY, "Price records" and "Outages")."""

from __future__ import annotations

from files import Json
from receipts import require
from signatures import sha256_hex

LONGEST_FILL_MS = 911_000
LONGEST_PAUSE_MS = 1_000
ACCEPTS_WITHOUT_RECORD_MS = 5_000

_FIELDS = {
    "tick": ("price", "size"),
    "gap": ("reason", None),
    "halt": ("reason", None),
    "heartbeat": (None, None),
    "rejected": ("price", "bandBps"),
    "filled": ("fromMs", "writtenAt"),
    "orders": ("size", "root"),
}
_FIELDS_THAT_MAY_BE_MISSING = {"tick": ("inputs",)}


def record_hash(symbol: str, record: Json, previous: str) -> str:
    kind = record["kind"]
    words = ["" if name is None else str(record[name]) for name in _FIELDS[kind]]
    words += [record[name] for name in _FIELDS_THAT_MAY_BE_MISSING.get(kind, ()) if name in record]
    head = f"fairtick-tick-1|{symbol}|{record['seq']}|{record['timeMs']}|{kind}"
    return sha256_hex("|".join([head, *words, previous]))


def filled_by(record: Json, following: list[Json]) -> Json | None:
    """The marker of the outage after which a record was written: of a marker it is this itself."""
    if record["kind"] == "filled":
        return record
    markers = (later for later in following if later["kind"] == "filled")
    return next((marker for marker in markers if record["timeMs"] > marker["fromMs"]), None)


def written_at(record: Json, following: list[Json]) -> int:
    marker = filled_by(record, following)
    return int(record["timeMs"] if marker is None else marker["writtenAt"])


def is_true_marker(records: list[Json], index: int) -> bool:
    """True as far as the slice shows; `index` is that of the marker."""
    marker, earlier = records[index], records[:index]
    from_ms, time_ms, written = marker["fromMs"], marker["timeMs"], marker["writtenAt"]
    filled = [record for record in earlier if record["timeMs"] > from_ms]
    shown = earlier[: len(earlier) - len(filled)][-1:]
    return (
        from_ms < time_ms == min(written, from_ms + LONGEST_FILL_MS)
        and not (shown and not filled)
        and all(record["timeMs"] == from_ms for record in shown)
        and not any(record["kind"] == "filled" or _is_outage(record) for record in filled)
        and _has_no_pause([*shown, *filled, marker])
        and all(_may_follow(marker, record) for record in records[index + 1 : index + 2])
    )


def _is_outage(record: Json) -> bool:
    return record["kind"] == "gap" and record["reason"] in ("restart", "feed")


def _has_no_pause(records: list[Json]) -> bool:
    return all(
        record["timeMs"] <= before["timeMs"] + LONGEST_PAUSE_MS or before["kind"] == "halt"
        for before, record in zip(records, records[1:])
    )


def _may_follow(marker: Json, record: Json) -> bool:
    filled_all = marker["timeMs"] >= marker["writtenAt"]
    return record["timeMs"] >= marker["writtenAt"] and (filled_all or _is_outage(record))


def find_record(records: list[Json], seq: int) -> tuple[Json | None, list[Json]]:
    """The first record with this number, and those after it. If there is none: None, and all of them."""
    for index, record in enumerate(records, start=1):
        if record["seq"] == seq:
            return record, records[index:]
    return None, records


def require_head(records: list[Json], before: Json, head: tuple[int, str]) -> tuple[Json | None, list[Json]]:
    """The record that a text names as head, and those after it. It is None if it is the one before the slice."""
    record, following = find_record(records, head[0])
    named = before if record is None else record
    require((named["seq"], named["hash"]) == head, head[0])
    return record, following
