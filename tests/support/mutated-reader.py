"""Takes one check at a time out of the reader of receipts in Python: `mutated-reader.py list`, or `try` with a request.

`list` prints all mutations, one JSON object per line. `try` reads a JSON object from standard input: `key` (PEM),
`purchases` and `receipts` (documents by name), `untrusted` (names of receipts that are also read without the key), and
`tried` (numbers of mutations). It prints one line per mutation, with the name of the first receipt of which the changed
reader says something else, or null. One process does all of it, because the signatures, which take the most time, are
the same for all mutations.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import json
import pathlib
import signal
import sys
import typing

READERS = pathlib.Path(__file__).parent.parent / "readers"
PROGRAM = "verify-receipt.py"
# Arithmetic of signatures, and what decides whether a file is a receipt: these receipts are all of the right form.
NOT_CHANGED = ("ed25519.py", "p256.py", "files.py", "forms.py", "verify-operators.py", "verify-starts.py")
# What reads files and tells what they are, which these receipts do not show.
LEFT_OUT = ("main", "readings", "read_all", "order_of_purchase", "read_key_file", "read_pem", "_entries_of_reply")
NEXT_TO = {ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">")}
# CPU time after which a changed loop is taken for one that does not end.
LOOP_MAX_S = 20

sys.path.insert(0, str(READERS))


class Source:
    """The text of one module of the reader."""

    def __init__(self, path):
        self.file = path.name
        self.module = path.stem.replace("-", "_")
        self.bytes = path.read_bytes()
        # Where each line starts.
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.code = compile(self.bytes, self.file, "exec")

    def span(self, node):
        starts = self.starts
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def text_of(self, start, end):
        return self.bytes[start:end].decode()

    def line_at(self, at):
        return self.text_of(0, at).count("\n") + 1


SOURCES = [Source(path) for path in sorted(READERS.glob("*.py")) if path.name not in NOT_CHANGED]
FILES = {source.file for source in SOURCES}


class Endless(BaseException):
    """No reader catches it."""


def on_timer(*_):
    raise Endless


def one_line(text):
    return " ".join(text.split())


def is_answer(node):
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def is_demand(node):
    """`require(condition, record)`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require"


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
    elif is_demand(node):
        yield node.args[0], ("True",)
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


def bounds_of(source, node):
    """Every bound of a comparison, one further."""
    parts = [node.left, *node.comparators]
    for left, operator, right in zip(parts, node.ops, parts[1:]):
        was, now = NEXT_TO.get(type(operator), (None, None))
        if was is not None:
            at = source.bytes.index(was.encode(), source.span(left)[1], source.span(right)[0])
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


def changes_of(source, node, inside):
    """(start, end, new text, the node around) for every change of one node."""
    for part, texts in conditions_of(node):
        for text in texts:
            yield (*source.span(part), text, part if isinstance(node, ast.comprehension) else node)
    if isinstance(node, ast.Compare):
        for change in bounds_of(source, node):
            yield (*change, node)
    if are_words(node):
        for text in without_a_word(node):
            yield (*source.span(node), text, node)
    for each in numbers_of(node, inside):
        for value in (each.value + 1, each.value - 1):
            yield (*source.span(each), f"({value})" if value < 0 else str(value), node)


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
    source: Source
    start: int
    end: int
    text: str
    # The lines of which one runs if the change can show; None for what runs when the file is loaded.
    lines: range | None
    words: str

    def code(self):
        text_of = self.source.text_of
        text = text_of(0, self.start) + self.text + text_of(self.end, len(self.source.bytes))
        return compile(text, self.source.file, "exec")

    def is_reached(self, lines):
        return self.lines is None or any((self.source.file, line) in lines for line in self.lines)


def mutations_of(source):
    for node, inside in nodes_in(ast.parse(source.bytes)):
        for start, end, text, around in changes_of(source, node, inside):
            first, last = source.span(around)
            if isinstance(around, ast.If):
                last = source.span(around.test)[1]
            was = one_line(source.text_of(first, last))
            now = one_line(source.text_of(first, start) + text + source.text_of(end, last))
            lines = None if inside is None else range(source.line_at(first), source.line_at(last) + 1)
            where = source.file if inside is None else f"{source.file} {inside}"
            yield Mutation(source, start, end, text, lines, f"{where}: {was} to {now}")


def mutations():
    return [mutation for source in SOURCES for mutation in mutations_of(source)]


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the modules of the reader, of which one may be changed."""

    def __init__(self):
        self.codes = {}

    def find_spec(self, name, _path, _target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in self.codes else None

    def create_module(self, _spec):
        return None

    def exec_module(self, module):
        exec(self.codes[module.__name__], module.__dict__)


LOADER = Loader()
sys.meta_path.insert(0, LOADER)


def load(mutation=None):
    """The reader, with one change. What is never changed is loaded once, with the signatures that it knows."""
    LOADER.codes = {source.module: source.code for source in SOURCES}
    if mutation is not None:
        LOADER.codes[mutation.source.module] = mutation.code()
    for name in LOADER.codes:
        sys.modules.pop(name, None)
    return importlib.import_module("verify_receipt"), importlib.import_module("signatures")


def said(reader, name, request):
    """All that the reader prints of a receipt beside the purchases, with the key of the server and without one."""
    program, signatures = reader
    documents = {**request["purchases"], name: request["receipts"][name]}
    try:
        trusted = list(program.readings(documents, signatures.read_pem(request["key"])))
        return trusted, list(program.readings(documents, {})) if name in request["untrusted"] else None
    except Exception as error:
        return f"an error: {type(error).__name__}"


def traced(reader, name, request):
    """What the reader says, and the lines that it runs for it, each with its file."""
    lines = set()

    def on_line(frame, *_):
        lines.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    sys.settrace(lambda frame, *_: on_line(frame) if frame.f_code.co_filename in FILES else None)
    try:
        return said(reader, name, request), lines
    finally:
        sys.settrace(None)


def noticed_by(mutation, request, expected):
    """The first of these receipts of which the changed reader says something else."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LOOP_MAX_S)
    name = "when it is loaded"
    try:
        reader = load(mutation)
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
    original = load()
    for name in request["receipts"]:
        # Afterwards its signatures are known. To trace their arithmetic would take minutes.
        said(original, name, request)
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
            line = each.source.line_at(each.start)
            print(json.dumps({"file": each.source.file, "line": line, "words": each.words}))
        return 0
    signal.signal(signal.SIGVTALRM, on_timer)
    for number, noticed in try_all(json.load(sys.stdin), found):
        print(json.dumps({"mutation": number, "noticed": noticed}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
