"""The command `runwright`. Every failure is one clear line, never a stack trace."""

from __future__ import annotations

import sys

import click

from runwright import __version__
from runwright.cli.keys import keys
from runwright.cli.replay import replay
from runwright.cli.serve import serve
from runwright.config import SettingsError
from runwright.db.migrate import DatabaseTooNew, DatabaseUnreachable
from runwright.errors import Problem


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="runwright", message="%(prog)s %(version)s")
def cli() -> None:
    """Run tasks, and prove what was read and done."""


cli.add_command(serve)
cli.add_command(keys)
cli.add_command(replay)


def main() -> None:
    """Entry point: exit code 0 done, 1 failed, 2 wrong use or wrong settings; see also `replay`."""
    try:
        sys.exit(cli(standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        _fail("stopped", 1)
    except click.ClickException as error:
        _fail(f"{error.format_message()} (runwright --help tells more)", error.exit_code)
    except (SettingsError, DatabaseTooNew) as error:
        _fail(str(error), 2)
    except DatabaseUnreachable as error:
        _fail(str(error), 1)
    except Problem as problem:
        _fail(problem.message, 1)
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error), 1)


def _fail(message: str, code: int) -> None:
    click.echo(f"runwright: {message}", err=True)
    sys.exit(code)
