"""Rows from the pages of an SQLite file, without its trees: what is left when those are damaged.

Every leaf of a table holds whole rows, whatever happened to the pages above it. The form of pages and rows is
SQLite's file format (sqlite.org/fileformat.html), which is promised to stay.
"""

from collections.abc import Iterator
from mmap import mmap
from typing import TypeAlias

Value: TypeAlias = str | int | float | bytes | None

Bytes: TypeAlias = bytes | mmap

_LEAF = 0x0D  # the kind of a page that holds rows of a table
_FILE_HEAD = 100  # bytes before the first page's own head
_LEAF_HEAD = 8
_LARGEST_ROW = 1 << 28
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_REAL, _ZERO, _ONE, _FIRST_TEXT = 7, 8, 9, 12


class _NoRow(Exception):
    """Bytes that are no row."""


def rows_in(file: Bytes) -> Iterator[tuple[Value, ...]]:
    """Every row of every table that can be read; some may be older than what replaced them."""
    size = int.from_bytes(file[16:18]) or 1
    size = 65536 if size == 1 else size
    usable = size - file[20] if len(file) > 20 else size
    if size < 512 or usable < 480:
        return
    for start in range(0, len(file) - size + 1, size):
        head = start + (_FILE_HEAD if start == 0 else 0)
        if file[head] == _LEAF:
            yield from _rows_on_page(file, start, head, size, usable)


def _rows_on_page(file: Bytes, start: int, head: int, size: int, usable: int) -> Iterator[tuple[Value, ...]]:
    count = int.from_bytes(file[head + 3 : head + 5])
    for number in range(count):
        at = head + _LEAF_HEAD + 2 * number
        place = int.from_bytes(file[at : at + 2])
        if not _LEAF_HEAD <= place < usable:
            return
        try:
            yield _values(_row(file, start + place, size, usable))
        except (_NoRow, IndexError, UnicodeDecodeError):
            continue


def _row(file: Bytes, at: int, size: int, usable: int) -> bytes:
    """A row's bytes: those on its page, then those on the pages it overflows to."""
    length, at = _varint(file, at)
    _, at = _varint(file, at)  # the row's number
    if length > _LARGEST_ROW:
        raise _NoRow
    most = usable - 35
    if length <= most:
        return _exactly(file, at, length)
    least = (usable - 12) * 32 // 255 - 23
    here = least + (length - least) % (usable - 4)
    here = here if here <= most else least
    parts = [_exactly(file, at, here)]
    page, left = int.from_bytes(file[at + here : at + here + 4]), length - here
    while left > 0:
        if page < 1:
            raise _NoRow
        start = (page - 1) * size
        part = _exactly(file, start + 4, min(left, usable - 4))
        parts.append(part)
        left -= len(part)
        page = int.from_bytes(file[start : start + 4])
    return b"".join(parts)


def _values(row: bytes) -> tuple[Value, ...]:
    head, at = _varint(row, 0)
    kinds = []
    while at < head:
        kind, at = _varint(row, at)
        kinds.append(kind)
    values: list[Value] = []
    at = head
    for kind in kinds:
        width = _width(kind)
        values.append(_value(kind, _exactly(row, at, width)))
        at += width
    if at != len(row):
        raise _NoRow
    return tuple(values)


def _width(kind: int) -> int:
    if kind >= _FIRST_TEXT:
        return (kind - _FIRST_TEXT) // 2
    if kind in (10, 11):
        raise _NoRow
    return 8 if kind == _REAL else _INTEGER_BYTES.get(kind, 0)


def _value(kind: int, raw: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    if kind < _REAL:
        return int.from_bytes(raw, signed=True)
    return raw.decode() if kind >= _FIRST_TEXT and kind % 2 else raw


def _varint(data: Bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    number = 0
    for offset in range(8):
        byte = data[at + offset]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + offset + 1
    return number << 8 | data[at + 8], at + 9


def _exactly(data: Bytes, at: int, length: int) -> bytes:
    part = data[at : at + length]
    if len(part) != length:
        raise _NoRow
    return part
