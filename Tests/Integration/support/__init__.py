"""What the tests drive the program with. Standard library only."""
