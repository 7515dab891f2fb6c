"""The gate `structure`: numbers of options, `n`, and lengths that give the answer away."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from statistics import median

from rbcheck.domain.errors import in_a_row
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _, ngettext
from rbcheck.packs.gates.saying import error, some_without_gold, warning
from rbcheck.packs.gates.settings import option_range
from rbcheck.packs.tables.arity import asked_in
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Severity, Skip

NAME = "structure"
SHORTEST, LONGEST = 0.65, 1.35


def structure(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Lines that hold no question, too few or many options, `n` beside the stem, odd lengths, gold longest."""
    for bad in pack.bad_lines:
        where = f"{inert(bad.file)}:{bad.line or '-'}"
        said = _("{where}, {field}: found {found}; expected {expected}").format(
            where=where, field=brief(bad.field), found=inert(bad.found), expected=inert(bad.expected)
        )
        yield Finding(NAME, Severity.ERROR, said, bad.question,
                      data={"why": "refused", "file": bad.file, "line": bad.line, "field": bad.field})  # fmt: skip
    least, most = option_range(pack.manifest)
    for item in pack.questions:
        yield from _numbers(item, least, most)
        yield from _lengths(item)
    if why := some_without_gold(pack):
        yield Skip(NAME, _("whether the gold options are the longest: {why}").format(why=why))


def lengths_of(item: CheckedQuestion) -> dict[str, int]:
    """The length of each option in characters, without spaces around it."""
    return {option.key: len(unicodedata.normalize("NFC", option.text).strip()) for option in item.question.options}


def _numbers(item: CheckedQuestion, least: int, most: int) -> Iterator[Finding]:
    question = item.question
    if not least <= question.k <= most:
        said = _("{k} options, where the pack has {least} to {most}").format(k=question.k, least=least, most=most)
        yield warning(NAME, said, item, why="options", k=question.k, least=least, most=most)
    if not 1 <= question.n < question.k:
        yield error(NAME, _("how many options to select is missing: give `n`"), item, why="n", n=question.n)
        return
    asked = asked_in(question.stem)
    if asked is not None and asked != question.n:
        said = ngettext(
            "the stem asks for {asked} option, and `n` is {n}",
            "the stem asks for {asked} options, and `n` is {n}",
            asked,
        ).format(asked=asked, n=question.n)
        yield warning(NAME, said, item, why="n_in_stem", asked=asked, n=question.n)


def _lengths(item: CheckedQuestion) -> Iterator[Finding]:
    lengths = lengths_of(item)
    middle = median(lengths.values())
    for key, length in lengths.items():
        if not SHORTEST * middle <= length <= LONGEST * middle:
            said = _("{key} has {length} characters, {share:.2f} times the median of its question ({middle:g})")
            yield warning(
                NAME, said.format(key=key, length=length, share=length / middle, middle=middle), item, key,
                why="length", length=length, median=middle,
            )  # fmt: skip
    if item.gold is None:
        return
    others = [length for key, length in lengths.items() if key not in item.gold]
    if others and min(lengths[key] for key in item.gold) > max(others):
        said = _("the gold options ({keys}) are exactly the {n} longest").format(
            keys=in_a_row(item.gold, _), n=len(item.gold)
        )
        yield error(NAME, said, item, why="gold_longest", gold=list(item.gold), lengths=dict(lengths))
