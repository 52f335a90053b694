"""Verifies settled receipts. Written from docs/VERIFY.md and nothing else: `verify-receipt.py FILE... --key PEM...`

Prints one line per receipt: `FILE holds` (`holds without log` for one from before the log of orders, `holds without
ledger` for a shared one, `holds without log, ledger` for both), `FILE waits`
(a checkpoint is missing), `FILE not proved checkpoint` (the server was away), `FILE unknown key`, or `FILE fails STEP
[record SEQ], ...`. Below it are one line per time in which the server was away, one per decisive price that was written
after an outage, one per simulated hour: whether its seed was bound, and one per trade behind a
live price. Of any other file it prints `FILE is not a receipt`, and of one that it cannot judge `FILE breaks the reader`,
which is a fault of this program. The exit code is 0 when all hold, 1 when one does not, and 2 when a file is not a
receipt. Receipts of purchases may be among the files: the settled one must contain the same.
"""

import base64
import functools
import hashlib
import re
import sys

import ed25519
import files
import p256
import shape

FORMATS = {"settled": "fairtick-settled-1", "shared": "fairtick-shared-1"}
NEAR_MS = 3000
HEAD_AGE_MAX_MS = 5000
CHECKPOINT_DELAY_MAX_MS = 120_000
SILENCE_MAX_MS = 30_000
LEAD_MIN_MS, LEAD_MAX_MS = 300, 3000
UNSIGNED_LEAD_MS = 1000
UNCERTAINTY_MAX_MS = 2000
SEEN_AGE_MAX_MS = 2000
HEARTBEAT_MS = 1000
RUNS_ON_MS = 5000
FILL_MAX_MS = 911_000
HOUR_MS = 3_600_000
BOUND_LEAD_MS = 24 * HOUR_MS
CHAIN_HOURS_MIN = 8760
# The first moment of December 2026.
SEALED_SINCE_MS = 1_796_083_200_000

NUMBER = "(?:0|[1-9][0-9]{0,15})"
HEAD = f"{NUMBER} [0-9a-f]{{64}}"
TERMS = "[0-9a-f]{16}(?:,[0-9a-f]{16})*"
PURCHASES = [f"fairtick-receipt-{number}" for number in (1, 2, 3)]
PURCHASE_END = re.compile(f"(?:intent [0-9a-f]{{64}}\ndevice [0-9a-f]{{16}}\n)?head {HEAD}")
REFUSAL = re.compile(
    "fairtick-refusal-1\nintent (?P<intent>[0-9a-f]{64})\nreason (?P<reason>[a-z_]{1,40})\n"
    f"starts (?P<starts>{NUMBER})\nrefused (?P<refused>{NUMBER})\nhead {HEAD}"
)
CHECKPOINT = re.compile(
    f"fairtick-checkpoint-(?P<format>[12345])\n(?P<number>{NUMBER})\n(?P<time>{NUMBER})\n(?P<previous>[^\n]*)"
    f"(?P<anchors>\norders {HEAD}\ndevices {HEAD}\nseeds {HEAD}(?P<operators>\noperators {HEAD})?)?"
    f"(?:\nearlier (?P<earlier>[0-9a-f]{{64}}))?(?P<starts>\nstarts {HEAD})?(?P<heads>(?:\n[A-Z0-9]{{2,12}} {HEAD}(?: {TERMS})?)*)"
)


SEED_CHAIN = re.compile(
    f"chain (?P<number>{NUMBER}) first (?P<first>{NUMBER}) hours (?P<hours>{NUMBER})"
    " anchor (?P<anchor>[0-9a-f]{64}) drand (?:[0-9a-f]{64}|none)(?: break .+)?"
)
SEED_HOUR = re.compile(
    f"hour (?P<epoch>{NUMBER}) chain (?P<chain>{NUMBER}) round (?P<round>{NUMBER}|none)(?: from (?P<start>{NUMBER}))?"
)


def are_safe(text):
    """Whether every number of a text is at most 2^53 - 1. Hashes are words of their own."""
    return all(int(word) <= files.SAFE_MAX for word in re.split("[ \n]", text) if re.fullmatch("[0-9]{1,20}", word))


def read_checkpoint(statement):
    """The content of a checkpoint; None when its text is not canonical or names a product twice."""
    found = CHECKPOINT.fullmatch(statement["text"])
    if found is None or not are_safe(statement["text"]):
        return None
    parts = [found[part] for part in ("anchors", "operators", "earlier", "starts")]
    # Each format has the lines of the one before and one more.
    if int(found["format"]) != 5 - parts.count(None) or None in parts[: int(found["format"]) - 1]:
        return None
    heads = [line.split(" ") for line in found["heads"].split("\n")[1:]]
    if any(len(line) != (4 if found["format"] in "45" else 3) for line in heads):
        return None
    anchors = [line.split(" ") for line in ((found["anchors"] or "") + (found["starts"] or "")).split("\n")[1:]]
    named = {line[0]: (int(line[1]), line[2]) for line in heads}
    return None if len(named) < len(heads) else {
        "number": int(found["number"]),
        "time": int(found["time"]),
        "format": int(found["format"]),
        "previous": found["previous"],
        "digest": hashlib.sha256(statement["text"].encode()).hexdigest(),
        "heads": named,
        "terms": {line[0]: line[3].split(",") for line in heads if len(line) == 4},
        "anchors": {word: (int(number), digest) for word, number, digest in anchors} or None,
    }


def minor(text):
    """Hundredths of an amount written as a decimal."""
    sign = -1 if text.startswith("-") else 1
    whole, _, fraction = text.lstrip("-").partition(".")
    return sign * (int(whole) * 100 + int((fraction + "00")[:2]))


def decimal(hundredths):
    """An amount as signed texts write it: always with two digits after the point."""
    return f"{hundredths // 100}.{hundredths % 100:02}"


def raw_key(pem):
    """The last 32 bytes of an Ed25519 key's SPKI, and the key's id."""
    body = "".join(line for line in pem.splitlines() if not line.startswith("-----"))
    der = base64.b64decode(body)
    return der[-32:], hashlib.sha256(der).hexdigest()[:16]


def keys_of(document):
    """The keys that a receipt names, by their id."""
    found = {}
    for key in document["keys"]:
        raw, key_id = raw_key(key["publicKey"])
        if key_id == key["keyId"]:
            found[key_id] = raw
    return found


