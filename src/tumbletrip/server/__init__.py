"""The server: tables over HTTP and WebSocket, and the wiring of store, host and workers."""
