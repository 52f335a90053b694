"""Decodes the text of quotes frames (docs/SOCKET.md). Run with a file of test vectors, it checks itself."""

import json
import sys

DIGITS = "".join(chr(c) for c in range(33, 127) if c not in (34, 92))
FLAT, BAR, START, BASE = range(4)
FIELDS = {FLAT: 2, BAR: 5, START: 3, BASE: 1}


def numbers_in(text):
    numbers, number, scale = [], 0, 1
    for character in text:
        digit = DIGITS.index(character)
        number += digit * scale
        if digit >= 64:
            scale *= 28
            continue
        numbers.append(number)
        number, scale = 0, 1
    if scale != 1 or not numbers:
        raise ValueError("the text ends within a number")
    return numbers


def signed(number):
    return number // 2 if number % 2 == 0 else -(number + 1) // 2


class Quotes:
    """The quotes of one subscription: each frame builds on the bases of the snapshots before it."""

    def __init__(self):
        self.bases = {}

    def read(self, text):
        """The tick count at the frame's start, and (id, open, high, low, close, age in ms) of each product."""
        numbers = numbers_in(text)
        from_seq, rest = numbers[0], numbers[1:]
        product, found = 0, []
        while rest:
            step, shape = divmod(rest[0], 4)
            product += signed(step)
            fields, rest = rest[1 : 1 + FIELDS[shape]], rest[1 + FIELDS[shape] :]
            if len(fields) < FIELDS[shape]:
                raise ValueError("the text ends within a product")
            if shape in (START, BASE):
                self.bases[product] = fields.pop(0)
            if shape == BASE:
                continue
            close = self.bases[product] + signed(fields[0])
            opened, high, low = close, close, close
            if shape == BAR:
                opened, high, low = close + signed(fields[1]), close + fields[2], close - fields[3]
            found.append((product, opened, high, low, close, fields[-1]))
        return from_seq, found


if __name__ == "__main__":
    reader = Quotes()
    with open(sys.argv[1], encoding="utf-8") as vectors:
        for vector in json.load(vectors)["frames"]:
            expected = (vector["fromSeq"], [tuple(quote) for quote in vector["quotes"]])
            if reader.read(vector["text"]) != expected:
                sys.exit(f"wrong: {vector['about']}")
    print("all vectors hold")
