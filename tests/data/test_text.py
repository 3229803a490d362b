"""The words of a text: what a word is, for any text; and that a text is the same example through every door."""

import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import thresher as th
from tests.data import plain_words as plain
from tests.depth import tries
from thresher._core import NativeWords
from thresher.data.text import LONGEST, Words
from thresher.errors import InputError, ParameterError

SAME_UNICODE = unicodedata.unidata_version == NativeWords.unicode
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # one word, with a joiner that is not seen
PIECES = st.sampled_from(
    [
        "Free",
        "don't",
        "\u2019",
        "'",
        "_",
        " ",
        "e\u0301",
        "É",
        "\u0301",
        "❤\ufe0f",
        "हिन्दी",
        PERSIAN,
        "İ",
        "Σ",
        "ΑΣ",
        "½",
        "7",
    ]
)
MANY = 10**6
# What Python says of the youngest characters depends on its version, what the core says does not.
CHARACTERS = st.characters() if SAME_UNICODE else st.characters(max_codepoint=0x24F)
TEXTS = st.text(CHARACTERS, max_size=30) | st.lists(PIECES | CHARACTERS, max_size=12).map("".join)
SIZES = st.none() | st.tuples(st.integers(1, 3), st.integers(3, 8))
SETTINGS = st.fixed_dictionaries(
    {"pairs": st.booleans(), "lower": st.booleans(), "shape": st.booleans(), "characters": SIZES}
)


def words(text, **settings):
    """The words alone, unless more is said."""
    return th.words(text, **{"shape": False} | settings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \t\r\n", []),
        ("Free money, FREE!", ["free", "money"]),
        ("Don't 'quote' rock'n'roll dogs' ''", ["don't", "quote", "rock'n'roll", "dogs"]),
        ("don\u2019t don't", ["don't"]),
        ("T&C's apply, £1.50 08452810075over18's", ["t", "c's", "apply", "1", "50", "08452810075over18's"]),
        ("snake_case __init__", ["snake", "case", "init"]),
        ("Grüße GRÜSSE", ["grüße", "grüsse"]),
        ("cafe\u0301 café", ["café"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        (PERSIAN, [PERSIAN]),
        ("I ❤\ufe0f you 👨\u200d👩\u200d👧", ["i", "you"]),
        ("ΟΔΟΣ İstanbul", ["οδος", "i̇stanbul"]),
        ("x\x00y\ud800z\x1b[0m", ["x", "y", "z", "0m"]),
        ("我喜欢吃苹果。你呢", ["我喜欢吃苹果", "你呢"]),
    ],
    ids=ascii,
)
def test_what_a_word_is(text, expected):
    assert list(words(text)) == expected


@given(TEXTS, SETTINGS)
@example("aΣ\u0301b", {"pairs": True})
@example("Σ.\u0391 \u0391.Σ. \u0391\u00adΣ", {"characters": (1, 3)})
@example("\u0301a'\u0301b'c", {"lower": False})
@example("\u1100\u1161\u11a8 가\u11a8 \u0958\u0344 \u1e9b\u0323\u0307", {"lower": False, "characters": (2, 4)})
@example("Ⓐ\u2019s \u2019Ⓑ __ \ud800\x00 ❤\ufe0f!!?", {"characters": (1, 8), "shape": True})
def test_the_core_gives_what_is_plainly_defined(text, settings):
    expected = Counter(plain.attributes(text, **{"shape": False} | settings))
    assert list(words(text, counts=True, **settings).items()) == list(expected.items())
    assert list(words(text, **settings).items()) == list(dict.fromkeys(expected, 1).items())


@pytest.mark.parametrize("behind", [" ", "'", "'s", "é", "\u2019t", "_", "!", "👩" * 6])
@pytest.mark.parametrize("size", [1, 3, 4, 8, 14, 15, 16, 17, 33, 99, 100, 101])
def test_words_of_any_length_at_any_place_are_the_plain_ones(size, behind):
    word = ("aZ09zA" * 17)[:size]
    for before in (0, 1, 7, 15, 16):
        for rest in ("", "to", " and something more behind it"):
            text = "?" * before + word + behind + rest + " " + word
            for settings in ({}, {"lower": False, "shape": True}, {"pairs": True, "characters": (2, 8)}):
                assert list(words(text, **settings)) == list(dict.fromkeys(plain.attributes(text, **settings))), text


def test_what_texts_of_any_length_look_like_is_counted_to_the_last_character():
    for size in (15, 16, 17, 31, 255, 256, 16 * 255, 16 * 255 + 1, 10_000):
        for text in ("aB3 !?~" * size, "A" * size + "É" + "7" * size, "?" * size + "\n"):
            assert list(words(text, shape=True)) == list(dict.fromkeys(plain.attributes(text, shape=True)))


@pytest.mark.slow
@pytest.mark.skipif(not SAME_UNICODE, reason="another version of Unicode than the core's")
def test_the_core_knows_every_character_as_python_does():
    split = Words(characters=(1, 2))
    for code in range(sys.maxunicode + 1):
        for text in (chr(code), f"a{chr(code)}Σ", f"Σ{chr(code)}b", f"A{chr(code)}\u0301\u0323"):
            assert list(split(text)) == list(dict.fromkeys(plain.attributes(text, characters=(1, 2), shape=True)))


@pytest.mark.skipif(not SAME_UNICODE, reason="another version of Unicode than the core's")
def test_the_tables_of_the_core_are_those_that_their_script_writes():
    core = Path(__file__).parents[2] / "core"
    script = core / "tables" / "make_unicode_tables.py"
    if not script.is_file():
        pytest.skip("the core is not beside the tests")
    written = subprocess.run([sys.executable, str(script)], capture_output=True, check=True).stdout
    assert written == (core / "include" / "thresher" / "text" / "unicode_tables.hpp").read_bytes()


@pytest.mark.parametrize("text", ["don't", "हिन्दी", "x_y"])
def test_what_re_calls_a_word_is_something_else(text):
    assert re.findall(r"\w+", text) != plain.plain_words(text) == list(words(text))


@given(TEXTS)
def test_names_are_names_in_a_file_and_have_words_of_their_own(text):
    for word in words(text):
        word.encode()
        assert word
        assert not set(word) & set("_=^:| \t\n")
        assert list(words(word)) == [word]


@given(TEXTS, SETTINGS)
def test_no_two_things_have_one_name(text, settings):
    single = set(plain.plain_words(text, lower=settings["lower"]))
    for name in words(text, **settings):
        name.encode()
        of = [name in single, name[0] not in "#_" and "_" in name, name[0] == "#", name[0] == "_" and "=" in name]
        assert of.count(True) == 1
        assert not set(name) & set(" \t\n\0")


@given(TEXTS)
def test_blanks_around_a_text_do_not_matter(text):
    for settings in ({}, {"pairs": True, "characters": (3, 4)}):
        assert th.words(f" \t{text}\r\n", **settings) == th.words(text.strip(), **settings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n", []),
        (
            "WIN £1000 now!!",
            ["length=8-15", "capitals=2-3", "digits=4-7", "signs=2-3", "exclamations=2-3", "questions=0"],
        ),
        ("ok", ["length=2-3", "capitals=0", "digits=0", "signs=0", "exclamations=0", "questions=0"]),
        ("x" * 1024, ["length=1024-2047", "capitals=0", "digits=0", "signs=0", "exclamations=0", "questions=0"]),
    ],
    ids=["nothing", "blanks", "prize", "ok", "long"],
)
def test_what_a_text_looks_like(text, expected):
    assert [name for name in th.words(text) if name[0] == "_"] == [f"_{name}" for name in expected]


