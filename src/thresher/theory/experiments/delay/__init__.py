"""Late labels: every order on streams that shift and that do not."""
