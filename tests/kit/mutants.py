"""Do the tests see faults (F24)? Small faults are planted in the rules and the protocol, one at a time: `make mutants`.

mutmut plants them and runs the tests that reach the function at fault. A fault that no test sees survives; the
share that is seen is the score, and a group of modules whose score falls below the agreed one fails.
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

ROOT = Path(__file__).parents[2]
PACKAGE = Path("src/tumbletrip")
SURVIVED, NO_TEST = 0, (5, 33)  # mutmut's codes; all others mean that a test failed or never ended
TIMED_OUT = (-24, 24, 36, 152, 255)
UNMUTATED = ("staticmethod", "classmethod")  # mutmut takes these as they are


@dataclass(frozen=True)
class Group:
    """Modules that are judged together, the tests that judge them, and the score agreed for them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    agreed: float  # of the planted faults, the share in percent that the tests must see


GROUPS = {
    "engine": Group(
        modules=(
            *(
                f"dicetrip/{name}"
                for name in ("numbers", "dice", "splits", "sheet", "scoring", "rules", "options", "fitting")
            ),
            *(f"tumblin/{name}" for name in ("rules", "scoring", "order", "setup", "house_rules")),
        ),
        tests=(
            *(
                f"dicetrip/test_{name}"
                for name in ("scoring", "rules", "options", "fitting", "notation", "published_games")
            ),
            *(f"tumblin/test_{name}" for name in ("rules", "scoring", "order", "setup", "house_rules")),
        ),
        agreed=0,
    ),
    "tables": Group(modules=("tables/*",), tests=("tables", "server/test_wire"), agreed=0),
    "protocol": Group(
        modules=("server/wire", "server/rates", "server/origins", "server/secrecy"),
        tests=("server/test_wire", "server/test_rates", "server/test_origins", "server/test_secrecy"),
        agreed=0,
    ),
}


@dataclass(frozen=True)
class Verdict:
    """What the tests made of the faults planted in one module."""

    module: str
    planted: int
    survivors: tuple[str, ...]  # by mutmut's names
    timed_out: int = 0  # seen because a test never ended

    @property
    def seen(self) -> int:
        """The faults that some test noticed."""
        return self.planted - len(self.survivors)


def score(verdicts: Iterable[Verdict]) -> float:
    """The share of faults seen, in percent; nothing planted proves nothing."""
    verdicts = list(verdicts)
    planted = sum(verdict.planted for verdict in verdicts)
    return 100 * sum(verdict.seen for verdict in verdicts) / planted if planted else 0.0


def judge(
    folder: Path,
    modules: Sequence[str],
    tests: Sequence[str],
    chosen: Sequence[str] = (),
    *,
    children: int = 1,
) -> list[Verdict]:
    """Plant faults in modules (or only those chosen by name) in a copy of the house, and let tests look for them."""
    _copy_house(folder, modules, tests)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_tools()), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(children), *chosen]
    with (folder / "mutmut.log").open("w") as log:
        ended = subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=log, check=False)
    if ended.returncode:
        raise RuntimeError(f"mutmut could not judge, see {folder / 'mutmut.log'}")
    return [_verdict(meta, folder / "mutants") for meta in sorted((folder / "mutants").rglob("*.meta"))]


