"""A local page on which captions are read as they are typed, compared, and corrected."""
