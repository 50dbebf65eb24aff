"""What a person turns down again and again grows quiet, and Seorap says so."""

import pytest


@pytest.mark.slow
def test_a_rule_turned_down_six_times_is_named_in_status(home):
    """The bar stands in the text and as JSON, and a verdict that is taken back lowers it."""
    ids = home.propose(*(f"rule:x{number}" for number in range(6)), rule="lasting-order")
    home.seorap("dismiss", *ids)
    (bar,) = home.rows("status")[0]["bars"]
    assert (bar["rule"], bar["dismissed"], bar["approved"]) == ("lasting-order", 6, 0)
    assert (
        f"quieter     lasting-order in {bar['scope']}: from {bar['height']:.2f} sure on" in home.seorap("status").stdout
    )
    home.seorap("undo", ids[0])
    assert home.rows("status")[0]["bars"][0]["height"] < bar["height"]
