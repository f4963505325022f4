"""One module or folder for each command, loaded only when it is used."""
