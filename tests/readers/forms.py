"""The form of each field of a receipt (VERIFY, section "The form of each field")."""

from __future__ import annotations

import re
from collections.abc import Callable

from files import LARGEST_NUMBER

Form = Callable[[object], bool]

VENUES = ("binance", "bitget", "bitstamp", "bybit", "coinbase", "gate", "kraken", "mexc", "okx")
DEALERS = ("oanda",)
AMOUNT = r"(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?"


def whole_number(least: int = -LARGEST_NUMBER, most: int = LARGEST_NUMBER) -> Form:
    """A number is never `true` or `false`, although Python counts these as whole numbers."""
    return lambda value: type(value) is int and least <= value <= most


def text_like(pattern: str) -> Form:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def one_of(*words: str) -> Form:
    return lambda value: value in words


def or_null(form: Form) -> Form:
    return lambda value: value is None or form(value)


def list_of(form: Form, least: int = 0, most: float = float("inf")) -> Form:
    def check(value: object) -> bool:
        return isinstance(value, list) and least <= len(value) <= most and all(map(form, value))

    return check


def table_of(names: tuple[str, ...], form: Form) -> Form:
    """An object with some of these names, and no others."""
    return lambda value: isinstance(value, dict) and all(
        name in names and form(field) for name, field in value.items()
    )


def fields(required: dict[str, Form], optional: dict[str, Form] | None = None) -> Form:
    """An object that has all fields of `required`; those of `optional` may be missing, but not be null."""

    def check(value: object) -> bool:
        return (
            isinstance(value, dict)
            and all(name in value and form(value[name]) for name, form in required.items())
            and all(form(value[name]) for name, form in (optional or {}).items() if name in value)
        )

    return check


def any_text(value: object) -> bool:
    return isinstance(value, str)


def short_text(most: int) -> Form:
    """A text of at most so many characters, as Unicode counts them."""
    return lambda value: isinstance(value, str) and len(value) <= most


def line_of_chain(value: object) -> bool:
    """One line of 1 to 2,000 UTF-16 units."""
    return isinstance(value, str) and "\n" not in value and 2 <= len(value.encode("utf-16-le")) <= 4_000


def price_record(value: object) -> bool:
    return _OF_ANY_KIND(value) and isinstance(value, dict) and _BY_KIND[value["kind"]](value)


def inclusion(value: object) -> bool:
    """A `record` of another form is ignored if there is a `checkpoint`, and the other way round."""
    return _PLACE_IN_TREE(value) and (names_record(value) or _NAMES_CHECKPOINT(value))


FROM_0 = whole_number(0)
FROM_1 = whole_number(1)
HASH = text_like("[0-9a-f]{64}")
INSTRUMENT = text_like("[A-Z0-9_]{3,24}")
PRICE_OF_VENUE = text_like(r"(0|[1-9][0-9]{0,11})(\.[0-9]{1,12})?")

_SIGNED = {"text": any_text, "signature": any_text, "keyId": any_text}
signed = fields(_SIGNED)
_WITH_PRODUCT = fields(
    _SIGNED, {"product": fields({"line": any_text, "leaf": FROM_0, "path": list_of(HASH)})}
)

_OF_ANY_KIND = fields(
    {
        "kind": one_of("tick", "heartbeat", "gap", "halt", "rejected", "filled", "orders"),
        "seq": FROM_1,
        "timeMs": FROM_0,
        "hash": HASH,
    }
)
_BY_KIND: dict[str, Form] = {
    "tick": fields({"price": FROM_1, "size": FROM_0}, {"inputs": HASH}),
    "heartbeat": fields({}),
    "gap": fields({"reason": one_of("restart", "feed", "loop", "jump")}),
    "halt": fields({"reason": one_of("closed", "maintenance", "ended")}),
    "rejected": fields({"price": whole_number(), "bandBps": whole_number(0, 100_000)}),
    "filled": fields({"fromMs": FROM_0, "writtenAt": FROM_0}),
    "orders": fields({"size": FROM_1, "root": HASH}),
}
_BEFORE = fields({"seq": FROM_0, "hash": HASH})
_PRICE_SLICE = fields(
    {"before": _BEFORE, "records": list_of(price_record), "checkpoint": or_null(_WITH_PRODUCT)}
)
CHAIN_RECORD = fields({"seq": FROM_1, "timeMs": FROM_0, "text": line_of_chain, "hash": HASH})
_CHAIN_SLICE = fields(
    {"before": _BEFORE, "records": list_of(CHAIN_RECORD), "checkpoint": or_null(signed)}
)

