"""Reads files and JSON as strictly as VERIFY asks (section "Common rules", "Files")."""

from __future__ import annotations

import json
import os
import re
import stat
from typing import Any

Json = dict[str, Any]

LARGEST_NUMBER = 2**53 - 1
DEEPEST_NESTING = 32

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class UnreadableFile(ValueError):
    """A file that is missing, not regular, or not UTF-8."""


class NotStrictJson(ValueError):
    """A text that is no JSON, or JSON outside of the limits of VERIFY."""


def read_text_file(path: str) -> str:
    """Returns the text of a regular file. A pipe or a device could keep the reader waiting for ever."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise UnreadableFile(f"{path} is not a regular file")
        with open(path, "rb") as file:
            return file.read().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{path} cannot be read: {error}") from error


def parse_json(text: str) -> Any:
    """Parses JSON with whole numbers, at most 32 levels, and no half of a surrogate pair, which is no UTF-8."""
    try:
        value = json.loads(text, parse_int=_whole_number, parse_float=_refuse, parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        _check_nesting(text)
    except (ValueError, RecursionError) as error:
        raise NotStrictJson(f"no JSON as every reader takes it: {type(error).__name__}") from error
    return value


def _check_nesting(text: str) -> None:
    """Looks at the text itself, because a parser drops a field that is there twice."""
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST_NESTING:
            raise ValueError("too many levels")


def _whole_number(digits: str) -> int:
    if digits == "-0" or len(digits) > 17 or abs(int(digits)) > LARGEST_NUMBER:
        raise ValueError("not a number that every language reads alike")
    return int(digits)


def _refuse(_literal: str) -> None:
    raise ValueError("not a whole number")
