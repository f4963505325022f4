"""Where the replay of a record ends: at the first line that cannot be believed."""

from dataclasses import dataclass

from tumbletrip.core.errors import Problem, problem
from tumbletrip.core.refusals import Refusal


@dataclass(frozen=True, slots=True)
class ReplayError:
    """The first line of a record that the rules do not allow, or that tells a wrong story."""

    line: int
    problem: Problem
    refusal: Refusal | None = None

    def as_problem(self) -> Problem:
        """What is wrong, with its line."""
        return problem("replay.error", line=self.line, what=self.problem)
