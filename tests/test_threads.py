"""Several threads may begin at once: whatever is worked out at first use is worked out safely."""

from __future__ import annotations

import subprocess
import sys

# As a server does that is started with games waiting for bots: every thread reads a title and a game, all at once.
CODE = """
import sys, threading
import stellwerk
from stellwerk.formats import load_bytes
sys.setswitchinterval(1e-6)
FILE = sys.stdin.buffer.read()
start = threading.Barrier(4)
digests = []

def begin():
    start.wait()
    digests.append(load_bytes(FILE, "game").game.digest())

threads = [threading.Thread(target=begin) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(digests), len(set(digests)))
"""
TIMES = 10


def test_titles_and_games_are_read_by_many_threads_at_once() -> None:
    import stellwerk
    from stellwerk.eighteen.actions import Bid, BuyPrivate, Pass

    game = stellwerk.new("1830", players=["Ada", "Ben", "Cleo"], seed=1)
    for action in (Pass(), Bid("CS", 45), BuyPrivate("SV", 20)):
        game.apply(action)
    file = game.transcript().encode()
    for _ in range(TIMES):
        done = subprocess.run([sys.executable, "-c", CODE], input=file, capture_output=True, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, b"4 1"), done.stderr.decode()
