"""Where phones find this box, written as QR codes and people have it."""


def join_url(host: str, port: int, code: str) -> str:
    """Upper case, so that the QR code is alphanumeric and small; port 80 is left out."""
    return f"http://{place(host, port)}/J/{code}".upper()


def place(host: str, port: int) -> str:
    """Host and port as people type them."""
    bare = host.strip("[]")
    named = f"[{bare}]" if ":" in bare else bare
    return named if port == 80 else f"{named}:{port}"
