"""A client of Fairtick with Python's standard library alone: python3 examples/client.py http://127.0.0.1:8460

It becomes a guest, reads prices, places a signed order, loses its connection, and resumes without losing an event.
docs/SOCKET.md explains each step.
"""

import json
import sys
import urllib.error
import urllib.request
import uuid

from p256 import Key
from quotes import Quotes
from websocket import WebSocket

LEAD_MS = 2_000
UNCERTAINTY_MS = 500


class Api:
    """The endpoints, with the session's cookie."""

    def __init__(self, url):
        self.url = url
        self.cookies = {}

    @property
    def headers(self):
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def call(self, method, path, body=None, key=None):
        headers = {**self.headers, **({"Idempotency-Key": key} if key else {})}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                for line in answer.headers.get_all("Set-Cookie") or []:
                    name, value = line.split(";")[0].split("=", 1)
                    self.cookies[name] = value
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            raise SystemExit(f"{method} {path}: {refused.read().decode()}") from refused


class Session:
    """One connection of the socket: engine.io 4 and socket.io 5 over WebSocket."""

    def __init__(self, api):
        self.line = WebSocket(api.url, "/socket.io/?EIO=4&transport=websocket", api.headers)
        self.answers = {}
        self.frames = []
        self.asked = 0
        self._wait("0")
        self.line.send("40")
        self._wait("40")

    def _wait(self, start):
        while not (text := self.line.receive()).startswith(start):
            self._take(text)

    def _take(self, text):
        if text == "2":
            self.line.send("3")
        elif text.startswith("42"):
            event, *data = json.loads(text[2:])
            if event == "ended":
                raise SystemExit("the session has ended")
            if event == "f":
                self.frames.append(data[0])
        elif text.startswith("43"):
            at = text.index("[")
            self.answers[int(text[2:at])] = json.loads(text[at:])[0]

    def emit(self, event, payload=None):
        self.line.send("42" + json.dumps([event, payload]))

    def ask(self, event, payload=None):
        """Emits an event and returns its acknowledgement."""
        self.asked += 1
        number = self.asked
        self.line.send(f"42{number}{json.dumps([event, payload])}")
        while number not in self.answers:
            self._take(self.line.receive())
        return self.answers.pop(number)

    def subscribe(self, topic, after=None):
        reply = self.ask("subscribe", {"topic": topic, **({"after": after} if after else {})})
        if not reply["ok"]:
            raise SystemExit(f"{topic}: {reply['code']}")

    def next(self, topic, kinds=("snapshot", "delta")):
        """The next frame of a topic; those of others are kept."""
        while True:
            for at, frame in enumerate(self.frames):
                if frame[0] == topic and frame[3] in kinds:
                    return self.frames.pop(at)
            self._take(self.line.receive())


def order_of(product):
    """The signed text needs two decimals, so the stake has them from the start."""
    return {
        "symbol": product["symbol"],
        "direction": "up",
        "stake": "10.50",
        "durationMs": product["terms"]["durations"][0]["durationMs"],
        "termsId": product["terms"]["termsId"],
    }


def signed_order(session, key, product, number):
    """The body of an order that counts from LEAD_MS after now, whatever the server does."""
    session.subscribe(f"head:{product['symbol']}")
    head = session.next(f"head:{product['symbol']}")[5]
    tapped = int(session.ask("clock"))
    order = order_of(product)
    signed = {
        "deviceKeyId": key.id,
        "head": {"seq": head["seq"], "hash": head["hash"]},
        "tappedAt": tapped,
        "uncertaintyMs": UNCERTAINTY_MS,
        "startsAt": tapped + LEAD_MS,
    }
    text = "\n".join(
        [
            "fairtick-order-1",
            f"key {number}",
            f"product {order['symbol']}",
            f"direction {order['direction']}",
            f"stake {order['stake']}",
            f"duration {order['durationMs']}",
            f"terms {order['termsId']}",
            f"head {head['seq']} {head['hash']}",
            f"tapped {tapped}",
            f"uncertainty {UNCERTAINTY_MS}",
            f"starts {tapped + LEAD_MS}",
            f"device {key.id}",
        ]
    )
    return {**order, "signed": {**signed, "signature": key.sign(text)}}


def main(url):
    api = Api(url)
    guest = api.call("POST", "/guest", {"key": uuid.uuid4().hex})
    api.call("POST", "/practice-money", {}, key=uuid.uuid4().hex)
    products = api.call("GET", "/products")["products"]
    product = next(each for each in products if each["session"]["state"] == "open")
    session = Session(api)
    print("guest", guest["handle"])

    session.emit("visible", {"list": [], "detail": [product["id"]]})
    session.subscribe("quotes")
    quotes = Quotes()
    _, found = quotes.read(session.next("quotes", ("snapshot",))[5])
    while not found:
        _, found = quotes.read(session.next("quotes")[5])
    _, _, _, _, close, age = found[0]
    print("quote", product["symbol"], close / 10 ** product["priceDecimals"], f"{age} ms old")

    key = Key()
    api.call("POST", "/device-keys", {"publicKey": key.public})
    session.subscribe("positions")
    _, epoch, seq, kind, _, orders = session.next("positions")
    number = uuid.uuid4().hex
    placed = api.call("POST", "/orders", signed_order(session, key, product, number), key=number)
    while kind != "delta" or orders["id"] != placed["order"]["id"]:
        _, epoch, seq, kind, _, orders = session.next("positions")
    print("signed order", orders["id"], orders["status"])

    session.line.cut()
    missed = api.call("POST", "/orders", order_of(product), key=uuid.uuid4().hex)
    session = Session(api)
    session.subscribe("positions", {"epoch": epoch, "seq": seq})
    while True:
        _, epoch, then, kind, _, order = session.next("positions", ("snapshot", "delta", "gap"))
        if kind != "delta" or then != seq + 1:
            raise SystemExit(f"{kind} {then} after {seq}: an event is missing")
        seq = then
        if order["id"] == missed["order"]["id"]:
            break
    print("resumed", order["id"], order["status"])


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8460")
