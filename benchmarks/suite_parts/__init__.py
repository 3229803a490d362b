"""The parts of `suite.py`: what a run left behind, and the pages and the picture that are made of it."""
