"""`python -m wikigraph`."""

from wikigraph.cli.main import main

main()
