"""
Checks what a live market logged against what its venues sent. Written from docs/FEEDS.md and docs/RULES.md, and not from
the code of the server. Python 3, standard library only: one JSON document on standard input, one on standard output.

Input: `terms` (per product: decimals, needed, freshMs, lateMs, spreadBps, venues), `events` (in order: a trade that a venue
sent to a connection that counted, or the end of one; `apart`: not made in the open order book), `records` (the log, per product), `inputs` (the published lines, per
product) and `orders` (with the outcome that the server's rule gave them).
"""
import hashlib
import json
import sys
from bisect import bisect_left, bisect_right

LOOKS_EVERY_MS = 100
LEAST_STEP_MS = 200
MAX_SPOT_AGE_MS = 3000
AHEAD_MAX_MS = 2000
LEAP_MS = 250
LEAPS_NEEDED = 5
LEAPS_MS = 10_000
SPAN_MS = 150_000
CONTRADICTIONS = 3

faults = []
counts = {}


def check(holds, what):
    counts["comparisons"] = counts.get("comparisons", 0) + 1
    if not holds and len(faults) < 50:
        faults.append(what)


def count(name, by=1):
    counts[name] = counts.get(name, 0) + by


def truncated(text, decimals):
    whole, _, fraction = text.partition(".")
    return int(whole + (fraction + "0" * decimals)[:decimals])


