#!/bin/bash
# Makes the image of a card: Debian for arm64 with the companion, which starts on a card of any size.
#
#   sudo systemd/image/build.sh [--suite trixie] [--work DIR] [--out DIR] [--key FILE] [--sign FILE] [--at URL]
#
#   --suite   which Debian: trixie (default), with the newer kernel of its backports, which knows the Pi 5; or bookworm
#   --work    the folder for downloads and unfinished parts; the next run continues there
#   --out     the folder for the image, its checksums and its lists
#   --key     the public key of the updates that the box accepts; without it the box accepts none
#   --sign    also make an update, signed with the private key in this file, and sign the checksums; a key with a word asks for it
#             before anything is built
#   --at      the address of the folder where the files will be; Raspberry Pi Imager can then fetch the image by its manifest
#
# It needs root and Linux 6.7 or newer: QEMU is registered in a namespace of its own, so nothing on this machine changes. It uses no
# loop device, and no network but Debian's and the package registry. `card/` has the other files of the card.
set -euo pipefail
export LC_ALL=C
umask 022

HERE=$(cd "$(dirname "$0")" && pwd)
TREE=$(cd "$HERE/../.." && pwd)
readonly HERE TREE
# shellcheck source=systemd/image/emulated.sh
. "$HERE/emulated.sh"
# shellcheck source=systemd/image/parts.sh
. "$HERE/parts.sh"
# shellcheck source=systemd/image/lgpio.sh
. "$HERE/lgpio.sh"
# shellcheck source=systemd/image/spare.sh
. "$HERE/spare.sh"
# Files of the system keep the time of their packages. Newer files get this time (1 January 2026), so that all builds are equal.
readonly SYSTEM_EPOCH=1767225600
readonly NEEDED=(mmdebstrap:mmdebstrap arch-test:arch-test mksquashfs:squashfs-tools mcopy:mtools mkfs.vfat:dosfstools mkfs.ext4:e2fsprogs
	sfdisk:fdisk xz:xz-utils ssh-agent:openssh-client fdtput:device-tree-compiler "$EMULATOR:qemu-user-static" git:git python3:python3-venv)
# Packages that Raspberry Pi OS has or systemd/install.sh would fetch, and those that only a card needs.
readonly PACKAGES=(systemd-sysv systemd-timesyncd udev dbus kmod iproute2 initramfs-tools zstd linux-image-arm64 raspi-firmware
	firmware-brcm80211 wireless-regdb wpasupplicant network-manager dnsmasq-base iw avahi-daemon python3 python3-venv
	xfonts-efont-unicode openssh-server fdisk e2fsprogs)

# Packages of trixie that come from its backports.
readonly NEWER='Package: linux-image-* linux-binary-* linux-modules-* linux-base* firmware-brcm80211'

declare -rA PYTHON_OF=([bookworm]=3.11 [trixie]=3.13)

suite=trixie work="" out="" key="" sign="" at="" epoch="" agent=""

say() { printf '   %s\n' "$*"; }
title() { printf '\n== %s (%s)\n' "$*" "$(date +%H:%M:%S)"; }
fail() {
	printf 'build.sh: %s\n' "$*" >&2
	exit 1
}

parse() {
	while [ $# -gt 0 ]; do
		case $1 in
		--suite | --work | --out | --key | --sign | --at)
			[ $# -gt 1 ] || fail "$1 needs a value"
			printf -v "${1#--}" %s "$2"
			shift
			;;
		-h | --help)
			sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
			exit 0
			;;
		*) fail "unknown option $1; --help lists all" ;;
		esac
		shift
	done
	[ -n "${PYTHON_OF[$suite]:-}" ] || fail "--suite $suite: use bookworm or trixie"
	[ -z "$key" ] || [ -f "$key" ] || fail "--key $key: there is no such file"
	[ -z "$sign" ] || [ -f "$sign" ] || fail "--sign $sign: there is no such file"
	work=${work:-${XDG_CACHE_HOME:-$HOME/.cache}/table-companion-image}/$suite
	out=${out:-$TREE/build/image}
}

