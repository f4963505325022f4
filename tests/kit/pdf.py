"""Reading our own PDFs: pages, words, and what is drawn on them. Knows only what the press writes."""

import re
import zlib
from dataclasses import dataclass
from functools import cached_property

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
SHOWN = re.compile(rb"/(f\d+) [\d.]+ Tf[^\[(]*(.*?)T[jJ]\n(?:EMC\n)?ET", re.DOTALL)
LITERAL = re.compile(rb"\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*)\)", re.DOTALL)  # brackets may nest once
ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
NAMED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(frozen=True)
class Pdf:
    """A PDF file's objects."""

    data: bytes

    @cached_property
    def objects(self) -> dict[int, tuple[bytes, bytes]]:
        """The head of every object by number, and its stream, inflated."""
        found = {}
        for number, content in OBJECT.findall(self.data):
            head, _, rest = content.partition(b"\nstream\n")
            packed = b"/FlateDecode" in head
            found[int(number)] = (head, zlib.decompressobj().decompress(rest) if packed else rest)
        return found

    @cached_property
    def pages(self) -> list[bytes]:
        """The heads of the pages, in their order."""
        root = next(head for head, _ in self.objects.values() if b"/Type/Pages" in head)
        kids = re.findall(rb"(\d+) 0 R", root[root.index(b"/Kids") :])
        return [self.objects[int(kid)][0] for kid in kids]

    @property
    def sizes(self) -> list[tuple[float, float]]:
        """The width and height of every page, in points."""
        boxes = [re.search(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", page) for page in self.pages]
        return [(float(box[1]), float(box[2])) for box in boxes if box]

    @property
    def raster_images(self) -> int:
        """How many pictures made of dots there are."""
        return sum(b"/Subtype/Image" in head for head, _ in self.objects.values())

    @property
    def language(self) -> str:
        """The language the file says it is in."""
        found = re.search(rb"/Lang\((\w+)\)", self.data)
        return found[1].decode() if found else ""

    def words(self, page: int = 0) -> list[str]:
        """All texts of a page, in the order in which they are drawn."""
        head = self.pages[page]
        fonts = self._fonts(self._follow(head, b"Resources"))
        content = self.objects[self._reference(head, b"Contents")][1]
        shown = []
        for font, pieces in SHOWN.findall(content):
            codes = b"".join(_unescaped(piece) for piece in LITERAL.findall(pieces))
            letters = fonts[font]
            pairs = (codes[at : at + 2] for at in range(0, len(codes), 2))
            shown.append("".join(letters.get(pair, "") for pair in pairs))  # accents alone mean nothing
        return shown

    def _fonts(self, resources: bytes) -> dict[bytes, dict[bytes, str]]:
        named = re.findall(rb"/(f\d+) (\d+) 0 R", resources)
        return {name: self._letters(int(number)) for name, number in named}

    def _letters(self, font: int) -> dict[bytes, str]:
        """What each code of a font means, from its ToUnicode map."""
        table = self.objects[self._reference(self.objects[font][0], b"ToUnicode")][1]
        pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>\n", table)
        return {bytes.fromhex(a.decode()): bytes.fromhex(b.decode()).decode("utf-16-be") for a, b in pairs}

    def _follow(self, head: bytes, name: bytes) -> bytes:
        return self.objects[self._reference(head, name)][0]

    def _reference(self, head: bytes, name: bytes) -> int:
        found = re.search(rb"/" + name + rb" (\d+) 0 R", head)
        assert found, (name, head)
        return int(found[1])


def _unescaped(text: bytes) -> bytes:
    return ESCAPE.sub(lambda found: _sign(found[1]), text)


def _sign(code: bytes) -> bytes:
    return bytes([int(code, 8)]) if len(code) == 3 else NAMED.get(code, code)
