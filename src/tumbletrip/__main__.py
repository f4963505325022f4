"""`python -m tumbletrip` is the same as `tumbletrip`."""

from tumbletrip.cli.main import run

run()
