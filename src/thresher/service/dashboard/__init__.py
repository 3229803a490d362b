"""Pages for people: how the models of a service are doing, and buttons to label what waits.

Drawn here, as HTML and SVG, with what the reports draw with; a page says everything without its script, which keeps it
up to date, sends labels and remembers a key. Names, labels and texts come from strangers: all are escaped where they
are written, and a strict content security policy stands behind that.
"""
