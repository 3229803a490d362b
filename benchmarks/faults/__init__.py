"""Attempts to make the label service lose what it acknowledged. Each script is one command and prints its counts.

python -m benchmarks.faults                         # all of them but the last, as `make faults`, with their counts
python -m benchmarks.faults.kills --rounds 1000     # kill -9 under load
python -m benchmarks.faults.power --rounds 200      # power cuts, and a control without syncing that loses events
python -m benchmarks.faults.calls --rounds 100      # kill and EIO at each of the first so many calls
python -m benchmarks.faults.full_disk               # no room: below the reserve, and at a commit
python -m benchmarks.faults.clocks                  # the clock is set forward and back between starts
python -m benchmarks.faults.damage --rounds 2000    # flipped bits, cut files, missing events
python -m benchmarks.faults.nonsense --rounds 100000  # requests that no client would send
python -m benchmarks.faults.soak --minutes 60       # an hour's load, memory by the minute
"""
