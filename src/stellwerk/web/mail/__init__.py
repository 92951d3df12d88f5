"""Letters to people who want them: confirming an address, a forgotten password, turns. Optional in every way."""
