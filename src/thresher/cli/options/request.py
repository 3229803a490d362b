"""Everything that one call of `learn` or `compare` asks for."""

from dataclasses import dataclass

from .answers import Predictions
from .certificate import Certificate
from .few_labels import FewLabels
from .labels import Labels
from .late import Late
from .learner import LearnerOptions, Wanted
from .output import Output
from .passes import Passes
from .reading import Reading


@dataclass(frozen=True)
class Request:
    """Files, learners, and all that was said about them.

    compared: several learners side by side: a table, and no model to keep.   learner: what was said about the only
    learner, where it is the only one.
    """

    files: tuple[str, ...]
    learners: tuple[Wanted, ...]
    reading: Reading
    labels: Labels
    passes: Passes
    output: Output
    learner: LearnerOptions = LearnerOptions()
    late: Late = Late()
    certificate: Certificate = Certificate()
    compared: bool = False
    predictions: Predictions = Predictions()
    few: FewLabels = FewLabels()

    @property
    def read(self) -> list[str]:
        """Every file that is read."""
        more = (self.passes.test, self.late.answers, self.output.resume, self.certificate.comparator)
        return [*self.files, *(name for name in more if name)]

    @property
    def written(self) -> list[str]:
        """Every file that is written."""
        answers = self.predictions.written
        return [*self.output.written, *answers, *([self.reading.quarantine] if self.reading.quarantine else [])]
