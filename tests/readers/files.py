"""Reads files as docs/VERIFY.md says every reader does: regular files, and JSON of whole numbers that is not deep."""

import json
import os
import re
import stat

DEPTH_MAX = 32
SAFE_MAX = 2**53 - 1
TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]]', re.DOTALL)


def read_text(name):
    """The text of a regular file. A pipe or a device could keep a reader waiting for ever."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise ValueError(f"{name} is not a regular file")
    with open(descriptor, encoding="utf-8") as file:
        return file.read()


def whole(text):
    number = int(text)
    if abs(number) > SAFE_MAX or text == "-0":
        raise ValueError(f"{text} is too large, or has a sign that it does not need")
    return number


def refuse(text):
    raise ValueError(f"{text} is not a whole number")


def is_unicode(value):
    """Whether no string of the value has half of a surrogate pair, which no UTF-8 text can hold."""
    if isinstance(value, str):
        return not any("\ud800" <= character <= "\udfff" for character in value)
    if isinstance(value, list):
        return all(is_unicode(each) for each in value)
    if isinstance(value, dict):
        return all(is_unicode(name) and is_unicode(each) for name, each in value.items())
    return True


def parse(text):
    """The value of a JSON text."""
    depth = 0
    for token in TOKENS.findall(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(token, 0)
        if depth > DEPTH_MAX:
            raise ValueError("nested too deeply")
    value = json.loads(text, parse_int=whole, parse_float=refuse, parse_constant=refuse)
    if not is_unicode(value):
        raise ValueError("a string that is no Unicode text")
    return value


def read_json(name):
    return parse(read_text(name))
