"""The graded score: how like words and captions are, and what that makes of a candidate."""
