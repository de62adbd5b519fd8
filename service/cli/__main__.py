"""``python -m service.cli``: the command line where no console script is installed."""

from service.cli.group import main

main()
