"""The numbers, for whoever may open the local socket; the browser's door has none."""


def test_the_local_door_tells_the_numbers(doors):
    """As `seorap status --prometheus` does."""
    with doors.agent() as client:
        answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "seorap_daemon_running 1\n" in answer.text


def test_the_browsers_door_does_not(doors):
    """Another page's script gets nothing to count."""
    with doors.browser() as client:
        assert client.get("/metrics").status_code == 404
