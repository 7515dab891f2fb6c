"""Files of golds: JSON Lines `{id, answer}`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rbcheck.domain.errors import ExchangeError
from rbcheck.exchange.nodes import Node, parse
from rbcheck.exchange.reading import lines_of
from rbcheck.locale import _
from rbcheck.services.golding import GoldLine

IDS = ("id", "review_id", "question_id")
ANSWERS = ("answer", "gold")


def read_golds(path: Path) -> Iterator[GoldLine]:
    """Each line of a file; what cannot be read says so."""
    for number, text in lines_of(path):
        where = f"{path.name}:{number}"
        try:
            node = Node(parse(text, where), where)
            name = next((key for key in IDS if node.has(key)), IDS[0])
            question_id = node.text(name)
        except ExchangeError as error:
            yield GoldLine(number, None, problem=(error.render(_), "{id, answer}"))
            continue
        yield _line(node, number, question_id)


def _line(node: Node, number: int, question_id: str) -> GoldLine:
    name = next((key for key in ANSWERS if node.has(key)), ANSWERS[0])
    value = node.value.get(name)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        found = _("nothing") if value is None else str(value)[:60]
        return GoldLine(number, question_id, problem=(found, _("a list of option keys")))
    keys = node.texts(name)
    if len(set(keys)) != len(keys):
        return GoldLine(number, question_id, problem=(", ".join(keys), _("each key once")))
    return GoldLine(number, question_id, tuple(sorted(keys)))
