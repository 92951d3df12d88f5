"""`python -m stellwerk`."""

import sys

from stellwerk.cli.main import main

sys.exit(main())
