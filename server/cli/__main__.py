"""`python -m recuerdo.server.cli`: the same as `recuerdo`."""

from recuerdo.server.cli import main

main()
