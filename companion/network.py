"""Where this machine is reached from the phones' network."""

import socket


def own_address() -> str:
    """The IP address that faces the local network, or 127.0.0.1 where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET: connecting a datagram socket only picks the route
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def join_url(host: str, port: int, code: str) -> str:
    """Upper case, so that the QR code is alphanumeric and small; port 80 is left out."""
    return f"http://{place(host, port)}/J/{code}".upper()


def place(host: str, port: int) -> str:
    """Host and port as people type them."""
    named = f"[{host}]" if ":" in host else host
    return named if port == 80 else f"{named}:{port}"
