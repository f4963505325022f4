"""The synchronous core of a table: time, answers and stored events come in, effects go out as values.

Nothing here waits, sleeps, logs or reads a clock. A server carries out the effects with asyncio; a test, or a
page without a server, carries them out one by one.
"""
