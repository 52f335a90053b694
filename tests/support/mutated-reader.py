"""Takes one check at a time out of the reader of receipts in Python: `mutated-reader.py list`, or `try` with a request.

`list` prints all mutations, one JSON object per line. `try` reads a JSON object from standard input: `key` (PEM),
`purchases` and `receipts` (documents by name), `untrusted` (names of receipts that are also read without the key), and
`tried` (numbers of mutations). It prints one line per mutation, with the name of the first receipt of which the changed
reader says something else, or null. One process does all of it, because the signatures, which take the most time, are
the same for all mutations.
"""

import ast
import functools
import importlib
import json
import pathlib
import signal
import sys
import types
import typing

READERS = pathlib.Path(__file__).parent.parent / "readers"
FILE = "verify-receipt.py"
CODE = (READERS / FILE).read_text(encoding="utf-8")
BYTES = CODE.encode()
# Where each line starts.
STARTS = [0]
for _line in CODE.splitlines(keepends=True):
    STARTS.append(STARTS[-1] + len(_line.encode()))

# What reads files and tells what they are, which these receipts do not show.
LEFT_OUT = ("main", "readings", "trusted_keys", "read_all", "order_of_purchase")
NEXT_TO = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
# CPU time after which a changed loop is taken for one that does not end.
LOOP_MAX_S = 20

sys.path.insert(0, str(READERS))
ed25519, p256 = (importlib.import_module(name) for name in ("ed25519", "p256"))


class Endless(BaseException):
    """No reader catches it."""


def on_timer(*_):
    raise Endless


def span(node):
    return STARTS[node.lineno - 1] + node.col_offset, STARTS[node.end_lineno - 1] + node.end_col_offset


def text_of(start, end):
    return BYTES[start:end].decode()


def line_at(at):
    return text_of(0, at).count("\n") + 1


def one_line(text):
    return " ".join(text.split())


def is_answer(node):
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def is_number(node):
    return isinstance(node, ast.Constant) and type(node.value) is int


def is_fallback(node):
    """`value or [None]`: what is taken where there is nothing."""
    is_or = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
    return is_or and isinstance(node.values[-1], (ast.List, ast.Dict))


def are_words(node):
    return (
        isinstance(node, (ast.Tuple, ast.List))
        and len(node.elts) > 0
        and all(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in node.elts)
    )


def conditions_of(node):
    """The parts of a node that are conditions, each with what it is without them."""
    if isinstance(node, ast.If):
        yield node.test, ("False",)
    elif isinstance(node, ast.IfExp):
        yield node.test, ("False", "True")
    elif is_fallback(node):
        yield node.values[0], ("None",)
    elif isinstance(node, ast.BoolOp):
        for each in node.values:
            yield each, ("True" if isinstance(node.op, ast.And) else "False",)
    elif isinstance(node, ast.comprehension):
        for each in node.ifs:
            yield each, ("True",)
    elif isinstance(node, (ast.Return, ast.Assign)) and node.value is not None and is_answer(node.value):
        yield node.value, ("False", "True")
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)) and is_answer(node.elt):
        yield node.elt, ("False", "True")
    elif isinstance(node, ast.Lambda) and is_answer(node.body):
        yield node.body, ("False", "True")


def bounds_of(node):
    """Every bound of a comparison, one further."""
    parts = [node.left, *node.comparators]
    for left, operator, right in zip(parts, node.ops, parts[1:]):
        was, now = NEXT_TO.get(type(operator), (None, None))
        if was is not None:
            at = BYTES.index(was.encode(), span(left)[1], span(right)[0])
            yield at, at + len(was), now


def without_a_word(node):
    for left_out in range(len(node.elts)):
        rest = [repr(each.value) for n, each in enumerate(node.elts) if n != left_out]
        yield f"({''.join(f'{each}, ' for each in rest)})" if isinstance(node, ast.Tuple) else f"[{', '.join(rest)}]"


def numbers_of(node, inside):
    if isinstance(node, ast.Compare):
        found = [node.left, *node.comparators]
    elif isinstance(node, ast.BinOp):
        found = [node.left, node.right]
    elif isinstance(node, ast.Assign) and inside is None:
        found = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    else:
        found = []
    return filter(is_number, found)


