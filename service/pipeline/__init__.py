"""One read -> extract -> score, which the command line, the server and the jobs all use."""
