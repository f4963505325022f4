"""`--help` in the user's language: commands and options name the keys of their texts in the catalogue."""

from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem
from typer.core import TyperCommand, TyperGroup

from tumbletrip.cli.terminal.console import language
from tumbletrip.core import texts

MADE_BY_TYPER = ("help", "install_completion", "show_completion")  # options that come with English texts
_DEFAULT = "default: "


class TranslatedCommand(TyperCommand):
    """A command whose help is in the user's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command is for, its arguments and its options."""
        _write_help(self, ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions for the shell, with their help texts."""
        return _explained(super().shell_complete(ctx, incomplete), ctx)


class TranslatedGroup(TyperGroup):
    """A group of commands whose help is in the user's language."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the group is for, its options and its commands; none of them is imported for it."""
        _write_help(self, ctx, formatter)
        with formatter.section(_say("help.commands")):
            names = self.list_commands(ctx)
            formatter.write_dl([(name, _purpose((*_path(ctx), name))[0]) for name in names])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions for the shell, with their help texts."""
        return _explained(super().shell_complete(ctx, incomplete), ctx)


def purpose_key(path: tuple[str, ...]) -> str:
    """The catalogue key of a command's purpose, by the words that call it."""
    return "help." + ".".join(path or ("tumbletrip",)).replace("-", "_")


def text_key(parameter: click.Parameter) -> str:
    """The catalogue key of the text that explains an option or an argument."""
    name = parameter.name or ""
    return f"help.{name}" if name in MADE_BY_TYPER else str(getattr(parameter, "help", ""))


def _explained(items: list[CompletionItem], ctx: click.Context) -> list[CompletionItem]:
    """Options and commands for the shell, with their texts."""
    keys = {
        name: text_key(option)
        for option in ctx.command.get_params(ctx)
        for name in (*option.opts, *option.secondary_opts)
    }
    for item in items:
        item.help = _say(keys.get(item.value) or purpose_key((*_path(ctx), item.value))).split("\n\n")[0]
    return items


def _write_help(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, f"{_say('help.usage')} ")
    for paragraph in _purpose(_path(ctx)):
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(paragraph)
    parameters = command.get_params(ctx)
    for heading, kind in (("help.arguments", click.Argument), ("help.options", click.Option)):
        if rows := [_row(parameter, ctx) for parameter in parameters if isinstance(parameter, kind)]:
            with formatter.section(_say(heading)):
                formatter.write_dl(rows)


def _purpose(path: tuple[str, ...]) -> list[str]:
    """What a command is for: in one paragraph, and perhaps in more."""
    return _say(purpose_key(path)).split("\n\n")


def _path(ctx: click.Context) -> tuple[str, ...]:
    """The words that call a command, without the program's name."""
    return (*_path(ctx.parent), str(ctx.info_name)) if ctx.parent else ()


def _row(parameter: click.Parameter, ctx: click.Context) -> tuple[str, str]:
    """An option as one types it, and what it does."""
    names, english = parameter.get_help_record(ctx) or ("", "")
    limits = "; ".join(_limits(english))
    return names, f"{_say(text_key(parameter))}  [{limits}]" if limits else _say(text_key(parameter))


def _limits(english: str) -> Iterator[str]:
    """What typer adds to an option's text in brackets: its default, its range, whether it is required."""
    for limit in english.rpartition("  [")[2].rstrip("]").split("; ") if english.endswith("]") else ():
        if limit.startswith(_DEFAULT):
            yield _say("help.default", value=limit.removeprefix(_DEFAULT))
        else:
            yield _say("help.required") if limit == "required" else limit


def _say(key: str, **values: object) -> str:
    return texts.say(key, language(), **values)
