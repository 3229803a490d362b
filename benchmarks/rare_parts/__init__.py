"""Streams where one label is rare, and who learns them."""
