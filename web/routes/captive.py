"""The questions by which a phone finds out whether a Wi-Fi leads anywhere, answered as it hopes.

So no sheet pops up over the camera and no phone leaves a box that has no internet. Phones ask under the names of their
makers, so these routes alone are open to every name; they say nothing of the box. Each answer is the least that its
asker compares with.
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
    """Android and Chrome want nothing."""
    return Response(status=204)


@routes.get("/hotspot-detect.html")
@routes.get("/library/test/success.html")
@gate.anyone
def apple() -> Response:
    """iPhones, iPads and Macs look for a page that says Success."""
    return Response(APPLE, mimetype="text/html")


@routes.get("/connecttest.txt")
@gate.anyone
def windows() -> Response:
    """Windows 10 and later."""
    return _plain("Microsoft Connect Test")


@routes.get("/ncsi.txt")
@gate.anyone
def older_windows() -> Response:
    """Windows up to the first 10."""
    return _plain("Microsoft NCSI")


@routes.get("/success.txt")
@gate.anyone
def firefox() -> Response:
    """Firefox by itself, besides what its system asks; the line's end belongs to it."""
    return _plain("success\n")


@routes.get("/canonical.html")
@gate.anyone
def newer_firefox() -> Response:
    """Firefox of today, which wants this page word for word."""
    return Response(FIREFOX, mimetype="text/html")


@routes.get("/check_network_status.txt")
@gate.anyone
def gnome() -> Response:
    """NetworkManager, where nothing else is set up (nmcheck.gnome.org)."""
    return _plain("NetworkManager is online\n")


def _plain(said: str) -> Response:
    return Response(said, mimetype="text/plain")
