"""Rows as a Parquet file: its columns, and a writer that leaves either a whole file or none."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

import pyarrow as pa
from pyarrow.parquet import ParquetWriter

from tumbletrip.analysis.dicetrip.record_files import unwritable
from tumbletrip.envs.datasets.rows import Row, width_of_observation

GROUP: Final = 16_384  # rows that are written at once
HEAD: Final = "tumbletrip"  # under this key the file tells how it was made


def schema_for(players: int, head: Mapping[str, object]) -> pa.Schema:
    """The columns of a dataset whose games have so many players."""
    observation = pa.list_(pa.int8(), width_of_observation(players))
    columns = [
        ("game", pa.int32()),
        ("seat", pa.int8()),
        ("bot", pa.dictionary(pa.int16(), pa.string())),
        ("round", pa.int8()),
        ("observation", observation),
        ("action", pa.int16()),
        ("considered", pa.list_(pa.int16())),
        ("values", pa.list_(pa.float32())),
        ("final", pa.int16()),
        ("win", pa.float32()),
    ]
    return pa.schema(columns, metadata={HEAD: json.dumps(head, ensure_ascii=False)})


class DatasetFile:
    """A file that fills with rows; it gets its name when it is complete."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        """Begin beside the file that it will be."""
        self._path, self._schema = path, schema
        self._unfinished = path.with_name(f"{path.name}.part")
        self._waiting: list[Row] = []
        self.rows = 0
        try:
            self._writer = ParquetWriter(self._unfinished, schema, compression="zstd")
        except OSError as error:
            raise unwritable(path, error) from error

    def __enter__(self) -> "DatasetFile":
        """Take rows."""
        return self

    def add(self, rows: Iterable[Row]) -> None:
        """Take the rows of a game."""
        self._waiting.extend(rows)
        while len(self._waiting) >= GROUP:
            self._write(self._waiting[:GROUP])
            del self._waiting[:GROUP]

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Complete the file; after a failure there is none."""
        try:
            if kind is None and self._waiting:
                self._write(self._waiting)
            self._writer.close()
            if kind is None:
                self._unfinished.replace(self._path)
        except OSError as error:
            raise unwritable(self._path, error) from error
        finally:
            self._unfinished.unlink(missing_ok=True)

    def _write(self, rows: list[Row]) -> None:
        columns = dict(zip(Row._fields, zip(*rows, strict=True), strict=True))
        seen: pa.DataType = self._schema.field("observation").type
        numbers = pa.array(memoryview(b"".join(columns["observation"])).cast("b"), pa.int8())
        columns["observation"] = pa.FixedSizeListArray.from_arrays(numbers, type=seen)
        try:
            self._writer.write_table(pa.table(columns, self._schema))
        except OSError as error:
            raise unwritable(self._path, error) from error
        self.rows += len(rows)
