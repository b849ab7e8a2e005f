"""`python -m onthree_host.cli`: the command where it is not installed."""

import sys

from onthree_host.cli import main

if __name__ == "__main__":
    sys.exit(main())
