"""What the pages show only at tables of 18TE: founding by auction, issues, sides of trains, exports, goals."""
