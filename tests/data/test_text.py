"""The words of a text: what a word is, for any text; and that a text is the same example through every door."""

import re
import unicodedata
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import thresher as th
from tests.depth import tries
from thresher.data.text import LONGEST, Words
from thresher.errors import InputError, ParameterError

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
TEXTS = st.text(max_size=30) | st.lists(PIECES | st.characters(), max_size=12).map("".join)


def is_letter(character):
    return character.isalnum()


def is_mark(character):
    return unicodedata.category(character)[0] == "M"


def slowly(text):
    """The words of a text, one character after the other."""
    found, word = [], ""
    for place, character in enumerate(text := text.replace("\u2019", "'")):
        following = text[place + 1 : place + 2]
        inside = character in "'\u200c\u200d" and following and is_letter(following)
        if is_letter(character) or (word and (is_mark(character) or inside)):
            word += character
        else:
            found, word = [*found, word], ""
    return [unicodedata.normalize("NFC", word[:LONGEST]) for word in [*found, word] if word]


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
    assert list(th.words(text)) == expected


@given(TEXTS, st.booleans())
@example("aΣ\u0301b", True)
@example("\u0301a'\u0301b'c", False)
def test_words_are_those_of_the_slow_definition(text, lower):
    expected = Counter(slowly(text.lower() if lower else text))
    assert th.words(text, lower=lower, counts=True) == expected
    assert th.words(text, lower=lower) == dict.fromkeys(expected, 1)


@pytest.mark.parametrize("text", ["don't", "हिन्दी", "x_y"])
def test_what_re_calls_a_word_is_something_else(text):
    assert re.findall(r"\w+", text) != slowly(text) == list(th.words(text))


@given(TEXTS)
def test_names_are_names_in_a_file_and_have_words_of_their_own(text):
    for word in th.words(text):
        word.encode()
        assert word
        assert not set(word) & set("_=^:| \t\n")
        assert list(th.words(word)) == [word]


@given(st.text(max_size=20) | st.lists(PIECES, max_size=8).map("".join))
def test_composed_and_decomposed_letters_are_the_same(text):
    assert th.words(unicodedata.normalize("NFD", text)) == th.words(unicodedata.normalize("NFC", text))


@given(TEXTS)
def test_pairs_are_the_neighbours_in_the_text(text):
    single = slowly(text.lower())
    pairs = [f"{one}_{two}" for one, two in pairwise(single)]
    assert th.words(text, pairs=True, counts=True) == Counter(single + pairs)
    assert not set(pairs) & set(single)


def test_pairs_do_not_reach_around_the_ends():
    assert list(th.words("one two", pairs=True)) == ["one", "two", "one_two"]
    assert list(th.words("one", pairs=True)) == ["one"]
    assert th.words("", pairs=True) == {}


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
    for word in th.words(text, pairs=True, counts=True):
        assert all(len(part) <= LONGEST for part in word.split("_"))
    assert th.words("b" * (LONGEST + 1)) == {"b" * LONGEST: 1}


@pytest.mark.parametrize("text", [None, b"free money", 7, ["free money"]], ids=["none", "bytes", "number", "list"])
def test_only_a_text_has_words(text):
    with pytest.raises(InputError, match="words are those of a text"):
        th.words(text)


@pytest.mark.parametrize(
    "settings_", [{"pairs": 1}, {"lower": None}, {"counts": "no"}, {"bits": 0}, {"bits": 32}, {"column": 3}], ids=str
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
@given(st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=8), st.booleans(), st.sampled_from([None, 3, 18]))
def test_one_is_many(stream, pairs, bits):
    split = Words(pairs=pairs, counts=True, bits=bits)
    one, many = th.AdaptiveWinnow(), th.AdaptiveWinnow()
    for text, label in stream:
        one.learn_one(split(text), label)
    many.learn_many(split.many([text for text, _ in stream]), [label for _, label in stream])
    assert one.digest() == many.digest()


def test_other_words_are_another_model():
    digests = set()
    for split in (Words(), Words(pairs=True), Words(lower=False), Words(counts=True), Words(column="c")):
        model = th.AdaptiveWinnow()
        model.learn_one(split("Free free money"), True)
        digests.add(model.digest())
    assert len(digests) == 5


@given(TEXTS)
def test_hashed_words_have_the_indices_of_their_names(text):
    names = th.words(text, pairs=True, counts=True)
    met = Counter()
    for name, count in names.items():
        met[th.features.hashed_index(name, bits=3)] += count
    assert Words(pairs=True, counts=True, bits=3)(text) == met
    assert Words(pairs=True, bits=3)(text) == dict.fromkeys(met, 1)


def test_a_learner_with_bits_hashes_words_to_the_same_indices():
    named, hashed = th.Perceptron(bits=18), th.Perceptron(bits=18)
    for text, label in [("Free money", True), ("lunch at noon", False), ("free lunch", True)]:
        named.learn_one(th.words(text), label)
        hashed.learn_one(Words(bits=18)(text), label)
    assert named.weights() == hashed.weights()


def test_scikit_learn_can_split_texts_by_it():
    text = pytest.importorskip("sklearn.feature_extraction.text")
    vectorizer = text.CountVectorizer(analyzer=Words(pairs=True))
    matrix = vectorizer.fit_transform(["Free money, FREE", "don't"])
    assert sorted(vectorizer.vocabulary_) == ["don't", "free", "free_money", "money", "money_free"]
    assert matrix.toarray().tolist() == [[0, 1, 1, 1, 1], [1, 0, 0, 0, 0]]
