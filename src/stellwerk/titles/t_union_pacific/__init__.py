"""Union Pacific by Alan R. Moon: cards, hidden hands and a network of its own, on the core alone."""
