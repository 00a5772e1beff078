"""A venue for tests of a bot: started once, the same at every start, gone at the end."""

import json
import os
import signal
import subprocess
import time
import urllib.request

import pytest

START_SECONDS_MAX = 60


@pytest.fixture(scope="session")
def venue(tmp_path_factory):
    """The profile of a running venue: where it is, its agents with keys, its markets."""
    profile = tmp_path_factory.mktemp("venue") / "venue.json"
    command = ["npx", "touchstone", "serve", "--seed", "7", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--profile-out", str(profile)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # npx and the venue are ended together
    )
    try:
        if not process.stdout.readline():  # the profile has been written by then
            pytest.fail("the venue did not start; what it says is above")
        told = json.loads(profile.read_text())
        wait_until_ready(told["base_url"])
        yield told
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate()


def wait_until_ready(url):
    until = time.monotonic() + START_SECONDS_MAX
    while True:
        try:
            with urllib.request.urlopen(f"{url}/ready"):
                return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
