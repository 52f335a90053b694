"""The step about the trades behind live prices: venues (VERIFY, "Live prices" and step 12)."""

from __future__ import annotations

from agreement import read_index
from files import LARGEST_NUMBER, Json
from prices import find_record
from receipts import LEFT_OUT, PASSES, Receipt, require
from signatures import sha256_hex

LARGEST_AHEAD_MS = 2_000


def venues(receipt: Receipt) -> str:
    """Step 12."""
    order = receipt.order
    moments = ((order["entry"], receipt.entry), (order["exit"], receipt.exit))
    deciding = [
        (named["seq"], find_record(slice_.by_time, named["seq"])[0] or {})
        for named, slice_ in moments
        if named is not None
    ]
    if order["source"] == "dealer" or (
        order["source"] != "live" and not any("inputs" in record for _, record in deciding)
    ):
        return LEFT_OUT
    index = read_index(receipt)
    for seq, record in deciding:
        trades = find_trades(receipt, seq)
        require(record.get("kind") == "tick", seq)
        require(record.get("inputs") == _hash_of_trades(trades), seq)
        require(index is not None and follows(index, record, trades), seq)
    return PASSES


def find_trades(receipt: Receipt, seq: int) -> list[Json]:
    """The first element with that number counts."""
    return next((element["inputs"] for element in receipt.venues if element["seq"] == seq), [])


def _hash_of_trades(trades: list[Json]) -> str:
    names = ["venue", "tradeId", "price", "receivedAt", "tradedAt"]
    header = "fairtick-inputs-1"
    if any("aheadMs" in trade for trade in trades):
        names.append("aheadMs")
        header = "fairtick-inputs-2"
    lines = [
        "|".join("" if trade.get(name) is None else str(trade[name]) for name in names) for trade in trades
    ]
    return sha256_hex("\n".join([header, *lines]))


def follows(index: Json, tick: Json, trades: list[Json]) -> bool:
    """
    Whether the price of a tick follows from its trades by the part `index` of the terms. A lowest price of 0 is within
    no spread of the tick's, which is at least 1.
    """
    names = [trade["venue"] for trade in trades]
    prices = sorted(whole_price(trade["price"], index["decimals"]) for trade in trades)
    return (
        names == sorted(set(names))
        and set(names) <= set(index["venues"])
        and len(trades) >= index["needed"]
        and all(_is_fresh(index, tick["timeMs"], trade) for trade in trades)
        and tick["price"] == prices[(len(prices) - 1) // 2]
        and prices[-1] <= LARGEST_NUMBER
        and (prices[-1] - prices[0]) * 10_000 <= index["spreadBps"] * prices[0]
    )


def _is_fresh(index: Json, time_ms: int, trade: Json) -> bool:
    received, traded, ahead = trade["receivedAt"], trade["tradedAt"], trade.get("aheadMs")
    if not 0 <= time_ms - received <= index["freshMs"]:
        return False
    if traded is None or ahead is None:
        return "lateMs" not in index
    made = traded - ahead
    return (
        0 <= ahead <= LARGEST_AHEAD_MS
        and made <= received
        and time_ms - made <= index["freshMs"]
        and received - made <= index.get("lateMs", received - made)
    )


def whole_price(text: str, decimals: int) -> int:
    """Digits beyond `decimals` are cut off, and missing ones are zeros."""
    whole, _, fraction = text.partition(".")
    return int(whole + fraction[:decimals].ljust(decimals, "0"))
