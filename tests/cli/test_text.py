"""Texts on the command line: `--text` and `--format text` make the examples that `thresher.words` makes."""

import csv
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from tests.streams.reading import BadRow, from_csv, from_json, from_text
from thresher.cli import main
from thresher.errors import InputError, ParameterError
from thresher.learners import load
from thresher.streams import Columns, Source

MAIL = [
    ("spam", "Free money, don't wait: FREE!"),
    ("ham", 'Lunch at noon? He said "yes'),
    ("spam", "Prize money\tfor you_all"),
    ("ham", "Grüße vom See, 42 हिन्दी"),
    ("ham", ""),
]
KINDS = ["text", "jsonl", "csv", "tsv", "parquet"]
SETTINGS = [
    ([], {}),
    (["--pairs"], {"pairs": True}),
    (["--counts"], {"counts": True}),
    (["--keep-case", "--pairs"], {"lower": False, "pairs": True}),
    (["--no-shape"], {"shape": False}),
    (["--characters", "3-4"], {"characters": (3, 4)}),
    (["--characters", "2", "--no-shape"], {"characters": (2, 2), "shape": False}),
]


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def written(folder, kind, rows=MAIL):
    """A file of labels and texts, and the options that say what it is."""
    path = folder / f"mail.{kind}"
    if kind == "text":
        path.write_text("".join(f"{label}\t{text}\n" for label, text in rows))
        return [path, "--format", "text"]
    if kind == "jsonl":
        path.write_text("".join(json.dumps({"label": label, "body": text}) + "\n" for label, text in rows))
    elif kind == "parquet":
        pq.write_table(pa.table({"label": [label for label, _ in rows], "body": [text for _, text in rows]}), path)
    else:
        with path.open("w", newline="") as file:
            csv.writer(file, delimiter="\t" if kind == "tsv" else ",").writerows([("label", "body"), *rows])
    return [path, "--text", "body"]


def learned(folder, *arguments):
    model = folder / "model.thresher"
    result = run("learn", *arguments, "--quiet", "--labels", "ham,spam", "--model", model)
    assert (result.exit_code, result.output) == (0, "")
    return model


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("options", "how"), SETTINGS, ids=lambda said: "".join(said) if isinstance(said, list) else "")
def test_the_command_learns_what_python_learns(tmp_path, kind, options, how):
    for bits in (None, 10):
        model = th.AdaptiveWinnow(labels=("ham", "spam"), bits=bits)
        for label, text in MAIL:
            model.learn_one(th.words(text, **how), label)
        hashed = [] if bits is None else ["--bits", bits]
        path = learned(tmp_path, *written(tmp_path, kind), "--learner", "adaptive-winnow", *options, *hashed)
        assert load(path).digest() == model.digest()


def test_other_settings_are_another_model(tmp_path):
    file = written(tmp_path, "text")
    assert len({load(learned(tmp_path, *file, *options)).digest() for options, _ in SETTINGS}) == len(SETTINGS)


@tries(20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=30), max_size=5))
@example(["None", "NA", " null "])
def test_any_text_has_the_same_words_in_every_format(tmp_path, texts):
    rows = [("ham", text) for text in texts]
    expected = [th.words(text, pairs=True) for text in texts]
    columns = Columns(text=("body",), words=th.text.Words(pairs=True))
    for kind in KINDS:
        path = written(tmp_path, kind, rows)[0]
        source = Source(str(path), format="text" if kind == "text" else None, columns=columns)
        blocks = list(source.blocks())
        assert [dict(x.items()) for block in blocks for x in block.examples()] == expected
        assert not any(block.troubles for block in blocks)


def test_the_words_of_several_columns_are_told_apart(tmp_path):
    path = tmp_path / "mail.jsonl"
    path.write_text('{"label": 1, "subject": "Free lunch", "body": "free", "size": 3}\n')
    model = tmp_path / "model.thresher"
    result = run("learn", path, "--text", "subject", "--text", "body", "--pairs", "--model", model, "--quiet")
    assert result.exit_code == 0
    both = th.words("Free lunch", pairs=True, column="subject") | th.words("free", pairs=True, column="body")
    assert set(load(model).weights()) == {*both, "size"}


