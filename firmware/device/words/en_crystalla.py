"""What people read on the device in Crystalla, in English; the rules are as in `en.py`."""

OPTION_NAMES = {
    "ruby_model": "Ruby flowers",
    "emerald_model": "Emerald flowers",
    "same_card_adjoins": "Halves join",
    "start3": "Start of three",
    "award_eval": "Two together",
    "start_swap": "Swap start card",
    "first_player": "Who begins",
    "corners": "Corners",
    "track": "Follow",
}
OPTION_VALUES = {
    "pairs": "pairs",
    "edges": "every edge",
    "manual": "by hand",
    "corners": "at a corner",
    "on": "on",
    "off": "off",
    "three_corners": "corners",
    "final": "after the walk",
    "each_drop": "at every drop",
    "random": "drawn",
    "rows": "row by row",
    "clockwise": "clockwise",
    "walks": "walks",
    "turns": "turns only",
}

TURN = "Round {}/9 seat {}"
ROUND = "Round {}"
SET_UP = "Setup"
FIRST_ASK = "Who begins?"
SWAP_TITLE = "Start cards"
SWAP_ASK = "One for another?"
KEEP = "keep"
SWAPPED = "swap"
CORNERS_ASK = "Your start pile"
CORNERS_HUB = "seat {} picks"
HEIGHTS = "Cards in piles"
CRYSTALS = "Crystal pieces"
LAID = "seat {}  {} laid"
LEFT = "{} left, {} out"
NO_PIECE = "no piece here"
TAKE = "take a pile"
WALKS = "seat {} walks"
CHOOSES = "seat {} chooses"
FILLS = "{} is empty"
FILL_FROM = "3 cards from {}"
GIVES = "seat {} gives"
LAYS = "seat {} lays"
YOUR_TURN = "Your turn"
DONE = "C turn done"
WAIT = "seat {} plays"
WAIT_UNDO = "seat {}   B undo"
GIVE_TITLE = "Crystal for"
GIVE_SEAT = "seat {}"
COVER_TITLE = "Lay a crystal"
PLACED = "placed"
LOST = "removed"
LOST_WHY = "no place for it"

SHAPES = ("large {}", "small {}")
FACE_DOWN = "{} face down"
PLACE_CARD = "place {}"
PLACES = "seat {} places"
FIRST_CARD = "next {}"
SWAP_CARD = "swap {}"
TURN_KEYS = "A on B turn C ok"

# Keys: at the first offer B takes the own last entry back, after it B goes back to the offer before.
FIRST_TAKE = "A+ B undo C take"
TAKE_KEYS = "A+ B -    C take"
FIRST_DROP = "A+ B undo C drop"
DROP_KEYS = "A+ B -    C drop"
FIRST_OK = "A+ B undo C ok"
OK_KEYS = "A+ B-  C ok"
OTHER = "A other  C enter"
UNDO = "B undo"
GO_ON = "C go on"

PADS = "Score pads"
IS_FULL = "full"
PAD_FULL = "Pad full"
SCORE_KEYS = "C count points"
NAMES = ("tourmaline", "amethyst", "ruby", "emerald", "citrine", "diamond", "hematite")
SHORT = ("tourm.", "ameth.", "ruby", "emer.", "citr.", "diam.", "hemat.")
ASKS = (
    "Tourmaline",
    "Amethyst",
    "Ruby flowers",
    "Emerald flowers",
    "Citrine groups",
    "Diamond group {}",
    "Hematite",
)
NO_MORE = "no more groups"
WORTH = "{} points"
POISON = "others +{}"