def lower_median(prices):
    return sorted(prices)[(len(prices) - 1) // 2]


def spread_bps(prices):
    low, high = min(prices), max(prices)
    return -(-((high - low) * 10_000) // low)


def judged(events):
    """
    The events without the trades that are no prices or whose stamps are not believed, and each other trade with how far
    the clock of its venue was ahead. The clock is that of the line, and not of one product.
    """
    spans, leaps, seen, kept = {}, {}, set(), []
    for event in events:
        if event["kind"] == "drop":
            kept.append(event)
            continue
        venue, at = event["line"], event["at"]
        name = (venue, event["product"], event["id"])
        if event["apart"] or name in seen:
            continue
        seen.add(name)
        lag = at - event["stamp"]
        fastest = spans.setdefault(venue, {})
        ahead = max([0, *(-least for least in fastest.values())])
        if lag < -AHEAD_MAX_MS:
            count("stamps too far ahead")
            continue
        if lag < -ahead - LEAP_MS:
            run = leaps.setdefault(venue, [])
            run.append(at)
            if len(run) < LEAPS_NEEDED or at - run[0] < LEAPS_MS:
                count("stamps that leap")
                continue
            count("clocks that are ahead")
        leaps[venue] = []
        span = at // SPAN_MS
        fastest[span] = min(lag, fastest.get(span, lag))
        for old in sorted(fastest)[:-2]:
            del fastest[old]
        kept.append({**event, "ahead": max([0, *(-least for least in fastest.values())])})
    return kept


def counted(trades):
    """How many operators of those that a price needs: MEXC is never one of them."""
    return len({trade["venue"] for trade in trades} - {"mexc"})


def made(trade):
    return trade["stamp"] - trade["ahead"]


def is_fresh(trade, now, terms):
    late = trade["at"] - made(trade)
    return 0 <= late <= terms["lateMs"] and 0 <= now - trade["at"] and now - made(trade) <= terms["freshMs"]


def is_later(new, old):
    """Whether a trade comes after the newest one of its venue, by its stamp and, for numbers, by its id."""
    if new["id"] == old["id"]:
        return False
    if new["stamp"] < old["stamp"]:
        return False
    if not (new["id"].isdigit() and old["id"].isdigit()) or int(new["id"]) > int(old["id"]):
        return True
    if new["stamp"] > old["stamp"]:
        old["contradicted"] = old.get("contradicted", 0) + 1
    return old.get("contradicted", 0) >= CONTRADICTIONS


class Book:
    """The newest trade per venue of one product, played forward along the events."""

    def __init__(self, terms):
        self.terms = terms
        self.newest = {}

    def play(self, event):
        venue = event["venue"]
        if event["kind"] == "drop":
            return self.newest.pop(venue, None) is not None
        old = self.newest.get(venue)
        if old is not None and not is_later(event, old):
            return False
        self.newest[venue] = dict(event)
        return True

    def fresh(self, now):
        return [
            self.newest[venue]
            for venue in sorted(self.newest)
            if venue in self.terms["venues"] and is_fresh(self.newest[venue], now, self.terms)
        ]

    def prices(self, now):
        return [truncated(trade["price"], self.terms["decimals"]) for trade in self.fresh(now)]

    def has_price(self, now):
        prices = self.prices(now)
        return counted(self.fresh(now)) >= self.terms["needed"] and spread_bps(prices) <= self.terms["spreadBps"]


def line_of(trade):
    return f'{trade["venue"]}|{trade["id"]}|{trade["price"]}|{trade["at"]}|{trade["stamp"]}|{trade["ahead"]}'


def text_of(trades):
    return "\n".join(["fairtick-inputs-2", *map(line_of, trades)])


def check_line(line, record, terms):
    """A published line by itself: the price and the hash follow from the inputs."""
    inputs = [
        {
            **{"venue": i["venue"], "id": i["tradeId"], "price": i["price"]},
            **{"at": i["receivedAt"], "stamp": i["tradedAt"], "ahead": i["aheadMs"]},
        }
        for i in line["inputs"]
    ]
    name = f'tick {line["seq"]}'
    venues = [i["venue"] for i in inputs]
    check(venues == sorted(set(venues)), f"{name}: venues out of order")
    check(counted(inputs) >= terms["needed"], f"{name}: {len(inputs)} venues")
    ages = [(line["timeMs"] - made(i), i["at"] - made(i)) for i in inputs]
    check(all(is_fresh(i, line["timeMs"], terms) for i in inputs), f"{name}: not fresh, ages and ways {ages}")
    check(all(0 <= i["ahead"] <= AHEAD_MAX_MS for i in inputs), f"{name}: a clock is corrected too far")
    prices = [truncated(i["price"], terms["decimals"]) for i in inputs]
    check(lower_median(prices) == line["price"], f'{name}: {line["price"]} is not the middle of {prices}')
    check(spread_bps(prices) <= terms["spreadBps"], f"{name}: spread of {prices}")
    text = text_of(inputs)
    digest = hashlib.sha256(text.encode()).hexdigest()
    check(digest == line["hash"] == record.get("inputs"), f"{name}: hash")
    check((record["price"], record["timeMs"]) == (line["price"], line["timeMs"]), f"{name}: not the record")
    return text


def check_ticks(terms, events, records, lines):
    """Each tick is what the trades that were sent until then give."""
    ticks = [record for record in records if record["kind"] == "tick"]
    check(len(ticks) == len(lines), f"{len(ticks)} ticks, {len(lines)} published lines")
    book = Book(terms)
    played = 0
    lies = {trade["id"] + trade["venue"] for trade in events if trade.get("lie")}
    for tick, line in zip(ticks, lines):
        now = tick["timeMs"]
        text = check_line(line, tick, terms)
        while played < len(events) and events[played]["at"] < now:
            book.play(events[played])
            played += 1

        def is_state():
            return text_of(book.fresh(now)) == text

        # Within one millisecond the tick follows from what was sent up to some event of it.
        holds = is_state()
        while not holds and played < len(events) and events[played]["at"] == now:
            book.play(events[played])
            played += 1
            holds = is_state()
        check(holds, f'tick {tick["seq"]} at {now}: published {text!r}, sent {list(map(line_of, book.fresh(now)))}')
        honest = [i for i in line["inputs"] if i["tradeId"] + i["venue"] not in lies]
        if len(honest) < len(line["inputs"]) < 2 * len(honest):
            count("ticks beside lies")
            prices = [truncated(i["price"], terms["decimals"]) for i in honest]
            check(min(prices) <= tick["price"] <= max(prices), f'tick {tick["seq"]}: a lie moved the price')
    for before, after in zip(ticks, ticks[1:]):
        step = after["timeMs"] - before["timeMs"]
        check(step >= LEAST_STEP_MS, f'tick {after["seq"]}: {step} ms after the one before')
    count("ticks", len(ticks))


def dead_spans(terms, events, until):
    """When the trades that were sent gave no price: (from, to) in ms, `to` exclusive; and when a newer trade came."""
    book = Book(terms)
    ends = {made(e) + terms["freshMs"] + 1 for e in events if e["kind"] == "trade"}
    moments = sorted({e["at"] for e in events} | {end for end in ends if end >= events[0]["at"]} | {until})
    spans, news, played, dead_since = [], [], 0, events[0]["at"] if events else 0
    for now in moments:
        if now > until:
            break
        while played < len(events) and events[played]["at"] <= now:
            event = events[played]
            if book.play(event) and event["kind"] == "trade" and book.has_price(now):
                news.append(now)
            played += 1
            # What held for no time at all counts too: the server looks at each trade.
            if not book.has_price(now) and dead_since is None:
                dead_since = now
            elif dead_since is not None and book.has_price(now):
                spans.append((dead_since, now))
                dead_since = None
        # A trade that is too old now may take a price away, and one that lied may give it back.
        if not book.has_price(now) and dead_since is None:
            dead_since = now
        elif dead_since is not None and book.has_price(now):
            spans.append((dead_since, now))
            dead_since = None
    if dead_since is not None:
        spans.append((dead_since, until))
    return spans, news


def check_losses(spans, news, records):
    """Every loss is a published gap, and while there is a price it is published within the least step."""
    ticks = [record["timeMs"] for record in records if record["kind"] == "tick"]
    gaps = [record["timeMs"] for record in records if record["kind"] == "gap"]
    marks = [record for record in records if record["kind"] in ("tick", "gap")]
    starts = [start for start, _ in spans]

    def any_in(times, low, high):
        found = bisect_left(times, low)
        return found < len(times) and times[found] <= high

    for start, end in spans:
        was_alive = next((r["kind"] for r in reversed(marks) if r["timeMs"] < start), "gap") == "tick"
        check(not any_in(ticks, start + 1, end - 1), f"a tick between {start} and {end}, without a price")
        if was_alive and end - start > LOOKS_EVERY_MS:
            count("losses")
            check(any_in(gaps, start, start + LOOKS_EVERY_MS), f"no gap at the loss from {start} to {end}")
    for now in news:
        before = bisect_right(starts, now + LEAST_STEP_MS)
        is_lost = before > 0 and spans[before - 1][1] > now - 2_000
        if is_lost or not any_in(ticks, now - 1000, now) or now + LEAST_STEP_MS > records[-1]["timeMs"]:
            continue
        count("prompt prices")
        check(any_in(ticks, now, now + LEAST_STEP_MS), f"no tick within {LEAST_STEP_MS} ms of the trade at {now}")


def settle(records, order):
    """The published rule: an outcome, or 'void', or None while it is open."""
    starts, expires = order["startsAt"], order["expiresAt"]
    times = [record["timeMs"] for record in records]

    def bad(moment):
        after = bisect_right(times, moment)
        if after < len(records) and records[after]["kind"] == "gap":
            return True
        at = after - 1
        while at >= 0 and times[at] == moment:
            if records[at]["kind"] == "gap":
                return True
            at -= 1
        for record in reversed(records[:after]):
            if record["kind"] == "tick":
                return False
            if record["kind"] == "halt":
                return True
        return False

    if bisect_right(times, expires) == len(records):
        return None
    entry = next((r for r in records[bisect_right(times, starts):] if r["kind"] == "tick"), None)
    leave = next((r for r in reversed(records[: bisect_right(times, expires)]) if r["kind"] == "tick"), None)
    if bad(starts) or bad(expires):
        return "void"
    if entry is None or entry["timeMs"] > min(expires, starts + MAX_SPOT_AGE_MS):
        return "void"
    if leave is None or leave["timeMs"] <= starts or expires - leave["timeMs"] > MAX_SPOT_AGE_MS:
        return "void"
    if entry["seq"] == leave["seq"]:
        return "void"
    if entry["price"] == leave["price"]:
        return "draw"
    return "won" if (leave["price"] > entry["price"]) == (order["direction"] == "up") else "lost"


def check_orders(orders, spans, records):
    noticed = [(start, end) for start, end in spans if end - start > LOOKS_EVERY_MS]
    for order in orders:
        outcome = settle(records, order)
        name = f'the order from {order["startsAt"]} to {order["expiresAt"]}'
        check(outcome == order["outcome"], f'{name}: {order["outcome"]}, by the rule {outcome}')
        count(f"orders {outcome}")
        for moment in (order["startsAt"], order["expiresAt"]):
            if outcome in ("won", "lost", "draw") and any(start <= moment < end for start, end in noticed):
                check(False, f"{name} was decided, and at {moment} there was no price")


def main():
    given = json.load(sys.stdin)
    believed = judged(given["events"])
    for product, terms in given["terms"].items():
        events = [event for event in believed if event.get("product", product) == product]
        records = given["records"][product]
        lines = [json.loads(line) for line in given["inputs"][product].splitlines()]
        check_ticks(terms, events, records, lines)
        spans, news = dead_spans(terms, events, records[-1]["timeMs"])
        check_losses(spans, news, records)
        dead = sum(end - start for start, end in spans)
        count(f"% of the time without a price of {product}", round(100 * dead / (records[-1]["timeMs"] - events[0]["at"])))
        check_orders(given["orders"][product], spans, records)
    json.dump({"counts": counts, "faults": faults}, sys.stdout)


main()
