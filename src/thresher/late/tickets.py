"""Tickets of the caller's own, and the numbers of the questions they stand for."""

from collections.abc import Hashable, Iterable, Sequence

Ticket = Hashable


def each_ticket(tickets: Ticket | Iterable[Ticket]) -> list[Ticket]:
    """One ticket, a text or a number, or several.

    >>> each_ticket("mail 17"), each_ticket(3), each_ticket(["mail 17", 3])
    (['mail 17'], [3], ['mail 17', 3])
    """
    if isinstance(tickets, Iterable) and not isinstance(tickets, (str, bytes)):
        return list(tickets)
    return [tickets]


def is_text(ticket: str) -> bool:
    """Whether it can be saved: what was decoded badly may have lone surrogates in it."""
    if ticket.isascii():
        return True
    try:
        ticket.encode()
    except UnicodeEncodeError:
        return False
    return True


class Tickets:
    """Whole numbers are their own tickets; any other stands for a number, both ways, until it is forgotten."""

    def __init__(self) -> None:
        self._number_of: dict[Ticket, int] = {}
        self._ticket_of: dict[int, Ticket] = {}

    def __len__(self) -> int:
        return len(self._number_of)

    def add(self, ticket: Ticket, number: int) -> None:
        """A ticket that was not used before."""
        self._number_of[ticket], self._ticket_of[number] = number, ticket

    def add_many(self, tickets: Sequence[Ticket], first: int) -> None:
        """Tickets that were not used before, of questions with numbers from `first` on."""
        numbers = range(first, first + len(tickets))
        self._number_of.update(zip(tickets, numbers, strict=True))
        self._ticket_of.update(zip(numbers, tickets, strict=True))

    def number(self, ticket: Ticket) -> int | None:
        """What a ticket of the caller's stands for, if it is known."""
        return self._number_of.get(ticket)

    def has_none_of(self, tickets: Iterable[Ticket]) -> bool:
        """Whether none of them is known."""
        return self._number_of.keys().isdisjoint(tickets)

    def ticket(self, number: int) -> Ticket:
        """The ticket of a question: the caller's, or its number."""
        return self._ticket_of.get(number, number)

    def forget(self, numbers: Iterable[int]) -> None:
        """These questions are no longer remembered."""
        for number in numbers if self._ticket_of else ():
            ticket = self._ticket_of.pop(number, None)
            if ticket is not None:
                del self._number_of[ticket]

    def named(self) -> list[tuple[int, Ticket]]:
        """Numbers that have a ticket of the caller's, in order."""
        return sorted(self._ticket_of.items())
