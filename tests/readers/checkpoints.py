"""The texts of checkpoints, and which of them contradict each other (VERIFY, section "Checkpoints")."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from files import Json
from signatures import sha256_hex
from texts import Words, read_line, read_lines
from trees import root_of_leaf

# The name of each line between the fourth and those of the products, and the format that brought it.
_LINES = (
    ("orders {number} {hash}", 2),
    ("devices {number} {hash}", 2),
    ("seeds {number} {hash}", 2),
    ("operators {number} {hash}", 3),
    ("earlier {hash}", 4),
    ("starts {number} {hash}", 5),
    ("products {number} {hash}", 6),
)
_NEWEST_FORMAT = 6
_FIRST_FORMAT_WITH_TERMS = 4
_FIRST_FORMAT_WITH_TREE = 6

# The number and the hash of a record.
Head = tuple[int, str]


@dataclass(frozen=True)
class Checkpoint:
    """What the text of a checkpoint says. Its signature is another question."""

    text: str = ""
    # 0 for a text that cannot be read.
    format: int = 0
    number: int = 0
    time_ms: int = 0
    previous: str = ""
    # The newest records: of each product by its symbol, and of the other chains by their line's name. From format 6 on
    # only the products that are shown beside the text.
    products: dict[str, Head] = field(default_factory=dict)
    chains: dict[str, Head] = field(default_factory=dict)
    # The size and root of the line `orders`, and of the line `products`, which formats before 6 do not have.
    orders: Head | None = None
    tree: Head | None = None
    # The ids of the terms that the line of a product names.
    terms: dict[str, list[str]] = field(default_factory=dict)


UNREADABLE = Checkpoint()


def read_checkpoint(text: str) -> Checkpoint:
    """`UNREADABLE` if the text is not exactly that of a checkpoint."""
    lines = text.split("\n")
    for format_number in range(1, _NEWEST_FORMAT + 1):
        if lines[0] == f"fairtick-checkpoint-{format_number}":
            return _read_format(text, lines, format_number)
    return UNREADABLE


def _read_format(text: str, lines: list[str], format_number: int) -> Checkpoint:
    templates = [template for template, since in _LINES if since <= format_number]
    names = [template.split(" ")[0] for template in templates]
    end_of_head = 4 + len(templates)
    head = read_lines(["{number}", "{number}", "{anything}", *templates], lines[1:end_of_head])
    with_terms = format_number >= _FIRST_FORMAT_WITH_TERMS
    products = _read_products(lines[end_of_head:], with_terms)
    if head is None or products is None:
        return UNREADABLE
    if format_number >= _FIRST_FORMAT_WITH_TREE and products:
        return UNREADABLE
    chains: dict[str, Head] = {}
    for name, line in zip(names, lines[4:end_of_head]):
        if name != "earlier":
            _, seq, hash_ = line.split(" ")
            chains[name] = (int(seq), hash_)
    orders = chains.pop("orders", None)
    tree = chains.pop("products", None)
    return Checkpoint(
        text=text,
        format=format_number,
        number=int(head[0]),
        time_ms=int(head[1]),
        previous=head[2],
        products={symbol: (int(words[0]), words[1]) for symbol, words in products.items()},
        chains=chains,
        orders=orders,
        tree=tree,
        terms={symbol: words[2].split(",") for symbol, words in products.items() if with_terms},
    )


def read_with_product(shown: Json) -> Checkpoint:
    """With the line that is shown beside the text, if it is a leaf of the tree that the text names."""
    statement, product = read_checkpoint(shown["text"]), shown.get("product")
    if statement.tree is None or product is None:
        return statement
    size, root = statement.tree
    named = _read_products([product["line"]], with_terms=True)
    if named is None or root_of_leaf(product["line"].encode(), product, size) != root:
        return statement
    return replace(
        statement,
        products={symbol: (int(words[0]), words[1]) for symbol, words in named.items()},
        terms={symbol: words[2].split(",") for symbol, words in named.items()},
    )


def _read_products(lines: list[str], with_terms: bool) -> dict[str, Words] | None:
    """The words of each product's line after its symbol. Each product is named once."""
    template = "{symbol} {number} {hash} {ids}" if with_terms else "{symbol} {number} {hash}"
    products: dict[str, Words] = {}
    for line in lines:
        words = read_line(template, line)
        if words is None or words[0] in products:
            return None
        products[words[0]] = words[1:]
    return products


def contradict(one: Checkpoint, other: Checkpoint) -> bool:
    """VERIFY, section "Which checkpoints contradict each other"."""
    if one.number == other.number:
        return one.text != other.text or _names_twice(one, other)
    first, second = sorted((one, other), key=lambda checkpoint: checkpoint.number)
    return (
        second.time_ms < first.time_ms
        or (second.number == first.number + 1 and second.previous != sha256_hex(first.text))
        or second.format < first.format
        or _goes_back(first.products, second.products)
        or _goes_back(first.chains, second.chains)
    )


def _names_twice(one: Checkpoint, other: Checkpoint) -> bool:
    """Whether two lines of one product are shown."""
    return any(
        one.products[symbol] != other.products[symbol] or one.terms.get(symbol) != other.terms.get(symbol)
        for symbol in one.products.keys() & other.products.keys()
    )


def _goes_back(first: dict[str, Head], second: dict[str, Head]) -> bool:
    """What only one of the two names is not compared."""
    for name in first.keys() & second.keys():
        (old_seq, old_hash), (new_seq, new_hash) = first[name], second[name]
        if new_seq < old_seq or (new_seq == old_seq and new_hash != old_hash):
            return True
    return False
