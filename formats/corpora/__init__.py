"""Other people's corpora in their own formats."""
