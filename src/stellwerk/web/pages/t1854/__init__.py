"""What the pages show only in 1854: tunnels, options, splits, mail, mergers, repaired trains (docs/pages.md)."""
