"""Our server beside a uvicorn that lost something we build on: it takes the plain way in by itself.

python -m tests.kit.server.plain_server serve …
"""

from unittest.mock import patch

from tumbletrip.cli.main import run
from tumbletrip.server.transport import ways_in

LOST = {"uvicorn.server:Server": "startup what_the_next_version_took_away"}

if __name__ == "__main__":
    with patch.object(ways_in, "EXPECTED", ways_in.EXPECTED | LOST):
        run()
