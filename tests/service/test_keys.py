"""Who may do what."""

import pytest

from thresher.cli.main import main
from thresher.errors import InputError, ParameterError
from thresher.service import keys
from thresher.service.keys import hashed, new_key
from thresher.service.looking import ended_key, made_key
from thresher.service.rates import Rates
from thresher.service.refusals import Refused
from thresher.service.running import Address, opened
from thresher.service.settings import Settings

from .in_process import Serving, run, serving


def _bearer(token):
    return {"authorization": f"Bearer {token}"}


def test_with_keys_nothing_is_answered_without_one(tmp_path):
    token = made_key(tmp_path, None, "app", ["ask"], [])

    async def test():
        async with serving(tmp_path) as client:
            asked = {"json": {"x": {"a": 1}}}
            path = "/v1/models/mail/ask"
            assert (await client.post(path, **asked)).status_code == 401
            assert (await client.post(path, **asked, headers=_bearer("thr_wrong"))).status_code == 401
            assert (await client.post(path, **asked, headers=_bearer(token))).status_code == 200
            told = {"json": {"ticket": "t2", "label": "spam"}}
            assert (await client.post("/v1/models/mail/labels", **told, headers=_bearer(token))).status_code == 403
            assert (await client.get("/live")).status_code == 200

    run(test)


def test_a_key_of_one_model_is_no_key_of_another(tmp_path):
    token = made_key(tmp_path, None, "app", ["ask", "read"], ["mail"])

    async def test():
        async with serving(tmp_path) as client:
            asked = {"json": {"x": {"a": 1}}, "headers": _bearer(token)}
            assert (await client.post("/v1/models/mail/ask", **asked)).status_code == 200
            assert (await client.post("/v1/models/default/ask", **asked)).status_code == 403
            assert (await client.get("/metrics", headers=_bearer(token))).status_code == 403

    run(test)


def test_an_ended_key_is_not_valid_any_more(tmp_path):
    token = made_key(tmp_path, None, "app", ["ask"], [])
    made_key(tmp_path, None, "other", ["admin"], [])
    ended_key(tmp_path, None, "app")

    async def test():
        async with serving(tmp_path) as client:
            asked = {"json": {"x": {"a": 1}}, "headers": _bearer(token)}
            assert (await client.post("/v1/models/mail/ask", **asked)).status_code == 401

    run(test)


def test_the_last_key_is_ended_only_if_that_is_meant(tmp_path, capsys):
    made_key(tmp_path, None, "app", ["ask"], [])
    with pytest.raises(InputError, match="'app' is the last key"):
        ended_key(tmp_path, None, "app")
    with pytest.raises(SystemExit) as ended:
        main(["serve", "keys", str(tmp_path), "end", "app"])
    assert ended.value.code == 2
    assert "--last" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["serve", "keys", str(tmp_path), "end", "app", "--last"])
    assert not ended.value.code
    assert "WARNING: there are no keys now" in capsys.readouterr().err


def test_a_service_whose_last_key_is_ended_is_closed_and_not_open_to_all(tmp_path, monkeypatch, caplog):
    made_key(tmp_path, None, "app", ["ask"], [])
    monkeypatch.setattr(keys, "EVERY", 0.0)

    async def test():
        async with serving(tmp_path) as client:
            ended_key(tmp_path, None, "app", last=True)
            answer = await client.post("/v1/models/mail/ask", json={"x": {"a": 1}})
            assert (answer.status_code, "last key" in answer.json()["detail"]) == (401, True)
            assert [record.levelname for record in caplog.records if "last key" in record.message] == ["ERROR"]
            token = made_key(tmp_path, None, "new", ["ask"], [])
            asked = {"json": {"x": {"a": 1}}, "headers": _bearer(token)}
            assert (await client.post("/v1/models/mail/ask", **asked)).status_code == 200

    run(test)


def test_only_the_hash_of_a_key_is_kept(tmp_path):
    token = made_key(tmp_path, None, "app", ["ask"], [])
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert token.encode() not in kept
    assert hashed(token).encode() in kept


def test_others_are_not_served_without_keys(tmp_path):
    with pytest.raises(ParameterError, match="no keys"):
        opened(tmp_path, Settings(), Address(host="0.0.0.0"))


def test_a_scope_that_is_none_is_refused():
    with pytest.raises(ParameterError, match="no scope"):
        new_key("app", ["everything"])


def test_a_page_of_another_site_changes_nothing(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            path, asked = "/v1/models/mail/ask", {"json": {"x": {"a": 1}}}
            assert (await client.post(path, **asked, headers={"origin": "https://evil.example"})).status_code == 403
            assert (await client.post(path, **asked, headers={"host": "evil.example"})).status_code == 421
            form = {"content": '{"x": {"a": 1}}', "headers": {"content-type": "text/plain"}}
            assert (await client.post(path, **form)).status_code == 415

    run(test)


def test_too_many_requests_are_refused_for_a_while(tmp_path):
    async def test():
        async with serving(tmp_path) as client:
            limited = Serving(client.running)
            limited._transport.app.rates = Rates(1.0)
            codes = [(await limited.get("/v1/models")).status_code for _ in range(4)]
            assert codes == [200, 200, 429, 429]

    run(test)


def _limited(client, per_second):
    limited = Serving(client.running)
    limited._transport.app.rates = Rates(per_second)
    return limited


def test_whoever_guesses_keys_is_limited_and_whoever_has_one_is_not_by_that(tmp_path):
    token = made_key(tmp_path, None, "app", ["read"], [])

    async def test():
        async with serving(tmp_path) as client:
            limited = _limited(client, 1.0)
            guesses = [_bearer("thr_guess"), {}, _bearer("thr_other"), {"authorization": "Basic x"}]
            codes = [(await limited.get("/v1/models", headers=guess)).status_code for guess in guesses]
            assert codes == [401, 401, 429, 429]
            codes = [(await limited.get("/v1/models", headers=_bearer(token))).status_code for _ in range(3)]
            assert codes == [200, 200, 429]

    run(test)


def test_what_a_key_does_not_allow_counts_too(tmp_path):
    token = made_key(tmp_path, None, "app", ["ask"], [])

    async def test():
        async with serving(tmp_path) as client:
            limited = _limited(client, 1.0)
            codes = [(await limited.get("/v1/models", headers=_bearer(token))).status_code for _ in range(3)]
            assert codes == [403, 403, 429]

    run(test)


def test_a_key_that_is_named_like_an_address_has_a_rate_of_its_own():
    rates = Rates(1.0)
    rates.check_address(("127.0.0.1", 9))
    rates.check_address(("127.0.0.1", 10))
    with pytest.raises(Refused):
        rates.check_address(("127.0.0.1", 11))
    rates.check_key("127.0.0.1")
