"""The companion over HTTP: paper sheets, and evenings on a real board."""
