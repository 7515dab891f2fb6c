"""The public functions of the statistics."""

from __future__ import annotations

import pkgutil

import rbcheck.stats


def test_no_public_function_bears_the_name_of_a_module() -> None:
    modules = {module.name for module in pkgutil.iter_modules(rbcheck.stats.__path__)}
    assert "campaign" in modules
    assert not modules & set(rbcheck.stats.__all__)
    assert all(callable(getattr(rbcheck.stats, name)) for name in rbcheck.stats.__all__)
