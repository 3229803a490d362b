"""The parts of `benchmarks/peers.py`: sets, contestants, runs, statistics, and the page they end on."""
