"""`python -m daemon.cli` is `seorap`, for where the script is not on the path."""

from daemon.cli.start import main

main()
