"""Callbacks that C calls: nothing can be raised through C, so what goes wrong in one is kept for Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def from_c(act: Callable[Given, Answer], failed: Answer, faults: list[BaseException]) -> Callable[Given, Answer]:
    """`act` as C may call it: where it raises, C is given `failed`, and the fault is added to `faults`."""

    def called(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        try:
            return act(*args, **kwargs)
        except BaseException as fault:  # noqa: BLE001 - raised again by whoever reads `faults`; C could not
            faults.append(fault)
            return failed

    return called
