"""Reports for people: charts and pages."""
