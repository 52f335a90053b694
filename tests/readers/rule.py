"""The rule that decides an order, version 1 (VERIFY, section "The rule, version 1")."""

from __future__ import annotations

from dataclasses import dataclass

from files import Json
from receipts import Receipt, Slice

LATEST_ENTRY_MS = 3_000
OLDEST_EXIT_MS = 3_000

_PERMITTED_GAPS = {
    "simulated": (),
    "recorded": ("loop", "jump"),
    "live": ("restart", "feed", "jump"),
    "dealer": ("restart", "feed", "jump"),
}
_PERMITTED_HALTS = {
    "simulated": ("closed",),
    "recorded": ("closed", "ended"),
    "live": ("closed", "maintenance"),
    "dealer": ("closed", "maintenance"),
}


@dataclass(frozen=True)
class Outcome:
    status: str
    void_reason: str | None
    # The first tick after the start, and the last one up to the expiry.
    entry: Json | None
    exit: Json | None


def apply_rule(receipt: Receipt) -> Outcome:
    start, expiry = receipt.start, receipt.order["expiresAt"]
    later = [record for record in receipt.entry.by_time if record["timeMs"] > start]
    entry = next((record for record in later if record["kind"] == "tick"), None)
    exit_ = next((record for record in _up_to(receipt.exit, expiry)[::-1] if record["kind"] == "tick"), None)
    return Outcome(*_decide(receipt, entry, exit_), entry, exit_)


def _decide(receipt: Receipt, entry: Json | None, exit_: Json | None) -> tuple[str, str | None]:
    """The status, and the first reason that applies if it is `void`."""
    start, expiry = receipt.start, receipt.order["expiresAt"]
    if _has_gap(receipt.entry, start):
        return "void", "gap_at_entry"
    if _is_halted(receipt.entry, start):
        return "void", "halt_at_entry"
    if entry is None or entry["timeMs"] > min(start + LATEST_ENTRY_MS, expiry):
        return "void", "late_entry"
    if _has_gap(receipt.exit, expiry):
        return "void", "gap_at_exit"
    if _is_halted(receipt.exit, expiry):
        return "void", "halt_at_exit"
    if exit_ is None or exit_["timeMs"] < expiry - OLDEST_EXIT_MS:
        return "void", "stale_exit"
    if exit_["timeMs"] <= start or exit_["seq"] == entry["seq"]:
        return "void", "too_few_ticks"
    if exit_["price"] == entry["price"]:
        return "draw", None
    direction = "up" if exit_["price"] > entry["price"] else "down"
    return "won" if direction == receipt.order["direction"] else "lost", None


def _up_to(slice_: Slice, moment: int) -> list[Json]:
    return [record for record in slice_.by_time if record["timeMs"] <= moment]


def _has_gap(slice_: Slice, moment: int) -> bool:
    after = [record for record in slice_.by_time if record["timeMs"] > moment]
    at = [record for record in slice_.by_time if record["timeMs"] == moment]
    return any(record["kind"] == "gap" for record in [*at, *after[:1]])


def _is_halted(slice_: Slice, moment: int) -> bool:
    kinds = [record["kind"] for record in _up_to(slice_, moment)]
    return [kind for kind in kinds if kind in ("tick", "halt")][-1:] == ["halt"]


def void_is_permitted(receipt: Receipt, reason: str) -> tuple[bool, int | None]:
    """By the table of the rule. The second value is the number of the gap or halt that was judged."""
    at_entry = reason.endswith("_entry")
    slice_ = receipt.entry if at_entry else receipt.exit
    moment = receipt.start if at_entry else receipt.order["expiresAt"]
    source = receipt.order["source"]
    if slice_.statement.format in (1, 2) and source not in ("live", "dealer"):
        return True, None
    shown = _up_to(slice_, moment)
    if reason.startswith("gap"):
        shown = slice_.by_time[: len(shown) + 1]
        judged = [record for record in shown if record["kind"] == "gap"][-1]
        return judged["reason"] in _PERMITTED_GAPS[source], judged["seq"]
    if reason.startswith("halt"):
        judged = [record for record in shown if record["kind"] == "halt"][-1]
        return judged["reason"] in _PERMITTED_HALTS[source], judged["seq"]
    return source != "simulated", None
