"""Puts `config/`, `sql/`, `prompts/` and `workspace.yaml` into the wheel as `kg_assets/_data/`."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithData(build_py):
    """The ordinary build, plus the data folders when a wheel (not an editable install) is made."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        for folder in ("config", "sql", "prompts"):
            if Path(folder).is_dir():
                target = Path(self.build_lib) / "kg_assets" / "_data" / folder
                shutil.copytree(folder, target, dirs_exist_ok=True)
        shutil.copy2("workspace.yaml", Path(self.build_lib) / "kg_assets" / "_data" / "workspace.yaml")


setup(cmdclass={"build_py": BuildWithData})
