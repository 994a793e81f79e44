"""Compares verdicts on random tablebase positions with those of python-chess, which reads the same files by code of its own.

usage: syzygy.py COUNT FOLDER VERDICTS [ARGUMENT ...]     COUNT positions of each table; the last is the command of the example
                                                          `verdicts` of crates/syzygy, without the folder

Compared are the value by the tables, the score of a search that ranks the root by them, and its move, which must keep the value.
"""

import pathlib
import random
import subprocess
import sys

import chess
import chess.syzygy


def positions(material, count, generator):
    """Random legal positions of a table such as KRvKP, either colour being the stronger side, either to move."""
    names = material.replace("v", "")
    strong = material.index("v")
    found = set()
    while len(found) < count:
        board = chess.Board(None)
        swap = generator.random() < 0.5
        squares = generator.sample(range(64), len(names))
        for index, (name, square) in enumerate(zip(names, squares)):
            if name == "P" and not 8 <= square < 56:
                break
            color = (index < strong) != swap
            board.set_piece_at(square, chess.Piece(chess.PIECE_SYMBOLS.index(name.lower()), color))
        else:
            board.turn = generator.random() < 0.5
            if board.is_valid() and any(board.legal_moves):
                found.add(board.fen())
    return sorted(found)


def main():
    count, folder, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
    generator = random.Random(2026)
    tables = sorted(path.stem for path in pathlib.Path(folder).glob("*.rtbw"))
    fens = [fen for table in tables for fen in positions(table, count, generator)]
    answer = subprocess.run(command + [folder], input="\n".join(fens), text=True, stdout=subprocess.PIPE, check=True)
    lines = answer.stdout.splitlines()
    assert len(lines) == len(fens) > 0, f"{len(lines)} answers to {len(fens)} questions"
    values = {}
    wrong = []
    with chess.syzygy.open_tablebase(folder) as reference:
        for fen, line in zip(fens, lines):
            shown, value, score, move = line.split("\t")
            board = chess.Board(fen)
            expected = reference.probe_wdl(board)
            values[expected] = values.get(expected, 0) + 1
            result = (expected == 2) - (expected == -2)
            child = board.copy()
            child.push_uci(move)
            ended = child.outcome(claim_draw=False)
            if ended is None:
                kept = -reference.probe_wdl(child)
            else:
                kept = 0 if ended.winner is None else 2
            if shown != fen or int(value) != expected or int(score) != result or kept != expected:
                wrong.append(f"{line}\tpython-chess: {expected}, after the move {kept}")
    spread = ", ".join(f"{value:+}: {number}" for value, number in sorted(values.items()))
    print(f"{len(fens)} positions of {len(tables)} tables ({spread}), {len(wrong)} differences")
    if wrong:
        sys.exit("\n".join(wrong[:20]))


main()
