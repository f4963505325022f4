"""Tables of one device, without any server: the host inside a page, on a journal that the page keeps."""
