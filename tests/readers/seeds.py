"""The step about the promises of simulated hours: seed (VERIFY, "The simulated hour" and step 11)."""

from __future__ import annotations

from chains import require_chain
from files import Json
from receipts import LEFT_OUT, PASSES, WAITS, Failure, Receipt, SeedOfHour, require
from signatures import Keys, sha256_hex
from texts import read_line

HOUR_MS = 3_600_000
SHORTEST_CHAIN_HOURS = 8_760
LONGEST_CHAIN_HOURS = 87_660

_CHAIN = "chain {number} first {number} hours {number} anchor {hash} drand {hash_or_none}"
_PROMISE = "hour {number} chain {number} round {number_or_none}"


def seed(receipt: Receipt) -> str:
    """Step 11."""
    epochs = epochs_of(receipt)
    if receipt.seeds is None:
        return LEFT_OUT
    readings = []
    for epoch in epochs:
        element = find_hour(receipt, epoch)
        require(element is not None)
        if element is not None:
            readings.append(check_hour(element, epoch, receipt.keys))
    return WAITS if WAITS in readings else PASSES


def epochs_of(receipt: Receipt) -> list[int]:
    """The hours in which the entry and the exit are, if the prices are simulated."""
    ticks = [receipt.order[name] for name in ("entry", "exit") if receipt.order[name] is not None]
    if receipt.order["source"] != "simulated":
        return []
    return sorted({tick["timeMs"] // HOUR_MS for tick in ticks})


def find_hour(receipt: Receipt, epoch: int) -> SeedOfHour | None:
    elements = [element for element in receipt.seeds or [] if element.hour["epoch"] == epoch]
    return elements[0] if elements else None


def check_hour(element: SeedOfHour, epoch: int, keys: Keys) -> str:
    """Whether the seed of the hour is the one that was promised. A signature may be missing."""
    slices = (element.anchor, element.promise)
    readings = [require_chain(slice_, "fairtick-seeds-1", "seeds", keys) for slice_ in slices]
    number, first, anchor = _read_chain(element.anchor.records[0], epoch)
    promise = element.promise.records[0]
    round_, starts_at = _read_promise(promise, epoch, number)
    hour = element.hour
    require(hour["chain"] == number and hour["promise"] == promise["seq"])
    require(hour["startsAt"] == starts_at and hour["endsAt"] == (epoch + 1) * HOUR_MS)
    randomness = _require_round(hour["drand"], round_)
    _require_seed(hour, epoch - first, anchor, randomness)
    return WAITS if WAITS in readings else PASSES


def _read_chain(record: Json, epoch: int) -> tuple[int, int, str]:
    """The number of the hash chain, its first hour and its anchor."""
    words = read_line(_CHAIN, record["text"]) or read_line(_CHAIN + " break {something}", record["text"])
    number, first, hours, anchor = (words or ["0", "0", "0", ""])[:4]
    require(SHORTEST_CHAIN_HOURS <= int(hours) <= LONGEST_CHAIN_HOURS)
    require(int(first) <= epoch < int(first) + int(hours))
    return int(number), int(first), anchor


def _read_promise(record: Json, epoch: int, chain: int) -> tuple[int | None, int]:
    """The round that the hour mixes in, if any, and when its series starts."""
    starts_at, ends_at = epoch * HOUR_MS, (epoch + 1) * HOUR_MS
    words = read_line(_PROMISE, record["text"])
    if words is None:
        words = read_line(_PROMISE + " from {number}", record["text"])
        if words is None:
            raise Failure
        from_ms = int(words[3])
        require(starts_at < from_ms < ends_at and from_ms >= record["timeMs"])
        starts_at = from_ms
    require((int(words[0]), int(words[1])) == (epoch, chain))
    return (None if words[2] == "none" else int(words[2])), starts_at


def _require_round(drand: Json | None, round_: int | None) -> str:
    """The randomness that the seed mixes in, or `-`."""
    if round_ is None:
        require(drand is None)
        return "-"
    if drand is None:
        raise Failure
    require(drand["round"] == round_)
    require(drand["signature"] is not None and drand["randomness"] is not None)
    return str(drand["randomness"])


def _require_seed(hour: Json, steps: int, anchor: str, randomness: str) -> None:
    link = hour["link"]
    if hour["closed"] is not None:
        require(hour["closed"] == "lost" and link is None)
    if link is None:
        require(hour["seed"] is None)
        return
    require(hour["seed"] == sha256_hex(f"fairtick-seed-1|{link}|{randomness}"))
    for _ in range(steps + 1):
        link = sha256_hex(link)
    require(link == anchor)
