"""Section 6 of Auer and Warmuth 1998: SWIN on a disjunction that changes."""
