"""Error responses: one JSON shape for all, with a message in the language of the request."""

from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from tumbletrip.core.errors import InputError
from tumbletrip.core.texts import LANGUAGES, say
from tumbletrip.server.http.schemas import Problem

NOT_FOUND, CONFLICT, UNPROCESSABLE, TOO_MANY, UNAVAILABLE = 404, 409, 422, 429, 503


class Refuse(Exception):
    """Raised to answer a request with a Problem."""

    def __init__(self, status: int, code: str, *, seq: int | None = None, **values: Any) -> None:
        """`code` is also the text key of the message; `values` fill its placeholders."""
        super().__init__(code)
        self.status, self.code, self.seq, self.values = status, code, seq, values


def language_of_request(request: Request) -> str:
    """The first language of Accept-Language that we have; English otherwise."""
    for part in request.headers.get("accept-language", "").split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def refusal_response(request: Request, refuse: Refuse) -> JSONResponse:
    """The response to a refused request."""
    message = say(refuse.code, language_of_request(request), **refuse.values)
    return _response(refuse.status, refuse.code, message, refuse.seq)


def input_response(request: Request, error: InputError) -> JSONResponse:
    """The 422 response to unusable input."""
    return _response(UNPROCESSABLE, error.problem.key, error.sentence(language_of_request(request)))


def _response(status: int, code: str, message: str, seq: int | None = None) -> JSONResponse:
    return JSONResponse(Problem(code=code, message=message, seq=seq).model_dump(), status_code=status)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """A route's error responses for OpenAPI: these statuses, and those that every route may answer with."""
    texts = {
        400: "The body is not JSON",
        NOT_FOUND: "No such table, or not yours",
        CONFLICT: "The rules refuse it",
        413: "The body is too large",
        UNPROCESSABLE: "The request does not fit",
        TOO_MANY: "Too many requests",
        UNAVAILABLE: "The store cannot answer now; try again",
        403: "The request comes from another site's page",
    }
    return {
        status: {"model": Problem, "description": texts[status]}
        for status in sorted({*statuses, 400, 403, 413, UNPROCESSABLE, TOO_MANY})
    }