def _tools() -> list[str]:
    """Where libraries come from that are not installed beside this Python; never our own sources."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return [path for path in given if path and not Path(path).resolve().is_relative_to(ROOT)]


def _copy_house(folder: Path, modules: Sequence[str], tests: Sequence[str]) -> None:
    """A copy to plant faults in; mutmut keeps what it knows in a folder `mutants` beside it."""
    shutil.rmtree(folder, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "static", "fonts", "*.nbi", "*.nbc")
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    for module in modules:
        for source in (folder / PACKAGE).glob(f"{module}.py"):
            source.write_text(without_decorators(source.read_text("utf-8")), "utf-8")
    settings = {
        "source_paths": ["src"],
        "also_copy": ["docs"],  # tests read examples there
        "only_mutate": [f"{PACKAGE / module}.py" for module in modules],
        "pytest_add_cli_args": [
            "-p",
            "tests.kit.mutant_plugin",
            "--hypothesis-profile=mutants",
            "-m",
            "not slow",
        ],
        "pytest_add_cli_args_test_selection": [_test_path(test) for test in tests],
        "process_isolation": ["forkserver"],  # caches that tests fill must not hide a fault
        "timeout_constant": ["8"],  # a busy machine is no fault
    }
    lines = [
        f"{name} =\n" + "".join(f"    {value}\n" for value in values)
        if len(values) > 1
        else f"{name} = {values[0]}\n"
        for name, values in settings.items()
    ]
    (folder / "setup.cfg").write_text("[mutmut]\n" + "".join(lines), "utf-8")


def _test_path(test: str) -> str:
    return f"tests/{test}.py" if (ROOT / f"tests/{test}.py").exists() else f"tests/{test}"


def without_decorators(source: str) -> str:
    """The same code with `name = property(_plain_name)` instead of `@property`: mutmut leaves decorated functions alone."""
    lines = source.splitlines()
    decorated = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    ]
    for node in sorted(decorated, key=lambda node: -node.lineno):
        wrappers = [ast.unparse(decorator) for decorator in node.decorator_list]
        if set(wrappers) & set(UNMUTATED):
            continue
        assert node.end_lineno is not None
        plain, indent = f"_plain_{node.name}", " " * node.col_offset
        wrapped = f"{'('.join(wrappers)}({plain}{')' * len(wrappers)}"
        lines.insert(node.end_lineno, f"{indent}{node.name} = {wrapped}")
        lines[node.lineno - 1] = lines[node.lineno - 1].replace(f"def {node.name}(", f"def {plain}(", 1)
        del lines[node.decorator_list[0].lineno - 1 : node.lineno - 1]
    return "\n".join(lines) + "\n"


def _verdict(meta: Path, mutants: Path) -> Verdict:
    codes: dict[str, int | None] = json.loads(meta.read_text("utf-8"))["exit_code_by_key"]
    judged = {name: code for name, code in codes.items() if code is not None}
    survivors = tuple(name for name, code in judged.items() if code == SURVIVED or code in NO_TEST)
    module = str(meta.relative_to(mutants / PACKAGE)).removesuffix(".py.meta")
    return Verdict(module, len(judged), survivors, sum(code in TIMED_OUT for code in judged.values()))


def main() -> None:
    """Judge the groups that are asked for, or all; fail below an agreed score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"{', '.join(GROUPS)}; all by default")
    parser.add_argument("--module", action="append", help="only these modules, such as dicetrip/scoring")
    parser.add_argument(
        "--children", type=int, default=os.cpu_count(), help="how many faults are judged at once"
    )
    asked = parser.parse_args()
    passed = [_judge_group(name, asked.module, asked.children) for name in asked.groups or GROUPS]
    sys.exit(not all(passed))


def _judge_group(name: str, only: Sequence[str] | None, children: int) -> bool:
    group, folder = GROUPS[name], ROOT / "out/mutants" / "-".join([name, *(only or ())]).replace("/", "-")
    verdicts = judge(folder, only or group.modules, group.tests, children=children)
    for verdict in verdicts:
        sys.stdout.write(f"{_share([verdict])}  {verdict.module}\n")
    reached = score(verdicts)
    sys.stdout.write(f"{_share(verdicts)}  {name}, agreed {group.agreed:.1f} %\n")
    _show_survivors(folder, verdicts)
    return reached >= group.agreed


def _share(verdicts: Sequence[Verdict]) -> str:
    seen, planted = sum(verdict.seen for verdict in verdicts), sum(verdict.planted for verdict in verdicts)
    return f"{score(verdicts):6.1f} %  {seen:5d} of {planted:5d} seen, {sum(v.timed_out for v in verdicts):3d} by time"


def _show_survivors(folder: Path, verdicts: Iterable[Verdict]) -> None:
    """Write every fault that nobody saw as a difference, to be read."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_tools())}
    with (folder / "survivors.diff").open("w") as file:
        for name in (name for verdict in verdicts for name in verdict.survivors):
            command = [sys.executable, "-m", "mutmut", "show", name]
            file.write(
                subprocess.run(
                    command, cwd=folder, env=environment, capture_output=True, text=True, check=True
                ).stdout
            )
    sys.stdout.write(f"Unseen faults: {folder / 'survivors.diff'}\n")


if __name__ == "__main__":
    main()
