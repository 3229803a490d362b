"""Every parameter of a public name has a paragraph of its own in the docstring, in numpydoc's form."""

import importlib
import inspect
import pkgutil

import pytest

from .numpydoc import difference, names_in

FACES = (
    "thresher",
    "thresher.learners",
    "thresher.late",
    "thresher.experts",
    "thresher.evaluation",
    "thresher.streams",
    "thresher.files",
    "thresher.data.features",
    "thresher.theory.bounds",
)

# Rooms where functions and methods that no face shows have such docstrings too, and what importing them needs.
THOROUGH = {
    "thresher.data.columns": None,
    "thresher.data.examples": None,
    "thresher.data.features": None,
    "thresher.data.matrices": None,
    "thresher.data.text": None,
    "thresher.files": None,
    "thresher.parameters": None,
    "thresher.river": "river",
    "thresher.sklearn": "sklearn",
    "thresher.streams": "pyarrow",
}

# Still without. The list may only become shorter: what is done has to leave it.
TO_BE_DONE = (
    "thresher.evaluation.late.run.LateRun",
    "thresher.theory.bounds.theorem.Bound",
    "thresher.theory.bounds.theorem.Explanation",
    "thresher.theory.bounds.theorem.Theorem",
)

# Learner says, for all the others, what their **options are; it is never made itself.
NOT_COMPARED = ("thresher.learners.base.Learner",)


def public(face):
    """The classes and functions of ours that a face shows."""
    names = getattr(face, "__all__", None) or [name for name in vars(face) if not name.startswith("_")]
    things = [getattr(face, name) for name in names]
    return [
        thing
        for thing in things
        if (inspect.isclass(thing) or inspect.isroutine(thing)) and thing.__module__.startswith("thresher")
    ]


def shown():
    """Every public name with its home, once."""
    found = {}
    for face in map(importlib.import_module, FACES):
        for thing in public(face):
            found[f"{thing.__module__}.{thing.__qualname__}"] = thing
    return dict(sorted(found.items()))


def modules_of(room):
    """A module; of a package all that are in it."""
    module = importlib.import_module(room)
    inner = pkgutil.walk_packages(getattr(module, "__path__", []), f"{room}.")
    return [module, *(importlib.import_module(one.name) for one in inner)]


def members(thing):
    """The public methods that a class defines itself, and its call."""
    for name, member in vars(thing).items():
        if not name.startswith("_") or name == "__call__":
            member = getattr(member, "__func__", getattr(member, "fn", member))  # classmethod; scikit-learn's
            if inspect.isfunction(member):
                yield member


def defined(room):
    """Every public function, class and method that is written in a room."""
    found = {}
    for module in modules_of(room):
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                for one in [thing, *(members(thing) if inspect.isclass(thing) else ())]:
                    found[f"{module.__name__}.{one.__qualname__}"] = one
    return found


SHOWN = shown()


@pytest.mark.parametrize("name", [name for name in SHOWN if name not in (*TO_BE_DONE, *NOT_COMPARED)])
def test_the_docstring_of_a_public_name_has_a_paragraph_for_each_parameter(name):
    assert difference(SHOWN[name]) is None


@pytest.mark.parametrize("room", THOROUGH)
def test_every_function_and_method_of_a_room_has_a_paragraph_for_each_parameter(room):
    if THOROUGH[room]:
        pytest.importorskip(THOROUGH[room])
    assert {name: wrong for name, thing in defined(room).items() if (wrong := difference(thing))} == {}


@pytest.mark.parametrize("name", TO_BE_DONE)
def test_what_is_to_be_done_is_not_done_yet(name):
    assert difference(SHOWN[name]) is not None


def read(first, last, *rest, size=1, **options):
    """Reads.

    Parameters
    ----------
    first, last : int
        Where to begin and end.

        A second paragraph: of the same.
    **options
        What others take.

    Notes
    -----
    note : not a parameter
    """


def test_a_parameter_that_the_docstring_leaves_out_is_found():
    assert names_in(read.__doc__, "Parameters") == ["first", "last"]
    assert difference(read) == "the docstring names ['first', 'last'], the signature has ['first', 'last', 'size']"


def test_the_methods_of_a_room_are_among_what_is_compared():
    found = defined("thresher.data")
    assert {"thresher.data.columns.LabelledColumns.of", "thresher.data.text.Words.__call__"} <= found.keys()
