"""The games for reinforcement learning (docs/research.md); importing this room registers them with Gymnasium.

`gymnasium.make("tumbletrip.envs:TumbletripDiceTrip-v0")` imports it by itself.
"""

from gymnasium import register

DICETRIP = "TumbletripDiceTrip-v0"
TUMBLIN = "TumbletripTumblin-v0"

register(
    DICETRIP,
    entry_point="tumbletrip.envs.dicetrip.solo:DiceTripEnv",
    vector_entry_point="tumbletrip.envs.dicetrip.vector:DiceTripVectorEnv",
)

register(
    TUMBLIN,
    entry_point="tumbletrip.envs.tumblin.flicking:TumblinEnv",
    max_episode_steps=100,  # ten dice, and a player who keeps asking for a place that is taken
)
