"""A process that wants every sequence number of one table and prints how many it got.

python -m tests.kit.storage.racer URL FOLDER TABLE LAST
"""

import asyncio
import sys

from tests.kit.storage.logs import append
from tests.kit.storage.shared import Shared, from_words
from tumbletrip.tables.ports import Appended


async def main(database: Shared, table: str, last: int) -> None:
    """Try every number once: a conflict means that another process has it, so the next one is free."""
    store = await database.open()
    answers = [(await store.append([append(table, seq)]))[0] for seq in range(2, last + 1)]
    await store.close()
    print(answers.count(Appended.STORED), answers.count(Appended.CONFLICT))


if __name__ == "__main__":
    asyncio.run(main(from_words(*sys.argv[1:3]), sys.argv[3], int(sys.argv[4])))
