#!/bin/bash
# The one part of the box that has no wheel for each Debian: lgpio, which moves the pins. Read by build.sh, which says $work and
# $TREE. Where its makers have none for this Debian's Python it is built from their source, on a copy of the very system that it
# will run on, and is a wheel as any other from then on.
# shellcheck disable=SC2154

# What builds it: none of it comes onto the card.
readonly FORGE_PACKAGES=(gcc libc6-dev python3-dev python3-setuptools swig)

lgpio_locked() { awk '/^lgpio==/ {on=1} on {print} on && !/\\$/ {exit}' "$TREE/lock/pi.txt"; }

without_lgpio() { awk '/^lgpio==/ {off=1} !off {print} off && !/\\$/ {off=0}' "$TREE/lock/hall.txt"; }

make_lgpio() { # make_lgpio TO: into this folder of wheels
	local forge=$work/forge version
	title "lgpio, from its source"
	version=$(lgpio_locked | sed -n 's/^lgpio==\([0-9.]*\).*/\1/p')
	rm -rf "$forge" "$work/lgpio"
	mkdir -p "$forge" "$work/lgpio"
	lgpio_locked >"$work/lgpio/locked.txt"
	pip download -d "$work/lgpio" --no-deps --no-binary lgpio --require-hashes -r "$work/lgpio/locked.txt"
	tar -x --numeric-owner -p -f "$work/system.tar" -C "$forge"
	tar -x --no-same-owner -f "$work/lgpio/lgpio-$version.tar.gz" -C "$forge/root"
	# In one order, wherever it is built: else no two of it are alike.
	sed -i "s/Path('src').glob('lg\*.c')/sorted(Path('src').glob('lg*.c'))/" "$forge/root/lgpio-$version/setup.py"
	cp --remove-destination /etc/resolv.conf "$forge/etc/resolv.conf"
	within "$forge" bash -c "set -e
		apt-get -q update
		apt-get -q install -y --no-install-recommends ${FORGE_PACKAGES[*]}
		python3 -m venv --system-site-packages /root/tools
		PYPI=1 CFLAGS=-g0 /root/tools/bin/pip wheel --no-deps --no-build-isolation -w /root/made /root/lgpio-$version"
	insist_on_lgpio "$forge" "$version"
	cp "$forge"/root/made/lgpio-*.whl "$1"
	rm -rf "$forge"
}

insist_on_lgpio() { # insist_on_lgpio FORGE VERSION: it can be loaded there, and is what it says
	within "$1" bash -c "/root/tools/bin/pip -q install --no-deps --no-index /root/made/lgpio-*.whl && cd /tmp &&
		/root/tools/bin/python -c 'import lgpio; print(\"   lgpio\", lgpio.get_module_version(), lgpio.__file__)'" ||
		fail "lgpio $2 was built, but cannot be loaded"
}
