"""A terminal that only knows what a picture in cells needs: it keeps, for each cell, character, ink and ground."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Colour = tuple[int, ...] | None
"""RGB, or one number in the palette, or None for the terminal's own."""

_TOKEN = re.compile(
    r"\x1b\[(?P<parameters>[0-9;:<>?$ ]*)(?P<final>[@-~])|\x1b[\]_P].*?(?:\x1b\\|\x07)|\x1b.|(?P<character>.|\n)", re.S
)


@dataclass
class Cell:
    """One cell as it stands."""

    character: str = " "
    ink: Colour = None
    ground: Colour = None

    @property
    def halves(self) -> tuple[Colour, Colour]:
        """The colours seen above and below."""
        match self.character:
            case "▀":
                return self.ink, self.ground
            case " ":
                return self.ground, self.ground
            case other:
                raise AssertionError(f"not a part of a picture: {other!r}")


@dataclass
class Glass:
    """Cells by (row, column), and the state that a terminal keeps between writes."""

    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    row: int = 0
    column: int = 0
    ink: Colour = None
    ground: Colour = None

    def feed(self, text: str) -> None:
        """Obey the text."""
        for token in _TOKEN.finditer(text):
            if token["final"] == "m":
                self._colour([int(part or 0) for part in token["parameters"].split(";")])
            elif token["final"] == "H":
                row, column = (token["parameters"] or "1;1").split(";")
                self.row, self.column = int(row) - 1, int(column) - 1
            elif token["character"] == "\n":
                self.row, self.column = self.row + 1, 0
            elif token["character"] is not None and token["character"] >= " ":
                self.cells[self.row, self.column] = Cell(token["character"], self.ink, self.ground)
                self.column += 1

    def halves(self, row: int, columns: range) -> list[tuple[Colour, Colour]]:
        """What is seen in one row of a picture."""
        return [self.cells[row, column].halves for column in columns]

    def _colour(self, parameters: list[int]) -> None:
        rest = iter(parameters)
        for parameter in rest:
            match parameter:
                case 0:
                    self.ink = self.ground = None
                case 38:
                    self.ink = self._extended(next(rest), [next(rest)], rest)
                case 48:
                    self.ground = self._extended(next(rest), [next(rest)], rest)

    @staticmethod
    def _extended(kind: int, first: list[int], rest: object) -> Colour:
        if kind == 5:
            return tuple(first)
        assert kind == 2
        return (*first, next(rest), next(rest))  # type: ignore[call-overload]
