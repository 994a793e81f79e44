"""Analyses a file of positions by actors of Ray: ray_actors.py FILE RESULTS OPTIONS...

The file is divided into parts of $LINES lines. Each of $ACTORS actors takes the next part when it is free, and pipes it through
`argali analyse -`. When an actor dies, Ray starts it anew and gives it its part again. RESULTS has the parts in the order of the
file: the same bytes as from `argali analyse FILE OPTIONS...`. $ARGALI names the program; $RAY_ADDRESS the cluster.
"""

import os
import subprocess
import sys

import ray
from ray.util import ActorPool


@ray.remote(max_restarts=-1, max_task_retries=3)
class Analyst:
    """A process that starts `argali` for each part."""

    def __init__(self, argali, options):
        self.command = [argali, "analyse", "-", "--quiet", *options]

    def analyse(self, part):
        first, lines = part
        command = [*self.command, "--first-line", str(first)]
        done = subprocess.run(command, input=b"".join(lines), stdout=subprocess.PIPE, check=False)
        # Status 3 says that some results have an error or a note: they are there, so the part is done.
        if done.returncode not in (0, 3):
            # Without a result for this part the actor is of no use, and Ray makes a new one.
            os._exit(1)
        return done.stdout


def parts(path, size):
    """The parts of a file, each with the number of its first line."""
    with open(path, "rb") as file:
        lines = file.readlines()
    return [(first + 1, lines[first : first + size]) for first in range(0, len(lines), size)]


def main(path, results, options):
    ray.init(log_to_driver=False)
    argali = os.environ.get("ARGALI", "argali")
    actors = [Analyst.remote(argali, options) for _ in range(int(os.environ.get("ACTORS", "2")))]
    work = parts(path, int(os.environ.get("LINES", "100")))
    with open(results, "wb") as output:
        for found in ActorPool(actors).map(lambda actor, part: actor.analyse.remote(part), work):
            output.write(found)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
