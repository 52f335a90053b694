"""A receipt that was read, and what a step of its verification may say (VERIFY, section "Results")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import forms
from checkpoints import UNREADABLE, Checkpoint, read_checkpoint, read_with_product
from files import Json
from signatures import Keys, keys_of_receipt
from texts import hundredths

PASSES = "passes"
WAITS = "waits"
NOT_PROVED = "not proved"
LEFT_OUT = "left out"


class Failure(Exception):
    """A step fails, at the record with this number if it names one."""

    def __init__(self, record: int | None = None) -> None:
        super().__init__(record)
        self.record = record


def require(condition: bool, record: int | None = None) -> None:
    if not condition:
        raise Failure(record)


@dataclass(frozen=True)
class Slice:
    """Some records of a chain, with the record before them and the checkpoint at their end."""

    before: Json
    # In the order of the file, and by time (section "Common rules", "Order").
    records: list[Json]
    by_time: list[Json]
    # The signed text, or None while it is not signed yet.
    checkpoint: Json | None
    # What that text says: `UNREADABLE` if it is not signed yet, or cannot be read.
    statement: Checkpoint

    def shows_start_of_log(self) -> bool:
        return bool(self.before["seq"] == 0)


@dataclass(frozen=True)
class Receipt:
    """A settled or shared receipt whose form is right."""

    # Trusted keys, or if there are none, those that the receipt names itself.
    keys: Keys
    shared: bool
    order: Json
    start: int
    acceptance: Json
    terms: str | None
    entry: Slice
    exit: Slice
    transfers: list[Json]
    device: Device | None
    refusal: Json | None
    # The `inclusion` with a record, or the one with a checkpoint.
    place: Json | None
    tree: Json | None
    # None if the field is missing: the hours, each with its slices of the chain of promises.
    seeds: list[SeedOfHour] | None
    venues: list[Json]
    quotes: list[Json]

    @property
    def slices(self) -> tuple[Slice, Slice]:
        return (self.entry, self.exit)

    @property
    def is_too_late(self) -> bool:
        return bool(self.order["voidReason"] == "too_late")

    @property
    def stake(self) -> int:
        """In hundredths."""
        return hundredths(self.order["stake"])

    def has_format(self, least: int) -> bool:
        """True if one of both slices has a checkpoint that can be read, of this format or later."""
        return any(slice_.statement.format >= least for slice_ in self.slices)


@dataclass(frozen=True)
class Device:
    """What a device signed, as the file has it, and the registration of its key."""

    signed: Json
    registration: Slice


@dataclass(frozen=True)
class SeedOfHour:
    """An hour with the record of its hash chain and that of its promise."""

    hour: Json
    anchor: Slice
    promise: Slice


def read_receipt(document: Any, trusted: Keys) -> Receipt | None:
    """None if the document is no receipt. Its own keys count only if no key is trusted."""
    shared = forms.SHARED_RECEIPT(document)
    if not shared and not forms.settled_receipt(document):
        return None
    order, device, seeds = document["order"], document.get("device"), document.get("seeds")
    inclusion = document.get("inclusion")
    in_record = forms.names_record(inclusion)
    return Receipt(
        keys=trusted or keys_of_receipt(document["keys"]),
        shared=shared,
        order=order,
        start=order.get("startsAt", order["acceptedAt"]),
        acceptance=document["acceptance"],
        terms=document.get("terms"),
        entry=_price_slice(document["entry"]),
        exit=_price_slice(document["exit"]),
        transfers=[] if shared else document["transfers"],
        device=None if device is None else Device(device, _slice(device["registration"])),
        refusal=document.get("refusal"),
        place=inclusion if in_record else None,
        tree=None if in_record else inclusion,
        seeds=None if seeds is None else [_seed(element) for element in seeds],
        venues=document.get("venues", []),
        quotes=document.get("quotes", []),
    )


def _slice(value: Json) -> Slice:
    checkpoint = value["checkpoint"]
    return Slice(
        before=value["before"],
        records=value["records"],
        by_time=sorted(value["records"], key=lambda record: record["timeMs"]),
        checkpoint=checkpoint,
        statement=UNREADABLE if checkpoint is None else read_checkpoint(checkpoint["text"]),
    )


def _price_slice(value: Json) -> Slice:
    """Its checkpoint may be shown with the line of the product."""
    checkpoint = value["checkpoint"]
    found = _slice(value)
    return found if checkpoint is None else replace(found, statement=read_with_product(checkpoint))


def _seed(element: Json) -> SeedOfHour:
    return SeedOfHour(element["hour"], _slice(element["anchor"]), _slice(element["promise"]))
