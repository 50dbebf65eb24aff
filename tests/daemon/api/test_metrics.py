"""The numbers, for whoever may open the local socket; the browser's door has none."""


def test_the_local_door_tells_the_numbers(doors):
    """As `seorap status --prometheus` does."""
    with doors.agent() as client:
        answer = client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "seorap_daemon_running 1\n" in answer.text


def test_it_is_measured_how_long_agents_wait(doors):
    """Each answer to a hook counts, and nothing is told before the first one."""
    with doors.agent() as client:
        assert "seorap_recall" not in client.get("/metrics").text
        client.post("/hooks/claude-code/UserPromptSubmit", json={"session_id": "s", "cwd": "/", "prompt": "deploy"})
        text = client.get("/metrics").text
    assert "# TYPE seorap_recall_seconds summary\n" in text
    assert "seorap_recall_seconds_count 1\n" in text
    assert 'seorap_recall_seconds{quantile="0.99"}' in text


def test_the_browsers_door_does_not(doors):
    """Another page's script gets nothing to count."""
    with doors.browser() as client:
        assert client.get("/metrics").status_code == 404
