"""Reads the lines of signed texts (VERIFY, section "Common rules", "Texts")."""

from __future__ import annotations

import re

from files import LARGEST_NUMBER

_WORDS = {
    "number": "0|[1-9][0-9]{0,15}",
    "hash": "[0-9a-f]{64}",
    "id": "[0-9a-f]{16}",
    "ids": "[0-9a-f]{16}(?:,[0-9a-f]{16})*",
    "symbol": "[A-Z0-9]{2,12}",
    "key": "[A-Za-z0-9_-]{16,64}",
    "anything": ".*",
    "something": ".+",
    "hash_or_none": "[0-9a-f]{64}|none",
    "number_or_none": "(?:0|[1-9][0-9]{0,15})|none",
}

Words = list[str]


def _compile(template: str) -> tuple[re.Pattern[str], list[str]]:
    parts = re.split(r"\{(\w+)\}", template)
    kinds = parts[1::2]
    pattern = "".join(
        f"({_WORDS[part]})" if index % 2 else re.escape(part) for index, part in enumerate(parts)
    )
    return re.compile(pattern), kinds


def read_line(template: str, line: str) -> Words | None:
    """The words of `line` at the `{places}` of `template`, or None if it is another line."""
    pattern, kinds = _compile(template)
    match = pattern.fullmatch(line)
    if match is None:
        return None
    words = list(match.groups())
    for kind, word in zip(kinds, words):
        if kind.startswith("number") and word != "none" and int(word) > LARGEST_NUMBER:
            return None
    return words


def read_lines(templates: list[str], lines: list[str]) -> Words | None:
    """The words of all `lines`, if they are exactly those of `templates`."""
    if len(lines) != len(templates):
        return None
    words: Words = []
    for template, line in zip(templates, lines):
        read = read_line(template, line)
        if read is None:
            return None
        words.extend(read)
    return words


def hundredths(amount: str) -> int:
    """An amount, which may have a minus, in hundredths. `10`, `10.0` and `10.00` are the same."""
    sign = -1 if amount.startswith("-") else 1
    whole, _, fraction = amount.lstrip("-").partition(".")
    return sign * int(whole + fraction.ljust(2, "0"))


def two_digits(amount: str) -> str:
    """An amount as signed texts write it."""
    value = hundredths(amount)
    return f"{value // 100}.{value % 100:02}"