@pytest.mark.parametrize("counts", [False, True], ids=["once", "counted"])
def test_a_word_that_is_also_a_column_says_where_it_is_from(counts):
    columns = Columns(label="", text=("body",), words=th.text.Words(counts=counts, shape=False))
    x = {"size": 3.0, "body=size": 1 + counts, "of": 1}
    (row,) = from_csv("size,body\n3,size of SIZE\n", columns)
    assert row.x == x
    lines = b'{"body": "size of SIZE", "size": 3}\n{"features": {"size": 3}, "body": ["size of", "SIZE"]}\n'
    assert [row.x for row in from_json(lines, columns)] == [x, x]
    (row,) = from_csv("size,body\n0,size of\n", columns)
    assert row.x == {"size": 1, "of": 1}


def test_an_attribute_given_twice_is_refused_beside_words_too():
    lines = b'{"body": "size", "size": 3, "features": {"size": 4}}\n'
    (row,) = from_json(lines, Columns(label="", text=("body",)))
    assert isinstance(row, BadRow)
    assert "'size' is given twice" in row.message


def test_predict_splits_as_the_model_learned(tmp_path):
    rows = [("spam", "Free money")] * 5 + [("ham", "free lunch")] * 5
    model = learned(tmp_path, *written(tmp_path, "text", rows), "--pairs", "--keep-case")
    rows = load(model).rows
    assert (rows.text, rows.words) == (("text",), th.text.Words(pairs=True, lower=False))
    score = load(model).score_one(th.words("Free money", pairs=True, lower=False))
    new = tmp_path / "new"
    for line, options in [
        ("Free money\n", ["--format", "text"]),
        ("\tFree money\n", ["--format", "text"]),
        ("Free money\n", ["--format", "text", "--label", ""]),
        ('{"text": "Free money"}\n', ["--format", "json"]),
        ('{"mail": "Free money"}\n', ["--format", "json", "--text", "mail"]),
        ("text\nFree money\n", ["--format", "csv", "--label", "", "--pairs"]),
    ]:
        new.write_text(line)
        assert run("predict", new, "--model", model, "--output", "scores", *options).stdout == f"{score}\n", options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--no-pairs"], "learned its words with --pairs: leave --no-pairs out"),
        (["--counts"], "learned its words with --no-counts: leave --counts out"),
        (["--keep-case"], "learned its words with --lower: leave --keep-case out"),
        (["--no-shape"], "learned its words with --shape: leave --no-shape out"),
        (["--characters", "3-4"], "learned its words with no --characters: leave --characters 3-4 out"),
        (["--text", "a", "--text", "b"], "learned from the text of text, not of a, b"),
    ],
    ids=["pairs", "counts", "case", "shape", "characters", "columns"],
)
def test_predict_refuses_to_split_otherwise(tmp_path, options, message):
    file = written(tmp_path, "text")
    model = learned(tmp_path, *file, "--pairs")
    for command in (["predict", *file, "--model", model], ["learn", *file, "--resume", model]):
        result = run(*command, *options)
        assert result.exit_code == 2
        assert message in result.stderr


def test_a_model_of_before_there_was_shape_goes_on_without(tmp_path):
    model = th.TrackingWinnow.for_separation(0.25, norm=100, labels=("ham", "spam"))  # the unmet weighs something
    path, new = tmp_path / "model.thresher", tmp_path / "new"
    for label, text in MAIL:
        model.learn_one(th.words(text, shape=False), label)
    model.save(path, {"reading": {"text": ["text"]}})  # as 0.1.0 kept it
    new.write_text("Free lunch!\n")
    said = run("predict", new, "--format", "text", "--model", path, "--output", "scores").stdout
    assert said == f"{model.score_one(th.words('Free lunch!', shape=False))}\n"
    assert model.score_one(th.words("Free lunch!")) != model.score_one(th.words("Free lunch!", shape=False))


