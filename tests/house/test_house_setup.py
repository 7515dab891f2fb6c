"""What `scripts/setup` plans on machines that lack everything, or something, by the package manager they have."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[2] / "scripts" / "setup"
PLAIN_TOOLS = ("sh", "cat", "cksum", "dirname", "env", "grep", "id", "mkdir", "rm", "tail", "tr")

Machine = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A fresh checkout on a machine with only the plain tools and the programs given as name=script."""
    checkout, programs, root = tmp_path / "检查 here", tmp_path / "bin", tmp_path / "root"
    for folder in (checkout / "scripts", programs, root):
        folder.mkdir(parents=True)
    shutil.copy(SETUP, checkout / "scripts")
    for name in ("pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(SETUP.parents[1] / name, checkout)
    for tool in PLAIN_TOOLS:
        (programs / tool).symlink_to(str(shutil.which(tool)))

    def run(*arguments: str, files: tuple[str, ...] = (), **scripts: str) -> subprocess.CompletedProcess[str]:
        for name, script in scripts.items():
            program = programs / name.replace("_", "-")
            program.unlink(missing_ok=True)
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
        for file in files:
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).touch()
        environment = {"PATH": str(programs), "HOME": str(tmp_path), "SYSTEM_ROOT": str(root), "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            [str(checkout / "scripts" / "setup"), *arguments],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


ROOT = "echo 0"
SOMEONE = "echo 1000"
VLC_FILES = ("usr/lib/x86_64-linux-gnu/libvlc.so.5", "usr/lib/x86_64-linux-gnu/vlc/plugins/codec/libavcodec_plugin.so")
COMMANDS = {
    "apt_get": "apt-get install --yes --no-install-recommends"
    " python3 python3-venv libvlc5 vlc-plugin-base libvlc-bin ffmpeg tmux vim-tiny postgresql",
    "dnf": "dnf install --assumeyes --setopt=install_weak_deps=False"
    " python3 vlc-libs vlc-plugins-base vlc-plugin-ffmpeg ffmpeg-free tmux vim-minimal postgresql-server",
    "pacman": "pacman -Sy --needed --noconfirm"
    " python libvlc vlc-plugins-base vlc-plugin-ffmpeg ffmpeg tmux vi postgresql",
    "brew": "brew install python@3.13 ffmpeg tmux vim postgresql@17 && brew install --cask vlc",
}


@pytest.mark.parametrize("manager", COMMANDS)
def test_a_bare_machine_is_planned_for_by_its_own_package_manager(machine: Machine, manager: str) -> None:
    done = machine("--plan", "test", id=ROOT, **{manager: "echo touched; exit 1"})
    assert done.returncode == 0, done.stderr
    assert COMMANDS[manager] in done.stdout
    assert "requirements-dev.lock" in done.stdout
    assert "touched" not in done.stdout


def test_running_needs_neither_ffmpeg_nor_tmux_nor_the_tools_of_development(machine: Machine) -> None:
    plan = machine("--plan", "run", id=ROOT, apt_get="exit 1").stdout
    assert "libvlc5" in plan
    assert "requirements.lock" in plan
    assert not {"ffmpeg", "tmux", "postgresql", "requirements-dev.lock"} & set(plan.split())


def test_checking_needs_no_vlc(machine: Machine) -> None:
    plan = machine("--plan", "check", id=ROOT, apt_get="exit 1").stdout
    assert "python3-venv" in plan
    assert "vlc" not in plan


def test_only_what_is_missing_is_planned(machine: Machine) -> None:
    plan = machine(
        "--plan", "test", id=ROOT, apt_get="exit 1", python3="exit 0", ffmpeg="exit 0", files=VLC_FILES
    ).stdout
    assert "install by apt-get: tmux vim-tiny postgresql\n" in plan


@pytest.mark.parametrize("present", VLC_FILES)
def test_a_library_without_its_decoder_or_the_reverse_is_no_vlc(machine: Machine, present: str) -> None:
    assert "libvlc5" in machine("--plan", "run", id=ROOT, apt_get="exit 1", python3="exit 0", files=(present,)).stdout


def test_a_python_without_venv_is_completed_with_the_package_that_holds_it(machine: Machine) -> None:
    no_venv = "case $2 in *ensurepip*) exit 1;; esac"
    plan = machine("--plan", "run", id=ROOT, apt_get="exit 1", python3=no_venv, files=VLC_FILES).stdout
    assert "install by apt-get: python3 python3-venv\n" in plan


def test_a_python_that_is_too_old_gets_the_newest_that_the_manager_knows_beside_it(machine: Machine) -> None:
    plan = machine(
        "--plan", "run", id=ROOT, apt_get="exit 1", apt_cache='[ "$2" = python3.12 ]', python3="exit 1", files=VLC_FILES
    ).stdout
    assert "install by apt-get: python3.12 python3.12-venv\n" in plan


def test_without_root_or_sudo_the_one_line_to_run_is_said_and_nothing_is_done(machine: Machine) -> None:
    done = machine("run", id=SOMEONE, apt_get="echo touched")
    assert done.returncode == 1
    assert "    su -c 'apt-get update; " in done.stderr
    assert "libvlc-bin'\n" in done.stderr
    assert "touched" not in done.stdout + done.stderr


def test_where_sudo_would_ask_and_no_one_can_answer_the_line_names_sudo(machine: Machine) -> None:
    done = machine("run", id=SOMEONE, apt_get="echo touched", sudo="exit 1")
    assert done.returncode == 1
    assert "    sudo sh -c 'apt-get update; " in done.stderr


def test_sudo_that_needs_no_password_is_used(machine: Machine) -> None:
    done = machine("run", id=SOMEONE, apt_get="exit 100", sudo='[ "$1" = -n ] || echo "sudo $*"')
    assert "sudo sh -c apt-get update; " in done.stdout


def test_what_is_still_missing_after_installing_is_named(machine: Machine) -> None:
    done = machine("run", id=ROOT, apt_get="exit 0", python3="exit 0")
    assert done.returncode == 1
    assert "vlc is still missing after installing libvlc5" in done.stderr


def test_a_failed_installation_ends_the_set_up(machine: Machine) -> None:
    done = machine("run", id=ROOT, apt_get='[ "$1" = update ]', python3="exit 0")
    assert done.returncode == 1
    assert "could not install libvlc5" in done.stderr


def test_a_machine_without_a_known_manager_is_told_what_to_install(machine: Machine) -> None:
    done = machine("--plan", "run", id=ROOT)
    assert done.returncode == 1
    assert "missing here: python vlc, and no apt-get, dnf, pacman or brew" in done.stderr


def test_a_python_named_by_hand_that_does_not_fit_is_refused(machine: Machine, tmp_path: Path) -> None:
    done = subprocess.run(
        [SETUP, "--plan", "run"],
        env={**os.environ, "PYTHON": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert f"PYTHON={tmp_path / 'none'} is no Python 3.11 or newer" in done.stderr


@pytest.mark.parametrize("arguments", [(), ("--plan",), ("everything",), ("run", "test")])
def test_a_wrong_use_is_said(machine: Machine, arguments: tuple[str, ...]) -> None:
    done = machine(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")
