"""The WebSocket of a table: frames in, messages out, and the connection that carries them."""
