"""Analyses a file of positions by Spark: spark_pipe.py FILE RESULTS OPTIONS...

Each partition is piped through a process `argali analyse -`. Its first line tells the process which line of the file it begins
with, so that RESULTS has the same bytes as the output of `argali analyse FILE OPTIONS...`. When a process dies, Spark runs its
partition again. $ARGALI names the program, $PARTITIONS how many partitions there are, $MASTER the cluster.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession


def numbered(partition):
    """The lines of a partition behind the number of the first one."""
    rows = iter(partition)
    first = next(rows, None)
    if first is None:
        return
    line, number = first
    yield str(number + 1)
    yield line
    yield from (line for line, _ in rows)


def main(path, results, options):
    argali = os.environ.get("ARGALI", "argali")
    analyse = shlex.join([argali, "analyse", "-", "--quiet", *options])
    # Status 3 says that some results have an error or a note: they are there, so the partition is done.
    script = f'read -r first || exit 0; {analyse} --first-line "$first" || [ $? -eq 3 ]'
    # Some tries for each partition, on one machine as on many.
    session = SparkSession.builder.master(os.environ.get("MASTER", "local[2,4]")).appName("argali").getOrCreate()
    partitions = int(os.environ.get("PARTITIONS", "8"))
    with session:
        lines = session.sparkContext.textFile(path, partitions).zipWithIndex()
        command = shlex.join(["sh", "-c", script])
        # Without `env` the process would have no environment, and no search path for programs.
        found = lines.mapPartitions(numbered).pipe(command, env=dict(os.environ), checkCode=True)
        with open(results, "w", encoding="utf-8", newline="\n") as output:
            for line in found.collect():
                print(line, file=output)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
