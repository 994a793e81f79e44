#!/bin/sh
# Analyses a file of positions by GNU parallel: parallel.sh FILE OPTIONS... > results
#
# The file is divided into parts of $LINES lines, each analysed by a process of its own; $JOBS processes run at a time, by default
# one for each processor, with --sshlogin on several machines. A process that dies is started anew, up to three times, and what it
# had written is thrown away. Results come in the order of the file: the same bytes as from `argali analyse FILE OPTIONS...`.
set -eu
: "${ARGALI:=argali}" "${LINES:=100}"
export ARGALI LINES

file=$1
shift
# Status 3 says that some results have an error or a note: they are there, so the part is done.
part='first=$((({#} - 1) * LINES + 1))
      "$ARGALI" analyse - --quiet --first-line "$first" '"$(printf "'%s' " "$@")"' || [ $? -eq 3 ]'
parallel --pipe -N "$LINES" --keep-order --retries 3 ${JOBS:+--jobs "$JOBS"} "$part" < "$file"
