"""Refused requests: a status, a code for programs and a sentence for people."""

from typing import Any

from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES, say

NOT_FOUND, CONFLICT, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 404, 409, 422, 429, 503


class Refuse(Exception):
    """Raised to answer a request with a Problem."""

    def __init__(self, status: int, code: str, *, seq: int | None = None, **values: Any) -> None:
        """`code` is also the text key of the message; `values` fill its placeholders."""
        super().__init__(code)
        self.status, self.code, self.seq, self.values = status, code, seq, values


def language_of(accepted: str) -> str:
    """The first language of an Accept-Language header that we have; English otherwise."""
    for part in accepted.split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def problem_of(error: Refuse | InputError, language: str) -> tuple[int, dict[str, Any]]:
    """The status and the Problem that answer a refused request, or unusable input."""
    if isinstance(error, InputError):
        return UNPROCESSABLE, {"code": error.problem.key, "message": error.sentence(language), "seq": None}
    message = say(error.code, language, **error.values)
    return error.status, {"code": error.code, "message": message, "seq": error.seq}
