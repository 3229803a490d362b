"""Attempts to make a job on Ray end with another digest: actors and drivers killed, nodes removed, workers changed.

    python -W ignore benchmarks/scale_faults.py        # long: 50 kills, 3 nodes, 10 drivers
    python -W ignore benchmarks/scale_faults.py --events 60000 --kills 6 --removed 1 --drivers 2

Several nodes are several Ray nodes of this machine (ray.cluster_utils.Cluster), which see one folder.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from scale import write_events

import thresher as th

LEARNER = "th.Perceptron(bias=True)"
IN_FLIGHT = 8  # batches under way, at least, when a node is removed: just behind a commit there are fewer
ROUNDS = 10
DRIVER = f"""
import sys
import thresher as th
file, models, workers = sys.argv[1], sys.argv[2], int(sys.argv[3])
options = dict(on="ray", workers=workers, batch=500, every=5_000, models=models, resume=True)
keyed = th.scale.Keyed({LEARNER}, "user", **options)
print("began", keyed.events, flush=True)
keyed.learn(file, resume=True, on_progress=lambda events, _: print("at", events, flush=True))
print("ended", keyed.digest(), flush=True)
"""


def one_process(file):
    keyed = th.scale.Keyed(th.Perceptron(bias=True), "user")
    keyed.learn(file)
    return keyed.digest()


def workers_of_any_number(file, folder, digest):
    for workers in (1, 2, 4):
        with job(file, folder / f"workers-{workers}", workers) as keyed:
            keyed.learn(file)
            tell(f"{workers} workers", keyed.digest() == digest)


def job(file, models, workers):
    return th.scale.Keyed(
        th.Perceptron(bias=True), "user", on="ray", workers=workers, batch=500, every=5_000, models=models, resume=True
    )


def killed_actors(file, folder, digest, kills, rng):
    """Goes over the file again and again until so many actors were killed while batches were under way."""
    import ray

    done, replays, most, round_ = 0, 0, 0, 0
    while done < kills:
        round_ += 1
        with job(file, folder / f"kills-{round_}", 2) as keyed:
            team, ended, events = keyed._team, threading.Event(), [0]

            def kill_now_and_then(keyed=keyed, team=team, ended=ended):
                nonlocal done
                while not ended.wait(rng.uniform(0.2, 1.0)) and done < kills:
                    try:
                        back = [worker for worker in team._workers if worker.lost == 0]  # who was killed is given time
                        pid = ray.get(rng.choice(back).actor.pid.remote(), timeout=5)
                        os.kill(pid, signal.SIGKILL)
                        done += 1
                    except (ray.exceptions.RayError, OSError, IndexError):
                        continue

            killer = threading.Thread(target=kill_now_and_then)
            killer.start()

            def watch(count, progress, events=events, team=team):
                nonlocal most
                events[0] = count
                most = max(most, *(sum(sent.last - sent.first for sent in worker.kept) for worker in team._workers))

            keyed.learn(file, on_progress=watch)
            ended.set()
            killer.join()
            replays += team.progress().replays
            same = keyed.digest() == digest
            tell(f"{done} kills so far, {replays} batches replayed, at most {most:,} events kept", same)


def removed_nodes(file, folder, digest, cluster, removed):
    """Removes nodes that hold workers while batches are under way to them; a new one comes for each.

    Goes over the file again and again until so many are gone: on a busy machine batches are seldom under way.
    """
    nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
    cluster.wait_for_nodes()
    under_way, replays, round_ = [], 0, 0
    while len(under_way) < removed and round_ < ROUNDS:
        round_ += 1
        with job(file, folder / f"nodes-{round_}", 4) as keyed:
            team, before = keyed._team, len(under_way)
            interval = max(1, events_of(file) // (removed + 1))

            def watch(events, progress, team=team, before=before, interval=interval):
                here = len(under_way) - before
                if len(under_way) == removed or events <= (here + 1) * interval or progress.waiting < IN_FLIGHT:
                    return
                held = {node_of(actor) for actor in team.actors}
                doomed = next((node for node in nodes if node.node_id in held), None)
                if doomed is None:
                    return
                under_way.append(progress.waiting)
                nodes.remove(doomed)
                cluster.remove_node(doomed)
                nodes.append(cluster.add_node(num_cpus=1))

            keyed.learn(file, on_progress=watch)
            replays += team.progress().replays
            words = f"{len(under_way)} nodes removed so far with {under_way} batches under way"
            tell(f"{words}, {replays} batches replayed", keyed.digest() == digest)
    for node in nodes:
        cluster.remove_node(node)
    if len(under_way) < removed or replays == 0:
        sys.exit(f"no moment was found to remove {removed} nodes with {IN_FLIGHT} batches under way: nothing is shown")


def node_of(actor):
    """The node that holds an actor, as the cluster knows it."""
    import ray

    return ray._private.state.actors(actor._actor_id.hex())["Address"]["NodeID"]


def events_of(file):
    from pyarrow.parquet import ParquetFile

    return ParquetFile(file).metadata.num_rows


def killed_drivers(file, folder, digest, drivers, address, rng):
    """Each is killed somewhere within a share of the events, so that there is one left for the next."""
    models, kills, began, share = folder / "drivers", 0, [], events_of(file) // (drivers + 1)
    environment = {**os.environ, "RAY_ADDRESS": address}
    while True:
        workers = rng.choice([1, 2, 3])
        command = [sys.executable, "-W", "ignore", "-c", DRIVER, file, str(models), str(workers)]
        quiet = {"env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
        with subprocess.Popen(command, **quiet) as one:
            began.append(int(one.stdout.readline().split()[1]))
            last = began[-1] + rng.randrange(share // 2, share) if kills < drivers else float("inf")
            for line in one.stdout:
                word, told = line.split()
                if word == "ended" or int(told) >= last:
                    break
            if word != "ended":
                one.kill()
                kills += 1
                continue
        tell(f"{kills} drivers killed; each began at {began}", told == digest)
        return


def tell(what, same):
    print(f"{what}: {'same digest' if same else 'ANOTHER DIGEST'}", flush=True)
    if not same:
        sys.exit(1)


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--events", type=int, default=400_000)
    reader.add_argument("--kills", type=int, default=50)
    reader.add_argument("--removed", type=int, default=3)
    reader.add_argument("--drivers", type=int, default=10)
    reader.add_argument("--seed", type=int, default=1)
    said = reader.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(th.__file__).parents[1]), *sys.path]))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    import ray
    from ray.cluster_utils import Cluster

    rng = random.Random(said.seed)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    with tempfile.TemporaryDirectory() as name:
        folder, file = Path(name), str(Path(name, "events.parquet"))
        write_events(file, said.events, max(10, said.events // 12))
        digest = one_process(file)
        workers_of_any_number(file, folder, digest)
        removed_nodes(file, folder, digest, cluster, said.removed)
        killed_actors(file, folder, digest, said.kills, rng)
        killed_drivers(file, folder, digest, said.drivers, cluster.address, rng)
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
