"""Labels in SNoW's text: the first id, or named targets anywhere; several on a line; candidates behind ';'."""

import math

import pytest

from thresher.errors import InputError, ParameterError
from thresher.streams import Source
from thresher.streams.targets import CANDIDATES, Targets


@pytest.fixture
def source(tmp_path):
    def make(text, **options):
        path = tmp_path / "some.snow"
        path.write_text(text)
        return Source(str(path), **options)

    return make


def labels(source):
    return [label for block in source.blocks() for label in block.labels]


def attributes(source):
    return [dict(x.items()) for block in source.blocks() for x in block.examples()]


def troubles(source):
    return [trouble for block in source.blocks() for trouble in block.troubles]


def test_a_label_that_turns_up_among_attributes_is_refused_with_the_way_out(source):
    with pytest.raises(InputError, match=r"some\.snow: line 3: the id 5 is an attribute here") as caught:
        labels(source("1, 7:\n5, 8:\n1, 5, 9:\n"))
    assert "targets=(1, 5)" in caught.value.hint
    assert "targets='first'" in caught.value.hint


def test_the_label_of_the_same_line_is_refused_too(source):
    with pytest.raises(InputError, match="line 1: the id 1"):
        labels(source("1, 7, 1:\n"))


def test_an_id_with_a_strength_is_an_attribute_whatever_it_is_elsewhere(source):
    read = source("1, 2(1), 5:\n2, 1(0.5):\n1(1), 2(1):\n")
    assert labels(read)[:2] == [1, 2]
    assert attributes(read) == [{2: 1, 5: 1}, {1: 0.5}, {1: 1, 2: 1}]


def test_it_does_not_depend_on_where_blocks_end(source):
    lines = [f"{1 + n % 2}, {10 + n % 50}:\n" for n in range(300_000)]  # several blocks
    lines[250_000] = "1, 2, 10:\n"
    with pytest.raises(InputError, match="line 250001: the id 2"):
        labels(source("".join(lines)))


def test_first_takes_the_first_id_alone_for_a_label(source):
    read = source("1, 7:\n5, 8:\n1, 5, 9:\n", targets="first")
    assert labels(read) == [1, 5, 1]
    assert attributes(read)[2] == {5: 1.0, 9: 1.0}


def test_targets_are_labels_wherever_they_stand(source):
    read = source("7, 1:\n5, 8:\n9, 1(2), 5:\n7:\n1, 1, 3:\n", targets=(1, 5))
    found = labels(read)
    assert found[:3] == [1, 5, 5]
    assert math.isnan(found[3])  # no target at all: nothing to learn
    assert found[4] == 1
    assert attributes(read) == [{7: 1}, {8: 1}, {9: 1, 1: 2}, {7: 1}, {3: 1}]  # with a strength it is an attribute


def test_several_targets_on_a_line_are_one_label_too_many(source):
    read = source("7, 1, 5:\n1, 8:\n", targets=(1, 5))
    (trouble,) = troubles(read)
    assert (trouble.line, trouble.column) == (1, 7)
    assert "the targets 1 and 5 stand on one line" in trouble.message
    assert "target=" in trouble.hint
    assert labels(read) == [1]


def test_of_several_targets_each_is_learned_by_itself(source):
    text = "7, 1, 5:\n1, 8:\n9:\n5, 1, 2:\n"
    for one, expected in ((1, [1, 1, 0, 1]), (5, [1, 0, 0, 1]), (2, [0, 0, 0, 1])):
        read = source(text, targets=Targets((1, 2, 5), one=one))
        assert labels(read) == expected
        assert attributes(read) == [{7: 1}, {8: 1}, {9: 1}, {}]  # no target is an attribute


def test_candidates_are_kept_beside_the_example(source):
    read = source("1, 7, 8; 1, 2:\n2, 9:\n3, 7 ;4:\n", targets=Targets(candidates=True))
    (block,) = read.blocks()
    assert [block.aside(row) for row in range(3)] == [{CANDIDATES: " 1, 2"}, {}, {CANDIDATES: "4"}]
    assert attributes(read) == [{7: 1, 8: 1}, {9: 1}, {7: 1}]


@pytest.mark.parametrize(("line", "words"), [("1, 7; :", "no candidate"), ("1, 7; x:", "an id"), ("1, 7; 2", "no ':'")])
def test_candidates_that_are_none(source, line, words):
    (trouble,) = troubles(source(line + "\n", targets=Targets(candidates=True)))
    assert words in trouble.message


def test_where_nothing_is_predicted_candidates_are_refused(source):
    (trouble,) = troubles(source("1, 7; 1, 2:\n"))
    assert "candidate targets behind ';'" in trouble.message


@pytest.mark.parametrize("ids", [(), (1.5,), ("a",), (-1,), (2**62,), (True,)])
def test_targets_that_are_no_ids(source, ids):
    with pytest.raises(ParameterError, match="targets must be ids"):
        source("1, 2:\n", targets=ids)


def test_a_target_that_is_none_of_the_targets():
    with pytest.raises(ParameterError, match="got 2, and targets was not given"):
        Targets.of(None, 2)
    with pytest.raises(ParameterError, match="target must be one of targets"):
        Targets((1, 2), one=3)
