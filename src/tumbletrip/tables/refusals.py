"""Reasons for which a table refuses a command, before the game decides."""

from tumbletrip.core.refusals import Refusal


class No(Refusal):
    """A table's refusals."""

    MALFORMED = "table/malformed"
    UNKNOWN_ACTION = "table/unknown_action"
    NOT_YOUR_SEAT = "table/not_your_seat"
    NOT_OPENER = "table/not_opener"
    NO_SUCH_SEAT = "table/no_such_seat"
    SEAT_NOT_OPEN = "table/seat_not_open"
    BAD_NAME = "table/bad_name"
    NAME_TAKEN = "table/name_taken"
    UNKNOWN_LEVEL = "table/unknown_level"
    NOT_STARTED = "table/not_started"
    ALREADY_STARTED = "table/already_started"
    OPEN_SEATS = "table/open_seats"
    TOO_FEW_SEATS = "table/too_few_seats"
    OVER = "table/over"
    NOT_OVER = "table/not_over"
    WRONG_ROUND = "table/wrong_round"
    NOT_AWAY = "table/not_away"
    STILL_HERE = "table/still_here"
    DICE_FROM_APP = "table/dice_from_app"
    DICE_FROM_TABLE = "table/dice_from_table"
    SEALED = "table/sealed"
    DRAWING = "table/drawing"
    LOG_FULL = "table/log_full"
    # The host's own, when chance, physics or the store cannot answer.
    RETRY = "table/retry"
    PHYSICS_FAILED = "table/physics_failed"
