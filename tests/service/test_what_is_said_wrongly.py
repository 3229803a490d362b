"""What is said wrongly at a start or in a model's settings is answered by a sentence that names it."""

import subprocess
from pathlib import Path

import pytest

from tests import foreign
from thresher.cli import main
from thresher.errors import InputError, ParameterError
from thresher.service.in_settings import in_settings
from thresher.service.looking import backed_up
from thresher.service.running import Address, run_service
from thresher.service.settings import Settings
from thresher.service.store import open_store
from thresher.service.tls import check_tls

from .inside import Inside


@pytest.fixture(scope="module")
def pems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certificates and keys: one pair, another key, one with a password."""
    folder = tmp_path_factory.mktemp("pem")
    for name in ("one", "other"):
        made = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN={name} -days 2"
        _openssl(f"{made} -keyout {folder}/{name}.key -out {folder}/{name}.pem")
    _openssl(f"pkey -in {folder}/one.key -aes256 -passout pass:secret -out {folder}/locked.key")
    (folder / "text.pem").write_text("hello\n")
    return folder


def _openssl(words: str) -> None:
    try:
        subprocess.run(["openssl", *words.split()], check=True, capture_output=True, env=foreign.environment())
    except FileNotFoundError:
        pytest.skip("there is no openssl")


def test_files_of_tls_that_can_be_used_are(pems: Path) -> None:
    check_tls(pems / "one.pem", pems / "one.key")
    check_tls(None, None)


@pytest.mark.parametrize(
    ("certificate", "key", "words"),
    [
        ("text.pem", "one.key", "text.pem: is no PEM file with a certificate"),
        ("one.pem", "text.pem", "text.pem: is no PEM file with a private key"),
        ("one.key", "one.pem", "one.key: is no PEM file with a certificate"),
        ("one.pem", "other.key", "other.key is not the key of .*one.pem"),
        ("one.pem", "locked.key", "locked.key: the key has a password"),
        ("none.pem", "one.key", "none.pem: can't be read: No such file"),
    ],
)
def test_a_file_of_tls_that_can_not_be_used_is_named(pems: Path, certificate: str, key: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        check_tls(pems / certificate, pems / key)


def test_files_of_tls_are_looked_at_before_a_folder_is_made(pems: Path, tmp_path: Path) -> None:
    address = Address(port=0, certificate=pems / "text.pem", private_key=pems / "one.key")
    with pytest.raises(InputError, match="no PEM"):
        run_service(tmp_path / "served", Settings(), address, follow=False, tell=print)
    assert not (tmp_path / "served").exists()


@pytest.mark.parametrize("spec", ["spam=../spam.thresher", "spam=spam.thresher", "spam=here/spam", "spam.thresher"])
def test_a_saved_model_in_place_of_a_learner_is_told_to_be_taught(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spec: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", str(tmp_path / "served"), "--model", spec])
    assert ended.value.code == 2
    assert "teach it: see docs/service.md" in capsys.readouterr().err
    assert not (tmp_path / "served").exists()


def test_a_saved_model_in_place_of_a_folder_is_told_to_be_taught(tmp_path: Path) -> None:
    (tmp_path / "spam.thresher").write_text("")
    with pytest.raises(InputError, match="is a file, and a service has a folder") as raised:
        run_service(tmp_path / "spam.thresher", Settings(), Address(port=0), follow=False, tell=print)
    assert "teach it: see docs/service.md" in str(raised.value)


def test_a_copy_into_a_folder_that_has_something_is_told_to_take_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / "log").write_text("")
    with pytest.raises(InputError, match="is not empty") as raised:
        backed_up(tmp_path, None, tmp_path / "copy")
    assert "name a new folder for each copy" in str(raised.value)


@pytest.mark.parametrize("address", ["mysql://root:secret@host/db", "sqlite:///file", "C:/folder", "host/db"])
def test_a_store_that_is_none_is_named_without_its_password(tmp_path: Path, address: str) -> None:
    with pytest.raises(ParameterError, match="postgresql://user@host/database") as raised:
        open_store(tmp_path, address)
    assert "secret" not in str(raised.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"txt": ["a"]}, "there is no role 'txt'; there are text, categories, dates, ignore, missing, label,"),
        ({"text": 3}, 'text is a list of texts, ["a", "b"]; got 3.'),
        ({"text": ["a", 1]}, "text is a list of texts"),
        ({"words": 3}, "words says how texts are split"),
        ({"words": {"foo": 1}}, "words have no setting 'foo'"),
        ({"strict": "yes"}, "strict is true or false; got 'yes'."),
        ({"text": ["a"], "ignore": ["a"]}, "the column 'a' is named twice"),
        ({"label": ["y"]}, "label is the name of a column; got ['y']."),
    ],
)
def test_columns_that_can_not_be_are_named(tmp_path: Path, columns: object, words: str) -> None:
    service = Inside(tmp_path / "served")
    answer = service.call("PUT", "/v1/models/m", {"columns": columns})
    assert answer.status == 422
    assert answer.value["detail"].startswith("columns: ")
    assert words in answer.value["detail"]
    assert "m" not in service.service.models
    service.close()


def test_a_parameter_that_a_learner_can_not_do_without_is_named(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    answer = service.call("PUT", "/v1/models/m", {"learner": "swin"})
    assert (answer.status, answer.value["detail"]) == (422, "swin needs 'n' among its parameters.")
    assert service.call("PUT", "/v1/models/m", {"learner": "swin", "parameters": {"n": 10}}).status == 201
    service.close()


def _told(service: Inside, label: object, ticket: str = "1") -> str:
    said = service.label(ticket, label, model="m")
    assert said.status == 422
    return str(said.value["detail"])


def test_what_could_be_done_is_said_in_the_words_of_a_models_settings(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"learner": "winnow", "parameters": {"n": 10}})
    service.ask({"a": 1}, "1", model="m")
    detail = _told(service, "c1")
    assert '"labels": [negative, positive], or "positive": "c1" if that is it' in detail
    assert detail.endswith('of more than two labels, "labels": "any" takes any number.')
    service.close()


@pytest.mark.filterwarnings("ignore::thresher.errors.LabelWarning")
def test_labels_like_amounts_are_refused_in_one_sentence_of_the_service(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {})
    for number in range(200):
        service.ask({"a": 1}, str(number), model="m")
        service.label(str(number), 1000 + number, model="m")
    service.ask({"a": 1}, "next", model="m")
    detail = _told(service, 5, "next")
    assert "as ids and amounts are: make classes of amounts" in detail
    assert detail.endswith('if they are classes, say so by "labels": "any".')
    assert "Multiclass" not in detail
    service.close()


def test_a_list_in_a_row_is_refused_with_the_setting_that_would_take_it(tmp_path: Path) -> None:
    service = Inside(tmp_path)
    service.call("PUT", "/v1/models/m", {"columns": {"text": ["t"]}})
    detail = str(service.ask({"a": [1, 2]}, model="m").value["detail"])
    assert 'declare the column a category: "columns": {"categories": [...]}' in detail
    service.close()


def test_a_start_is_told_in_the_words_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", str(tmp_path), "--model", "m=winnow,n=10", "--labels", "a,b", "--positive", "c", "--port", "0"])
    assert '"positive"' not in capsys.readouterr().err


def test_a_label_full_of_brackets_is_refused_at_once(tmp_path: Path) -> None:
    assert in_settings("Multiclass(" * 300).startswith("Multiclass(Multi")
    assert in_settings("Multiclass(" * 100_000).endswith("Multiclass(")
    assert in_settings("'a positive=' is none") == "'a positive=' is none"


@pytest.mark.parametrize("until", ["0", "-3"])
def test_the_time_before_the_first_event_is_refused(
    tmp_path: Path, until: str, capsys: pytest.CaptureFixture[str]
) -> None:
    service = Inside(tmp_path / "served")
    service.ask({"a": 1}, "1")
    service.close()
    with pytest.raises(SystemExit) as ended:
        main(["serve", "replay", str(tmp_path / "served"), "--until", until])
    assert ended.value.code == 2
    assert f"--until must be 1 or more; got {until}" in capsys.readouterr().err
