"""Makes a second tree of the project beside the real one, in which tests can put a game on the shelf and remove it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def grown(root: Path) -> Path:
    """Make a project at `root` that consists of links, except for the folder of games. Return that folder."""
    shelf = root / "companion" / "games"
    shelf.mkdir(parents=True)
    _link(ROOT, root, "companion", ".venv", ".git")
    _link(ROOT / "companion", root / "companion", "games")
    _link(ROOT / "companion" / "games", shelf)
    return shelf


def _link(of: Path, into: Path, *but: str) -> None:
    for file in of.iterdir():
        if file.name not in (*but, "__pycache__"):
            (into / file.name).symlink_to(file, file.is_dir())


def run(root: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the tree at `root`, as somebody types it there. Return the finished process."""
    words = ["-m", "companion", *command[1:]] if command[0] == "companion" else [*command[1:]]
    env = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(root)}
    env.pop("PYTEST_ADDOPTS", None)
    return subprocess.run([sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False)
