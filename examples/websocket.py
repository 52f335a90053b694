"""A WebSocket client for one host, with the standard library alone (RFC 6455): text messages, without extensions."""

import base64
import os
import socket
import struct
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocket:
    def __init__(self, url, path, headers):
        at = urlsplit(url)
        self.line = socket.create_connection((at.hostname, at.port), timeout=30)
        lines = [f"GET {path} HTTP/1.1", f"Host: {at.netloc}", "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13"]
        lines += [f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.rest = b""
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self._take(1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode())

    def _take(self, length):
        while len(self.rest) < length:
            got = self.line.recv(65536)
            if not got:
                raise ConnectionError("the server has closed the connection")
            self.rest += got
        taken, self.rest = self.rest[:length], self.rest[length:]
        return taken

    def _send(self, kind, payload):
        """A client masks what it sends."""
        mask = os.urandom(4)
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.line.sendall(bytes([0x80 | kind]) + size + mask + masked)

    def send(self, text):
        self._send(TEXT, text.encode())

    def receive(self):
        """The next text message."""
        while True:
            first, second = self._take(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._take(8))
            payload = self._take(length)
            kind = first & 0x0F
            if kind == TEXT:
                return payload.decode()
            if kind == PING:
                self._send(PONG, payload)
            elif kind == CLOSE:
                raise ConnectionError("the server has closed the connection")

    def cut(self):
        """Closes the line without a word, as a lost network does."""
        self.line.close()
