"""Replies to the requests by which a phone tests whether a Wi-Fi has internet.

Each system gets the reply that it expects, so that no log-in sheet covers the camera, and no phone leaves the Wi-Fi of a box
without internet. The phones ask for hosts of their makers, so these routes accept every host name. They say nothing about
the box. Each reply has only what the system compares.
"""

from typing import Final

from flask import Blueprint, Response

from web.entrance import gate

routes = Blueprint("captive", __name__)

APPLE: Final = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
FIREFOX: Final = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'


@routes.get("/generate_204")
@routes.get("/gen_204")
@gate.anyone
def android() -> Response:
    """Reply to Android and Chrome with nothing."""
    return Response(status=204)


@routes.get("/hotspot-detect.html")
@routes.get("/library/test/success.html")
@gate.anyone
def apple() -> Response:
    """Reply to iPhones, iPads and Macs with a page that says Success."""
    return Response(APPLE, mimetype="text/html")


@routes.get("/connecttest.txt")
@gate.anyone
def windows() -> Response:
    """Reply to Windows 10 and later."""
    return _plain("Microsoft Connect Test")


@routes.get("/ncsi.txt")
@gate.anyone
def older_windows() -> Response:
    """Reply to Windows before version 1607 of Windows 10."""
    return _plain("Microsoft NCSI")


@routes.get("/success.txt")
@gate.anyone
def firefox() -> Response:
    """Reply to Firefox, which has a test of its own. The line must end with a newline."""
    return _plain("success\n")


@routes.get("/canonical.html")
@gate.anyone
def newer_firefox() -> Response:
    """Reply to newer versions of Firefox, which compare this page word for word."""
    return Response(FIREFOX, mimetype="text/html")


@routes.get("/check_network_status.txt")
@gate.anyone
def gnome() -> Response:
    """Reply to NetworkManager in its default configuration (nmcheck.gnome.org)."""
    return _plain("NetworkManager is online\n")


def _plain(words: str) -> Response:
    return Response(words, mimetype="text/plain")
