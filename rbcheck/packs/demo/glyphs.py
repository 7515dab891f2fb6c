"""The digits as they are painted on walls: a face of five by seven squares."""

from __future__ import annotations

import numpy as np

from rbcheck.packs.demo.paint import Mask

_ROWS = {
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "2": ".###. #...# ....# ...#. ..#.. .#... #####",
    "3": "####. ....# ....# .###. ....# ....# ####.",
    "4": "#..#. #..#. #..#. ##### ...#. ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": ".###. #.... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ....# .###.",
}


def digits(number: int, square: int) -> Mask:
    """A number as a mask of 7 x `square` lines, each digit 5 x `square` wide with one square between."""
    columns: list[Mask] = []
    for digit in str(number):
        rows = _ROWS[digit].split()
        face = np.array([[cell == "#" for cell in row] for row in rows], dtype=np.bool_)
        columns += [face, np.zeros((7, 1), dtype=np.bool_)]
    return np.kron(np.hstack(columns[:-1]), np.ones((square, square), dtype=np.bool_)).astype(np.bool_)
