"""What the repository's own files must always hold: the targets, the lock files, and nothing of any one place."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock")


def requirement_names(requirements: list[str]) -> set[str]:
    """Names as registries compare them: lower case, with runs of -, _ and . as one hyphen."""
    return {re.sub(r"[-_.]+", "-", re.split(r"[\s<>=!~;\[]", r, maxsplit=1)[0]).lower() for r in requirements}


def locked(lock: str) -> dict[str, set[str]]:
    """The versions by name that a lock file holds."""
    versions: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", (HOME / lock).read_text(), re.MULTILINE):
        versions.setdefault(name, set()).add(version)
    return versions


def git(*arguments: str) -> str:
    """What git prints; skips where there is no git, or the code came without its history."""
    if not shutil.which("git") or not (HOME / ".git").exists():
        pytest.skip("not a git checkout")
    done = subprocess.run(["git", *arguments], cwd=HOME, capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_plain_make_says_each_target() -> None:
    said = subprocess.run(["make"], cwd=HOME, capture_output=True, text=True, timeout=60, check=True).stdout
    phony = re.search(r"^\.PHONY: (.*)$", (HOME / "Makefile").read_text(), re.MULTILINE)
    assert phony
    assert re.findall(r"^    make (\w+) +\S", said, re.MULTILINE) == phony[1].split()


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_names_no_registry_and_checks_everything(lock: str) -> None:
    text = (HOME / lock).read_text()
    assert "://" not in text
    assert "index-url" not in text
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)[1:]
    assert entries
    assert [e.splitlines()[0] for e in entries if "--hash=sha256:" not in e] == []


def test_the_lock_files_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((HOME / "pyproject.toml").read_text())
    runtime = requirement_names(
        [*project["project"]["dependencies"], *project["build-system"]["requires"], "editables"]
    )
    assert runtime - locked("requirements.lock").keys() == set()
    development = requirement_names(project["dependency-groups"]["dev"])
    assert development - locked("requirements-dev.lock").keys() == set()
    assert development & locked("requirements.lock").keys() <= runtime | {"packaging"}


def test_development_uses_the_versions_that_users_get() -> None:
    development = locked("requirements-dev.lock")
    assert {n: v for n, v in locked("requirements.lock").items() if development.get(n) != v} == {}


# Written in parts, or this file would be found.
PLACES = ("/wo" + "rk/", "/ro" + "ot/", "/tm" + "p/rb", "pypi" + r"\.org", "python" + "hosted", "deb" + r"\.debian")


def test_no_tracked_file_names_a_place_of_one_machine_or_a_registry() -> None:
    assert git("grep", "-nIE", r"(^|[^A-Za-z0-9_.$}-])(" + "|".join(PLACES) + ")") == ""


def test_the_hooks_before_a_commit_fetch_nothing() -> None:
    hooks = (HOME / ".pre-commit-config.yaml").read_text()
    assert re.findall(r"repo: (\S+)", hooks) == ["local"]
    assert set(re.findall(r"language: (\S+)", hooks)) == {"system"}
    assert "://" not in hooks


def test_ci_checks_first_and_ends_with_the_tests() -> None:
    commands = [
        line for line in (HOME / ".ci" / "run").read_text().splitlines() if "make " in line and "if" not in line
    ]
    assert commands[-2].startswith("make check")
    assert commands[-1].startswith("exec make test ")


@pytest.mark.parametrize("script", [".ci/run", "scripts/setup", "scripts/run", "scripts/lock"])
def test_scripts_can_be_started_and_stop_at_the_first_failure(script: str) -> None:
    assert (HOME / script).stat().st_mode & 0o111
    assert re.search(r"^set -eu", (HOME / script).read_text(), re.MULTILINE)
