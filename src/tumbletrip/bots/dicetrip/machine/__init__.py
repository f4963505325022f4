"""What runs the kernels, here or in a page: memory as they read it, questions, answers. Needs no NumPy."""
