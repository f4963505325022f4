"""How Tumblin-Dice says no: the names that travel on the wire."""

from tumbletrip.core.refusals import Refusal


class No(Refusal):
    """Why Tumblin-Dice refuses a command."""

    # A launch
    NOT_A_NUMBER = "tumblin/not_a_number"
    OFF_THE_TRACK = "tumblin/off_the_track"
    PLACE_TAKEN = "tumblin/place_taken"
    UNKNOWN_FACE = "tumblin/unknown_face"
    TOO_SLOW = "tumblin/too_slow"
    TOO_FAST = "tumblin/too_fast"
    NOT_FORWARD = "tumblin/not_forward"
    YAW_OUT_OF_BOUNDS = "tumblin/yaw_out_of_bounds"
    HIT_BESIDE_THE_DIE = "tumblin/hit_beside_the_die"
