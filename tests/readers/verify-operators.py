"""Verifies the chain of operators (VERIFY, section "The acts of operators").

    python3 verify-operators.py FILE... [--key KEYFILE]...

Each FILE is a JSON object with `records` (those of all pages of /api/chains/operators), `checkpoints` (those of
/api/checkpoints, oldest first, each text once), and optionally `acts` that were disclosed. KEYFILE is a PEM file or a
reply of /api/checkpoints. Without it no checkpoint is signed by a known key.

Prints one line per file: `FILE holds`, or `FILE fails`, followed by the first fault: `KIND [act SEQ] [checkpoint NUMBER]`,
or `no checkpoint` if none names the chain. The exit code is 0 if all hold, 1 if one does not, and 2 if no file is named,
or one has another form, after which no file is read.

It reads files, keys and signatures by the modules of the reader of receipts (`files`, `signatures`, `ed25519`), and has
its own reader of checkpoints. It shares no code with the rules in TypeScript, and was changed together with them, so it
does not show that VERIFY alone is enough to write a reader. VERIFY does not have the words of the faults: they are those
of the rules, which the tests compare.
"""

import argparse
import functools
import hashlib
import re
import sys

import files
import signatures

GENESIS = "0" * 64
MINUTE_MS = 60_000
LATE_MAX_MS = 120_000
NUMBER = "(?:0|[1-9][0-9]{0,15})"
HEAD = f"{NUMBER} [0-9a-f]{{64}}"
TERMS = "[0-9a-f]{16}(?:,[0-9a-f]{16})*"
CHECKPOINT = re.compile(
    f"fairtick-checkpoint-(?P<format>[123456])\n(?P<number>{NUMBER})\n(?P<time>{NUMBER})\n(?P<previous>[^\n]*)"
    f"(?P<chains>\norders {HEAD}\ndevices {HEAD}\nseeds {HEAD}(?P<operators>\noperators {HEAD})?)?"
    f"(?:\nearlier (?P<earlier>[0-9a-f]{{64}}))?(?P<starts>\nstarts {HEAD})?(?P<tree>\nproducts {HEAD})?"
    f"(?P<products>(?:\n[A-Z0-9]{{2,12}} {HEAD}(?: {TERMS})?)*)"
)
PRODUCT = re.compile(f"[A-Z0-9]{{2,12}} {HEAD} {TERMS}")


class Fault(Exception):
    """What is wrong, as it is printed."""


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def minute_of(time):
    return time - time % MINUTE_MS


def read_checkpoint(text):
    """The content of a checkpoint; None when its text is not canonical."""
    found = CHECKPOINT.fullmatch(text)
    if found is None:
        return None
    parts = [found[part] for part in ("chains", "operators", "earlier", "starts", "tree")]
    # Each format has the lines of the one before and one more.
    if int(found["format"]) != 6 - parts.count(None) or None in parts[: int(found["format"]) - 1]:
        return None
    lines = [line.split(" ") for line in found["products"].split("\n")[1:]]
    if any(len(line) != (4 if found["earlier"] else 3) for line in lines) or (found["tree"] and lines):
        return None
    if len({line[0] for line in lines}) < len(lines):
        return None
    heads = [line.split(" ") for line in "".join(part or "" for part in (parts[0], *parts[3:])).split("\n")[1:]]
    if max(map(int, [found["number"], found["time"], *(line[1] for line in heads + lines)])) > files.LARGEST_NUMBER:
        return None
    return {
        "format": int(found["format"]),
        "number": int(found["number"]),
        "time": int(found["time"]),
        "previous": found["previous"],
        "earlier": found["earlier"],
        "tree": found["tree"],
        "heads": {word: (int(seq), digest) for word, seq, digest in heads},
    }


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def grown(tree, leaf):
    """The whole nodes of a tree of RFC 6962, each with its level, with one more leaf of these bytes."""
    tree, level, digest = list(tree), 0, hashlib.sha256(b"\0" + leaf).digest()
    while tree and tree[-1][0] == level:
        digest, level = node(tree.pop()[1], digest), level + 1
    return [*tree, (level, digest)]


def root_of(tree):
    if not tree:
        return hashlib.sha256(b"").digest()
    return functools.reduce(lambda right, left: node(left, right), [digest for _, digest in reversed(tree)])


def root_of_lines(lines):
    """The root of the tree of RFC 6962 whose leaves are these lines."""
    tree = []
    for line in lines:
        tree = grown(tree, line.encode())
    return root_of(tree).hex()


def has_its_products(facts, statement):
    """Whether a page shows a checkpoint with exactly the products of its tree. Up to format 5 the text has them."""
    if facts["tree"] is None:
        return True
    products = statement.get("heads", [])
    lines = [f"{one['symbol']} {one['seq']} {one['hash']} {','.join(one.get('terms', []))}" for one in products]
    is_right = all(PRODUCT.fullmatch(line) for line in lines)
    is_right = is_right and len({one["symbol"] for one in products}) == len(products)
    return is_right and facts["tree"] == f"\nproducts {len(lines)} {root_of_lines(lines)}"


def goes_back(earlier, later):
    """Whether the later checkpoint is of an older format, or a chain in it is shorter, or as long with another hash."""
    if later["format"] < earlier["format"]:
        return True
    for word in ("devices", "seeds", "operators", "starts"):
        before, now = earlier["heads"].get(word), later["heads"].get(word)
        if before and now and (now[0] < before[0] or (now[0] == before[0] and now[1] != before[1])):
            return True
    return False


