"""How server processes on one database tell each other what changed: messages, inboxes, datagrams."""
