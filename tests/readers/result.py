"""The steps about the result: outcome, payout and ledger (VERIFY, steps 8 to 10)."""

from __future__ import annotations

from agreement import deadline_of, is_true_refusal
from files import Json
from receipts import LEFT_OUT, PASSES, Receipt, Slice, require
from rule import LATEST_ENTRY_MS, apply_rule, void_is_permitted
from signatures import is_signed
from texts import hundredths


def outcome(receipt: Receipt) -> str:
    """Step 8."""
    if receipt.is_too_late:
        _require_refused(receipt)
        return PASSES
    order = receipt.order
    require(order["ruleVersion"] == 1)
    _require_long_enough(receipt)
    found = apply_rule(receipt)
    require((order["status"], order["voidReason"]) == (found.status, found.void_reason))
    if found.void_reason is not None:
        _require_void(receipt, found.void_reason, found.entry, found.exit)
        return PASSES
    for named, tick in ((order["entry"], found.entry), (order["exit"], found.exit)):
        if tick is not None:
            require(_is_tick(named, tick), tick["seq"])
    return PASSES


def _require_refused(receipt: Receipt) -> None:
    refusal = receipt.refusal
    require(receipt.order["status"] == "void")
    require(refusal is not None and is_signed(refusal, receipt.keys))
    require(is_true_refusal(receipt, deadline_of(receipt)))


def _require_long_enough(receipt: Receipt) -> None:
    """The slices start and end where nothing that decides can be hidden."""
    order, start = receipt.order, receipt.start
    exit_at = order["expiresAt"] if order["exit"] is None else order["exit"]["timeMs"]
    require(_has_tick_before(receipt.entry, start))
    require(_has_tick_before(receipt.exit, exit_at))
    times = [record["timeMs"] for record in receipt.entry.by_time]
    ticks = [record["timeMs"] for record in receipt.entry.by_time if record["kind"] == "tick"]
    require(any(time_ms > start for time_ms in times))
    require(any(record["timeMs"] > order["expiresAt"] for record in receipt.exit.by_time))
    latest = start + LATEST_ENTRY_MS
    require(
        order["voidReason"] in ("gap_at_entry", "halt_at_entry")
        or any(start < time_ms <= latest for time_ms in ticks)
        or any(time_ms > latest for time_ms in times)
    )


def _has_tick_before(slice_: Slice, moment: int) -> bool:
    return slice_.shows_start_of_log() or any(
        record["kind"] == "tick" and record["timeMs"] < moment for record in slice_.by_time
    )


def _require_void(receipt: Receipt, reason: str, entry: Json | None, exit_: Json | None) -> None:
    """What an order that is void may name; it need name nothing."""
    permitted, judged = void_is_permitted(receipt, reason)
    require(permitted, judged)
    order, start = receipt.order, receipt.start
    if order["entry"] is not None:
        require(_is_tick(entry, order["entry"]))
        require(order["entry"]["timeMs"] <= min(start + LATEST_ENTRY_MS, order["expiresAt"]))
    if order["exit"] is not None:
        require(_is_tick(exit_, order["exit"]))
        require(order["exit"]["timeMs"] > start)


def _is_tick(one: Json | None, other: Json) -> bool:
    return one is not None and all(one[name] == other[name] for name in ("seq", "timeMs", "price"))


def payout(receipt: Receipt) -> str:
    """Step 9."""
    order, stake = receipt.order, receipt.stake
    profit = stake * order["payoutRate"] // 10_000
    due = {"won": profit, "lost": -stake, "draw": 0, "void": 0}
    require(stake > 0 and hundredths(order["payout"]) == stake + profit)
    require(order["profitAndLoss"] is not None and order["status"] in due)
    require(hundredths(order["profitAndLoss"]) == due[order["status"]])
    return PASSES


def ledger(receipt: Receipt) -> str:
    """Step 10."""
    if receipt.shared:
        return LEFT_OUT
    require(receipt.order["profitAndLoss"] is not None)
    settled = receipt.stake + hundredths(receipt.order["profitAndLoss"])
    moved = [(transfer["kind"], hundredths(transfer["amount"])) for transfer in receipt.transfers]
    require(moved == [("order_stake", receipt.stake), ("order_settle", settled)])
    return PASSES
