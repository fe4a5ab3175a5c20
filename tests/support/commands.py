"""Runs the command `companion`, as somebody at a terminal does."""

from click.testing import CliRunner, Result

from companion.__main__ import main

ENGLISH = {"LC_ALL": "en_GB.UTF-8", "LANG": "", "XDG_STATE_HOME": "/nowhere", "STATE_DIRECTORY": ""}


def companion(*words: object, stdin: str | bytes | None = None, language: str = "en_GB.UTF-8") -> Result:
    return CliRunner(env=ENGLISH | {"LC_ALL": language}).invoke(main, [str(word) for word in words], input=stdin)


def fails(result: Result, code: int) -> str:
    """Check that a command failed with this code and one line of words. Return the line."""
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert len(result.stderr.strip().split("\n")) == 1, result.stderr
    assert "Traceback" not in result.stderr
    return result.stderr.strip()
