#!/bin/sh
# Runs the programs of this folder, each with a process that is killed half-way, and compares what they write with what one process
# writes: check.sh ARGALI PYTHON [FILE]. What is not installed (parallel, pyspark with Java, ray) is named and left out.
set -eu
argali=$(realpath "$1")
python=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
home=$(dirname "$(realpath "$0")")

positions=${3:-}
if [ -z "$positions" ]; then
    positions=$folder/positions.epd
    # With lines that are no positions: blank ones, remarks, and nonsense.
    for moves in a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4; do
        printf 'startpos moves %s\n\nstartpos moves %s e7e5\n# after %s\nnonsense\nstartpos moves %s c7c5\n' \
            $moves $moves $moves $moves
    done > "$positions"
fi
options="--nodes 1000 --hash 1"
"$argali" analyse "$positions" --quiet $options > "$folder/whole" || [ $? -eq 3 ]
echo "one process: $(wc -l < "$folder/whole") results, $(cksum < "$folder/whole" | cut -d' ' -f1)"

# The third process to start is killed when it has written two results.
cat > "$folder/killed" << END
#!/bin/sh
call=1
until mkdir "\$CALLS/\$call" 2> /dev/null; do call=\$((call + 1)); done
[ \$call -eq 3 ] || exec "$argali" "\$@"
"$argali" "\$@" | head -n 2
mkdir "\$CALLS/killed"
kill -KILL \$\$
END
chmod +x "$folder/killed"
export ARGALI="$folder/killed" LINES=20 JOBS=2 PARTITIONS=5 ACTORS=2

compare() { # NAME COMMAND...: what the command writes to $folder/NAME
    name=$1
    shift
    export CALLS="$folder/$name-calls"
    mkdir "$CALLS"
    "$@" > "$folder/$name-log" 2>&1 || { cat "$folder/$name-log"; echo "$name failed"; exit 1; }
    if ! cmp "$folder/whole" "$folder/$name"; then
        cat "$folder/$name-log"
        echo "$name writes something else"
        exit 1
    fi
    [ -d "$CALLS/killed" ] || { echo "$name: nothing was killed"; exit 1; }
    echo "$name: the same bytes from $(ls -d "$CALLS"/[0-9]* | wc -l) processes, one of them killed, $(cksum < "$folder/$name" | cut -d' ' -f1)"
}

if command -v parallel > /dev/null; then
    compare parallel sh -c '"$@" > "$0"' "$folder/parallel" "$home/parallel.sh" "$positions" $options
else
    echo "SKIPPED: GNU parallel is not installed"
fi
if command -v java > /dev/null && "$python" -c 'import pyspark' 2> /dev/null; then
    compare spark "$python" "$home/spark_pipe.py" "$positions" "$folder/spark" $options
else
    echo "SKIPPED: pyspark or Java is not installed"
fi
if "$python" -c 'import ray' 2> /dev/null; then
    compare ray "$python" "$home/ray_actors.py" "$positions" "$folder/ray" $options
else
    echo "SKIPPED: ray is not installed"
fi
