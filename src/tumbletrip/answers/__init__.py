"""What is answered to requests and on a table's socket, whoever carries them: a server, or a page."""
