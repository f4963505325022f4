"""Error responses: one JSON shape for all, with a message in the language of the request."""

from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

from tumbletrip.answers.refusing import (
    CONFLICT,
    NOT_FOUND,
    TOO_MANY,
    UNAVAILABLE,
    UNPROCESSABLE,
    Refuse,
    language_of,
    problem_of,
)
from tumbletrip.core.errors import InputError
from tumbletrip.server.http.schemas import Problem

__all__ = ["CONFLICT", "NOT_FOUND", "TOO_MANY", "UNAVAILABLE", "UNPROCESSABLE", "Refuse"]


def language_of_request(request: Request) -> str:
    """The first language of Accept-Language that we have; English otherwise."""
    return language_of(request.headers.get("accept-language", ""))


def problem_response(request: Request, error: Refuse | InputError) -> JSONResponse:
    """The response to a refused request, or to unusable input."""
    status, problem = problem_of(error, language_of_request(request))
    return JSONResponse(problem, status_code=status)


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
