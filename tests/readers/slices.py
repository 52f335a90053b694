"""The steps about the slices of the price log: chain and checkpoint (VERIFY, steps 4 and 5)."""

from __future__ import annotations

from itertools import combinations

from agreement import read_acceptance
from chains import NO_HASH
from checkpoints import UNREADABLE, Checkpoint, contradict, read_checkpoint
from prices import ACCEPTS_WITHOUT_RECORD_MS, is_true_marker, record_hash, require_head, written_at
from receipts import NOT_PROVED, PASSES, WAITS, Receipt, Slice, require
from signatures import is_signed
from silence import SHOWN_SINCE_FORMAT, silences_of

LONGEST_UNTIL_CHECKPOINT_MS = 120_000


def chain(receipt: Receipt) -> str:
    """Step 4."""
    for slice_ in receipt.slices:
        _require_right_records(slice_, receipt.order["symbol"])
    for slice_ in receipt.slices:
        for index, record in enumerate(slice_.records):
            if record["kind"] == "filled":
                require(is_true_marker(slice_.records, index), record["seq"])
    _require_one_history(receipt)
    _require_head(receipt)
    return PASSES


def _require_right_records(slice_: Slice, symbol: str) -> None:
    seq, time_ms, previous = slice_.before["seq"], None, slice_.before["hash"]
    for record in slice_.records:
        require(record["seq"] == seq + 1, record["seq"])
        require(record["seq"] > 1 or previous == NO_HASH, record["seq"])
        if time_ms is not None:
            latest = time_ms if record["kind"] == "orders" else record["timeMs"]
            require(time_ms <= record["timeMs"] <= latest, record["seq"])
        require(record["hash"] == record_hash(symbol, record, previous), record["seq"])
        seq, time_ms, previous = record["seq"], record["timeMs"], record["hash"]


def _require_one_history(receipt: Receipt) -> None:
    earlier, later = sorted(receipt.slices, key=lambda slice_: slice_.before["seq"])
    hashes = {record["seq"]: record["hash"] for record in [earlier.before, *earlier.records]}
    for record in [later.before, *later.records]:
        require(hashes.get(record["seq"], record["hash"]) == record["hash"], record["seq"])
    for last, first in zip(earlier.records[-1:], later.records[:1]):
        goes_back = first["seq"] > last["seq"] and first["timeMs"] < last["timeMs"]
        require(not goes_back, first["seq"])


def _require_head(receipt: Receipt) -> None:
    """Nothing is checked of the head if the acceptance does not agree with the order."""
    agreed = read_acceptance(receipt)
    if agreed is None:
        return
    seq, accepted = agreed.head[0], receipt.order["acceptedAt"]
    record, following = require_head(receipt.entry.records, receipt.entry.before, agreed.head)
    if record is not None:
        require(written_at(record, following) <= accepted, seq)
    if following:
        require(following[0]["timeMs"] >= accepted - ACCEPTS_WITHOUT_RECORD_MS, seq)


def checkpoint(receipt: Receipt) -> str:
    """Step 5."""
    signed = [slice_ for slice_ in receipt.slices if slice_.checkpoint is not None]
    if receipt.device is not None:
        require(all(slice_.statement.format != 1 for slice_ in signed))
    for slice_ in signed:
        _require_signed_end(receipt, slice_)
    _require_no_contradiction(receipt)
    if len(signed) < len(receipt.slices):
        return WAITS
    return NOT_PROVED if silences_of(receipt) else PASSES


def _require_signed_end(receipt: Receipt, slice_: Slice) -> None:
    """The checkpoint is signed and names the last record, in time, and disproves no outage."""
    statement = slice_.statement
    require(slice_.by_time != [])
    require(is_signed(slice_.checkpoint or {}, receipt.keys))
    last = slice_.by_time[-1]
    seq = last["seq"]
    named = statement.products.get(receipt.order["symbol"])
    require(named is not None)
    require(named == (seq, last["hash"]), seq)
    late = statement.time_ms - (last["writtenAt"] if last["kind"] == "filled" else last["timeMs"])
    require(late >= 0, seq)
    require(statement.format >= SHOWN_SINCE_FORMAT or late <= LONGEST_UNTIL_CHECKPOINT_MS, seq)
    for record in receipt.entry.by_time + receipt.exit.by_time:
        if record["kind"] == "filled" and seq < record["seq"]:
            require(last["timeMs"] <= record["fromMs"], seq)
            stopped_at = record["fromMs"] + ACCEPTS_WITHOUT_RECORD_MS
            require(not stopped_at < statement.time_ms < record["writtenAt"], seq)


def _require_no_contradiction(receipt: Receipt) -> None:
    """Signatures do not matter here: every checkpoint that can be read is compared."""
    statements = _statements(receipt)
    hashes = {
        record["seq"]: record["hash"]
        for slice_ in receipt.slices
        for record in [slice_.before, *slice_.by_time]
    }
    for statement in statements:
        named = statement.products.get(receipt.order["symbol"])
        require(named is None or hashes.get(named[0], named[1]) == named[1])
    for one, other in combinations(statements, 2):
        require(not contradict(one, other))


def _statements(receipt: Receipt) -> list[Checkpoint]:
    """The checkpoints of both slices, of the inclusion, of the registration and of the seeds."""
    slices = [*receipt.slices]
    if receipt.device is not None:
        slices.append(receipt.device.registration)
    for seed in receipt.seeds or []:
        slices += [seed.anchor, seed.promise]
    found = [slice_.statement for slice_ in slices]
    if receipt.tree is not None:
        found.append(read_checkpoint(receipt.tree["checkpoint"]["text"]))
    return [statement for statement in found if statement is not UNREADABLE]
