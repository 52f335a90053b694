"""Says what a server lost when an older copy of its data was put back (VERIFY, section "Starts and restores").

    python3 verify-starts.py STARTS... --checkpoints CHECKPOINTS... --key KEYFILE [--receipt RECEIPT]...

STARTS are pages of /api/chains/starts from the first record on, CHECKPOINTS pages of /api/checkpoints. Prints a line
`restored TIME checkpoint NUMBER` per restore, and `RECEIPT lost NUMBER` per receipt of whose prices a checkpoint is
lost, with the number that the restore keeps. The exit code is 0 if the chain holds, 1 if it does not, and 2 if a file
is something else.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable

import forms
from chains import NO_HASH, require_chain
from checkpoints import UNREADABLE, Checkpoint, Head, read_checkpoint
from files import LARGEST_NUMBER, Json, NotStrictJson, UnreadableFile, parse_json, read_text_file
from receipts import Failure, Slice
from signatures import Keys, is_signed, read_key_file

_RESTORE = re.compile(r"restored ([1-9][0-9]{0,15}) checkpoint (0|[1-9][0-9]{0,15}) [0-9a-f]{64}")

# The time before which, and the number above which, checkpoints are lost.
Restore = tuple[int, int]


def restores_in(records: list[Json]) -> list[Restore]:
    found = (_RESTORE.fullmatch(record["text"]) for record in records)
    restores = ((int(match[1]), int(match[2])) for match in found if match)
    return [restore for restore in restores if max(restore) <= LARGEST_NUMBER]


def is_lost(checkpoint: Checkpoint, restores: list[Restore]) -> bool:
    return any(checkpoint.time_ms < time_ms and checkpoint.number > number for time_ms, number in restores)


def is_chain(records: list[Json]) -> bool:
    """True if the records are the whole start of the chain. Which checkpoint names its end is another question."""
    slice_ = Slice({"seq": 0, "hash": NO_HASH}, records, records, None, UNREADABLE)
    try:
        require_chain(slice_, "fairtick-starts-1", "starts", {})
    except Failure:
        return False
    return True


def named_restores(records: list[Json], checkpoints: list[Checkpoint]) -> list[Restore] | None:
    """None if no checkpoint names the chain, or one that is not lost names another record."""
    named = [(checkpoint, checkpoint.chains["starts"]) for checkpoint in checkpoints if "starts" in checkpoint.chains]
    heads: dict[int, str] = {record["seq"]: record["hash"] for record in records}

    def is_of_chain(head: Head) -> bool:
        return heads.get(head[0]) == head[1]

    through = max((head[0] for _, head in named if is_of_chain(head)), default=0)
    restores = restores_in(records[:through])
    others = (one for one, head in named if head[0] in heads and not is_of_chain(head))
    return None if through == 0 or any(not is_lost(one, restores) for one in others) else restores


def _pages(paths: list[str], name: str, form: Callable[[object], bool]) -> list[Json]:
    """The lists of this name in replies of the server, one after the other."""
    found: list[Json] = []
    for path in paths:
        reply = parse_json(read_text_file(path))
        if not isinstance(reply, dict) or not isinstance(reply.get(name), list) or not all(map(form, reply[name])):
            raise UnreadableFile(f"{path} has no list of {name}")
        found += reply[name]
    return found


def _receipt(path: str) -> Json:
    document: Json = parse_json(read_text_file(path))
    if not forms.settled_receipt(document) and not forms.SHARED_RECEIPT(document):
        raise UnreadableFile(f"{path} is not a receipt")
    return document


def _lost_by(receipt: Json, restores: list[Restore]) -> list[int]:
    """The numbers that the restores keep which lose a checkpoint of the receipt's prices."""
    slices = (receipt["entry"], receipt["exit"])
    texts = [one["checkpoint"]["text"] for one in slices if one["checkpoint"] is not None]
    checkpoints = [read_checkpoint(text) for text in texts]
    return [one[1] for one in restores if any(is_lost(checkpoint, [one]) for checkpoint in checkpoints)]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("starts", nargs="+")
    parser.add_argument("--checkpoints", action="append", default=[])
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--receipt", action="append", default=[])
    given = parser.parse_args(arguments)
    try:
        keys: Keys = {}
        for path in given.key:
            keys.update(read_key_file(path))
        records = sorted(_pages(given.starts, "records", forms.CHAIN_RECORD), key=lambda record: int(record["seq"]))
        statements = _pages(given.checkpoints, "checkpoints", forms.signed)
        receipts = {path: _receipt(path) for path in given.receipt}
    except (UnreadableFile, NotStrictJson) as error:
        print(error, file=sys.stderr)
        return 2
    checkpoints = [read_checkpoint(one["text"]) for one in statements if is_signed(one, keys)]
    restores = named_restores(records, checkpoints) if is_chain(records) else None
    if restores is None:
        print("fails starts")
        return 1
    for time_ms, number in restores:
        print(f"restored {time_ms} checkpoint {number}")
    for path, receipt in receipts.items():
        for number in _lost_by(receipt, restores):
            print(f"{path} lost {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
