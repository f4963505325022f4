"""House rules and setups of all sorts, for property tests."""

from hypothesis import strategies as st

from tumbletrip.tumblin.dice import KINDS
from tumbletrip.tumblin.house_rules import Count, HouseRules
from tumbletrip.tumblin.setup import Setup, table

NAMES = ("Ada", "Ben", "Cléo", 'Dan "D" O\'Hara', "Ève #1", "Zoë: x", "ß\\n", "李")


def houses() -> st.SearchStrategy[HouseRules]:
    """Any combination of variants that does not contradict itself."""
    return st.builds(
        _house,
        end=st.one_of(
            st.none(), st.integers(1, 600).map(lambda points: ("target", points)), st.just(("rounds", 2))
        ),
        count=st.sampled_from(Count),
        falling_costs=st.booleans(),
        all_aboard=st.sampled_from([None, 10, 20, 7, "double"]),
        pass_the_start=st.booleans(),
    )


def _house(end: tuple[str, int] | None, **rules: object) -> HouseRules:
    ends: dict[str, int | None] = {"target": None, "rounds_to_win": None}
    if end:
        ends["target" if end[0] == "target" else "rounds_to_win"] = end[1]
    return HouseRules(**ends, **rules)  # type: ignore[arg-type]  # the strategies above give the right types


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Two to six players, alone or in two teams, with up to three dice each of any kinds."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(2, 6))]
    return table(
        names,
        dice=draw(st.integers(1, 3)),
        teams=2 if len(names) % 2 == 0 and draw(st.booleans()) else None,
        has_bonus=draw(st.booleans()),
        kinds=draw(st.lists(st.sampled_from(list(KINDS.values())), min_size=1, max_size=3)),
        house=draw(houses()),
    )
