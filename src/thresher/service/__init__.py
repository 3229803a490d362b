"""The label service: predict now, label later, over HTTP, nothing lost.

`thresher serve DIR` runs it (extra `serve`). Names are imported when they are first used.
"""
