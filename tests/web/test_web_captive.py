"""A phone on the box's own Wi-Fi asks, at its maker's address, whether the Wi-Fi leads to the internet. Then it stays."""

import re

import pytest

from tests.support.phones import Phone
from web.routes import captive

ASKED = {
    ("connectivitycheck.gstatic.com", "/generate_204"): (204, b""),
    ("www.google.com", "/gen_204"): (204, b""),
    ("captive.apple.com", "/hotspot-detect.html"): (200, captive.APPLE.encode()),
    ("www.apple.com", "/library/test/success.html"): (200, captive.APPLE.encode()),
    ("www.msftconnecttest.com", "/connecttest.txt"): (200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt"): (200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt"): (200, b"success\n"),
    ("detectportal.firefox.com", "/canonical.html"): (200, captive.FIREFOX.encode()),
    ("nmcheck.gnome.org", "/check_network_status.txt"): (200, b"NetworkManager is online\n"),
}


@pytest.mark.parametrize(("host", "path"), ASKED)
def test_each_system_gets_the_reply_that_it_expects(port: int, host: str, path: str) -> None:
    with Phone(port) as phone:
        reply = phone.get(path, Host=host, Accept="*/*")
    assert (reply.status, reply.body) == ASKED[host, path]
    assert reply.cookies == []


def test_an_iphone_reads_success_and_nothing_else_on_its_page() -> None:
    """An iPhone closes its page by itself only if title and body are this one word."""
    assert re.sub("<[^>]*>", " ", captive.APPLE).split() == ["Success", "Success"]


@pytest.mark.parametrize(
    "path", ["/", "/table", "/J/ABCDEF", "/screen", "/static/page.js", "/generate_204/", "/generate_204x"]
)
def test_a_foreign_host_name_reaches_no_other_route(port: int, path: str) -> None:
    with Phone(port) as phone:
        reply = phone.get(path, Host="connectivitycheck.gstatic.com")
    assert (reply.status, reply.refused) == (403, "foreign_host")


def test_nothing_can_be_posted_under_a_foreign_host_name(port: int) -> None:
    with Phone(port) as phone:
        assert phone.post("/generate_204", {}, Host="connectivitycheck.gstatic.com").status == 403
        assert phone.post("/generate_204", {}).status == 405


def test_a_foreign_host_name_learns_nothing_about_the_people_here(port: int) -> None:
    with Phone(port) as phone:
        phone.join(phone.get("/table").json["join"]["code"], "Ana")
        answers = {phone.get(path, Host=host).body for host, path in ASKED}
    assert answers == {body for _, body in ASKED.values()}
