"""Past one machine, measured: shelves, and models by key here and on Ray. Processor times, ratios in one run.

python benchmarks/scale.py shelf
python benchmarks/scale.py keyed [--events 200000 --keys 20000 --learner perceptron]
python benchmarks/scale.py keyed --events 1000000 --keys 80000
python benchmarks/scale.py keyed --events 10000000 --keys 1000000 --memory 256        # long
python benchmarks/scale.py newcomers
"""

import argparse
import ctypes
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from claims import Claim, note

import thresher as th

ATTRIBUTES = 10


def learner_of(name):
    return {"perceptron": th.Perceptron, "auto": th.Auto, "adaptive": th.AdaptiveWinnow}[name]()


# Shelves.


_PARTS = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"


class _Info(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_size_t) for name in _PARTS.split())


ROUNDS = 5  # the least of them counts


def handed_out():
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _Info
    now = libc.mallinfo2()
    return now.uordblks + now.hblkhd


def saved_and_loaded(learner, model, count):
    """Microseconds a learner: to save, to load, to copy it for Python and for its digest; and its bytes in the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "models.shelf")
        one = th.scale.Shelf(learner, path)
        for i in range(count):
            one[f"user{i}"] = model
        began = time.process_time()
        one.commit()
        save = time.process_time() - began
        one.close()
        again = th.scale.Shelf(learner, path)
        native = again.native
        keys = list(again)
        loads = []
        for _ in range(2):  # from the file and as a copy for Python; then as a copy alone
            began = time.process_time()
            for key in keys:
                native.get(key)
            loads.append(time.process_time() - began)
        began = time.process_time()
        again.digest()
        digest = time.process_time() - began
        spent = (save, loads[0] - loads[1], loads[1], digest)
        return *(seconds / count * 1e6 for seconds in spent), path.stat().st_size / count


def shelf(_):
    print(
        "learner of ten attributes | real bytes | memory | save us | load us (+ copy) | digest us | bytes in the file"
    )
    cases = {"Perceptron": (th.Perceptron(), False), "AdaptiveWinnow": (th.AdaptiveWinnow(), True)}
    cases |= {"Auto, ten names": (th.Auto(), False), "Auto, ten numbers": (th.Auto(), True)}
    for name, (learner, numbers) in cases.items():
        rng = np.random.default_rng(1)
        model = learner.copy()
        for i in range(60):
            some = {f"attribute{a}": float(rng.random()) if numbers else 1 for a in rng.choice(ATTRIBUTES, 5, False)}
            model.learn_one(some, i % 2)
        count = 10_000 if "Auto" not in name else 1_000
        lying = th.scale.Shelf(learner)
        before = handed_out()
        for i in range(count):
            lying[f"user{i}"] = model
        real, says = (handed_out() - before) / count, lying.memory / count
        took = [saved_and_loaded(learner, model, count) for _ in range(ROUNDS)]
        save, load, copy, digest, size = (min(figures) for figures in zip(*took, strict=True))
        for what, spent in (("save", save), ("load", load)):
            note(Claim(f"shelf: {what} a learner, {name}", spent, 10.0, "us", "the limit", 1.0))
        times = f"{save:.1f} | {load:.1f} (+ {copy:.1f}) | {digest:.1f}"
        print(f"{name} | {real:,.0f} | {says:,.0f} | {times} | {size:,.0f}")


# Models by key.


def write_events(path, events, keys, seed=1):
    """Keys as people have them: few with very many events, many with few. Parquet, ten numbers a row."""
    import pyarrow as pa
    from pyarrow import parquet

    rng = np.random.default_rng(seed)
    with parquet.ParquetWriter(path, _schema()) as writer:
        for begin in range(0, events, 200_000):
            count = min(200_000, events - begin)
            rank = (keys * rng.random(count) ** 3).astype(np.int64)  # a key of rank r has about r^(-2/3) of them
            x = rng.integers(0, 9, (count, ATTRIBUTES)) / 8
            label = (x[:, 0] - x[:, 1] + np.where(rank % 2, 1, -1) * (x[:, 2] - x[:, 3]) > 0).astype(np.int64)
            users = pa.array([f"user{r}" for r in rank])
            columns = [users, pa.array(label), *(pa.array(x[:, a]) for a in range(ATTRIBUTES))]
            writer.write_table(pa.Table.from_arrays(columns, schema=_schema()))


def _schema():
    import pyarrow as pa

    numbers = [(f"attribute{a}", pa.float64()) for a in range(ATTRIBUTES)]
    return pa.schema([("user", pa.string()), ("label", pa.int64()), *numbers])


def keyed(said):
    with tempfile.TemporaryDirectory() as folder:
        file = said.file or str(Path(folder, "events.parquet"))
        if said.file is None:
            write_events(file, said.events, said.keys)
        print(f"{said.events:,} events over {said.keys:,} keys, {said.learner}; processor seconds")
        if said.here:
            _alone(file, said, folder)
            return
        if said.cut:
            from thresher.scale.on_ray import OnRay

            OnRay.reads = lambda *_: False
        measured = []
        for batch in said.batch:
            for workers in said.workers:
                one, digest = _alone(file, said, folder)  # beside each of them: what else runs here changes
                measured.append((batch, workers, *_on_ray(file, said, folder, batch, workers, one, digest)))
        if len(measured) > 2 and said.cut:
            _project(said.events, measured)
        elif len(measured) > 2:
            _project_reading(said.events, measured, _passing_over(file, said.events))


def _passing_over(file, events):
    """What a worker spends on a row that is not its own, where workers read: seconds."""
    from thresher.scale.batches import Packer
    from thresher.scale.ranges import OwnRows, of_ranges

    packer, nobodys = Packer(th.Perceptron(), "user", th.Rows(), 16), OwnRows([])
    began = time.process_time()
    for batch in of_ranges(packer, [file], 20_000, None, 0):
        nobodys.of_range(packer, batch.share([]))
    return (time.process_time() - began) / events


def _project_reading(events, measured, passing):
    """A model of cost where workers read: the driver takes so much an event, and more with every worker, whatever a
    batch is; a worker so much for an event of its own and so much for every event that passes by.

    Projected, not measured: no network, and as many processors as workers.
    """
    of_workers = np.array([[1.0, workers] for _, workers, _, _ in measured])
    driver = np.linalg.lstsq(of_workers, np.array([drove / events for _, _, drove, _ in measured]), rcond=None)[0]
    own = np.median([work / events - passing * workers for _, workers, _, work in measured])
    print(f"model: driver {driver[0] * 1e6:.3f} us an event and {driver[1] * 1e6:.3f} us more for each worker")
    print(f"model: worker {own * 1e6:.2f} us for an event of its own, {passing * 1e6:.2f} us for every event")
    for workers in (2, 4, 8, 16, 64):
        drives, works = driver @ (1.0, workers), own / workers + passing
        limit = "driver" if drives > works else "workers"
        print(f"projected, {workers} workers: {1 / max(drives, works):,.0f} events/s, limit: {limit}")


def _project(events, measured):
    """A model of cost where the driver cuts: so much an event and so much for a batch to a worker, of the driver and of
    workers.

    Projected, not measured: no network, and as many processors as workers.
    """
    calls = np.array([[events, events / batch * workers] for batch, workers, _, _ in measured])
    driver, work = (np.linalg.lstsq(calls, np.array([one[at] for one in measured]), rcond=None)[0] for at in (2, 3))
    for who, (event, call) in (("driver", driver), ("worker", work)):
        print(f"model: {who} {event * 1e6:.2f} us an event + {call * 1e6:.0f} us for a batch to a worker")
    for workers in (2, 4, 8, 16, 64):
        batch = 20_000
        drives, works = driver @ (batch, workers), work @ (batch / workers, 1)
        limit = "driver" if drives > works else "workers"
        rate = batch / max(drives, works)
        print(f"projected, {workers} workers, {batch:,} a batch: {rate:,.0f} events/s, limit: {limit}")


def _alone(file, said, folder):
    learner, memory = learner_of(said.learner), None if said.memory is None else said.memory << 20
    models = Path(tempfile.mkdtemp(dir=folder), "models")
    began, wall = time.process_time(), time.time()
    with th.scale.Keyed(learner, "user", models=models, memory=memory, every=said.every, batch=20_000) as job:
        counts = job.learn(file)
        one, wall = time.process_time() - began, time.time() - wall
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        size = sum(path.stat().st_size for path in models.iterdir()) >> 20
        print(f"here: {one:.2f} s, {one / said.events * 1e6:.2f} us an event, wall {wall:.1f} s", end=", ")
        held = counts["memory"] >> 20
        print(f"most memory {peak:,} MB, models {held:,} MB, files {size:,} MB, {counts.mistakes:,} mistakes")
        return one, job.digest()


def _on_ray(file, said, folder, batch, workers, one, digest):
    import ray

    learner, memory = learner_of(said.learner), None if said.memory is None else said.memory << 20
    models = Path(folder, f"ray-{batch}-{workers}")
    if not ray.is_initialized():
        os.environ.setdefault("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    options = {"models": models, "memory": memory, "every": said.every, "batch": batch}
    with th.scale.Keyed(learner, "user", on="ray", workers=workers, **options) as job:
        actors = job._team.actors
        ray.get([actor.warm_up.remote() for actor in actors])
        before = ray.get([actor.seconds.remote() for actor in actors])
        began, wall = time.process_time(), time.time()
        job.learn(file)
        driver, wall = time.process_time() - began, time.time() - wall
        work = sum(ray.get([actor.seconds.remote() for actor in actors])) - sum(before)
        same = "same digest" if job.digest() == digest else "ANOTHER DIGEST"
        ratio = one / (driver + work)
        per_event = driver / said.events * 1e6
        what = f"by key on Ray, {workers} workers, {batch:,} a batch"
        note(Claim(what, driver + work, one, "s of processors", "one process", 1 / (0.85 if batch >= 20_000 else 0.75)))
        print(f"ray, {batch:,} a batch, {workers} workers: driver {driver:.2f} + workers {work:.2f} s", end=", ")
        held = sum(_most_memory(pid) for pid in ray.get([actor.pid.remote() for actor in actors]))
        print(f"ratio {ratio:.2f}, driver {per_event:.2f} us an event, wall {wall:.1f} s", end=", ")
        print(f"most memory of workers {held:,} MB, {same}", flush=True)
        return driver, work


def _most_memory(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) >> 10


# New keys: from nothing, or from what all keys before have taught.


def newcomers(said):
    rows = 40_000
    rng = np.random.default_rng(3)
    keys = (3_000 * rng.random(rows) ** 3).astype(np.int64)
    own = rng.normal(size=(3_000, ATTRIBUTES)) * said.own
    shared = rng.normal(size=ATTRIBUTES)
    x = rng.normal(size=(rows, ATTRIBUTES))
    label = ((x * (shared + own[keys])).sum(axis=1) > 0).astype(int)
    examples = [{f"a{i}": float(v) for i, v in enumerate(row)} for row in x]
    prior = learner_of(said.learner)
    for i in range(rows // 4):
        prior.learn_one(examples[i], label[i])
    everybody, wrong = prior.copy(), {"one for all": 0, "from nothing": 0, "from the prior": 0, "back-off": 0}
    models = {"from nothing": {}, "from the prior": {}}
    for i in range(rows // 4, rows):
        shared_said = everybody.predict_one(examples[i])
        wrong["one for all"] += shared_said != label[i]
        everybody.learn_one(examples[i], label[i])
        for name, begin in (("from nothing", learner_of(said.learner)), ("from the prior", prior)):
            model = models[name].get(keys[i])
            if model is None:
                model = models[name][keys[i]] = begin.copy()
            answer = model.predict_one(examples[i])
            if name == "from nothing":
                wrong["back-off"] += (answer if model.examples >= said.enough else shared_said) != label[i]
            wrong[name] += answer != label[i]
            model.learn_one(examples[i], label[i])
    count = rows - rows // 4
    events = [{"key": int(keys[i]), "label": int(label[i]), **examples[i]} for i in range(rows // 4, rows)]
    for name, begin in (("from nothing", learner_of(said.learner)), ("from the prior", prior)):
        for partitions in (1, 16):
            job = th.scale.Keyed(begin, "key", shared=True, partitions=partitions)
            wrong[f"{name}, shared=True, {partitions} partitions"] = job.learn(events).mistakes
    print(f"{count:,} rows over {len(models['from nothing']):,} keys, {said.learner}, own part {said.own}: error")
    for name, mistakes in wrong.items():
        print(f"  {name}: {mistakes / count:.4f}")


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", choices=["shelf", "keyed", "newcomers"])
    reader.add_argument("--events", type=int, default=200_000)
    reader.add_argument("--keys", type=int, default=20_000)
    reader.add_argument("--every", type=int, default=250_000)
    reader.add_argument("--learner", default="perceptron", choices=["perceptron", "auto", "adaptive"])
    reader.add_argument("--memory", type=int, help="MB of models in memory")
    reader.add_argument("--file", help="events written before")
    reader.add_argument("--here", action="store_true", help="not on Ray")
    reader.add_argument("--batch", type=int, nargs="*", default=[2_000, 20_000], help="events a batch, on Ray")
    reader.add_argument("--workers", type=int, nargs="*", default=[1, 2], help="on Ray")
    reader.add_argument("--cut", action="store_true", help="on Ray: as if workers did not see the file")
    reader.add_argument("--own", type=float, default=0.5, help="how far keys differ from each other")
    reader.add_argument("--enough", type=int, default=20, help="examples from which on a key answers for itself")
    said = reader.parse_args()
    {"shelf": shelf, "keyed": keyed, "newcomers": newcomers}[said.what](said)


if __name__ == "__main__":
    main()