# 64 bytes, of which each has one spelling.
SIGNATURE = re.compile("[A-Za-z0-9+/]{85}[AQgw]==")
# Both slices of a receipt may have the same checkpoint, and this arithmetic is slow.
is_signed = functools.lru_cache(maxsize=4096)(ed25519.verify)
device_signed = functools.lru_cache(maxsize=4096)(p256.verify)


def by_time(piece):
    """The slice with its records by their time, which is their own order unless the chain is broken."""
    return {**piece, "records": sorted(piece["records"], key=lambda record: record["timeMs"])}


class Receipt:
    def __init__(self, document, keys):
        self.whole = document
        self.it = {**document, **{name: by_time(document[name]) for name in ("entry", "exit")}}
        self.order = document["order"]
        self.keys = keys

    def signed(self, statement):
        key = self.keys.get(statement["keyId"])
        if key is None or not SIGNATURE.fullmatch(statement["signature"]):
            return False
        return is_signed(key, statement["text"].encode(), base64.b64decode(statement["signature"]))

    def has_its_terms(self):
        text, order = self.it.get("terms"), self.order
        if order["expiresAt"] != start_of(order) + order["durationMs"]:
            return False
        for facts in self.checkpoints():
            if facts is not None and facts["format"] >= 4 and order["termsId"] not in facts["terms"].get(order["symbol"], []):
                return False
        if text is None:
            return self.may_lack_terms()
        if hashlib.sha256(text.encode()).hexdigest()[:16] != order["termsId"]:
            return False
        return offers(text, order) and (band_of(text) is not None or self.may_lack_terms())

    def checkpoints(self):
        """The content of both checkpoints; None for one that is missing or malformed."""
        signed = [self.it[name]["checkpoint"] for name in ("entry", "exit")]
        return [None if each is None else read_checkpoint(each) for each in signed]

    def may_lack_terms(self):
        """Whether the receipt may be from before there were terms and bands, which is before format 2."""
        return all(facts is None or facts["anchors"] is None for facts in self.checkpoints())

    def purchase(self):
        """What the receipt of the purchase names besides the order's terms; None when it does not have those terms."""
        o = self.order
        starts = o.get("startsAt")
        is_signed_by_device = starts is not None and "\nintent " in self.it["acceptance"]["text"]
        stake, payout = (decimal(minor(o[name])) for name in ("stake", "payout"))
        expected = [
            f"fairtick-receipt-{1 if starts is None else 2 if is_signed_by_device else 3}",
            f"rule {o['ruleVersion']}",
            f"order {o['id']}",
            f"product {o['symbol']}",
            f"source {o['source']}",
            f"direction {o['direction']}",
            f"stake {stake}",
            f"payout rate {o['payoutRate']}",
            f"payout {payout}",
            "tie stake returns",
            f"terms {o['termsId']}",
            f"accepted {o['acceptedAt']}",
            *([] if starts is None else [f"starts {starts}"]),
            f"expires {o['expiresAt']}",
        ]
        lines = self.it["acceptance"]["text"].split("\n")
        rest = lines[len(expected):]
        ends = PURCHASE_END.fullmatch("\n".join(rest)) and len(rest) == (3 if is_signed_by_device else 1)
        if lines[: len(expected)] != expected or not ends or not are_safe(rest[-1]):
            return None
        words = [line.split(" ") for line in rest]
        intent, device = (words[0][1], words[1][1]) if is_signed_by_device else (None, None)
        return {"seq": int(words[-1][1]), "hash": words[-1][2], "intent": intent, "device": device}


def start_of(order):
    """When the order starts. Unsigned orders started with their acceptance once."""
    return order.get("startsAt", order["acceptedAt"])


def offers(text, order):
    """Whether the published terms offer this product, rule, duration, rate, stake and, with live prices, lead."""
    try:
        terms = files.parse(text)
        return (
            terms["symbol"] == order["symbol"]
            and terms["ruleVersion"] == order["ruleVersion"]
            and [order["durationMs"], order["payoutRate"]] in terms["durations"]
            and shape.AMOUNT(terms["stakeMin"])
            and shape.AMOUNT(terms["stakeMax"])
            and minor(terms["stakeMin"]) <= minor(order["stake"]) <= minor(terms["stakeMax"])
            and ("index" not in terms or keeps_lead(order, terms["index"]))
        )
    except (KeyError, TypeError, ValueError):
        return False


def hold_deadline(receipt):
    """The latest time of the record that holds the order: before the start, and with live prices by the lead before it."""
    try:
        index = files.parse(receipt.it.get("terms", ""))["index"]
        lead = index["leadMs"] if shape.INDEX(index) else 0
    except (KeyError, TypeError, ValueError):
        lead = 0
    return start_of(receipt.order) - max(lead, 1)


def keeps_lead(order, index):
    return shape.INDEX(index) and order["startsAt"] - order["acceptedAt"] >= index["leadMs"]


def record_text(symbol, record, before):
    kind = record["kind"]
    if kind == "tick":
        fields = "|".join(str(record[name]) for name in ("price", "size", "inputs") if name in record)
    elif kind == "rejected":
        fields = f"{record['price']}|{record['bandBps']}"
    elif kind == "filled":
        fields = f"{record['fromMs']}|{record['writtenAt']}"
    elif kind == "orders":
        fields = f"{record['size']}|{record['root']}"
    elif kind == "heartbeat":
        fields = "|"
    else:
        fields = f"{record['reason']}|"
    return f"fairtick-tick-1|{symbol}|{record['seq']}|{record['timeMs']}|{kind}|{fields}|{before}"


def broken_record(symbol, segment):
    """Number of the first record that does not continue the piece."""
    before, time = segment["before"], None
    for record in segment["records"]:
        text = record_text(symbol, record, before["hash"])
        at = record["timeMs"]
        timely = time is None or (at == time if record["kind"] == "orders" else at >= time)
        follows = record["seq"] == before["seq"] + 1 and timely
        if not follows or hashlib.sha256(text.encode()).hexdigest() != record["hash"]:
            return record["seq"]
        before, time = record, record["timeMs"]
    return None


def is_loss(record):
    return record["kind"] == "gap" and record["reason"] in ("restart", "feed")


def outages(records):
    """Of each marker: itself, the record before the outage (None when the piece begins later), and what was filled."""
    found = []
    for n, marker in enumerate(records):
        if marker["kind"] == "filled":
            earlier = [r for r in records[:n] if r["timeMs"] <= marker["fromMs"]]
            found.append((marker, (earlier or [None])[-1], records[len(earlier) : n], (records[n + 1 :] or [None])[0]))
    return found


