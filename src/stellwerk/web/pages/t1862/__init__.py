"""What the pages show only at tables of 1862: groups, powers at any time, bonus runs, buybacks with notes, limits."""
