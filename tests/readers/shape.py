"""The form of a receipt's fields, as docs/VERIFY.md lists it. A file of any other form is no receipt."""

import re

SAFE_MAX = 2**53 - 1
VENUES = ("binance", "bitstamp", "bybit", "coinbase", "kraken", "okx")


def text(value):
    return isinstance(value, str)


def whole(least, most=SAFE_MAX):
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def like(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def one_of(*words):
    return lambda value: isinstance(value, str) and value in words


def null_or(check):
    return lambda value: value is None or check(value)


def list_of(check, least=0, most=None):
    return lambda value: (
        isinstance(value, list)
        and len(value) >= least
        and (most is None or len(value) <= most)
        and all(check(each) for each in value)
    )


def fields(**checks):
    """An object with these fields; those whose name ends with `_` may be missing. Others are ignored."""

    def holds(value):
        if not isinstance(value, dict):
            return False
        for name, check in checks.items():
            key = name.rstrip("_")
            if key in value:
                if not check(value[key]):
                    return False
            elif not name.endswith("_"):
                return False
        return True

    return holds


def line(value):
    """One line of 1 to 2,000 units of UTF-16."""
    return isinstance(value, str) and "\n" not in value and 1 <= len(value.encode("utf-16-le")) // 2 <= 2000


TIME = COUNT = whole(0)
NUMBER = whole(1)
HASH = like("[0-9a-f]{64}")
AMOUNT = like(r"(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,2})?")
RESULT = like(r"-?(?:0|[1-9][0-9]{0,11})\.[0-9]{2}")
BASIS_POINTS = whole(0, 100_000)
SIGNED = fields(text=text, signature=text, keyId=text)
BEFORE = fields(seq=COUNT, hash=HASH)
SPOT = fields(seq=NUMBER, timeMs=TIME, price=NUMBER)

LINK = {"seq": NUMBER, "timeMs": TIME, "hash": HASH}
RECORDS = {
    "tick": fields(**LINK, price=NUMBER, size=COUNT, inputs_=HASH),
    "heartbeat": fields(**LINK),
    "gap": fields(**LINK, reason=one_of("restart", "feed", "loop", "jump")),
    "halt": fields(**LINK, reason=one_of("closed", "maintenance", "ended")),
    "rejected": fields(**LINK, price=whole(-SAFE_MAX), bandBps=BASIS_POINTS),
    "filled": fields(**LINK, fromMs=TIME, writtenAt=TIME),
    "orders": fields(**LINK, size=NUMBER, root=HASH),
}


def record(value):
    kind = value.get("kind") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in RECORDS and RECORDS[kind](value)


SLICE = fields(before=BEFORE, records=list_of(record), checkpoint=null_or(SIGNED))
PUBLIC_SLICE = fields(
    before=BEFORE, records=list_of(fields(**LINK, text=line)), checkpoint=null_or(SIGNED)
)
DEVICE_KEY = like("[0-9a-f]{16}")
DEVICE = fields(
    text=text,
    signature=like("[A-Za-z0-9+/]{86}=="),
    keyId=DEVICE_KEY,
    publicKey=like("[A-Za-z0-9+/]{122}=="),
    registration=PUBLIC_SLICE,
)
PATH = dict(salt=like("[0-9a-f]{32}"), leaf=COUNT, size=NUMBER, path=list_of(HASH))
IN_RECORD = fields(**PATH, record=NUMBER)
IN_TREE = fields(**PATH, checkpoint=SIGNED)


def inclusion(value):
    return IN_RECORD(value) or IN_TREE(value)


ROUND = fields(chainHash=HASH, round=NUMBER, signature=null_or(text), randomness=null_or(HASH))
HOUR = fields(
    epoch=COUNT,
    startsAt=TIME,
    endsAt=TIME,
    commitment=null_or(HASH),
    chain=null_or(NUMBER),
    promise=null_or(NUMBER),
    bound=one_of("bound", "unbound"),
    link=null_or(HASH),
    drand=null_or(ROUND),
    seed=null_or(HASH),
    closed=null_or(one_of("round", "lost")),
)
TRADE = fields(
    venue=one_of(*VENUES),
    tradeId=like("[A-Za-z0-9-]{1,64}"),
    price=like(r"(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?"),
    receivedAt=TIME,
    tradedAt=null_or(TIME),
    aheadMs_=whole(-SAFE_MAX),
)
FROZEN = fields(since=TIME, end=null_or(fields(at=TIME, amount=null_or(AMOUNT))))
ORDER = dict(
    id=like("[1-9][0-9]{0,18}"),
    symbol=like("[A-Z0-9]{2,12}"),
    direction=one_of("up", "down"),
    stake=AMOUNT,
    payoutRate=BASIS_POINTS,
    payout=AMOUNT,
    durationMs=NUMBER,
    acceptedAt=TIME,
    startsAt_=TIME,
    expiresAt=TIME,
    termsId=text,
    ruleVersion=NUMBER,
    source=one_of("simulated", "recorded", "live"),
    status=one_of("open", "live", "won", "lost", "draw", "void", "compensated"),
    entry=null_or(SPOT),
    exit=null_or(SPOT),
    settledAt=null_or(TIME),
    voidReason=null_or(
        one_of(
            "gap_at_entry",
            "halt_at_entry",
            "late_entry",
            "gap_at_exit",
            "halt_at_exit",
            "stale_exit",
            "too_few_ticks",
            "too_late",
        )
    ),
    profitAndLoss=null_or(RESULT),
)
SHARED = dict(
    order=fields(**ORDER),
    acceptance=SIGNED,
    terms_=text,
    entry=SLICE,
    exit=SLICE,
    device_=DEVICE,
    refusal_=SIGNED,
    inclusion_=null_or(inclusion),
    seeds_=list_of(fields(hour=HOUR, anchor=PUBLIC_SLICE, promise=PUBLIC_SLICE), 0, 2),
    venues_=list_of(fields(seq=NUMBER, inputs=list_of(TRADE, 3, 6)), 0, 2),
    keys=list_of(fields(keyId=text, publicKey=text)),
)
SETTLED = {
    **SHARED,
    "order": fields(**ORDER, frozen_=FROZEN),
    "transfers": list_of(fields(id=text, kind=one_of("order_stake", "order_settle"), amount=AMOUNT, at=TIME)),
}
RECEIPTS = {"fairtick-settled-1": fields(**SETTLED), "fairtick-shared-1": fields(**SHARED)}
# What the terms of a live product say of its price.
INDEX = fields(
    venues=list_of(one_of(*VENUES), 1),
    symbols=lambda value: isinstance(value, dict)
    and all(name in VENUES and isinstance(one, str) and len(one) <= 24 for name, one in value.items()),
    decimals=whole(0, 12),
    needed=NUMBER,
    freshMs=NUMBER,
    lateMs_=NUMBER,
    spreadBps=BASIS_POINTS,
    leadMs=COUNT,
)


def is_receipt(value):
    form = value.get("format") if isinstance(value, dict) else None
    return isinstance(form, str) and form in RECEIPTS and RECEIPTS[form](value)
