"""WebAssembly: bytes from the core."""