def test_runs_of_characters_reach_over_punctuation_and_blanks():
    assert " ".join(words("Hi:) you", characters=(3, 3))) == "hi you #_hi #hi: #i:) #:)_ #)_y #_yo #you #ou_"
    assert list(words("a \n_ b", characters=(3, 3)))[2:] == ["#_a_", "#a_b", "#_b_"]
    assert words("", characters=(1, 3)) == {}


@given(st.text(CHARACTERS, max_size=20) | st.lists(PIECES, max_size=8).map("".join))
def test_composed_and_decomposed_letters_are_the_same(text):
    one, two = (words(unicodedata.normalize(form, text)) for form in ("NFD", "NFC"))
    assert one == two


@given(TEXTS)
def test_pairs_are_the_neighbours_in_the_text(text):
    single = plain.plain_words(text)
    pairs = [f"{one}_{two}" for one, two in pairwise(single)]
    assert words(text, pairs=True, counts=True) == Counter(single + pairs)
    assert not set(pairs) & set(single)


def test_pairs_do_not_reach_around_the_ends():
    assert list(words("one two", pairs=True)) == ["one", "two", "one_two"]
    assert list(words("one", pairs=True)) == ["one"]
    assert words("", pairs=True) == {}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a" * MANY, id="letters"),
        pytest.param("a'" * MANY, id="apostrophes"),
        pytest.param("'" * MANY, id="quotes"),
        pytest.param("a" + "\u0300\u0316" * MANY, id="marks"),
        pytest.param("\u0300\u0316" * MANY, id="marks-alone"),
        pytest.param("\ud800" * MANY, id="surrogates"),
        pytest.param("a\u200d" * MANY, id="joiners"),
        pytest.param("İ" * MANY, id="dots"),
        pytest.param("x" * 101, id="one-too-many"),
    ],
)
def test_words_without_end_are_cut(text):
    for word in words(text, pairs=True, counts=True):
        assert all(len(part) <= LONGEST for part in word.split("_"))
    assert words("b" * (LONGEST + 1)) == {"b" * LONGEST: 1}
    assert all(len(name) <= 9 for name in words(text, characters=(3, 8)) if name[0] == "#")


@pytest.mark.parametrize("text", [None, b"free money", 7, ["free money"]], ids=["none", "bytes", "number", "list"])
def test_only_a_text_has_words(text):
    with pytest.raises(InputError, match="words are those of a text"):
        th.words(text)
    with pytest.raises(InputError, match="words are those of a text"):
        Words().many(["free", text])


