"""lit: every `.mlir` and `.pto` file below is a test; commands come from PATH, their modules from where they look."""

# ruff: noqa: F821  (`config` is lit's)
import os

import lit.formats

config.name = "xdsl-tiles"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".pto", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.test_source_root, "Output")
for variable in ("PATH", "PYTHONPATH"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
config.environment["PYTHONWARNINGS"] = "error::DeprecationWarning"
