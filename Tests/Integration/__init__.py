"""Black-box tests: the real binary, real sockets, a mock provider that can misbehave."""
