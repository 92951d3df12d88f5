"""Instruments: node counts of the option tree, readable playthroughs, and measurements of speed."""
