"""The step about the public place of the acceptance: log (VERIFY, step 6)."""

from __future__ import annotations

from agreement import deadline_of
from checkpoints import UNREADABLE, read_checkpoint
from files import Json
from prices import find_record
from receipts import LEFT_OUT, PASSES, WAITS, Receipt, require
from signatures import is_signed
from trees import root_of_path

RECORDS_OF_ORDERS_SINCE = 1796083200000
DUE_AFTER_MS = 120_000


def log(receipt: Receipt) -> str:
    """Step 6."""
    if receipt.place is not None:
        require(_is_in_record(receipt, receipt.place))
        return PASSES
    if receipt.order["acceptedAt"] >= RECORDS_OF_ORDERS_SINCE:
        require(receipt.tree is None and receipt.is_too_late)
        return LEFT_OUT
    if receipt.tree is not None:
        require(_is_in_tree(receipt, receipt.tree))
        return PASSES
    return _without_place(receipt)


def _is_in_record(receipt: Receipt, place: Json) -> bool:
    record, _ = find_record(receipt.entry.by_time, place["record"])
    return (
        not receipt.is_too_late
        and record is not None
        and record["kind"] == "orders"
        and record["timeMs"] <= deadline_of(receipt)
        and record["size"] == place["size"]
        and record["root"] == root_of_path(place, receipt.acceptance["text"])
    )


def _is_in_tree(receipt: Receipt, tree: Json) -> bool:
    root = root_of_path(tree, receipt.acceptance["text"])
    statement = read_checkpoint(tree["checkpoint"]["text"])
    return (
        statement.format in (2, 3)
        and statement.orders == (tree["size"], root)
        and is_signed(tree["checkpoint"], receipt.keys)
        and receipt.order["acceptedAt"] <= statement.time_ms <= _due(receipt)
    )


def _due(receipt: Receipt) -> int:
    """When the checkpoint is due that counts the acceptance. An outage in between delays it."""
    records = receipt.entry.by_time
    restarts = [record["timeMs"] for record in records if record.get("reason") == "restart"]
    outages = [record["writtenAt"] for record in records if record["kind"] == "filled"]
    latest: int = max([receipt.order["acceptedAt"], *restarts, *outages])
    return latest + DUE_AFTER_MS


def _without_place(receipt: Receipt) -> str:
    """An older order whose place is not shown: the format of the slices' checkpoint decides."""
    statements = [slice_.statement for slice_ in receipt.slices if slice_.statement is not UNREADABLE]
    format_number = statements[0].format if statements else 2
    if format_number == 1:
        return LEFT_OUT
    if format_number >= 4:
        require(receipt.is_too_late)
        return LEFT_OUT
    require(all(statement.time_ms <= _due(receipt) for statement in statements))
    return WAITS
