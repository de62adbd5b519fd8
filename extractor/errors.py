"""The one tree of exceptions, drawn in ``captuple.errors``: clients of the server know it as well."""

from captuple.errors import (
    BundleError,
    CaptupleError,
    Fault,
    GuessedFieldsWarning,
    InvalidInputError,
    NotEnglishWarning,
    ResourceError,
    UnknownNameError,
    shorten,
)

__all__ = [
    "BundleError",
    "CaptupleError",
    "Fault",
    "GuessedFieldsWarning",
    "InvalidInputError",
    "NotEnglishWarning",
    "ResourceError",
    "UnknownNameError",
    "shorten",
]
