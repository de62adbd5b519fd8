"""How a sentence encoder is made: one that knows captions of one picture from captions that say something else."""
