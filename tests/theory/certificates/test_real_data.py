"""On real streams, where there are any: the search ends, every bound holds, and it says something."""

import pytest

from thresher import TrackingWinnow, certify

from . import dense


@pytest.mark.parametrize(
    "name", ["sms_spam/sms_spam.libsvm", "confusion/than_then.sotu.libsvm", "farm_ads/farm_ads.libsvm"]
)
def test_tracking_winnow_is_certified(data, name):
    certificate = certify(TrackingWinnow(1.5, 1e-4), str(data / name), seconds=8.0)
    first = certificate.lines[0]
    assert certificate.holds
    assert not first.vacuous
    assert certificate.lower <= first.bound <= certificate.trivial
    assert certificate.mistakes <= certificate.best.bound < certificate.trials
    assert 0 < len(certificate.attributes()) < certificate.measured["attributes"] / 10


def test_the_concept_of_a_real_stream_is_what_its_numbers_say(data):
    """Everything the first line rests on, computed again from the file by itself."""
    path = data / "sms_spam" / "sms_spam.libsvm"
    certificate = certify(TrackingWinnow(1.5, 1e-4), str(path), seconds=8.0)
    stream = []
    for line in path.read_text().splitlines():
        label, *pairs = line.partition("#")[0].split()
        stream.append(({int(i): float(v) for i, v in (pair.split(":") for pair in pairs)}, float(label) > 0))
    known, names = certificate.lines[0].known, set(certificate.attributes())
    assert known["norm"] == max(sum(x.values()) for x, _ in stream)
    kept = [({i: v for i, v in x.items() if i in names}, y) for x, y in stream]
    written = dense.written(kept)
    U = dense.weights(certificate.comparator, written)
    assert dense.total_rise(U) == pytest.approx(known["total_rise"])
    assert dense.noise(U, written, certificate.separation).sum() == pytest.approx(known["noise"])