def false_outage(records):
    """Number of the first marker that the records around it contradict."""
    for marker, before, filled, following in outages(records):
        start, end, written = marker["fromMs"], marker["timeMs"], marker["writtenAt"]
        # That it ends after it starts follows: something was filled.
        true = end == min(written, start + FILL_MAX_MS)
        if following is not None:
            true = true and following["timeMs"] >= written and (end == written or is_loss(following))
        if before is not None:
            true = true and before["timeMs"] == start and bool(filled)
        true = true and not any(r["kind"] == "filled" or is_loss(r) for r in filled)
        line = ([] if before is None else [before]) + filled + [marker]
        for one, later in zip(line, line[1:]):
            true = true and (one["kind"] == "halt" or later["timeMs"] - one["timeMs"] <= HEARTBEAT_MS)
        if not true:
            return marker["seq"]
    return None


def first_filled(marker, filled):
    return (filled or [marker])[0]["seq"]


def outage_over(records, seq):
    """The marker of the outage after which a record was written."""
    for marker, _, filled, _ in outages(records):
        if first_filled(marker, filled) <= seq <= marker["seq"]:
            return marker
    return None


def written_later(records, seq, moment):
    marker = outage_over(records, seq)
    return marker is not None and marker["writtenAt"] > moment


def was_running(receipt, head, time):
    """Whether a checkpoint disproves an outage: it names a filled record, or was signed meanwhile."""
    for name in ("entry", "exit"):
        for marker, _, filled, _ in outages(receipt.it[name]["records"]):
            inside = marker["fromMs"] + RUNS_ON_MS < time < marker["writtenAt"]
            if head < marker["seq"] and (head >= first_filled(marker, filled) or inside):
                return True
    return False


def late_prices(document):
    """One line per decisive tick that was written after an outage."""
    lines = []
    for name in ("entry", "exit"):
        spot = document["order"][name]
        marker = outage_over(document[name]["records"], spot["seq"]) if spot else None
        if marker:
            late = (marker["writtenAt"] - spot["timeMs"]) / 1000
            lines.append(
                f"  the {name} (record {spot['seq']}) was written {late:.3f} s late, "
                f"after an outage from {marker['fromMs']} to {marker['writtenAt']}"
            )
    return lines


def chain(receipt):
    for name in ("entry", "exit"):
        seq = broken_record(receipt.order["symbol"], receipt.whole[name])
        if seq is not None:
            return seq
    for name in ("entry", "exit"):
        seq = false_outage(receipt.it[name]["records"])
        if seq is not None:
            return seq
    seq = split_at(receipt)
    if seq is not None:
        return seq
    head = receipt.purchase()
    if head is None:
        return None
    start = receipt.order["acceptedAt"]
    entry = receipt.it["entry"]
    known = [entry["before"], *entry["records"]]
    for record, following in zip(known, [*known[1:], None]):
        if record["seq"] == head["seq"]:
            later = record.get("timeMs", 0) > start
            old = following is not None and following["timeMs"] < start - HEAD_AGE_MAX_MS
            unwritten = written_later(entry["records"], head["seq"], start)
            return head["seq"] if record["hash"] != head["hash"] or later or old or unwritten else None
    return head["seq"]


def split_at(receipt):
    """Number of the first record at which the two slices are of two histories."""
    first, second = sorted((receipt.it[name] for name in ("entry", "exit")), key=lambda piece: piece["before"]["seq"])
    known = {record["seq"]: record["hash"] for record in [first["before"], *first["records"]]}
    for record in [second["before"], *second["records"]]:
        if known.get(record["seq"], record["hash"]) != record["hash"]:
            return record["seq"]
    if first["records"] and second["records"]:
        last, following = first["records"][-1], second["records"][0]
        if following["seq"] > last["seq"] and following["timeMs"] < last["timeMs"]:
            return following["seq"]
    return None


def all_checkpoints(document):
    """Every checkpoint that the receipt shows and that can be read, by number."""
    shown = [document[name]["checkpoint"] for name in ("entry", "exit")]
    proof = document.get("inclusion")
    in_tree = None if shape.IN_RECORD(proof) else proof
    for holder in (in_tree, document.get("device", {}).get("registration")):
        shown.append(holder and holder["checkpoint"])
    for proof in document.get("seeds", []):
        shown += [proof[name]["checkpoint"] for name in ("anchor", "promise")]
    read = [read_checkpoint(statement) for statement in shown if statement]
    return sorted((facts for facts in read if facts), key=lambda facts: facts["number"])


def deny_each_other(earlier, later):
    """Whether no honest server signs both checkpoints; the second has the higher number, or the same."""
    if earlier["number"] == later["number"]:
        return earlier["digest"] != later["digest"]
    if later["time"] < earlier["time"] or later["format"] < earlier["format"]:
        return True
    if later["number"] == earlier["number"] + 1 and later["previous"] != earlier["digest"]:
        return True
    before, now = earlier["anchors"] or {}, later["anchors"] or {}
    grows = [(before[word], now[word]) for word in ("devices", "seeds", "operators", "starts") if word in before and word in now]
    grows += [(earlier["heads"][symbol], head) for symbol, head in later["heads"].items() if symbol in earlier["heads"]]
    return any(new[0] < old[0] or (new[0] == old[0] and new[1] != old[1]) for old, new in grows)


def contradicted(receipt):
    known = all_checkpoints(receipt.it)
    if any(deny_each_other(one, later) for n, one in enumerate(known) for later in known[n + 1 :]):
        return True
    hashes = {}
    for name in ("entry", "exit"):
        for record in [receipt.it[name]["before"], *receipt.it[name]["records"]]:
            hashes[record["seq"]] = record["hash"]
    heads = [facts["heads"].get(receipt.order["symbol"]) for facts in known]
    return any(head and hashes.get(head[0], head[1]) != head[1] for head in heads)


def silences(records, signed):
    """The times in which the server was away, by a slice whose last record it signed at a time."""
    # Nothing is known of the time before the slice.
    found, last, halted = set(), signed, False
    shown = [(first_filled(marker, filled), marker) for marker, _, filled, _ in outages(records)]
    for record in records:
        marker = next((one for first, one in shown if first <= record["seq"] <= one["seq"]), None)
        if marker is not None:
            if marker["writtenAt"] - record["timeMs"] > SILENCE_MAX_MS:
                found.add((marker["fromMs"], marker["writtenAt"]))
        elif not halted and record["timeMs"] - last > SILENCE_MAX_MS:
            found.add((last, record["timeMs"]))
        last = record["timeMs"] if marker is None else marker["writtenAt"]
        halted = record["kind"] == "halt" or (halted and record["kind"] != "tick")
    if signed - last > SILENCE_MAX_MS:
        found.add((last, signed))
    return found