@pytest.mark.parametrize(
    "settings_",
    [
        {"pairs": 1},
        {"lower": None},
        {"counts": "no"},
        {"shape": "round"},
        {"bits": 0},
        {"bits": 32},
        {"column": 3},
        {"characters": 3},
        {"characters": (3,)},
        {"characters": (0, 3)},
        {"characters": (4, 3)},
        {"characters": (3, 9)},
        {"characters": "34"},
    ],
    ids=str,
)
def test_settings_are_checked(settings_):
    with pytest.raises(ParameterError, match=next(iter(settings_))):
        Words(**settings_)


def test_many_takes_many():
    with pytest.raises(InputError, match="list of texts"):
        Words().many("free money")
    for split in (Words(), Words(bits=3)):
        with pytest.raises(InputError, match="is empty"):
            split.many([])


@tries(30)
@given(
    st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=8),
    SETTINGS,
    st.sampled_from([None, 3, 18]),
    st.sampled_from(["", "körper"]),
)
def test_one_is_many(stream, settings, bits, column):
    split = Words(counts=True, bits=bits, column=column, **settings)
    one, many = th.AdaptiveWinnow(), th.AdaptiveWinnow()
    for text, label in stream:
        one.learn_one(split(text), label)
    many.learn_many(split.many([text for text, _ in stream]), [label for _, label in stream])
    assert one.digest() == many.digest()


def test_other_words_are_another_model():
    digests = set()
    others = [{"pairs": True}, {"lower": False}, {"counts": True}, {"column": "c"}]
    others += [{"characters": (3, 4)}, {"shape": False}]
    for split in (Words(), *(Words(**other) for other in others)):
        model = th.AdaptiveWinnow()
        model.learn_one(split("Free free money"), True)
        digests.add(model.digest())
    assert len(digests) == 7


@given(TEXTS)
def test_hashed_words_have_the_indices_of_their_names(text):
    names = th.words(text, pairs=True, counts=True, characters=(2, 3))
    met = Counter()
    for name, count in names.items():
        met[th.features.hashed_index(name, bits=3)] += count
    settings = {"pairs": True, "characters": (2, 3), "bits": 3}
    assert Words(counts=True, **settings)(text) == met
    assert Words(**settings)(text) == dict.fromkeys(met, 1)


def test_a_learner_with_bits_hashes_words_to_the_same_indices():
    named, hashed = th.Perceptron(bits=18), th.Perceptron(bits=18)
    for text, label in [("Free money", True), ("lunch at noon", False), ("free lunch", True)]:
        named.learn_one(th.words(text), label)
        hashed.learn_one(Words(bits=18)(text), label)
    assert named.weights() == hashed.weights()


def test_scikit_learn_can_split_texts_by_it():
    text = pytest.importorskip("sklearn.feature_extraction.text")
    vectorizer = text.CountVectorizer(analyzer=Words(pairs=True, shape=False))
    matrix = vectorizer.fit_transform(["Free money, FREE", "don't"])
    assert sorted(vectorizer.vocabulary_) == ["don't", "free", "free_money", "money", "money_free"]
    assert matrix.toarray().tolist() == [[0, 1, 1, 1, 1], [1, 0, 0, 0, 0]]


@given(SETTINGS, st.booleans(), st.sampled_from([None, 18]), st.sampled_from(["", "subject"]))
def test_settings_survive_a_file(settings, counts, bits, column):
    split = Words(counts=counts, bits=bits, column=column, **settings)
    assert Words.from_dict(json.loads(json.dumps(split.to_dict()))) == split


def test_files_of_before_had_no_shape():
    assert Words.from_dict({"pairs": True}) == Words(pairs=True, shape=False)
    with pytest.raises(ParameterError, match="'colour'"):
        Words.from_dict({"colour": True})


def test_a_splitter_can_be_used_while_it_is_used():
    """Making a dict may run anything: here, what is done when an object is thrown away."""
    split, seen = Words(), []

    class Dropped:
        def __del__(self):
            seen.append(split("inner words"))

    cycle = [Dropped()]
    cycle.append(cycle)
    del cycle
    found = [split("outer text of some words") for _ in range(1000)]
    assert all(list(one)[:2] == ["outer", "text"] for one in found)


@tries(60)
@given(
    text=st.text(max_size=60),
    settings=st.fixed_dictionaries(
        {
            "pairs": st.booleans(),
            "counts": st.booleans(),
            "shape": st.booleans(),
            "characters": st.none() | st.just((2, 4)),
            "column": st.sampled_from(["", "body"]),
            "bits": st.sampled_from([None, 12]),
        }
    ),
)
def test_a_prepared_example_has_the_words_of_the_dict(text, settings):
    split = th.Words(**settings)
    prepared, plain = split.example(text), split(text)
    assert dict(prepared.items()) == plain
    assert list(dict(prepared.items())) == list(plain)
    learned = [th.Perceptron(), th.Perceptron()]
    for model, given_as in zip(learned, (prepared, plain), strict=True):
        model.learn_one(given_as, False)
        assert model.predict_one(given_as) == model.predict_one(plain)
    assert learned[0] == learned[1]
