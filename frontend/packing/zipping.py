"""Makes the archives of the pack, inside Pyodide: modules compiled by the Python that will run them.

They are not compressed: that is done for the way over the network, and for a whole archive at once.
"""

import ast
import io
import pathlib
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

WITH_DOCS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
TELLS_ITS_DOCS = ("_pyodide", "pyodide", "site-packages/_pyodide", "site-packages/pyodide")
TIME = (1980, 1, 1, 0, 0, 0)  # the same bytes for the same sources
WITH_WEIGHTS = ("france", "germany")  # what was learned on other boards is fetched with them
DATA = (".json", ".wasm", ".steps")  # the last are weights of bots


def compiled(source, name, *, with_lines=True):
    """A module as bytecode that is never compared with its source; asserts stay, docstrings go."""
    tree = ast.parse(source, name)
    if not name.startswith(TELLS_ITS_DOCS):
        for node in ast.walk(tree):
            if isinstance(node, WITH_DOCS) and ast.get_docstring(node, clean=False) is not None:
                node.body[0].value = ast.copy_location(ast.Constant(value=None), node.body[0].value)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0)
    if not with_lines:
        code = without_lines(code)
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def without_lines(code):
    """Code that does not know the lines it came from: a sixth of the library, which nobody here mends."""
    inner = [without_lines(value) if isinstance(value, type(code)) else value for value in code.co_consts]
    return code.replace(co_consts=tuple(inner), co_linetable=b"")


def archive(entries):
    """A zip archive of names and bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as zipped:
        for name, content in sorted(entries.items()):
            zipped.writestr(zipfile.ZipInfo(name, TIME), content)
    return made.getvalue()


def cut_library(whole, modules):
    """The standard library without what nobody loads."""
    entries = {}
    with zipfile.ZipFile(io.BytesIO(whole)) as library:
        for entry in library.namelist():
            if entry.endswith(".py") and is_wanted(entry, modules):
                entries[entry + "c"] = compiled(library.read(entry), entry, with_lines=False)
    return archive(entries)


def is_wanted(entry, modules):
    """Whether a file of the library is a module that was loaded."""
    name = (
        entry.removeprefix("site-packages/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    )
    return name in modules


def our_rooms(root, modules):
    """Our own modules that were loaded, and the data beside them."""
    entries = {}
    for path in pathlib.Path(root, "tumbletrip").rglob("*"):
        place = path.relative_to(root)
        name = ".".join(place.with_suffix("").parts).removesuffix(".__init__")
        if path.suffix == ".py" and name in modules:
            entries[f"{place}c"] = compiled(path.read_bytes(), str(place))
        elif path.suffix in DATA and is_needed_data(place, modules):
            entries[str(place)] = path.read_bytes()
    return archive(entries)


def is_needed_data(place, modules):
    """Whether data lie in a room that was loaded; the app has its own texts, some weights stay at home."""
    room = ".".join(place.parts[:2])
    is_for_later = "weights" in place.parts and place.stem not in WITH_WEIGHTS
    return room in modules and room != "tumbletrip.server" and "app" not in place.parts and not is_for_later
