"""The loop of libFuzzer (atheris): inputs that reach new edges of our bytecode are kept and broken further.

`python -m tools.fuzz.by_atheris READER INPUTS SEED`, in a process of its own: our modules are instrumented
while they are imported, and libFuzzer does not come back.
"""

import os
import sys
import tempfile
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["tumbletrip"]):
    from tools.fuzz.breaking import LONGEST, broken, document_of, window
    from tools.fuzz.feeding import Findings, feed
    from tools.fuzz.readers import READERS
    from tools.fuzz.reporting import finish, show_progress

# Where the next input comes from: libFuzzer's own faults, or ours, in a good example or in what was kept.
LIBFUZZERS_OWN, FROM_EXAMPLES = 0.4, 0.3


def main(name: str, inputs: int, seed: int) -> None:
    """Feed one reader; the process ends with its findings printed."""
    reader, found, rng = READERS[name], Findings(), Random(seed)
    examples = [text if document_of(text) else window(text, rng) for text in reader.examples()]

    def take(data: bytes) -> None:
        feed(reader, data.decode(errors="surrogateescape"), found)
        show_progress(name, inputs, found)
        if found.inputs >= inputs:
            code = finish(name, reader, found, seed)
            sys.stdout.flush()
            os._exit(code)  # libFuzzer has no end of its own that lets Python speak

    def break_further(data: bytes, most: int, _seed: int) -> bytes:
        if rng.random() < LIBFUZZERS_OWN:
            return bytes(atheris.Mutate(data, most))
        text = rng.choice(examples) if rng.random() < FROM_EXAMPLES else data.decode(errors="replace")
        return broken(text, rng).encode(errors="replace")[:most]

    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(examples):
            Path(folder, str(number)).write_text(text, "utf-8")
        longest = max(LONGEST, *(len(text.encode()) for text in examples))
        switches = (
            f"-max_len={longest}",
            f"-seed={seed}",
            "-mutate_depth=2",
            "-verbosity=0",
            "-timeout=3600",
        )
        atheris.Setup(
            ["fuzz", *switches, f"-artifact_prefix={folder}/", folder], take, custom_mutator=break_further
        )
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
