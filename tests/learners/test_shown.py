"""A model as a notebook shows it."""

import thresher as th


def test_a_notebook_shows_labels_and_counts_and_escapes_names():
    model = th.Auto()
    for label in ("<b>ham</b>", "spam", "spam"):
        model.learn_one({"free": 1}, label)
    shown = model._repr_html_()
    assert "<b>" not in shown
    assert "&lt;b&gt;ham" in shown
    assert f"<td>{model.mistakes}</td>" in shown
    assert "<tr><th>positive</th><td>spam</td></tr>" in shown
    for label in range(20):
        model.learn_one({"free": 1}, label)
    assert "positive" not in model._repr_html_()
    assert "..." in model._repr_html_()