def silences_of(receipt):
    """When the server was away around the order, by the slices whose checkpoint is of a format that says so.

    Both checkpoints must be readable.
    """
    found = set()
    for name, facts in zip(("entry", "exit"), receipt.checkpoints()):
        if facts["format"] >= 5:
            found |= silences(receipt.it[name]["records"], facts["time"])
    return sorted(found)


def checkpoint(receipt):
    """None: holds; otherwise `waiting`, `away`, or a number, or `fails`."""
    waiting = None
    known = [facts for facts in receipt.checkpoints() if facts is not None]
    # No device signed before there was a log of orders.
    if "device" in receipt.it and any(facts["anchors"] is None for facts in known):
        return "fails"
    for name in ("entry", "exit"):
        statement = receipt.it[name]["checkpoint"]
        records = receipt.it[name]["records"]
        if statement is None:
            waiting = "waiting"
            continue
        if not receipt.signed(statement) or not records:
            return "fails"
        last = records[-1]
        facts = read_checkpoint(statement)
        head = facts and facts["heads"].get(receipt.order["symbol"])
        if head is None:
            return "fails"
        if head != (last["seq"], last["hash"]):
            return last["seq"]
        written = last["writtenAt"] if last["kind"] == "filled" else last["timeMs"]
        if facts["time"] < written or (facts["format"] < 5 and facts["time"] - written > CHECKPOINT_DELAY_MAX_MS):
            return last["seq"]
        if was_running(receipt, head[0], facts["time"]):
            return last["seq"]
    if contradicted(receipt):
        return "fails"
    return waiting or ("away" if silences_of(receipt) else None)


INTENT = re.compile(
    "fairtick-order-1\n"
    r"key [A-Za-z0-9_-]{16,64}\nproduct (?P<symbol>[A-Z0-9]{2,12})\ndirection (?P<direction>up|down)\n"
    r"stake (?P<stake>[0-9]+\.[0-9]{2})\nduration (?P<durationMs>[0-9]+)\nterms (?P<termsId>[0-9a-f]{16})\n"
    r"head (?P<seq>[1-9][0-9]{0,15}) (?P<hash>[0-9a-f]{64})\n"
    rf"tapped (?P<tapped>{NUMBER})\nuncertainty (?P<uncertainty>{NUMBER})\n"
    r"starts (?P<startsAt>[0-9]+)\ndevice (?P<device>[0-9a-f]{16})"
)


def seen_record(receipt, said):
    """None when the record that the device had seen was the newest at its tap; otherwise that record's number."""
    entry = receipt.it["entry"]
    known = [entry["before"], *entry["records"]]
    oldest = int(said["tapped"]) - SEEN_AGE_MAX_MS - int(said["uncertainty"])
    for record, following in zip(known, [*known[1:], None]):
        if record["seq"] == int(said["seq"]):
            same = record["hash"] == said["hash"] and record.get("timeMs", 0) <= int(said["startsAt"])
            fresh = (following["timeMs"] if following else int(said["startsAt"])) >= oldest
            by = int(said["tapped"]) + int(said["uncertainty"])
            unwritten = written_later(entry["records"], record["seq"], by)
            return None if same and fresh and not unwritten else record["seq"]
    return int(said["seq"])


def read_piece(receipt, name, piece):
    """The first record of a slice of a public chain, and its checkpoint's content (None while it is in none).

    None when a hash is wrong, or the checkpoint is not signed or names another record.
    """
    before, time = piece["before"], 0
    for record in piece["records"]:
        text = f"fairtick-{name}-1|{record['seq']}|{record['timeMs']}|{record['text']}|{before['hash']}"
        follows = record["seq"] == before["seq"] + 1 and record["timeMs"] >= time
        if not follows or hashlib.sha256(text.encode()).hexdigest() != record["hash"]:
            return None
        before, time = record, record["timeMs"]
    if not piece["records"]:
        return None
    first = piece["records"][0]
    if piece["checkpoint"] is None:
        return first, None
    facts = read_checkpoint(piece["checkpoint"])
    named = facts and facts["anchors"] and facts["anchors"][name] == (before["seq"], before["hash"])
    in_order = named and facts["time"] >= first["timeMs"]
    return (first, facts) if in_order and receipt.signed(piece["checkpoint"]) else None


def registered(receipt, device):
    """None: a signed checkpoint names the chain in which the device's key is; otherwise `waiting` or `fails`."""
    read = read_piece(receipt, "devices", device["registration"])
    if read is None or read[0]["text"] != f"key {device['keyId']} {device['publicKey']}":
        return "fails"
    if read[0]["timeMs"] > receipt.order["acceptedAt"]:
        return "fails"
    return "waiting" if read[1] is None else None


def is_given(order, bought):
    """Whether the server gave the start as it must where no device signs: a second after the acceptance, or at it once."""
    if "startsAt" not in order:
        return True
    lead = order["startsAt"] - order["acceptedAt"]
    return bought is not None and bought["intent"] is None and lead == UNSIGNED_LEAD_MS


def moment(receipt):
    """None: holds, or no device signed. Otherwise `fails`, `waiting`, or a record's number."""
    device, order, bought = receipt.it.get("device"), receipt.order, receipt.purchase()
    if device is None:
        return None if is_given(order, bought) else "fails"
    found = INTENT.fullmatch(device["text"])
    if found is None or bought is None or not are_safe(device["text"].partition("\nproduct ")[2]):
        return "fails"
    said = found.groupdict()
    lead = int(said["startsAt"]) - int(said["tapped"])
    agrees = all(said[name] == str(order[name]) for name in ("symbol", "direction", "durationMs", "termsId"))
    holds = (
        agrees
        and said["stake"] == decimal(minor(order["stake"]))
        and said["startsAt"] == str(order.get("startsAt"))
        and order["acceptedAt"] < int(said["startsAt"])
        and LEAD_MIN_MS <= lead <= LEAD_MAX_MS
        and int(said["uncertainty"]) <= UNCERTAINTY_MAX_MS
        and hashlib.sha256(device["text"].encode()).hexdigest() == bought["intent"]
        and said["device"] == device["keyId"] == bought["device"]
        and hashlib.sha256(device["publicKey"].encode()).hexdigest()[:16] == device["keyId"]
        and device_signed(device["publicKey"], device["text"], device["signature"])
    )
    if not holds:
        return "fails"
    return seen_record(receipt, said) or registered(receipt, device)


