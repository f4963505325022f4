"""MuJoCo where it runs: as a library of this process, and in the page around it."""
