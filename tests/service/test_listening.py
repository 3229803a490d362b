"""Where a service listens."""

import socket

import pytest

from thresher.errors import InputError
from thresher.service.running import Address, listening


def test_whoever_connects_before_the_server_has_started_is_not_turned_away():
    with listening(Address(port=0)) as listens:
        socket.create_connection(listens.getsockname(), timeout=10).close()


def test_a_port_in_use_is_said():
    with (
        listening(Address(port=0)) as listens,
        pytest.raises(InputError, match=r"127\.0\.0\.1:\d+: Address already in use"),
    ):
        listening(Address(port=listens.getsockname()[1]))