def undone(receipt):
    """An order that was stored too late is void by the refusal of the text that its device had signed, or of its receipt."""
    order, refusal = receipt.order, receipt.it.get("refusal")
    if order["status"] != "void" or refusal is None or not receipt.signed(refusal):
        return "fails"
    refused = receipt.it.get("device", receipt.it["acceptance"])["text"]
    said = REFUSAL.fullmatch(refusal["text"])
    is_of_it = (
        said is not None
        and are_safe(refusal["text"])
        and said["intent"] == hashlib.sha256(refused.encode()).hexdigest()
        and said["reason"] == "too_late"
        and int(said["starts"]) == order.get("startsAt")
        and int(said["refused"]) > hold_deadline(receipt)
    )
    return None if is_of_it else "fails"


def due_by(receipt):
    """The time up to which the acceptance must be in a checkpoint; after an outage, counted from the restart."""
    start = receipt.order["acceptedAt"]
    records = receipt.it["entry"]["records"]
    restarts = [r["timeMs"] for r in records if r["kind"] == "gap" and r["reason"] == "restart"]
    written = [r["writtenAt"] for r in records if r["kind"] == "filled"]
    return max([start, *restarts, *written]) + CHECKPOINT_DELAY_MAX_MS


def root_of(leaf_hash, leaf, size, path):
    """The root to which a path leads (RFC 9162, 2.1.3.2); None if the tree has no such path."""
    at, last, digest = leaf, size - 1, leaf_hash
    if at > last:
        return None
    for neighbour in map(bytes.fromhex, path):
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            digest = hashlib.sha256(b"\x01" + neighbour + digest).digest()
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            digest = hashlib.sha256(b"\x01" + digest + neighbour).digest()
        at, last = at // 2, last // 2
    return digest.hex() if last == 0 else None


def root_from(receipt, proof):
    """The root to which a proof leads from the acceptance."""
    text = f"fairtick-commitment-1|{proof['salt']}|{receipt.it['acceptance']['text']}"
    commitment = hashlib.sha256(text.encode()).digest()
    leaf_hash = hashlib.sha256(b"\x00" + commitment).digest()
    return root_of(leaf_hash, proof["leaf"], proof["size"], proof["path"])


def is_in_record(receipt, proof):
    """Whether a record of orders that is early enough has the acceptance."""
    for record in receipt.it["entry"]["records"]:
        if record["seq"] == proof["record"]:
            before = record["kind"] == "orders" and record["timeMs"] <= hold_deadline(receipt)
            before = before and receipt.order["voidReason"] != "too_late"
            return before and (record["size"], record["root"]) == (proof["size"], root_from(receipt, proof))
    return False


def is_in_tree(receipt, proof):
    facts = read_checkpoint(proof["checkpoint"])
    if facts is None or facts["format"] not in (2, 3) or not receipt.signed(proof["checkpoint"]):
        return False
    in_time = receipt.order["acceptedAt"] <= facts["time"] <= due_by(receipt)
    return in_time and facts["anchors"]["orders"] == (proof["size"], root_from(receipt, proof))


def log(receipt):
    """None: holds; otherwise `waiting`, `fails`, or `older` for a receipt without an acceptance in public."""
    proof = receipt.it.get("inclusion")
    if shape.IN_RECORD(proof):
        return None if is_in_record(receipt, proof) else "fails"
    undone = "older" if proof is None and receipt.order["voidReason"] == "too_late" else "fails"
    if receipt.order["acceptedAt"] >= SEALED_SINCE_MS:
        return undone
    if proof is not None:
        return None if is_in_tree(receipt, proof) else "fails"
    known = [facts for facts in receipt.checkpoints() if facts is not None]
    if known and known[0]["anchors"] is None:
        return "older"
    if known and known[0]["format"] >= 4:
        return undone
    return "fails" if any(facts["time"] > due_by(receipt) for facts in known) else "waiting"


def within(price, level, band):
    return price > 0 and abs(price - level) * 10_000 <= band * level


def new_level(aside, price, band):
    """Three ticks that were put aside in a row and this one are within the band of each other."""
    prices = [*aside[-3:], price]
    pairs = [(one, later) for n, one in enumerate(prices) for later in prices[n + 1 :]]
    return len(prices) == 4 and all(within(later, one, band) for one, later in pairs)


def out_of_band(records, band, fixed):
    """Number of the first record that the band does not allow, from the first tick on; a fixed band is that of all."""
    level, aside, agreed = None, [], band
    for n, record in enumerate(records):
        kind, reason = record["kind"], record.get("reason")
        previous = records[n - 1]
        following = records[n + 1] if n + 1 < len(records) else None
        if kind == "rejected":
            band = record["bandBps"]
            if fixed and band != agreed:
                return record["seq"]
        if reason == "restart" and not fixed:
            band = None
        if level is not None and kind == "rejected":
            if within(record["price"], level, band) or new_level(aside, record["price"], band):
                return record["seq"]
        if level is not None and kind == "tick" and band is not None and previous.get("reason") != "jump":
            if not within(record["price"], level, band):
                return record["seq"]
        if level is not None and reason == "jump":
            if len(aside) < 3 or (following and following["kind"] != "tick"):
                return record["seq"]
            if following and band is not None:
                price = following["price"]
                if within(price, level, band) or not new_level(aside, price, band):
                    return record["seq"]
        if kind == "tick":
            level, aside = record["price"], []
        if kind == "rejected":
            aside.append(record["price"])
    return None


def band_of(terms):
    """The band in the text of the terms; None in those from before there were bands."""
    told = re.search(r',"bandBps":([0-9]{1,6})\}\Z', terms)
    return int(told.group(1)) if told else None