check_machine() {
	local pair lacking=()
	[ "$(id -u)" = 0 ] || fail "run this as root: the image has files of many users"
	for pair in "${NEEDED[@]}"; do
		command -v "${pair%%:*}" >/dev/null || lacking+=("${pair#*:}")
	done
	[ ${#lacking[@]} = 0 ] || fail "first run: apt-get install --no-install-recommends ${lacking[*]}"
	mkdir -p "$work" "$out"
	exec 9>"$work/.lock"
	flock -n 9 || fail "another build is running in $work: wait until it ends"
}

# --- a finished step is not repeated until one of its inputs changes ---

is_done() { # is_done STEP OF
	[ "$(cat "$work/$1.of" 2>/dev/null)" = "$2" ] || return 1
	say "there already"
}
done_with() { printf '%s\n' "$2" >"$work/$1.of"; }
forget() { rm -f "$work/$1.of"; }
sum() { sha256sum | cut -c 1-32; }

# --- the steps ---

sources() {
	local mirror=http://deb.debian.org
	cat <<-END
		deb $mirror/debian $suite main non-free-firmware
		deb $mirror/debian $suite-updates main non-free-firmware
		deb $mirror/debian-security $suite-security main non-free-firmware
	END
	[ "$suite" = bookworm ] || echo "deb $mirror/debian $suite-backports main non-free-firmware"
}

make_system() { # Debian alone
	local of way=()
	title "Debian $suite for arm64"
	if [ "$suite" = bookworm ]; then # else a package that needs all of Perl makes /bin a link to /usr/bin
		way=(--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr)
	else
		way=("--setup-hook=printf '%s\n' '$NEWER' 'Pin: release n=$suite-backports' 'Pin-Priority: 600' >\"\$1/etc/apt/preferences.d/kernel\"")
	fi
	of=$({ printf '%s\n' "${PACKAGES[@]}" "$SYSTEM_EPOCH" "${way[@]}"; sources; } | sum)
	if is_done system "$of"; then return; fi
	forget system
	sources >"$work/sources.list"
	emulated env -i PATH="$PATH" LC_ALL=C DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$SYSTEM_EPOCH" TMPDIR="$work" \
		mmdebstrap --mode=root --variant=minbase --architectures=arm64 --include="$(IFS=,; echo "${PACKAGES[*]}")" \
		--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
		--dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
		--dpkgopt='force-confold' --skip=cleanup/apt/lists "${way[@]}" \
		--essential-hook="mkdir -p \"\$1/boot/firmware\" \"\$1/etc/initramfs-tools/conf.d\"" \
		--essential-hook="echo MODULES=list >\"\$1/etc/initramfs-tools/conf.d/table-companion\"" \
		"$suite" "$work/system.tar" "$work/sources.list"
	done_with system "$of"
}

pip() { # of the building machine
	[ -e "$work/tools/bin/pip" ] || python3 -m venv "$work/tools"
	"$work/tools/bin/pip" -q "$@"
}

make_wheels() { # the packages for an installation without internet (docs/install.md)
	local platform platforms=() of
	title "Wheels"
	of=$(cat "$TREE/lock/hall.txt" "$HERE/lgpio.sh" | sum)
	if is_done wheels "$of"; then return; fi
	forget wheels
	rm -rf "$work/wheels"
	if [ "$suite" = bookworm ]; then cp "$TREE/lock/hall.txt" "$work/locked.txt"; else without_lgpio >"$work/locked.txt"; fi
	for platform in manylinux_2_34 manylinux_2_28 manylinux2014; do platforms+=(--platform "${platform}_aarch64"); done
	pip download -d "$work/wheels" --require-hashes --only-binary=:all: --python-version "${PYTHON_OF[$suite]}" \
		--implementation cp "${platforms[@]}" -r "$work/locked.txt"
	[ "$suite" = bookworm ] || make_lgpio "$work/wheels"
	done_with wheels "$of"
}

source_of() { git -C "$TREE" ls-files -z --cached --others --exclude-standard -- companion hardware web systemd lock pyproject.toml; }

copy_source() { # copy_source TO: the parts of the working tree that a box needs
	mkdir -p "$1"
	(cd "$TREE" && source_of | while IFS= read -r -d '' file; do [ ! -f "$file" ] || printf '%s\0' "$file"; done |
		sort -z | tar --null --no-recursion -T - -c) | tar -x -C "$1"
	find "$1" -exec touch -h -d "@$epoch" {} +
}

make_root() { # add the companion and the files of the card
	local of
	title "The companion"
	of=$({ cat "$work/system.of" "$work/wheels.of" ${key:+"$key"}; cd "$TREE"; source_of | sort -z | xargs -0 sha256sum; } 2>/dev/null | sum)
	if is_done root "$of"; then return; fi
	forget root
	rm -rf "$work/root" "$work/source"
	copy_source "$work/source"
	SOURCE_DATE_EPOCH=$epoch pip wheel --no-deps -w "$work/source/wheels" "$work/source"
	cp "$work"/wheels/* "$work/source/wheels"
	say "unpacks"
	mkdir "$work/root"
	tar -x --numeric-owner -p -f "$work/system.tar" -C "$work/root"
	mkdir "$work/root/root/box"
	cp -r "$work/source/systemd" "$work/source/lock" "$work/source/wheels" "$work/root/root/box"
	inside /root/box/systemd/install.sh --wheels /root/box/wheels
	# Also the packages of a hall's box: the owner decides later.
	inside /opt/table-companion/versions/1/bin/pip -q install --no-index --find-links /root/box/wheels "table-companion[hall]"
	remove_own_things
	spare_services
	spare_files
	inside update-initramfs -c -k all
	done_with root "$of"
}

remove_own_things() { # remove everything that belongs to one box: the first start makes it
	local root=$work/root
	rm -rf "$root/root/box" "$root"/etc/ssh/ssh_host_* "$root/etc/table-companion/wifi" "$root/var/lib/dbus/machine-id"
	: >"$root/etc/machine-id"
	mkdir -p "$root/usr/share/table-companion" "$root/data" "$root/var/lib/table-companion"
	mv "$root/etc/table-companion/settings.toml" "$root/usr/share/table-companion"
	echo "$epoch" >"$root/usr/share/table-companion/number"
	[ -z "$key" ] || cp "$key" "$root/usr/share/table-companion/release.pub"
	cp -r "$HERE/card/." "$root"
	chmod +x "$root"/usr/lib/table-companion/* "$root"/etc/initramfs-tools/hooks/* "$root"/etc/initramfs-tools/scripts/*/*
	sed -i '/^# table-companion$/,+1d' "$root/etc/avahi/avahi-daemon.conf"
	ln -sf /run/NetworkManager/resolv.conf "$root/etc/resolv.conf"
	python3 "$HERE/modules.py" "$root" >"$root/etc/initramfs-tools/modules"
	rm "$root/opt/table-companion/current"
	mkdir "$root/opt/table-companion/current"
	find "$root/opt/table-companion/versions/1/bin" -type f \
		-exec sed -i '1s|^#!/opt/table-companion/versions/1/|#!/opt/table-companion/current/|' {} +
	inside systemctl -q enable companion-card.service companion-grow.service companion-trial.service \
		companion-upload.path companion-games.path
}

make_squashfs() {
	title "The system, packed"
	if is_done squashfs "$(cat "$work/root.of")"; then return; fi
	forget squashfs
	(cd "$work/root" && SOURCE_DATE_EPOCH=$epoch mksquashfs . "$work/root.squashfs" -noappend -quiet -no-progress -comp zstd \
		-Xcompression-level 19 -b 256K -action "$ALONE" -wildcards -e "${NOT_PACKED[@]}")
	done_with squashfs "$(cat "$work/root.of")"
}

finish() { # the image, its checksum, its packages, and the manifest for Raspberry Pi Imager
	local name=table-companion-$suite files
	title "Lists and sums"
	xz -T 4 -3 --block-size=64MiB -c "$work/card.img" >"$out/$name.img.xz"
	{
		chroot_list
		sed -n 's/^Name: \(.*\)/pypi\t\1/p;s/^Version: \(.*\)/\1/p' "$work"/root/opt/table-companion/versions/1/lib/python3.*/site-packages/*.dist-info/METADATA |
			paste - - | sort -u
	} >"$out/$name.packages"
	python3 "$HERE/manifest.py" "$suite" "$work/card.img" "$out/$name.img.xz" "$epoch" "$(own_version)" "$at" \
		>"$out/$name.rpi-imager-manifest"
	cp "$HERE/icon.svg" "$out"
	files=("$name.img.xz" "$name.packages" "$name.rpi-imager-manifest" icon.svg)
	[ -z "$sign" ] || files+=("$name.update")
	(cd "$out" && sha256sum "${files[@]}" >"$name.sha256")
	[ -z "$sign" ] || sign_file table-companion-release "$out/$name.sha256"
	say "$((($(stat -c %s "$work/card.img") + 999999) / 1000000)) MB for the card, $((($(stat -c %s "$out/$name.img.xz") + 999999) / 1000000)) MB to fetch"
	say "$out/$name.img.xz"
}

chroot_list() { dpkg-query --admindir="$work/root/var/lib/dpkg" -W -f 'deb\t${Package}\t${Version}\n'; }

main() {
	parse "$@"
	trap 'kill -- $(jobs -p) $agent 2>/dev/null || true' EXIT # the emulated namespace gets no Ctrl-C
	check_machine
	[ -z "$sign" ] || unlock_key
	epoch=$(git -C "$TREE" log -1 --format=%ct)
	make_system
	make_wheels
	make_root
	make_squashfs
	make_fat
	make_data
	make_image
	[ -z "$sign" ] || make_update
	finish
}

main "$@"
exit # bash reads no further, even if this file has changed
