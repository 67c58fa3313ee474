"""`runwright completion`: the script that completes commands in a shell."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from runwright.cli.command import command

_PROGRAM, _VARIABLE = "runwright", "_RUNWRIGHT_COMPLETE"


@command(examples=['eval "$(runwright completion bash)"'])
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes commands in your shell.

    Tab then completes commands, options, ids and names.

    \b
    bash  eval "$(runwright completion bash)"            in ~/.bashrc
    zsh   eval "$(runwright completion zsh)"             in ~/.zshrc
    fish  runwright completion fish > ~/.config/fish/completions/runwright.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.BadParameter(f"{shell} cannot be completed", param_hint="shell")
    script = kind(context.find_root().command, {}, _PROGRAM, _VARIABLE)
    click.echo(script.source_template % script.source_vars())
