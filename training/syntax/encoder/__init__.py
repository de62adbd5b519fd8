"""Train the parser ``encoder``: treebanks, network, training, export, figures."""
