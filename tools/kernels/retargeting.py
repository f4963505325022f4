"""From LLVM's language to WebAssembly: one module of all, seen as a whole, and linked."""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it has no types

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # in all browsers since 2021
STACK = 1 << 18  # the deepest kernels lay about 100 kB on it

# An entry as others call it: addresses of 32 bits in, nothing out. Kernels do not raise; one that does stops.
ENTRY = """
declare i32 @"{inner}"(ptr, ptr, i64, i64, i64)
define void @"{name}"(i32 %mind, i32 %question, i32 %answer) {{
  %result = alloca ptr
  %error = alloca ptr
  %m = zext i32 %mind to i64
  %q = zext i32 %question to i64
  %a = zext i32 %answer to i64
  %status = call i32 @"{inner}"(ptr %result, ptr %error, i64 %m, i64 %q, i64 %a)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %stop, label %done
stop:
  call void @llvm.trap()
  unreachable
done:
  ret void
}}
"""
# Kernels own no memory, so the counts that Numba keeps of constant tables are of no use.
UNCOUNTED = """
define void @NRT_incref(ptr %owner) { ret void }
define void @NRT_decref(ptr %owner) { ret void }
declare void @llvm.trap()
"""


def wasm(names: dict[str, str], modules: list[str]) -> bytes:
    """The WebAssembly of some modules; `names` are those of its functions, here and in the modules."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static"
    )
    whole = _one_module(names, modules, machine)
    return _linked(machine.emit_object(whole), names)


def _one_module(names: dict[str, str], modules: list[str], machine: Any) -> Any:
    """All modules as one, with nothing visible but the entries, optimised as a whole."""
    entries = "".join(ENTRY.format(name=name, inner=inner) for name, inner in names.items())
    whole = llvm.parse_assembly(_for_target(UNCOUNTED + entries, machine))
    for module in modules:
        whole.link_in(llvm.parse_assembly(_for_target(module, machine)))
    for part in (*whole.functions, *whole.global_variables):
        if not part.is_declaration and part.name not in names:
            part.linkage = "internal"
    whole.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(whole, passes)
    return whole


def _for_target(text: str, machine: Any) -> str:
    """The text of a module, for this processor."""
    text = re.sub(r"^target (triple|datalayout) = .*$", "", text, flags=re.MULTILINE)
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n{text}'


def _linked(code: bytes, names: dict[str, str]) -> bytes:
    with TemporaryDirectory() as folder:
        source, target = Path(folder, "kernels.o"), Path(folder, "kernels.wasm")
        source.write_bytes(code)
        exports = [f"--export={name}" for name in (*names, "__heap_base")]
        options = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
        linker = [sys.executable, "-m", "ziglang", "wasm-ld"]
        subprocess.run([*linker, *options, *exports, str(source), "-o", str(target)], check=True)
        return target.read_bytes()
