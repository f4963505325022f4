"""Do the tests see faults (F24)? Small ones are planted in rules and protocol, one at a time: `make mutants`.

mutmut plants them and runs the tests that reach the function at fault. A fault that no test sees survives;
the share that is seen is the score, and a group of modules whose score falls below the agreed one fails.
"""

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/tumbletrip")
MUTMUT = (sys.executable, "-m", "mutmut")
FAILED = (1, 3)  # mutmut's codes: a test failed
ENDLESS = (-24, 24, 36, 152, 255)  # a test did not come to its end; anything else proves nothing
FOLDERS = ("src", "tests", "tools", "docs")
SETTINGS = """\
[mutmut]
source_paths = src
also_copy =
    docs
    tools
# Without looking for what nobody caught: that alone takes half the time of a short run.
pytest_add_cli_args =
    -pno:unraisableexception
    -ptools.mutant_plugin
    --hypothesis-profile=mutants
    -mnot slow
# Caches that other tests have filled must not hide a fault.
process_isolation = forkserver
# A machine that is busy for a minute is no fault.
timeout_constant = 4
"""


@dataclass(frozen=True)
class Group:
    """Modules that are judged together, the tests that judge them, and the score agreed for them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    agreed: float  # the share of planted faults, in percent, that the tests must see


def _in(room: str, names: str) -> tuple[str, ...]:
    return tuple(f"{room}/{name}" for name in names.split())


GROUPS = {
    "engine": Group(
        modules=(
            *_in("dicetrip", "numbers dice splits sheet scoring rules options fitting"),
            *_in("tumblin", "rules scoring order setup house_rules"),
        ),
        tests=(
            *_in(
                "dicetrip",
                "test_numbers test_dice test_sheet test_scoring test_rules test_options test_fitting",
            ),
            *_in("tumblin", "test_rules test_scoring test_order test_setup test_house_rules"),
        ),
        agreed=98,
    ),
    "tables": Group(
        modules=(
            *_in("tables", "*"),
            *_in("games", "option_values"),
            *_in("games/dicetrip", "beginning play options_view"),
            *_in("games/tumblin", "beginning play"),
        ),
        tests=("tables", "games", "answers/test_wire"),
        agreed=97.5,
    ),
    "protocol": Group(
        modules=(
            *_in("answers", "wire secrecy"),
            *_in("server/transport", "frames"),
            *_in("server/guards", "rates origins"),
        ),
        tests=(
            *_in("answers", "test_wire test_secrecy"),
            *_in("server/transport", "test_read_frame"),
            *_in("server/guards", "test_rates test_origins"),
        ),
        agreed=97,
    ),
}


@dataclass(frozen=True)
class Verdict:
    """What the tests made of the faults planted in one module."""

    module: str
    planted: int
    survivors: tuple[str, ...]  # by mutmut's names
    endless: int = 0  # seen because a test did not end

    @property
    def seen(self) -> int:
        """The faults that some test noticed."""
        return self.planted - len(self.survivors)


def score(verdicts: Sequence[Verdict]) -> float:
    """The share of faults that were seen, in percent; where nothing was planted nothing is proved."""
    planted = sum(verdict.planted for verdict in verdicts)
    return 100 * sum(verdict.seen for verdict in verdicts) / planted if planted else 0.0


def judge(folder: Path, modules: Sequence[str], tests: Sequence[str], children: int = 1) -> list[Verdict]:
    """Plant faults in modules of a copy of the sources, and run tests against each."""
    _copy_sources(folder, modules, tests)
    with (folder / "mutmut.log").open("w") as log:
        command = [*MUTMUT, "run", "--max-children", str(children)]
        ended = subprocess.run(command, cwd=folder, env=_environment(), stdout=log, stderr=log, check=False)
    if ended.returncode:
        raise RuntimeError(f"mutmut ended with {ended.returncode}, see {folder / 'mutmut.log'}")
    return [_verdict(meta, folder / "mutants") for meta in sorted((folder / "mutants").rglob("*.meta"))]


def _environment() -> dict[str, str]:
    """The environment for mutmut, in which Python finds our sources only in the copy."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [path for path in given if path and not Path(path).resolve().is_relative_to(ROOT)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(others)}


