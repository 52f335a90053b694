"""The steps about the purchase: kept, acceptance, terms and moment (VERIFY, steps 1 to 3)."""

from __future__ import annotations

from agreement import band_of_terms, offers_what_was_agreed, read_acceptance
from chains import require_chain
from files import Json
from prices import filled_by, require_head
from receipts import LEFT_OUT, PASSES, Device, Failure, Receipt, require
from signatures import is_signed, is_signed_by_device, sha256_hex
from texts import read_lines, two_digits

LONGEST_UNCERTAINTY_MS = 2_000
SERVER_LEAD_MS = 1_000


def kept(receipt: Receipt, purchases: list[Json]) -> str:
    """VERIFY, "The purchase that you received"."""
    if not purchases:
        return LEFT_OUT
    for purchase in purchases:
        for name in ("text", "signature", "keyId"):
            require(purchase[name] == receipt.acceptance[name])
    require(not receipt.is_too_late)
    return PASSES


def acceptance(receipt: Receipt) -> str:
    """Step 1."""
    require(is_signed(receipt.acceptance, receipt.keys))
    return PASSES


def terms(receipt: Receipt) -> str:
    """Step 2."""
    order = receipt.order
    require(read_acceptance(receipt) is not None)
    require(order["expiresAt"] == receipt.start + order["durationMs"])
    before_bands = not receipt.has_format(2)
    if receipt.terms is None:
        require(before_bands)
    else:
        require(order["termsId"] == sha256_hex(receipt.terms)[:16])
        require(offers_what_was_agreed(receipt))
        require(before_bands or band_of_terms(receipt) is not None)
    for slice_ in receipt.slices:
        if slice_.statement.format >= 4:
            require(order["termsId"] in slice_.statement.terms.get(order["symbol"], []))
    return PASSES


def moment(receipt: Receipt) -> str:
    """Step 3."""
    agreed, order = read_acceptance(receipt), receipt.order
    if receipt.device is None:
        if "startsAt" in order:
            require(agreed is not None and agreed.format == 3)
            require(order["startsAt"] == order["acceptedAt"] + SERVER_LEAD_MS)
        return LEFT_OUT
    device = receipt.device.signed
    if agreed is None:
        raise Failure
    require(agreed.by_device == [sha256_hex(device["text"]), device["keyId"]])
    require(sha256_hex(device["publicKey"])[:16] == device["keyId"])
    head, tapped, uncertainty = _read_device_text(order, device)
    require(order["acceptedAt"] < receipt.start)
    require(300 <= receipt.start - tapped <= 3_000 and uncertainty <= LONGEST_UNCERTAINTY_MS)
    require(is_signed_by_device(device))
    _require_head(receipt, head, tapped, uncertainty)
    return _registration(receipt, receipt.device)


def _read_device_text(order: Json, device: Json) -> tuple[tuple[int, str], int, int]:
    """The head, the time of the tap and its uncertainty. All else follows from order and device."""
    templates = [
        "fairtick-order-1",
        "key {key}",
        f"product {order['symbol']}",
        f"direction {order['direction']}",
        f"stake {two_digits(order['stake'])}",
        f"duration {order['durationMs']}",
        "terms {id}",
        "head {number} {hash}",
        "tapped {number}",
        "uncertainty {number}",
        f"starts {order['startsAt']}",
        f"device {device['keyId']}",
    ]
    words = read_lines(templates, device["text"].split("\n"))
    if words is None:
        raise Failure
    _, terms_id, seq, hash_, tapped, uncertainty = words
    require(terms_id == order["termsId"])
    require(int(seq) >= 1)
    return (int(seq), hash_), int(tapped), int(uncertainty)


def _require_head(receipt: Receipt, head: tuple[int, str], tapped: int, uncertainty: int) -> None:
    record, following = require_head(receipt.entry.by_time, receipt.entry.before, head)
    if following:
        require(following[0]["timeMs"] >= tapped - LONGEST_UNCERTAINTY_MS - uncertainty, head[0])
    if record is not None:
        require(record["timeMs"] <= receipt.start, head[0])
        marker = filled_by(record, following)
        require(marker is None or marker["writtenAt"] <= tapped + uncertainty, head[0])


def _registration(receipt: Receipt, device: Device) -> str:
    """The chain of device keys, from the record of this key on."""
    verdict = require_chain(device.registration, "fairtick-devices-1", "devices", receipt.keys)
    first = device.registration.records[0]
    require(first["text"] == f"key {device.signed['keyId']} {device.signed['publicKey']}")
    require(first["timeMs"] <= receipt.order["acceptedAt"])
    return verdict