def changes_of(node, inside):
    """(start, end, new text, the node around) for every change of one node."""
    for part, texts in conditions_of(node):
        for text in texts:
            yield (*span(part), text, part if isinstance(node, ast.comprehension) else node)
    if isinstance(node, ast.Compare):
        for change in bounds_of(node):
            yield (*change, node)
    if are_words(node):
        for text in without_a_word(node):
            yield (*span(node), text, node)
    for each in numbers_of(node, inside):
        for value in (each.value + 1, each.value - 1):
            yield (*span(each), f"({value})" if value < 0 else str(value), node)


def nodes_in(node, inside=None):
    """Every node with the function that it is in; without formatted texts and the conditions of loops."""
    if isinstance(node, ast.FunctionDef):
        if node.name in LEFT_OUT:
            return
        inside = node.name
    yield node, inside
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            is_loop = isinstance(node, ast.While) and name == "test"
            # What runs when the file is run by itself.
            is_start = inside is None and isinstance(child, ast.If)
            if isinstance(child, ast.AST) and not (is_loop or is_start or isinstance(child, ast.JoinedStr)):
                yield from nodes_in(child, inside)


class Mutation(typing.NamedTuple):
    start: int
    end: int
    text: str
    # The lines of which one runs if the change can show; None for what runs when the file is loaded.
    lines: range | None
    words: str

    def code(self):
        return text_of(0, self.start) + self.text + text_of(self.end, len(BYTES))

    def is_reached(self, lines):
        return self.lines is None or any(line in lines for line in self.lines)


def mutations():
    found = []
    for node, inside in nodes_in(ast.parse(CODE)):
        for start, end, text, around in changes_of(node, inside):
            first, last = span(around)
            if isinstance(around, ast.If):
                last = span(around.test)[1]
            was = one_line(text_of(first, last))
            now = one_line(text_of(first, start) + text + text_of(end, last))
            lines = None if inside is None else range(line_at(first), line_at(last) + 1)
            where = "" if inside is None else f"{inside}: "
            found.append(Mutation(start, end, text, lines, f"{where}{was} to {now}"))
    return found


# All mutations have the signatures checked once.
signed_by_server = functools.cache(ed25519.verify)
signed_by_device = functools.cache(p256.verify)


def load(code):
    """The reader with this code."""
    reader = types.ModuleType("verify_receipt")
    exec(compile(code, FILE, "exec"), reader.__dict__)
    reader.is_signed, reader.device_signed = signed_by_server, signed_by_device
    return reader


def said(reader, name, request):
    """All that the reader prints of a receipt beside the purchases, with the key of the server and without one."""
    documents = {**request["purchases"], name: request["receipts"][name]}
    try:
        raw, key_id = reader.raw_key(request["key"])
        trusted = list(reader.readings(documents, {key_id: raw}))
        return trusted, list(reader.readings(documents, {})) if name in request["untrusted"] else None
    except Exception as error:
        return f"an error: {type(error).__name__}"


def traced(reader, name, request):
    """What the reader says, and the lines that it runs for it."""
    lines = set()

    def on_line(frame, *_):
        lines.add(frame.f_lineno)
        return on_line

    sys.settrace(lambda frame, *_: on_line(frame) if frame.f_code.co_filename == FILE else None)
    try:
        return said(reader, name, request), lines
    finally:
        sys.settrace(None)


def noticed_by(mutation, request, expected):
    """The first of these receipts of which the changed reader says something else."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LOOP_MAX_S)
    name = "when it is loaded"
    try:
        reader = load(mutation.code())
        for name, words in expected:
            if said(reader, name, request) != words:
                return name
        return None
    except (Endless, Exception):
        return name
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def try_all(request, found):
    """Yields the number of each mutation that is tried, and the name of the receipt that shows it or None."""
    original = load(CODE)
    known = {name: traced(original, name, request) for name in request["receipts"]}
    shows = dict.fromkeys(known, 0)
    for number in request["tried"]:
        mutation = found[number]
        # What showed the most before is tried first.
        order = sorted(known, key=lambda name: -shows[name])
        name = noticed_by(mutation, request, [(n, known[n][0]) for n in order if mutation.is_reached(known[n][1])])
        if name in shows:
            shows[name] += 1
        yield number, name


def main(arguments):
    found = mutations()
    if arguments == ["list"]:
        for each in found:
            print(json.dumps({"file": FILE, "line": line_at(each.start), "words": each.words}))
        return 0
    signal.signal(signal.SIGVTALRM, on_timer)
    for number, noticed in try_all(json.load(sys.stdin), found):
        print(json.dumps({"mutation": number, "noticed": noticed}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
