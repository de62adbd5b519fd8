"""Entities of an image: which mentions of its captions mean the same person, animal or thing.

::

    mention     what is known of a mention, from tuples or from annotated phrases
    features    what speaks for and against two mentions being one entity
    model       a linear SVM over the features, as data
    clustering  from scores of pairs to entities, under constraints
    metrics     MUC, B3, CEAF-e, CoNLL and pairwise figures of a partition
"""
