"""Verifies settled and shared receipts, as docs/VERIFY.md describes it.

    python3 verify-receipt.py FILE... --key KEYFILE

Prints one line per receipt: `FILE holds` (`holds without log, ledger` names steps that were left out, and `look-up` a price
that no one can look up), `FILE waits`,
`FILE not proved checkpoint`, `FILE fails STEP record SEQ, ...`, `FILE unknown key` if no key was given and nothing
fails, or `FILE is not a receipt`. Lines with two spaces before them say more about the receipt above. Files with the
receipt of a purchase are read for the step `kept` of the settled receipt. The exit code is 0 if all is proved, 1 if
something is not, and 2 if a file cannot be read or is no receipt.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator

import forms
from band import band
from dealer import dealer, is_by_dealer
from files import Json, parse_json, read_text_file
from log import log
from notes import notes_on
from purchase import acceptance, kept, moment, terms
from receipts import LEFT_OUT, NOT_PROVED, WAITS, Failure, Receipt, read_receipt
from result import ledger, outcome, payout
from seeds import seed
from signatures import Keys, read_key_file
from silence import silences_of
from slices import chain, checkpoint
from venues import venues

# In the order of VERIFY.
STEPS: tuple[Callable[[Receipt], str], ...] = (
    acceptance,
    terms,
    moment,
    chain,
    checkpoint,
    log,
    band,
    outcome,
    payout,
    ledger,
    seed,
    venues,
    dealer,
)


def reading_of(receipt: Receipt, purchases: list[Json], trusted: bool) -> tuple[str, list[str]]:
    """What is said of a receipt, and more about it. All steps are run, whatever the others say."""
    failures, verdicts = [], {}
    for name, run in [
        ("kept", lambda _: kept(receipt, purchases)),
        *((step.__name__, step) for step in STEPS),
    ]:
        try:
            verdicts[name] = run(receipt)
        except Failure as failure:
            failures.append(name if failure.record is None else f"{name} record {failure.record}")
    away = silences_of(receipt) if verdicts.get("checkpoint") == NOT_PROVED else []
    notes = [f"the server was away from {start} to {end}" for start, end in away] + notes_on(receipt)
    if failures:
        return f"fails {', '.join(failures)}", notes
    return _words(verdicts, is_by_dealer(receipt)) if trusted else "unknown key", notes


def _words(verdicts: dict[str, str], by_dealer: bool) -> str:
    """The reading of a receipt of which no step fails."""
    if WAITS in verdicts.values():
        return "waits"
    if verdicts["checkpoint"] == NOT_PROVED:
        return "not proved checkpoint"
    left_out = [name for name in ("log", "ledger") if verdicts[name] == LEFT_OUT]
    if by_dealer:
        left_out.append("look-up")
    return f"holds without {', '.join(left_out)}" if left_out else "holds"


def readings(documents: dict[str, object], trusted: Keys) -> Iterator[tuple[int, list[str]]]:
    """The exit code and the lines of each document."""
    purchases = {name: value for name, value in documents.items() if forms.purchase(value)}
    unused = set(purchases)
    for name, document in documents.items():
        receipt = read_receipt(document, trusted)
        if receipt is not None:
            line = f"order {receipt.order['id']}"
            own = {each: value for each, value in purchases.items() if order_of_purchase(value) == line}
            unused -= own.keys()
            reading, notes = reading_of(receipt, list(own.values()), bool(trusted))
            lines = [f"{name} {reading}", *(f"  {note}" for note in notes)]
            yield 0 if reading.startswith("holds") else 1, lines
        elif name not in purchases:
            yield 2, [f"{name} is not a receipt"]
    for name in sorted(unused):
        yield 2, [f"{name} is not a receipt"]


def order_of_purchase(purchase: Json) -> str:
    """The line `order ID` of the text that was received."""
    return "".join(purchase["text"].split("\n")[2:3])


def read_all(paths: list[str]) -> dict[str, object]:
    """The JSON of each file; None, and a line that says why, for a file that is none."""
    documents: dict[str, object] = {}
    for path in paths:
        documents[path] = None
        try:
            documents[path] = parse_json(read_text_file(path))
        except ValueError as error:
            print(f"{path}: {error}", file=sys.stderr)
    return documents


def main() -> int:
    parser = argparse.ArgumentParser(description="Verifies receipts, as docs/VERIFY.md says.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--key", action="append", default=[], metavar="KEYFILE")
    arguments = parser.parse_args()
    trusted: Keys = {}
    try:
        for path in arguments.key:
            trusted.update(read_key_file(path))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    code, lines = 0, []
    for each, said in readings(read_all(arguments.files), trusted):
        code = max(code, each)
        lines += said
    print("\n".join(lines))
    if not trusted and code < 2:
        print("Without --key nothing is proved.", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