def band_step(receipt):
    band = band_of(receipt.it.get("terms", ""))
    for name, facts in zip(("entry", "exit"), receipt.checkpoints()):
        # Such a checkpoint names the terms in force, so no others apply in the slice.
        fixed = facts is not None and facts["format"] >= 4
        seq = out_of_band(receipt.it[name]["records"], band, fixed)
        if seq is not None:
            return seq
    # No price of a simulated series is put aside while an order on it runs.
    order = receipt.order
    if order["source"] == "simulated" and not receipt.may_lack_terms():
        for name in ("entry", "exit"):
            for r in receipt.it[name]["records"]:
                aside = r["kind"] == "rejected" or r.get("reason") == "jump"
                if aside and start_of(order) < r["timeMs"] <= order["expiresAt"]:
                    return r["seq"]
    return None


def in_gap(records, moment):
    """A gap covers from the record before it to itself, both included. There is a later record."""
    later = [r for r in records if r["timeMs"] > moment]
    if later[0]["kind"] == "gap":
        return True
    return any(r["kind"] == "gap" and r["timeMs"] == moment for r in records)


def in_halt(records, moment):
    """A halt lasts until the next tick."""
    told = [r["kind"] for r in records if r["timeMs"] <= moment and r["kind"] in ("tick", "halt")]
    return bool(told) and told[-1] == "halt"


def void_at(entries, start):
    """The reason at the start that needs no tick after it; None when there is none."""
    if in_gap(entries, start):
        return "gap_at_entry"
    return "halt_at_entry" if in_halt(entries, start) else None


def void_reason(entries, exits, start, end, spots):
    entry, exit_ = spots
    if void_at(entries, start) is not None:
        return void_at(entries, start)
    if entry is None or entry["timeMs"] > end:
        return "late_entry"
    if in_gap(exits, end):
        return "gap_at_exit"
    if in_halt(exits, end):
        return "halt_at_exit"
    if exit_ is None or end - exit_["timeMs"] > NEAR_MS:
        return "stale_exit"
    if exit_["timeMs"] <= start or entry["seq"] == exit_["seq"]:
        return "too_few_ticks"
    return None


def rule(receipt):
    """(status, void reason, entry, exit) by the published rule; None: the pieces do not reach."""
    order = receipt.order
    start, end = start_of(order), order["expiresAt"]
    entries, exits = receipt.it["entry"], receipt.it["exit"]
    for piece, moment in ((entries, start), (exits, (order["exit"] or {"timeMs": end})["timeMs"])):
        ticks = [r for r in piece["records"] if r["kind"] == "tick" and r["timeMs"] < moment]
        if piece["before"]["seq"] != 0 and not ticks:
            return None
    if not any(r["timeMs"] > end for r in exits["records"]):
        return None
    known = [r for r in entries["records"] if r["timeMs"] > start]
    if not any(r["kind"] == "tick" or r["timeMs"] > start + NEAR_MS for r in known):
        if not known or void_at(entries["records"], start) is None:
            return None
    after = [r for r in entries["records"] if r["kind"] == "tick" and start < r["timeMs"] <= start + NEAR_MS]
    until = [r for r in exits["records"] if r["kind"] == "tick" and r["timeMs"] <= end]
    entry, exit_ = (after or [None])[0], (until or [None])[-1]
    reason = void_reason(entries["records"], exits["records"], start, end, (entry, exit_))
    if reason:
        return "void", reason, entry, exit_
    if entry["price"] == exit_["price"]:
        return "draw", None, entry, exit_
    rose = exit_["price"] > entry["price"]
    return ("won" if rose == (order["direction"] == "up") else "lost"), None, entry, exit_


def same_spot(claimed, record):
    return claimed is not None and all(claimed[name] == record[name] for name in ("seq", "timeMs", "price"))


def unlike_spots(order, found):
    """`fails` when a void order names a tick that is not one of the rule between its start and its expiry."""
    for name, record in zip(("entry", "exit"), found):
        inside = record is not None and start_of(order) < record["timeMs"] <= order["expiresAt"]
        if order[name] is not None and not (inside and same_spot(order[name], record)):
            return "fails"
    return None


# Reasons of a gap and of a halt that may void an order, and whether prices may be too far apart.
MAY_VOID = {
    "simulated": {"gap": (), "halt": ("closed",), "sparse": False},
    "recorded": {"gap": ("loop", "jump"), "halt": ("closed", "ended"), "sparse": True},
    "live": {"gap": ("restart", "feed", "jump"), "halt": ("closed", "maintenance"), "sparse": True},
}


def forbidden_void(receipt, reason):
    """Number of the record that may not void an order, or `fails` where none does; None when the order may be void."""
    order, entry = receipt.order, reason.endswith("_entry")
    facts = receipt.checkpoints()[0 if entry else 1]
    if order["source"] != "live" and facts and "operators" not in (facts["anchors"] or {}):
        return None
    may = MAY_VOID[order["source"]]
    records = receipt.it["entry" if entry else "exit"]["records"]
    moment = start_of(order) if entry else order["expiresAt"]
    kind = reason.split("_")[0]
    if kind not in ("gap", "halt"):
        return None if may["sparse"] else "fails"
    later = [r for r in records if r["timeMs"] > moment]
    until = [r for r in records if r["timeMs"] <= moment]
    candidates = until + later[:1] if kind == "gap" else until
    record = [r for r in candidates if r["kind"] == kind][-1]
    return None if record["reason"] in may[kind] else record["seq"]


def outcome(receipt):
    order = receipt.order
    if order["voidReason"] == "too_late":
        return undone(receipt)
    result = rule(receipt) if order["ruleVersion"] == 1 else None
    if result is None or result[:2] != (order["status"], order["voidReason"]):
        return "fails"
    if order["status"] == "void":
        return forbidden_void(receipt, order["voidReason"]) or unlike_spots(order, result[2:])
    for claimed, record in ((order["entry"], result[2]), (order["exit"], result[3])):
        if not same_spot(claimed, record):
            return record["seq"]
    return None


def gain(order):
    stake = minor(order["stake"])
    profit = stake * order["payoutRate"] // 10_000
    return {"won": profit, "lost": -stake}.get(order["status"], 0), stake + profit


def payout(receipt):
    expected, agreed = gain(receipt.order)
    order = receipt.order
    if order["status"] not in ("won", "lost", "draw", "void") or minor(order["stake"]) <= 0:
        return "fails"
    told = order["profitAndLoss"]
    same = told is not None and minor(told) == expected and minor(order["payout"]) == agreed
    return None if same else "fails"


