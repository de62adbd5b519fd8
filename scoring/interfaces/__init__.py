"""The score as Python objects: a function, a metric, the COCO evaluation."""
