"""The 18xx family: hexes, tiles, board, network, market, shares, trains, phases, rounds and their steps."""
