"""`python -m tools.fuzz [ROUNDS]`: the random tests, and those of hypothesis, with new cases in every round."""

import subprocess
import sys

DEFAULT_ROUNDS = 20


def main() -> None:
    """Run the rounds; stops at the first that fails and says how to run it again."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_ROUNDS
    for number in range(1, rounds + 1):
        again = [f"--round={number}", "--hypothesis-profile=fuzz", f"--hypothesis-seed={number}"]
        command = [sys.executable, "-m", "pytest", "-n", "auto", "-m", "random or hypothesis", *again]
        if code := subprocess.run(command).returncode:
            print(f"round {number} failed: pytest {' '.join(again)}", file=sys.stderr)
            sys.exit(code)
        print(f"round {number} of {rounds} passed", flush=True)


if __name__ == "__main__":
    main()
