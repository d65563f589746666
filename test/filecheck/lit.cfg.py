"""lit: every `.mlir` file below is a test; `tile-opt` and friends come from PATH."""

import os

import lit.formats

config.name = "xdsl-tiles"  # noqa: F821
config.test_format = lit.formats.ShTest(execute_external=True)  # noqa: F821
config.suffixes = [".mlir", ".test"]  # noqa: F821
config.excludes = ["Inputs"]  # noqa: F821
config.test_source_root = os.path.dirname(__file__)  # noqa: F821
config.test_exec_root = os.path.join(config.test_source_root, "Output")  # noqa: F821
config.environment["PATH"] = os.environ["PATH"]  # noqa: F821
config.environment["PYTHONWARNINGS"] = "error::DeprecationWarning"  # noqa: F821
