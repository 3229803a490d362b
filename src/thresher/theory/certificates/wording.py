"""A certificate's words for the command line, which asks for them here until it asks the certificate itself."""

from .certificate import Certificate

comparator_in_words = Certificate.comparator_in_words
limits = Certificate.limits_in_words
risk_in_words = str
