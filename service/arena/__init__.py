"""An evaluation server: tasks with hidden references, submissions of teams, a board."""
