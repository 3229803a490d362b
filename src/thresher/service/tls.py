"""Files of TLS, looked at before anything is opened."""

import ssl
from pathlib import Path

from ..errors import InputError


def check_tls(certificate: Path | None, private_key: Path | None) -> None:
    """Refuses files that a server could not use, and says which and why.

    Parameters
    ----------
    certificate : Path or None
        The chain, as PEM.
    private_key : Path or None
        Its key, as PEM.

    Raises
    ------
    InputError
        If one of them is no PEM, they do not belong together, or the key wants a password.
    """
    if certificate is None or private_key is None:
        return
    for file, what in ((certificate, "CERTIFICATE"), (private_key, "PRIVATE KEY")):
        _check_pem(file, what)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, private_key, password=_no_password)
    except _Password:
        raise InputError(
            f"{private_key}: the key has a password, which nobody could type at a start.",
            hint="openssl pkey -in KEY -out KEY.plain writes it without",
        ) from None
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise InputError(f"{private_key} is not the key of {certificate}.") from None
        raise InputError(f"{certificate} and {private_key} can't be used for TLS: {_words(error)}.") from None
    except OSError as error:
        raise InputError(f"{certificate}, {private_key}: {error.strerror}.") from None


def _check_pem(file: Path, what: str) -> None:
    try:
        text = file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: can't be read: {error.strerror}.") from None
    if f"{what}-----".encode() not in text:
        raise InputError(f"{file}: is no PEM file with a {what.lower()} in it: -----BEGIN {what}----- is missing.")


class _Password(Exception):
    """Somebody asked for one."""


def _no_password() -> str:
    raise _Password


def _words(error: ssl.SSLError) -> str:
    return (error.reason or str(error)).replace("_", " ").lower()
