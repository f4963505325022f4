"""Wrong options and arguments: one sentence in the user's language, as for all other bad input."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from tumbletrip.core.errors import InputError, Problem, problem


@contextmanager
def usage_errors_as_sentences() -> Iterator[None]:
    """Raise click's usage errors as InputError, whose sentences are in our catalogue."""
    try:
        yield
    except click.UsageError as error:
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise  # not a mistake: somebody asks for help
        raise InputError(_problem(error)) from error


def _problem(error: click.UsageError) -> Problem:
    command = error.ctx.command_path if error.ctx else "tumbletrip"
    parameter = getattr(error, "param", None)
    if isinstance(error, click.NoSuchOption):
        return _unknown(error, command)
    if isinstance(error, click.MissingParameter) and parameter:
        return problem("option.missing", option=_name(parameter), command=command)
    if isinstance(error, click.BadParameter) and parameter and (wanted := _wanted(parameter.type)):
        return problem("option.wrong", option=_name(parameter), wanted=wanted)
    return problem("option.other", reason=error.format_message().rstrip("."), command=command)


def _unknown(error: click.NoSuchOption, command: str) -> Problem:
    if error.possibilities:
        return problem("option.similar", option=error.option_name, similar=error.possibilities[0])
    return problem("option.unknown", option=error.option_name, command=command)


def _name(parameter: click.Parameter) -> str:
    """As one types it: --seed for an option, FILE for an argument."""
    return parameter.opts[0] if isinstance(parameter, click.Option) else (parameter.name or "").upper()


def _wanted(kind: click.ParamType[Any]) -> Problem | None:
    """What a number must be like."""
    if isinstance(kind, click.IntRange | click.FloatRange):
        key = "option.at_least" if kind.max is None else "option.between"
        return problem(key, least=f"{kind.min:g}", most=f"{kind.max or 0:g}")
    return {
        click.INT.name: problem("option.whole_number"),
        click.FLOAT.name: problem("option.number"),
    }.get(kind.name)
