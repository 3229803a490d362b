"""Streams of labelled examples."""

from .planted import PlantedDisjunction

__all__ = ["PlantedDisjunction"]
