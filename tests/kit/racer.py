"""A process that wants every sequence number of one table and prints how many it got.

python -m tests.kit.racer URL TABLE LAST
"""

import asyncio
import sys

from tests.kit.logs import append
from tumbletrip.storage.opening import open_store
from tumbletrip.tables.ports import Appended


async def main(url: str, table: str, last: int) -> None:
    """Try every number once: a conflict means that another process has it, so the next one is free."""
    store = await open_store(url)
    answers = [(await store.append([append(table, seq)]))[0] for seq in range(2, last + 1)]
    await store.close()
    print(answers.count(Appended.STORED), answers.count(Appended.CONFLICT))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
