"""The p-norm family between the Perceptron and Winnow."""
