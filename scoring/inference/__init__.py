"""What figures are worth: intervals, tests, breakdowns, agreement with human judgement."""
