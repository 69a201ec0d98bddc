"""The rules as examples: reading a file, laying a day at a moment, giving commands, and comparing what is then true."""
