"""``python -m service.cli``: the command line where no console script is installed."""

from service.cli import main

main()