def _copy_sources(folder: Path, modules: Sequence[str], tests: Sequence[str]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "static", "fonts")
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    for module in modules:
        for source in (folder / PACKAGE).glob(f"{module}.py"):
            source.write_text(without_decorators(source.read_text("utf-8")), "utf-8")
    mutated = _lines(f"{PACKAGE / module}.py" for module in modules)
    selected = _lines(_test_path(test) for test in tests)
    lists = f"only_mutate =\n{mutated}\npytest_add_cli_args_test_selection =\n{selected}\n"
    (folder / "setup.cfg").write_text(SETTINGS + lists, "utf-8")


def _lines(values: Iterable[str]) -> str:
    return "\n".join(f"    {value}" for value in values)


def _test_path(test: str) -> str:
    return f"tests/{test}" if (ROOT / "tests" / test).is_dir() else f"tests/{test}.py"


def without_decorators(source: str) -> str:
    """The same code, with `name = property(_plain_name)` for `@property`.

    mutmut leaves decorated functions alone, and half of what a sheet counts stands in properties.
    """
    lines = source.splitlines()
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for node in sorted(functions, key=lambda node: -node.lineno):
        if node.decorator_list:
            _undecorate(lines, node)
    return "\n".join(lines) + "\n"


def _undecorate(lines: list[str], node: ast.FunctionDef) -> None:
    assert node.end_lineno is not None
    wrapped = plain = f"_plain_{node.name}"
    for decorator in reversed(node.decorator_list):
        wrapped = f"{ast.unparse(decorator)}({wrapped})"
    lines.insert(node.end_lineno, f"{' ' * node.col_offset}{node.name} = {wrapped}")
    lines[node.lineno - 1] = lines[node.lineno - 1].replace(f"def {node.name}(", f"def {plain}(", 1)
    del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]


def _verdict(meta: Path, mutants: Path) -> Verdict:
    codes: dict[str, int | None] = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    survivors = tuple(name for name, code in codes.items() if code not in (*FAILED, *ENDLESS))
    module = str(meta.relative_to(mutants / PACKAGE)).removesuffix(".py.meta")
    return Verdict(module, len(codes), survivors, sum(code in ENDLESS for code in codes.values()))


def main() -> None:
    """Judge the groups that are asked for, or all; fail below an agreed score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"{', '.join(GROUPS)}; all of them by default")
    parser.add_argument("--module", action="append", default=[], help="only this one, as dicetrip/scoring")
    parser.add_argument("--children", type=int, default=os.cpu_count(), help="faults judged at a time")
    asked = parser.parse_args()
    passed = [_judge_group(name, asked.module, asked.children) for name in asked.groups or GROUPS]
    sys.exit(not all(passed))


def _judge_group(name: str, only: Sequence[str], children: int) -> bool:
    """Judge a group, or only some of its modules; whether it reaches its agreed score."""
    group, folder = GROUPS[name], ROOT / "out/mutants" / "-".join([name, *only]).replace("/", "-")
    verdicts = judge(folder, only or group.modules, group.tests, children)
    for verdict in verdicts:
        sys.stdout.write(f"{_share([verdict])}  {verdict.module}\n")
    sys.stdout.write(f"{_share(verdicts)}  {name}, agreed {group.agreed:.1f} %\n")
    _show_survivors(folder, verdicts)
    return score(verdicts) >= group.agreed


def _share(verdicts: Sequence[Verdict]) -> str:
    planted, seen = sum(verdict.planted for verdict in verdicts), sum(verdict.seen for verdict in verdicts)
    endless = sum(verdict.endless for verdict in verdicts)
    return f"{score(verdicts):6.1f} %  {seen:5d} of {planted:5d} seen ({endless} endless)"


def _show_survivors(folder: Path, verdicts: Iterable[Verdict]) -> None:
    """Write down every fault that nobody saw as a difference, to be read."""
    names = [name for verdict in verdicts for name in verdict.survivors]
    shown = [
        subprocess.run(
            [*MUTMUT, "show", name], cwd=folder, env=_environment(), check=True, stdout=PIPE
        ).stdout
        for name in names
    ]
    (folder / "unseen.diff").write_bytes(b"\n".join(shown))
    sys.stdout.write(f"{len(names)} unseen, see {folder / 'unseen.diff'}\n")


if __name__ == "__main__":
    main()
