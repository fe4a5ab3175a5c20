#!/bin/bash
# lgpio, which reads and sets the pins, has no wheel for some Debians. If so, this builds one from its source, on a copy of the card's
# system. build.sh reads this file, and sets $work and $TREE.
# shellcheck disable=SC2154

# The tools for the build. None of them gets onto the card.
readonly FORGE_PACKAGES=(gcc libc6-dev python3-dev python3-setuptools swig)

lgpio_locked() { awk '/^lgpio==/ {on=1} on {print} on && !/\\$/ {exit}' "$TREE/lock/pi.txt"; }

without_lgpio() { awk '/^lgpio==/ {off=1} !off {print} off && !/\\$/ {off=0}' "$TREE/lock/hall.txt"; }

make_lgpio() { # make_lgpio TO: put the wheel into the folder TO
	local forge=$work/forge version
	title "lgpio, from its source"
	version=$(lgpio_locked | sed -n 's/^lgpio==\([0-9.]*\).*/\1/p')
	rm -rf "$forge" "$work/lgpio"
	mkdir -p "$forge" "$work/lgpio"
	lgpio_locked >"$work/lgpio/locked.txt"
	pip download -d "$work/lgpio" --no-deps --no-binary lgpio --require-hashes -r "$work/lgpio/locked.txt"
	tar -x --numeric-owner -p -f "$work/system.tar" -C "$forge"
	tar -x --no-same-owner -f "$work/lgpio/lgpio-$version.tar.gz" -C "$forge/root"
	# Always in one order: two builds must be equal.
	sed -i "s/Path('src').glob('lg\*.c')/sorted(Path('src').glob('lg*.c'))/" "$forge/root/lgpio-$version/setup.py"
	cp --remove-destination /etc/resolv.conf "$forge/etc/resolv.conf"
	within "$forge" bash -c "set -e
		apt-get -q update
		apt-get -q install -y --no-install-recommends ${FORGE_PACKAGES[*]}
		python3 -m venv --system-site-packages /root/tools
		PYPI=1 CFLAGS=-g0 /root/tools/bin/pip wheel --no-deps --no-build-isolation -w /root/made /root/lgpio-$version"
	check_lgpio "$forge" "$version"
	cp "$forge"/root/made/lgpio-*.whl "$1"
	rm -rf "$forge"
}

check_lgpio() { # check_lgpio FORGE VERSION: fail unless it loads, in this version
	within "$1" bash -c "/root/tools/bin/pip -q install --no-deps --no-index /root/made/lgpio-*.whl && cd /tmp &&
		/root/tools/bin/python -c 'import lgpio; print(\"   lgpio\", lgpio.get_module_version(), lgpio.__file__)'" ||
		fail "lgpio $2 was built, but cannot be loaded"
}
