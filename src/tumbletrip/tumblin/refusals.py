"""How Tumblin-Dice says no: the names that travel on the wire."""

from tumbletrip.core.refusals import Refusal


class No(Refusal):
    """Why Tumblin-Dice refuses a setup, a launch or a command."""

    # A setup
    TOO_FEW_PLAYERS = "tumblin/too_few_players"
    TOO_MANY_PLAYERS = "tumblin/too_many_players"
    BAD_NAME = "tumblin/bad_name"
    SAME_NAME = "tumblin/same_name"
    NOT_IN_ONE_TEAM = "tumblin/not_in_one_team"
    ONE_TEAM_ONLY = "tumblin/one_team_only"
    UNEQUAL_TEAMS = "tumblin/unequal_teams"
    NO_DICE = "tumblin/no_dice"
    TOO_MANY_DICE = "tumblin/too_many_dice"
    UNEQUAL_DICE = "tumblin/unequal_dice"
    ONE_BONUS_DIE = "tumblin/one_bonus_die"
    MISNAMED_DICE = "tumblin/misnamed_dice"
    TARGET_AND_ROUNDS = "tumblin/target_and_rounds"
    IMPOSSIBLE_TARGET = "tumblin/impossible_target"
    IMPOSSIBLE_ROUNDS = "tumblin/impossible_rounds"
    IMPOSSIBLE_BONUS = "tumblin/impossible_bonus"

    # A turn
    NO_SUCH_SEAT = "tumblin/no_such_seat"
    MATCH_OVER = "tumblin/match_over"
    ORDER_SETTLED = "tumblin/order_settled"
    ALREADY_ROLLED = "tumblin/already_rolled"
    IMPOSSIBLE_FACE = "tumblin/impossible_face"
    ROLL_FIRST = "tumblin/roll_first"
    NOT_YOUR_TURN = "tumblin/not_your_turn"
    NOT_YOUR_DIE = "tumblin/not_your_die"
    ALREADY_FLICKED = "tumblin/already_flicked"

    # A launch
    NOT_A_NUMBER = "tumblin/not_a_number"
    UNKNOWN_FACE = "tumblin/unknown_face"
    TOO_SLOW = "tumblin/too_slow"
    TOO_FAST = "tumblin/too_fast"
    NOT_FORWARD = "tumblin/not_forward"
    YAW_OUT_OF_BOUNDS = "tumblin/yaw_out_of_bounds"
    HIT_BESIDE_THE_DIE = "tumblin/hit_beside_the_die"
    OFF_THE_TRACK = "tumblin/off_the_track"
    PLACE_TAKEN = "tumblin/place_taken"

    # An engine's answer to a launch
    NO_FINGERPRINT = "tumblin/no_fingerprint"
    WRONG_DICE = "tumblin/wrong_dice"
    IMPOSSIBLE_POSE = "tumblin/impossible_pose"
    OFF_STAYS_OFF = "tumblin/off_stays_off"
    MISREAD_DIE = "tumblin/misread_die"
