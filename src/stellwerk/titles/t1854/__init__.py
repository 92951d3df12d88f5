"""1854: railways in Austria, with local railways, tunnels and shares that split."""
