"""The step about the quotes behind a dealer's prices: dealer (VERIFY, "A dealer's prices" and step 13)."""

from __future__ import annotations

from agreement import read_dealer
from files import Json
from prices import find_record
from receipts import LEFT_OUT, PASSES, Receipt, require
from signatures import sha256_hex

LARGEST_AHEAD_MS = 2_000
# A price text has at most so many digits after its point.
MOST_DECIMALS = 12


def dealer(receipt: Receipt) -> str:
    """Step 13. It passes although no one can look a quote up: `is_by_dealer` says so beside the verdict."""
    order = receipt.order
    moments = ((order["entry"], receipt.entry), (order["exit"], receipt.exit))
    deciding = [(named["seq"], slice_) for named, slice_ in moments if named is not None]
    if not is_by_dealer(receipt):
        return LEFT_OUT
    terms = read_dealer(receipt)
    for seq, slice_ in deciding:
        record, quote = find_record(slice_.by_time, seq)[0] or {}, find_quote(receipt, seq)
        require(record.get("kind") == "tick" and quote is not None, seq)
        require(record.get("inputs") == _hash_of_quote(quote or {}), seq)
        require(terms is not None and _follows(terms, record, quote or {}), seq)
    return PASSES


def is_by_dealer(receipt: Receipt) -> bool:
    return bool(receipt.order["source"] == "dealer")


def find_quote(receipt: Receipt, seq: int) -> Json | None:
    """The first element with that number counts."""
    return next((element["quote"] for element in receipt.quotes if element["seq"] == seq), None)


def _hash_of_quote(quote: Json) -> str:
    names = ("dealer", "instrument", "bid", "ask", "receivedAt", "quotedAt", "aheadMs")
    return sha256_hex("fairtick-dealer-1\n" + "|".join(str(quote[name]) for name in names))


def _follows(terms: Json, tick: Json, quote: Json) -> bool:
    """Whether the price of a tick follows from its quote by the part `dealer` of the terms."""
    bid, ask = _exact(quote["bid"]), _exact(quote["ask"])
    middle = (bid + ask) // (2 * 10 ** (MOST_DECIMALS - terms["decimals"]))
    # A bid of 0 has an ask of 0 by the spread, and no tick a price of 0.
    return (
        (quote["dealer"], quote["instrument"]) == (terms["dealer"], terms["instrument"])
        and _is_fresh(terms, tick["timeMs"], quote)
        and bid <= ask
        and (ask - bid) * 10_000 <= terms["spreadBps"] * bid
        and tick["price"] == middle
    )


def _is_fresh(terms: Json, time_ms: int, quote: Json) -> bool:
    received, made = quote["receivedAt"], quote["quotedAt"] - quote["aheadMs"]
    return (
        0 <= quote["aheadMs"] <= LARGEST_AHEAD_MS
        and made <= received <= time_ms
        and time_ms - made <= terms["freshMs"]
        and received - made <= terms["lateMs"]
    )


def _exact(text: str) -> int:
    """A price in units of the smallest digit that a text can have."""
    whole, _, fraction = text.partition(".")
    return int(whole + fraction.ljust(MOST_DECIMALS, "0"))
