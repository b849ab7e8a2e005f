"""The contract of test_contract.py kept by Crystalla with the invented cards (without them: test_contract.py).

Games are long, so what a test does at every step is not done for every number of players.
"""

from tests.both import test_contract as contract
from tests.both.crystalla_table import WithCards
from tests.both.playing import ON_CPYTHON


def _modules():
    return [("crystalla-cards", WithCards())]


def _tables(counts):
    return [("{}-{}".format(name, players), (module, players)) for name, module in _modules() for players in counts]


test_numbers_of_players_and_options = contract.test_numbers_of_players_and_options
test_texts_of_no_position_are_refused = contract.test_texts_of_no_position_are_refused
test_text_and_bytes_give_back_every_position = contract.test_text_and_bytes_give_back_every_position
test_a_restored_position_plays_on_the_same = contract.test_a_restored_position_plays_on_the_same
test_actions_have_words_and_words_are_read_back = contract.test_actions_have_words_and_words_are_read_back
test_what_is_not_allowed_changes_nothing = contract.test_what_is_not_allowed_changes_nothing
test_breakdowns_add_up_and_places_follow_the_scores = contract.test_breakdowns_add_up_and_places_follow_the_scores

CASES = {
    "test_numbers_of_players_and_options": _modules,
    "test_texts_of_no_position_are_refused": _modules,
    "test_text_and_bytes_give_back_every_position": lambda: _tables((3,)),
    "test_a_restored_position_plays_on_the_same": lambda: _tables((2, 3, 4)),
    "test_actions_have_words_and_words_are_read_back": lambda: _tables((2, 3, 4)),
    "test_what_is_not_allowed_changes_nothing": lambda: _tables((2,) if ON_CPYTHON else (3,)),
    "test_breakdowns_add_up_and_places_follow_the_scores": lambda: _tables((2, 3, 4)),
}
