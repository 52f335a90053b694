"""The texts of acceptance, refusal and terms (VERIFY, "The text of the acceptance" and its parts)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import forms
from files import Json, NotStrictJson, parse_json
from receipts import Receipt
from signatures import sha256_hex
from texts import hundredths, read_lines, two_digits


@dataclass(frozen=True)
class Acceptance:
    """What the text says beyond the order: its head, and in format 2 the words of `intent` and `device`."""

    format: int
    by_device: list[str]
    head: tuple[int, str]


def read_acceptance(receipt: Receipt) -> Acceptance | None:
    """None unless the text agrees with the order."""
    order, lines = receipt.order, receipt.acceptance["text"].split("\n")
    starts_itself = "startsAt" in order
    formats = (2, 3) if starts_itself else (1,)
    for format_number in formats:
        expected = [
            f"fairtick-receipt-{format_number}",
            f"rule {order['ruleVersion']}",
            f"order {order['id']}",
            f"product {order['symbol']}",
            f"source {order['source']}",
            f"direction {order['direction']}",
            f"stake {two_digits(order['stake'])}",
            f"payout rate {order['payoutRate']}",
            f"payout {two_digits(order['payout'])}",
            "tie stake returns",
            f"terms {order['termsId']}",
            f"accepted {order['acceptedAt']}",
            *([f"starts {order['startsAt']}"] if starts_itself else []),
            f"expires {order['expiresAt']}",
        ]
        fixed_by_device = ["intent {hash}", "device {id}"] if format_number == 2 else []
        rest = read_lines([*fixed_by_device, "head {number} {hash}"], lines[len(expected) :])
        if lines[: len(expected)] == expected and rest is not None:
            return Acceptance(format_number, rest[:-2], (int(rest[-2]), rest[-1]))
    return None


def is_true_refusal(receipt: Receipt, deadline: int) -> bool:
    """A refusal of this purchase, for being late. The signature is another question."""
    refused_text = receipt.acceptance["text"] if receipt.device is None else receipt.device.signed["text"]
    lines = (receipt.refusal or {"text": ""})["text"].split("\n")
    words = read_lines(
        [
            "fairtick-refusal-1",
            "intent {hash}",
            "reason too_late",
            "starts {number}",
            "refused {number}",
            "head {number} {hash}",
        ],
        lines,
    )
    return (
        words is not None
        and words[0] == sha256_hex(refused_text)
        and int(words[1]) == receipt.order.get("startsAt")
        and int(words[2]) > deadline
    )


_INDEX_FORM = forms.fields(
    {
        "venues": forms.list_of(forms.one_of(*forms.VENUES), 1),
        "symbols": forms.table_of(forms.VENUES, forms.short_text(24)),
        "decimals": forms.whole_number(0, 12),
        "needed": forms.FROM_1,
        "freshMs": forms.FROM_1,
        "spreadBps": forms.whole_number(0, 100_000),
        "leadMs": forms.FROM_0,
    },
    {"lateMs": forms.FROM_1, "perpetual": lambda value: isinstance(value, bool)},
)
_DEALER_FORM = forms.fields(
    {
        "dealer": forms.one_of(*forms.DEALERS),
        "instrument": forms.INSTRUMENT,
        "decimals": forms.whole_number(0, 12),
        "freshMs": forms.FROM_1,
        "lateMs": forms.FROM_1,
        "spreadBps": forms.whole_number(0, 100_000),
        "leadMs": forms.FROM_0,
    }
)
_TERMS_FORM = forms.fields(
    {
        "durations": forms.list_of(lambda _: True),
        "stakeMin": forms.text_like(forms.AMOUNT),
        "stakeMax": forms.text_like(forms.AMOUNT),
    },
    {"index": _INDEX_FORM, "dealer": _DEALER_FORM},
)


def read_terms(receipt: Receipt) -> Json:
    """The object in `terms`; an empty one if there is none."""
    try:
        terms: Any = parse_json(receipt.terms or "")
    except NotStrictJson:
        return {}
    return terms if isinstance(terms, dict) else {}


def read_index(receipt: Receipt) -> Json | None:
    """The part `index` of the terms, or None if it is missing or of another form."""
    index = read_terms(receipt).get("index")
    return index if _INDEX_FORM(index) else None


def read_dealer(receipt: Receipt) -> Json | None:
    """The part `dealer` of the terms, or None if it is missing or of another form."""
    dealer = read_terms(receipt).get("dealer")
    return dealer if _DEALER_FORM(dealer) else None


def offers_what_was_agreed(receipt: Receipt) -> bool:
    """VERIFY, section "Terms"."""
    order, terms = receipt.order, read_terms(receipt)
    pair = forms.list_of(forms.whole_number())
    agreed = [order["durationMs"], order["payoutRate"]]
    return (
        _TERMS_FORM(terms)
        and terms.get("symbol") == order["symbol"]
        and type(terms.get("ruleVersion")) is int
        and terms["ruleVersion"] == order["ruleVersion"]
        and any(pair(offer) and offer == agreed for offer in terms["durations"])
        and hundredths(terms["stakeMin"]) <= receipt.stake <= hundredths(terms["stakeMax"])
        and not ("index" in terms and "dealer" in terms)
        and all(_leads(order, terms[kind]) for kind in ("index", "dealer") if kind in terms)
    )


def _leads(order: Json, source: Json) -> bool:
    """Live prices, and a dealer's: the start is late enough after the acceptance."""
    return "startsAt" in order and order["startsAt"] >= order["acceptedAt"] + source["leadMs"]


def band_of_terms(receipt: Receipt) -> int | None:
    """The band in basis points, or None if the terms state none."""
    match = re.search(r',"bandBps":([0-9]{1,6})\}\Z', receipt.terms or "")
    return None if match is None else int(match[1])


def deadline_of(receipt: Receipt) -> int:
    """The latest time of a record that may hold the order ("Accepted orders in the price records")."""
    source = read_index(receipt) or read_dealer(receipt)
    return receipt.start - max(1, 0 if source is None else source["leadMs"])
