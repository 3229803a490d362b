"""What shifts, sparse instances, tiny values and wrong parameters cost."""
