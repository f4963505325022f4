"""The names that `import tumbletrip` offers: all there, all typed, none loaded before it is used."""

import ast
import importlib
import inspect
import subprocess
import sys
from types import ModuleType
from typing import assert_type

import pytest

import tumbletrip
from tests.core.test_imports import loaded_by
from tumbletrip import tumblin

PACKAGES = pytest.mark.parametrize("package", [tumbletrip, tumblin], ids=["tumbletrip", "tumblin"])


def typed_homes(package: ModuleType) -> dict[str, str]:
    """What type checkers are told: each name by the module it is imported from."""
    tree = ast.parse(inspect.getsource(package))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


@PACKAGES
def test_every_name_is_the_one_that_type_checkers_are_told(package: ModuleType) -> None:
    homes = typed_homes(package)
    for name in package.__all__:
        if name != "__version__":
            assert getattr(package, name) is getattr(importlib.import_module(homes[name]), name)


@PACKAGES
def test_nothing_typed_is_left_undeclared(package: ModuleType) -> None:
    ours = set(typed_homes(package)) - {"TYPE_CHECKING", "lazy_names"}
    assert ours == set(package.__all__) - {"__version__"}


@PACKAGES
def test_a_shell_that_completes_names_sees_them_before_they_are_used(package: ModuleType) -> None:
    code = f"import {package.__name__} as p; assert set(p.__all__) <= set(dir(p)), dir(p)"
    subprocess.run([sys.executable, "-c", code], check=True)


@PACKAGES
def test_a_name_that_is_not_there_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'typo'"):
        getattr(package, "typo")  # noqa: B009  # a plain access would not pass the type checker


def test_a_bare_import_loads_neither_rules_nor_boards() -> None:
    loaded_by("import sys, tumbletrip; assert not [name for name in sys.modules if 'dicetrip' in name]")
    loaded_by("import sys, tumbletrip; assert not [name for name in sys.modules if 'tumblin.' in name]")


def test_type_checkers_see_what_each_name_is() -> None:
    france = assert_type(tumbletrip.find_edition("france"), tumbletrip.Edition)
    game = assert_type(tumbletrip.new_game(france), tumbletrip.Game)
    assert_type(tumbletrip.format_sheet(game.sheets[0]), str)
    assert_type(tumblin.find_board("classic"), tumblin.Board)


def test_all_public_names_need_the_standard_library_only() -> None:
    everything = "from tumbletrip import *; from tumbletrip.tumblin import *"
    outside = loaded_by(everything) - loaded_by("pass") - set(sys.stdlib_module_names) - {"tumbletrip"}
    assert {name for name in outside if not name.startswith("_")} == set()
