"""18TE: railways in the Tecklenburger Land."""