def ledger(receipt):
    """None: holds; `fails`; or `shared` for a shared receipt, which has no transfers."""
    order = receipt.order
    if receipt.it["format"] == FORMATS["shared"]:
        return "shared"
    if order["profitAndLoss"] is None:
        return "fails"
    stake = minor(order["stake"])
    moved = [(t["kind"], minor(t["amount"])) for t in receipt.it["transfers"]]
    back = stake + minor(order["profitAndLoss"])
    return None if moved == [("order_stake", stake), ("order_settle", back)] else "fails"


def deciding_hours(order):
    """The hours of the ticks that decided. Prices that are not simulated have no seed."""
    spots = [order[name] for name in ("entry", "exit")] if order["source"] == "simulated" else []
    return sorted({spot["timeMs"] // HOUR_MS for spot in spots if spot is not None})


def forward(link, steps):
    for _ in range(steps):
        link = hashlib.sha256(link.encode()).hexdigest()
    return link


def promised_hour(receipt, proof):
    """What the two slices promise: (chain, hour, start, record, checkpoint, waiting). None when they do not hold."""
    anchor, made = (read_piece(receipt, "seeds", proof[name]) for name in ("anchor", "promise"))
    chain_of = anchor and SEED_CHAIN.fullmatch(anchor[0]["text"])
    hour_of = made and SEED_HOUR.fullmatch(made[0]["text"])
    if not chain_of or not hour_of or not all(are_safe(one[0]["text"]) for one in (anchor, made)):
        return None
    first, hours, epoch = int(chain_of["first"]), int(chain_of["hours"]), int(hour_of["epoch"])
    start = int(hour_of["start"] or epoch * HOUR_MS)
    in_hour = hour_of["start"] is None or (
        epoch * HOUR_MS < start < (epoch + 1) * HOUR_MS and start >= made[0]["timeMs"]
    )
    holds = (
        hours >= CHAIN_HOURS_MIN
        and chain_of["number"] == hour_of["chain"]
        and first <= epoch < first + hours
        and in_hour
    )
    waits = anchor[1] is None or made[1] is None
    return (chain_of, hour_of, start, made[0], made[1], waits) if holds else None


def seed_words(shown, chain_of, hour_of):
    """What is known of the seed, in words; None when it contradicts the promise."""
    drand, link, value = shown["drand"], shown["link"], shown["seed"]
    if hour_of["round"] != "none" and None in (drand["signature"], drand["randomness"]):
        return None
    if shown["closed"] is not None:
        return "its seed is lost" if shown["closed"] == "lost" and link is None and value is None else None
    if link is None:
        return "its seed is published later" if value is None else None
    steps = int(hour_of["epoch"]) - int(chain_of["first"]) + 1
    mixed = "-" if drand is None else drand["randomness"]
    same = value == hashlib.sha256(f"fairtick-seed-1|{link}|{mixed}".encode()).hexdigest()
    return "seed as promised" if same and forward(link, steps) == chain_of["anchor"] else None


def seed_hour(receipt, epoch):
    """(None, `waiting` or `fails`; the line to print) for one hour."""
    proofs = [proof for proof in receipt.it["seeds"] if proof["hour"]["epoch"] == epoch]
    read = promised_hour(receipt, proofs[0]) if proofs else None
    if read is None:
        return "fails", None
    chain_of, hour_of, start, record, facts, waits = read
    shown = proofs[0]["hour"]
    number = "none" if shown["drand"] is None else str(shown["drand"]["round"])
    same = (
        int(hour_of["epoch"]) == epoch
        and (shown["chain"], shown["promise"]) == (int(hour_of["chain"]), record["seq"])
        and (shown["startsAt"], shown["endsAt"]) == (start, (epoch + 1) * HOUR_MS)
        and number == hour_of["round"]
    )
    words = seed_words(shown, chain_of, hour_of) if same else None
    if words is None:
        return "fails", None
    lead = None if facts is None else start - facts["time"]
    kind = "bound" if lead is not None and lead >= BOUND_LEAD_MS else "unbound"
    when = "in no checkpoint"
    if lead is not None:
        hours = f"{abs(lead) * 10 // HOUR_MS / 10} h {'after it started' if lead < 0 else 'ahead'}"
        when = f"checkpoint {facts['number']}, {hours}"
    checked = "" if number == "none" else f"; round {number} not checked"
    return "waiting" if waits else None, f"hour {epoch} {kind}: {when}; {words}{checked}"


def seeds(receipt):
    """None, `waiting`, `fails`, or `unsaid` for a receipt that does not show the promises; and the lines to print."""
    epochs = deciding_hours(receipt.order)
    if epochs and "seeds" not in receipt.it:
        return "unsaid", ["unbound: the receipt does not show when the seed was fixed"]
    found = [seed_hour(receipt, epoch) for epoch in epochs]
    verdicts = [verdict for verdict, _ in found]
    worst = next((each for each in ("fails", "waiting") if each in verdicts), None)
    return worst, [line for _, line in found if line is not None]


def index_terms(text):
    """What the terms of a live product say of its price; None when they do not say how it is made."""
    try:
        index = files.parse(text)["index"]
    except (KeyError, TypeError, ValueError):
        return None
    return index if shape.INDEX(index) else None


def scaled(text, decimals):
    """A decimal text as a whole number; what does not fit is cut off."""
    whole, _, fraction = text.partition(".")
    return int(whole + fraction[:decimals].ljust(decimals, "0"))


AHEAD_MAX_MS = 2_000


def inputs_text(inputs):
    corrected = any("aheadMs" in one for one in inputs)
    lines = ["fairtick-inputs-2" if corrected else "fairtick-inputs-1"]
    for one in inputs:
        traded = "" if one["tradedAt"] is None else one["tradedAt"]
        line = f"{one['venue']}|{one['tradeId']}|{one['price']}|{one['receivedAt']}|{traded}"
        lines.append(f"{line}|{one.get('aheadMs', '')}" if corrected else line)
    return "\n".join(lines)


def fresh(one, moment, terms):
    """Whether a trade counts: by its venue's stamp if the terms say how late it may be, and else by its arrival."""
    if not 0 <= moment - one["receivedAt"] <= terms["freshMs"]:
        return False
    if one["tradedAt"] is None or "aheadMs" not in one:
        return "lateMs" not in terms
    if not 0 <= one["aheadMs"] <= AHEAD_MAX_MS:
        return False
    made = one["tradedAt"] - one["aheadMs"]
    if made > one["receivedAt"] or moment - made > terms["freshMs"]:
        return False
    return "lateMs" not in terms or one["receivedAt"] - made <= terms["lateMs"]


def follows_from(tick, inputs, terms):
    """Whether a tick commits to these trades, and its price is the middle one of them."""
    names = [one["venue"] for one in inputs]
    if names != sorted(set(names)) or not set(names) <= set(terms["venues"]) or len(names) < terms["needed"]:
        return False
    if not all(fresh(one, tick["timeMs"], terms) for one in inputs):
        return False
    if hashlib.sha256(inputs_text(inputs).encode()).hexdigest() != tick.get("inputs"):
        return False
    prices = sorted(scaled(one["price"], terms["decimals"]) for one in inputs)
    if prices[-1] > files.SAFE_MAX:
        return False
    # In whole basis points, rounded up.
    spread = -((prices[0] - prices[-1]) * 10_000 // prices[0]) if prices[0] > 0 else None
    return spread is not None and spread <= terms["spreadBps"] and prices[(len(prices) - 1) // 2] == tick["price"]


def deciding_ticks(receipt):
    """(number, tick or None) of the entry and of the exit, as far as there are any."""
    found = []
    for name in ("entry", "exit"):
        spot = receipt.order[name]
        if spot is not None:
            same = [r for r in receipt.it[name]["records"] if r["seq"] == spot["seq"] and r["kind"] == "tick"]
            found.append((spot["seq"], (same or [None])[0]))
    return found


def venues(receipt):
    """None: the prices that decided follow from the trades, or are not live. Otherwise the number of the first that does not."""
    found = deciding_ticks(receipt)
    if receipt.order["source"] != "live" and not any(tick and "inputs" in tick for _, tick in found):
        return None
    terms = index_terms(receipt.it.get("terms", ""))
    for seq, tick in found:
        given = [each["inputs"] for each in receipt.it.get("venues", []) if each["seq"] == seq]
        if tick is None or not given or terms is None or not follows_from(tick, given[0], terms):
            return seq
    return None


def trade_lines(document):
    """One line per trade behind a price that decided."""
    terms = index_terms(document.get("terms", ""))
    lines = []
    for name in ("entry", "exit"):
        spot = document["order"][name]
        for each in document.get("venues", []):
            if spot and terms and each["seq"] == spot["seq"]:
                for one in each["inputs"]:
                    used = " = the price" if scaled(one["price"], terms["decimals"]) == spot["price"] else ""
                    lines.append(
                        f"  the {name} (record {spot['seq']}): {one['venue']} trade {one['tradeId']} at {one['price']}, "
                        f"received {one['receivedAt']}{used}"
                    )
    return lines


def order_of_purchase(document):
    """Number of the order that a receipt of a purchase is about; None for any other file."""
    if shape.is_receipt(document) or not shape.SIGNED(document):
        return None
    lines = document["text"].split("\n")
    return lines[2][len("order "):] if lines[0] in PURCHASES and len(lines) > 2 else None


def same_purchase(one, other):
    return all(one[name] == other[name] for name in ("text", "signature", "keyId"))


def still_counts(given, document):
    """Whether the settled purchase is the one that was received, and the server did not undo it afterwards."""
    return same_purchase(given, document["acceptance"]) and document["order"]["voidReason"] != "too_late"


def check(document, purchases, keys):
    receipt = Receipt(document, keys or keys_of(document))
    given = purchases.get(document["order"]["id"])
    return {
        "kept": None if given is None or still_counts(given, document) else "fails",
        "acceptance": None if receipt.signed(document["acceptance"]) else "fails",
        "terms": None if receipt.purchase() and receipt.has_its_terms() else "fails",
        "moment": moment(receipt),
        "chain": chain(receipt),
        "checkpoint": checkpoint(receipt),
        "log": log(receipt),
        "band": band_step(receipt),
        "outcome": outcome(receipt),
        "payout": payout(receipt),
        "ledger": ledger(receipt),
        "seed": seeds(receipt)[0],
        "venues": venues(receipt),
    }


def words_of(found, trusted):
    wrong = [
        step if where == "fails" else f"{step} record {where}"
        for step, where in found.items()
        if where not in (None, "waiting", "away", "older", "unsaid", "shared")
    ]
    if wrong:
        return "fails " + ", ".join(wrong)
    if not trusted:
        return "unknown key"
    if "waiting" in found.values():
        return "waits"
    if "away" in found.values():
        return "not proved checkpoint"
    left_out = [step for step in ("log", "ledger") if found[step] in ("older", "shared")]
    return f"holds without {', '.join(left_out)}" if left_out else "holds"


def trusted_keys(names):
    keys = {}
    for name in names:
        raw, key_id = raw_key(files.read_text(name))
        keys[key_id] = raw
    return keys


def read_all(names):
    """The documents by file; None for a file that is no JSON as every reader takes it."""
    found = {}
    for name in names:
        try:
            found[name] = files.read_json(name)
        except ValueError as error:
            print(f"{name}: {error}", file=sys.stderr)
            found[name] = None
    return found


def lines_of(name, document, purchases, keys):
    """Everything that is printed of one receipt."""
    found = check(document, purchases, keys)
    receipt = Receipt(document, keys or keys_of(document))
    away = silences_of(receipt) if found["checkpoint"] == "away" else []
    hours = seeds(receipt)[1]
    return [
        f"{name} {words_of(found, keys)}",
        *(f"  the server was away from {start} to {end}" for start, end in away),
        *late_prices(document),
        *(f"  {line}" for line in hours),
        *trade_lines(document),
    ]


def readings(documents, keys):
    """The exit code and the lines of every document that is no receipt of a purchase."""
    purchases = {order_of_purchase(document): document for document in documents.values()}
    for name, document in documents.items():
        if order_of_purchase(document) is not None:
            continue
        if not shape.is_receipt(document):
            yield 2, [f"{name} is not a receipt"]
            continue
        try:
            lines = lines_of(name, document, purchases, keys)
        except (ArithmeticError, ValueError, LookupError, TypeError, AttributeError) as error:
            yield 2, [f"{name} breaks the reader: {type(error).__name__}: {error}"]
            continue
        yield 0 if lines[0].startswith(f"{name} holds") else 1, lines


def main(arguments):
    names = [name for n, name in enumerate(arguments) if "--key" not in (name, arguments[n - 1] if n else "")]
    keys = trusted_keys(name for n, name in enumerate(arguments) if n and arguments[n - 1] == "--key")
    worst = 0
    for status, lines in readings(read_all(names), keys):
        print("\n".join(lines))
        worst = max(worst, status)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
