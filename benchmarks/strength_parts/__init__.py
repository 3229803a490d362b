"""The parts of `benchmarks/strength.py`: tables, texts, and the peer beside."""
