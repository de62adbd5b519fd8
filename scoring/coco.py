"""The COCO scorer under its public name; see `scoring.interfaces.coco`."""

from scoring.interfaces.coco import Captuple

__all__ = ["Captuple"]
