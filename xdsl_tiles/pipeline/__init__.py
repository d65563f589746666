"""How passes are run: named pipelines, the runner, semantics checks."""