def check_checkpoint(facts, before, tree):
    """A checkpoint continues the one before. Some may be missing between them, and then the tree of all is None."""
    if facts["earlier"] and tree is not None and root_of(tree).hex() != facts["earlier"]:
        raise Fault(f"checkpoints checkpoint {facts['number']}")
    if before is None:
        if facts["number"] == 1 and facts["previous"] != GENESIS:
            raise Fault("checkpoints checkpoint 1")
        return
    if facts["number"] <= before["number"] + 1 and facts["previous"] != before["hash"]:
        raise Fault(f"checkpoints checkpoint {facts['number']}")
    if goes_back(before, facts):
        raise Fault(f"back checkpoint {facts['number']}")


def read_checkpoints(statements, keys):
    """The checkpoints that name the chain, up to the first fault, and that fault."""
    known, before, tree = [], None, []
    for statement in statements:
        facts = read_checkpoint(statement["text"])
        number = facts["number"] if facts else (before["number"] if before else 0) + 1
        try:
            if facts is None or not has_its_products(facts, statement) or not signatures.is_signed(statement, keys):
                raise Fault(f"signature checkpoint {number}")
            if number != (before["number"] if before else 0) + 1:
                tree = None
            check_checkpoint(facts, before, tree)
        except Fault as fault:
            return known, fault
        before = {**facts, "hash": sha256(statement["text"])}
        tree = None if tree is None else grown(tree, bytes.fromhex(before["hash"]))
        if "operators" in facts["heads"]:
            known.append(facts)
    return known, None


def check_records(records):
    """Each record has the next number, a minute that is not earlier, and the right hash."""
    before = {"seq": 0, "timeMs": 0, "hash": GENESIS}
    if records and records[0]["seq"] != 1:
        before, records = records[0], records[1:]
    for record in records:
        text = f"fairtick-operators-1|{record['seq']}|{record['timeMs']}|{record['text']}|{before['hash']}"
        follows = record["seq"] == before["seq"] + 1 and record["timeMs"] >= before["timeMs"]
        if not follows or sha256(text) != record["hash"]:
            raise Fault(f"record act {record['seq']}")
        before = record
    for record in records:
        if not re.fullmatch("[0-9a-f]{64}", record["text"]) or record["timeMs"] % MINUTE_MS:
            raise Fault(f"text act {record['seq']}")


def check_heads(records, known):
    """Each checkpoint names the record that the chain has."""
    hashes = {record["seq"]: record["hash"] for record in records}
    for facts in known:
        seq, digest = facts["heads"]["operators"]
        if seq > max(hashes, default=0):
            raise Fault(f"short act {seq} checkpoint {facts['number']}")
        if (GENESIS if seq == 0 else hashes.get(seq, digest)) != digest:
            raise Fault(f"head act {seq} checkpoint {facts['number']}")


def check_dates(records, known):
    """Each act is dated between the last checkpoint that does not name it and the first that does, give or take."""
    for record in records if records and records[0]["seq"] == 1 else records[1:]:
        naming = [facts for facts in known if facts["heads"]["operators"][0] >= record["seq"]]
        earlier = [facts for facts in known if facts["heads"]["operators"][0] < record["seq"]]
        from_ms = earlier[-1]["time"] - LATE_MAX_MS if earlier else 0
        until_ms = naming[0]["time"] + LATE_MAX_MS if naming else record["timeMs"]
        if not minute_of(from_ms) <= record["timeMs"] <= until_ms:
            number = (naming or known[-1:])[0]["number"]
            raise Fault(f"date act {record['seq']} checkpoint {number}")


def act_text(act):
    """The text whose SHA-256 is the digest of an act."""
    fields = [
        f"fairtick-operator-{act['format']}",
        act["seq"],
        str(act["at"]),
        act["actor"],
        act["act"],
        act["userNumber"] or "",
        act["ref"],
        act["reason"] or act["why"] or "",
        act["salt"] or act["previousHash"] or "",
    ]
    return "|".join(fields) if act["format"] == 1 else "".join(f"{len(each.encode())}:{each}" for each in fields)


def check_act(act, records):
    record = next((each for each in records if each["seq"] == int(act["seq"])), None)
    minute = minute_of(act["at"])
    if record is None or record["text"] != sha256(act_text(act)):
        raise Fault(f"disclosed act {act['seq']}")
    if minute > record["timeMs"] or (act["format"] == 3 and minute != record["timeMs"]):
        raise Fault(f"disclosed act {act['seq']}")


def check(document, keys):
    records = document["records"]
    check_records(records)
    known, fault = read_checkpoints(document["checkpoints"], keys)
    check_heads(records, known)
    if fault:
        raise fault
    if not known:
        raise Fault("no checkpoint")
    check_dates(records, known)
    for act in document.get("acts", []):
        check_act(act, records)
        if int(act["seq"]) > max(facts["heads"]["operators"][0] for facts in known):
            raise Fault(f"unnamed act {act['seq']}")


def main():
    parser = argparse.ArgumentParser(description="Verifies chains of operators, as docs/VERIFY.md says.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--key", action="append", default=[], metavar="KEYFILE")
    arguments = parser.parse_args()
    keys, bad = {}, 0
    for name in arguments.key:
        keys.update(signatures.read_key_file(name))
    for name in arguments.files:
        document = files.parse_json(files.read_text_file(name))
        try:
            check(document, keys)
            print(f"{name} holds")
        except Fault as fault:
            print(f"{name} fails {fault}")
            bad += 1
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        print(f"not a chain of operators: {type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(2)