_DECIDING_TICK = or_null(fields({"seq": FROM_1, "timeMs": FROM_0, "price": FROM_1}))
_REASONS = (
    "gap_at_entry", "halt_at_entry", "late_entry", "gap_at_exit",
    "halt_at_exit", "stale_exit", "too_few_ticks", "too_late",
)
_ORDER = fields(
    {
        "id": text_like("[1-9][0-9]{0,18}"),
        "symbol": text_like("[A-Z0-9]{2,12}"),
        "direction": one_of("up", "down"),
        "stake": text_like(AMOUNT),
        "payout": text_like(AMOUNT),
        "payoutRate": whole_number(0, 100_000),
        "durationMs": FROM_1,
        "ruleVersion": FROM_1,
        "acceptedAt": FROM_0,
        "expiresAt": FROM_0,
        "termsId": any_text,
        "source": one_of("simulated", "recorded", "live", "dealer"),
        "status": one_of("won", "lost", "draw", "void", "open", "live", "compensated"),
        "entry": _DECIDING_TICK,
        "exit": _DECIDING_TICK,
        "settledAt": or_null(FROM_0),
        "voidReason": or_null(one_of(*_REASONS)),
        "profitAndLoss": or_null(text_like(r"-?(0|[1-9][0-9]{0,11})\.[0-9]{2}")),
    },
    {"startsAt": FROM_0},
)
_FREEZE_END = fields({"at": FROM_0, "amount": or_null(text_like(AMOUNT))})
_FROZEN = fields({"since": FROM_0, "end": or_null(_FREEZE_END)})
_TRANSFER = fields(
    {
        "id": any_text,
        "kind": one_of("order_stake", "order_settle"),
        "amount": text_like(AMOUNT),
        "at": FROM_0,
    }
)
_DEVICE = fields(
    {
        "text": any_text,
        "signature": text_like("[A-Za-z0-9+/]{86}=="),
        "publicKey": text_like("[A-Za-z0-9+/]{122}=="),
        "keyId": text_like("[0-9a-f]{16}"),
        "registration": _CHAIN_SLICE,
    }
)
_PLACE_IN_TREE = fields(
    {"salt": text_like("[0-9a-f]{32}"), "leaf": FROM_0, "size": FROM_1, "path": list_of(HASH)}
)
names_record = fields({"record": FROM_1})
_NAMES_CHECKPOINT = fields({"checkpoint": signed})
_DRAND = fields(
    {"chainHash": HASH, "round": FROM_1, "signature": or_null(any_text), "randomness": or_null(HASH)}
)
_HOUR = fields(
    {
        "epoch": FROM_0,
        "startsAt": FROM_0,
        "endsAt": FROM_0,
        "chain": or_null(FROM_1),
        "promise": or_null(FROM_1),
        "bound": one_of("bound", "unbound"),
        "commitment": or_null(HASH),
        "link": or_null(HASH),
        "seed": or_null(HASH),
        "closed": or_null(one_of("round", "lost")),
        "drand": or_null(_DRAND),
    }
)
_SEED = fields({"hour": _HOUR, "anchor": _CHAIN_SLICE, "promise": _CHAIN_SLICE})
_TRADE = fields(
    {
        "venue": one_of(*VENUES),
        "tradeId": text_like("[A-Za-z0-9-]{1,64}"),
        "price": PRICE_OF_VENUE,
        "receivedAt": FROM_0,
        "tradedAt": or_null(FROM_0),
    },
    {"aheadMs": whole_number()},
)
_TRADES = fields({"seq": FROM_1, "inputs": list_of(_TRADE, 3, 9)})
_QUOTE = fields(
    {
        "seq": FROM_1,
        "quote": fields(
            {
                "dealer": one_of(*DEALERS),
                "instrument": INSTRUMENT,
                "bid": PRICE_OF_VENUE,
                "ask": PRICE_OF_VENUE,
                "receivedAt": FROM_0,
                "quotedAt": FROM_0,
                "aheadMs": whole_number(),
            }
        ),
    }
)

SHARED_RECEIPT = fields(
    {
        "format": one_of("fairtick-shared-1"),
        "order": _ORDER,
        "acceptance": signed,
        "entry": _PRICE_SLICE,
        "exit": _PRICE_SLICE,
        "keys": list_of(fields({"keyId": any_text, "publicKey": any_text})),
    },
    {
        "terms": any_text,
        "device": _DEVICE,
        "refusal": signed,
        "inclusion": or_null(inclusion),
        "seeds": list_of(_SEED, most=2),
        "venues": list_of(_TRADES, most=2),
        "quotes": list_of(_QUOTE, most=2),
    },
)
_WITH_TRANSFERS = fields({"transfers": list_of(_TRANSFER), "order": fields({}, {"frozen": _FROZEN})})


def settled_receipt(value: object) -> bool:
    """A settled receipt has what a shared one has, and the transfers of the ledger."""
    if not isinstance(value, dict) or value.get("format") != "fairtick-settled-1":
        return False
    return SHARED_RECEIPT({**value, "format": "fairtick-shared-1"}) and _WITH_TRANSFERS(value)


def purchase(value: object) -> bool:
    """The `acceptance` that was received at the purchase, which has no `format`."""
    return signed(value) and isinstance(value, dict) and "format" not in value
