"""`python -m tabi.cli`: the same as `tabi`."""

import sys

from tabi.cli import main

if __name__ == "__main__":
    sys.exit(main())
