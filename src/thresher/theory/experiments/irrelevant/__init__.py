"""What ever more irrelevant attributes cost."""