@pytest.mark.parametrize("sizes", ["0-3", "4-3", "3-9", "x", "3-", "-3"])
def test_sizes_of_runs_are_checked(tmp_path, sizes):
    result = run("learn", *written(tmp_path, "text"), "--characters", sizes)
    assert result.exit_code == 2
    assert "characters" in result.stderr


def test_plain_text_is_no_text_of_several_columns(tmp_path):
    path = tmp_path / "mail.csv"
    path.write_text("label,subject,body\n1,free,money\n")
    model = tmp_path / "model.thresher"
    assert run("learn", path, "--text", "subject", "--text", "body", "--model", model).exit_code == 0
    result = run("predict", path, "--format", "text", "--model", model)
    assert result.exit_code == 2
    assert "words of several columns (subject, body) are in tables" in result.stderr


def test_settings_of_words_need_a_text():
    result = run("learn", "-", "--format", "vw", "--pairs")
    assert result.exit_code == 2
    assert "--pairs is about words: name the column of text by --text COLUMN" in result.stderr


def test_a_file_without_names_of_columns_is_told_from_a_table(tmp_path):
    path = tmp_path / "mail"
    path.write_text("ham\tlunch at noon\n")
    result = run("learn", path, "--text", "body")
    assert result.exit_code == 2
    assert "a label, a tab and a text: --format text" in result.stderr


def test_resumed_is_one_run(tmp_path):
    whole = load(learned(tmp_path, *written(tmp_path, "text"), "--pairs")).digest()
    file = written(tmp_path, "text", MAIL[:2])
    model = learned(tmp_path, *file, "--pairs")
    written(tmp_path, "text")
    assert run("learn", *file, "--resume", model, "--model", model, "--quiet").exit_code == 0
    assert load(model).digest() == whole


def test_compare_and_inspect_read_texts(tmp_path):
    file = written(tmp_path, "text")
    compared = run("compare", *file, "--labels", "ham,spam", "--json", "--quiet", "--learner", "perceptron", "--pairs")
    features = sum(len(th.words(text, pairs=True)) for _, text in MAIL)
    assert json.loads(compared.stdout)["features"] == features
    assert json.loads(run("inspect", *file, "--pairs", "--json").stdout)["features"] == features


def test_lines_of_plain_text():
    lines = b'1\tone\ttwo "\r\n\n-1\t\n two words \n \tthree\n0.5\t' + "\u2028".encode() + b"\xff\nx\ty"
    *rows, bad, last = from_text(lines, Columns(words=th.text.Words(shape=False)))
    assert [(row.label, row.x, row.line) for row in rows] == [
        (1, {"one": 1, "two": 1}, 1),
        (-1, {}, 3),
        (None, {"two": 1, "words": 1}, 4),
        (None, {"three": 1}, 5),
    ]
    assert (bad.line, bad.column, bad.message) == (6, 8, "the byte 0xff is not UTF-8")
    assert (last.label, last.x, last.line) == ("x", {"y": 1}, 7)


@tries(40)
@given(
    st.binary(max_size=60) | st.lists(st.sampled_from([b"1", b"\t", b"\n", b"\r", b"a", b"\xff", b"nan"])).map(b"".join)
)
def test_hostile_lines_are_examples_or_refused(data):
    for row in from_text(data, Columns()):
        assert row.raw in data
        assert row.message if isinstance(row, BadRow) else set(row.x.values()) <= {1}


def test_columns_that_plain_text_has_not_are_an_error(tmp_path):
    with pytest.raises(InputError, match="there is no column 'id'"):
        from_text(b"", Columns(tag="id"))
    with pytest.raises(ParameterError, match="Words without column and bits"):
        Columns(words=th.text.Words(bits=3))


def test_the_messages_of_the_collection_are_learned_in_one_command(tmp_path, data):
    path = data / "sms_spam" / "SMSSpamCollection"
    model = learned(tmp_path, path, "--format", "text", "--learner", "adaptive-winnow")
    python = th.AdaptiveWinnow(labels=("ham", "spam"))
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            label, _, text = line.partition("\t")
            python.learn_one(th.words(text), label)
    assert load(model).digest() == python.digest()
    assert python.mistakes < 0.05 * python.examples
