"""What a reader says of a receipt beside the steps: late prices, bound hours, and trades or quotes."""

from __future__ import annotations

from agreement import read_index
from checkpoints import UNREADABLE
from dealer import find_quote, is_by_dealer
from files import Json
from prices import filled_by, find_record
from receipts import Failure, Receipt, SeedOfHour
from seeds import HOUR_MS, check_hour, epochs_of, find_hour
from venues import find_trades, whole_price

BOUND_BEFORE_MS = 24 * HOUR_MS


def notes_on(receipt: Receipt) -> list[str]:
    return [*_late_prices(receipt), *_hours(receipt), *_trades(receipt), *_quotes(receipt)]


def _deciding(receipt: Receipt) -> list[tuple[str, Json, list[Json]]]:
    """The entry and the exit of the order, each with the records of its slice."""
    found = (("entry", receipt.entry), ("exit", receipt.exit))
    named = [(name, receipt.order[name], slice_.by_time) for name, slice_ in found]
    return [each for each in named if each[1] is not None]


def _late_prices(receipt: Receipt) -> list[str]:
    """A price that was written after an outage (VERIFY, section "Outages")."""
    notes = []
    for name, tick, records in _deciding(receipt):
        record, following = find_record(records, tick["seq"])
        marker = None if record is None else filled_by(record, following)
        if marker is not None:
            late = (marker["writtenAt"] - tick["timeMs"]) / 1000
            notes.append(
                f"the {name} (record {tick['seq']}) was written {late:.3f} s late, "
                f"after an outage from {marker['fromMs']} to {marker['writtenAt']}"
            )
    return notes


def _hours(receipt: Receipt) -> list[str]:
    """Whether each hour was bound (VERIFY, step 11), if its promise was kept."""
    epochs = epochs_of(receipt)
    if epochs and receipt.seeds is None:
        return ["unbound: the receipt does not show when the seed was fixed"]
    notes = []
    for epoch in epochs:
        element = find_hour(receipt, epoch)
        try:
            if element is not None:
                check_hour(element, epoch, receipt.keys)
                notes.append(f"hour {epoch} {_binding(element)}; {_seed(element.hour)}")
        except Failure:
            continue
    return notes


def _binding(element: SeedOfHour) -> str:
    statement = element.promise.statement
    if statement is UNREADABLE:
        return "unbound: in no checkpoint"
    lead = element.hour["startsAt"] - statement.time_ms
    if lead < BOUND_BEFORE_MS:
        return f"unbound: checkpoint {statement.number}, too late"
    return f"bound: checkpoint {statement.number}, {lead * 10 // HOUR_MS / 10} h ahead"


def _seed(hour: Json) -> str:
    if hour["link"] is not None:
        words = "seed as promised"
    else:
        words = "its seed is published later" if hour["closed"] is None else "its seed is lost"
    return words if hour["drand"] is None else f"{words}; round {hour['drand']['round']} not checked"


def _trades(receipt: Receipt) -> list[str]:
    """The trades behind each live price, which anyone can look up."""
    index, notes = read_index(receipt), []
    if index is None:
        return []
    for name, tick, _ in _deciding(receipt):
        for trade in find_trades(receipt, tick["seq"]):
            is_price = whole_price(trade["price"], index["decimals"]) == tick["price"]
            notes.append(
                f"the {name} (record {tick['seq']}): {trade['venue']} trade {trade['tradeId']} at "
                f"{trade['price']}, received {trade['receivedAt']}{' = the price' if is_price else ''}"
            )
    return notes


def _quotes(receipt: Receipt) -> list[str]:
    """The quotes behind a dealer's prices, and what they do not show."""
    if not is_by_dealer(receipt):
        return []
    notes = ["price: one dealer's quote, logged before it was shown; not looked up, and no one else can"]
    for name, tick, _ in _deciding(receipt):
        quote = find_quote(receipt, tick["seq"])
        if quote is not None:
            notes.append(
                f"the {name} (record {tick['seq']}): {quote['dealer']} {quote['instrument']} "
                f"{quote['bid']}/{quote['ask']}, received {quote['receivedAt']}"
            )
    return notes
