"""What a job over keys came to."""

from collections.abc import Iterator, Mapping


class KeyedCounts(Mapping[str, int]):
    """What there is: keys, in_memory, memory, examples, mistakes; attributes and entries.

    Parameters
    ----------
    **figures : int
        The figures.
    """

    def __init__(self, **figures: int) -> None:
        self._figures = figures

    def __getattr__(self, name: str) -> int:
        try:
            return int(self.__dict__["_figures"][name])
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> int:
        return self._figures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def __repr__(self) -> str:
        return f"KeyedCounts({', '.join(f'{name}={value}' for name, value in self._figures.items())})"
