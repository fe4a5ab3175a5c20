#!/bin/sh
# Installs what the tests need of Debian, where it may: as root, or by sudo without a password; else it says the line.
# With the word "python" only what a virtual environment needs; with "engines" also Firefox and WebKit. Never fails: the tests
# say what they lack.
set -u
missing=""
want() { # want PACKAGE, unless TEST holds
	package=$1; shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}
as_root() { # as_root COMMAND..., without a question; fails where that may not be
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
# Chromium without windows draws the same pages at less than half the cost; where none is to be had, the whole one will do.
browser() {
	command -v chromium-headless-shell && return
	command -v chromium || command -v chromium-browser || command -v google-chrome || return
	! { apt-cache show chromium-headless-shell && as_root true; }
}
want python3-venv "${PYTHON:-python3}" -c 'import ensurepip, venv'
if [ "${1:-}" != python ]; then
	want chromium-headless-shell browser
	want xfonts-efont-unicode test -e /usr/share/fonts/X11/misc/b12.pcf.gz
	want systemd sh -c 'command -v systemd-analyze'
	want shellcheck sh -c '[ "$(uname -m)" != aarch64 ] || command -v shellcheck'
	want strace sh -c 'command -v strace'
	want etcd-server sh -c 'command -v etcd' # a hall's store; where systemd runs, its service is not wanted
	want openssh-client sh -c 'command -v ssh-keygen' # signs the tests' updates
	want libfaketime sh -c 'ls /usr/lib/*/faketime/libfaketimeMT.so.1'
	want fonts-noto-core sh -c 'fc-list | grep -q NotoSans-Regular' # narrow and wide letters, as phones have them
	want fonts-roboto-unhinted sh -c 'fc-list | grep -q Roboto-Regular'
	want fonts-dejavu-core sh -c 'fc-list | grep -q DejaVuSans.ttf'
	want fonts-noto-cjk sh -c 'fc-list | grep -q NotoSansCJK' # another Japanese font is wider, and cuts what fits
fi
if [ "${1:-}" = engines ]; then
	want firefox-esr sh -c 'command -v firefox-esr || command -v firefox'
	want webkit2gtk-driver sh -c 'command -v WebKitWebDriver'
	want xvfb sh -c 'command -v Xvfb' # WebKit has no other way to do without a screen
fi
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
	echo "Not on this machine:$missing. Some tests will be skipped."
	exit 0
fi
known() { # what Debian here has not is wanted under its other name
	apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing=$(echo "$missing" | sed s/chromium-headless-shell/chromium/)
}
if ! as_root true 2>/dev/null; then
	known
	echo "For every test, first: sudo apt-get install -y$missing"
	exit 0
fi
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
as_root apt-get update -qq
known
as_root apt-get install -y -qq --no-install-recommends $missing >/dev/null || echo "Could not install all of:$missing"
exit 0
