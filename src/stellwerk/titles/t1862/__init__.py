"""1862 (USA & Canada) by Helmut Ohley."""
