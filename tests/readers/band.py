"""The step about implausible prices: band (VERIFY, section "The band" and step 7)."""

from __future__ import annotations

from agreement import band_of_terms
from files import Json
from receipts import PASSES, Receipt, Slice, require

REJECTED_BEFORE_JUMP = 3
FOR_A_JUMP = 4


def band(receipt: Receipt) -> str:
    """Step 7."""
    for slice_ in receipt.slices:
        _require_permitted(slice_, band_of_terms(receipt))
    if receipt.order["source"] == "simulated" and receipt.has_format(2):
        for slice_ in receipt.slices:
            for record in slice_.by_time:
                in_order = receipt.start < record["timeMs"] <= receipt.order["expiresAt"]
                require(not (in_order and _is_unusual(record)), record["seq"])
    return PASSES


def _is_unusual(record: Json) -> bool:
    return record["kind"] == "rejected" or _is_jump(record)


def _is_jump(record: Json) -> bool:
    return record["kind"] == "gap" and record["reason"] == "jump"


def _require_permitted(slice_: Slice, terms_band: int | None) -> None:
    """Walks through a slice with the band, the last tick, the prices rejected since it, and the gap for a jump."""
    fixed = slice_.statement.format >= 4
    current = terms_band
    last_tick: int | None = None
    rejected: list[int] = []
    # The gap for a jump directly before this record, and the level that the market left.
    jump: tuple[int, int] | None = None
    for record in slice_.by_time:
        kind, seq = record["kind"], record["seq"]
        if jump is not None:
            gap, level = jump
            require(kind == "tick", gap)
            require(current is None or _has_jumped(current, level, [*rejected, record["price"]]), gap)
        if kind == "rejected":
            require(not fixed or record["bandBps"] == terms_band, seq)
            current = record["bandBps"]
            rejected.append(record["price"])
            require(last_tick is None or _is_rightly_rejected(current, last_tick, rejected), seq)
        elif kind == "tick":
            if last_tick is not None and current is not None and jump is None:
                require(is_within(current, record["price"], last_tick), seq)
            last_tick, rejected = record["price"], []
        elif kind == "gap" and record["reason"] == "restart" and not fixed:
            current = None
        jump = None
        if _is_jump(record) and last_tick is not None:
            require(len(rejected) >= REJECTED_BEFORE_JUMP, seq)
            jump = (seq, last_tick)


def _is_rightly_rejected(band_bps: int, last_tick: int, rejected: list[int]) -> bool:
    return not is_within(band_bps, rejected[-1], last_tick) and not _is_jump_by(band_bps, rejected)


def _has_jumped(band_bps: int, last_tick: int, prices: list[int]) -> bool:
    return not is_within(band_bps, prices[-1], last_tick) and _is_jump_by(band_bps, prices)


def is_within(band_bps: int, price: int, other: int) -> bool:
    """The price is positive, and within the band of the other price."""
    return price > 0 and abs(price - other) * 10_000 <= band_bps * other


def _is_jump_by(band_bps: int, prices: list[int]) -> bool:
    """The last four prices are each within the band of every one before it."""
    four = prices[-FOR_A_JUMP:]
    return len(four) == FOR_A_JUMP and all(
        is_within(band_bps, price, before)
        for index, price in enumerate(four)
        for before in four[:index]
    )
