"""The clients of the bench of many matches play on the whole product."""

from support.benches.live import reports_of
from support.benches.load import play_incursions


def test_clients_play_with_somebody_looking_on(instance):
    errors = []
    reports = reports_of(play_incursions, instance.address.rstrip("/"), 2, 2, errors, is_paced=False)
    assert errors == []
    assert [bool(report.times) for report in reports] == [True, True]
    assert min(min(report.times) for report in reports) > 0
