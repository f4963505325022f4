"""The HTTP interface as a page, from what the server declares."""

from collections.abc import Iterator
from typing import Any

from tumbletrip.server.app import openapi


def http_reference() -> str:
    """Every address with what may be asked of it, what goes in and what comes out."""
    lines = [
        "# HTTP",
        "",
        "What the server answers; its own `/api/openapi.json` tells programs the same, with every field.",
        "",
    ]
    for path, methods in sorted(openapi()["paths"].items()):
        for method, operation in methods.items():
            lines += [f"## {method.upper()} `{path}`", "", *_told(operation)]
    return "\n".join(lines)


def _told(operation: dict[str, Any]) -> Iterator[str]:
    """What an operation does, its parameters, its body and its answers."""
    yield from (operation.get("description") or operation.get("summary", ""), "")
    for parameter in operation.get("parameters", ()):
        needed = "" if parameter.get("required") else ", may be left out"
        yield f"- `{parameter['name']}` ({parameter['in']}{needed}): {_shape(parameter['schema'])}"
    if body := operation.get("requestBody"):
        yield f"- body: {_contents(body['content'])}"
    answers: dict[str, list[str]] = {}
    for status, answer in sorted(operation["responses"].items()):
        answers.setdefault(_contents(answer.get("content", {})) or answer["description"], []).append(status)
    yield from (f"- {', '.join(statuses)}: {what}" for what, statuses in answers.items())
    yield ""


def _contents(content: dict[str, Any]) -> str:
    return ", ".join(f"{kind} {_shape(one.get('schema', {}))}".strip() for kind, one in content.items())


def _shape(schema: dict[str, Any]) -> str:
    """A short word for a shape."""
    if reference := schema.get("$ref"):
        return f"`{reference.rpartition('/')[2]}`"
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(word for one in either if (word := _shape(one)))
    if "enum" in schema or "const" in schema:
        return " · ".join(f"`{one}`" for one in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_shape(schema['items'])}"
    return str(schema.get("type", ""))
