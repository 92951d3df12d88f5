"""1830 by Francis Tresham."""
