#!/bin/bash
# Makes a Table Companion of a Raspberry Pi (Raspberry Pi OS or Debian, bookworm or trixie, 64 bit). Run it again to update.
#
#   sudo systemd/install.sh [--dry-run] [--wheels DIR] [--panel gpio|none] [--language en|fr|ja] [--name NAME]
#                           [--country CC] [--no-hotspot] [--hall] [--anyway]
#   sudo systemd/install.sh --uninstall [--purge] [--dry-run]
#
#   --dry-run      print every step, change nothing
#   --wheels DIR   install from the wheels in this folder, without internet
#   --panel        gpio (buttons and display on the pins), or none; for a new box
#   --language     the language of the display; for a new box
#   --name         the name of the box: with table, phones find table.local
#   --country      your country, two letters: it decides which Wi-Fi channels are allowed; without it no Wi-Fi opens
#   --no-hotspot   never open a Wi-Fi of the box's own
#   --hall         install the packages of a hall's box; settings with a [hall] do the same
#   --anyway       try it on another system, too
#   --uninstall    remove the program; games and settings stay, unless you add --purge
#
# Each version has its own folder, and one link names the running one. The link changes last, and changes back if the new
# version does not start. For tests DESTDIR is put before every path that is written.
set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
umask 022

HERE=$(cd "$(dirname "$0")/.." && pwd)
readonly HERE DESTDIR=${DESTDIR:-} PREFIX=/opt/table-companion # as in the units
readonly VERSIONS=$DESTDIR$PREFIX/versions CURRENT=$DESTDIR$PREFIX/current
readonly CONFIG=$DESTDIR/etc/table-companion STATE=$DESTDIR/var/lib/table-companion
readonly LINK=$DESTDIR/usr/local/bin/companion
readonly AVAHI=$DESTDIR/etc/avahi/avahi-daemon.conf BOOT=$DESTDIR/boot/firmware/config.txt
readonly OURS="# table-companion"
readonly PACKAGES=(python3-venv xfonts-efont-unicode avahi-daemon)
readonly HOTSPOT_PACKAGES=(network-manager dnsmasq-base iw)
readonly PIP=(-q --disable-pip-version-check --no-input)
# Files of a version's folder, and the places they are copied to.
readonly FILES=(
	companion.service:/etc/systemd/system/companion.service
	companion-hotspot.service:/etc/systemd/system/companion-hotspot.service
	companion.sysusers:/etc/sysusers.d/table-companion.conf
	companion.udev:/etc/udev/rules.d/60-table-companion.rules
	companion.modules:/etc/modules-load.d/table-companion.conf
	companion.avahi:/etc/avahi/services/table-companion.service
	companion-hotspot.dns:/etc/NetworkManager/dnsmasq-shared.d/table-companion.conf
)

codename=""   # of this Debian
dry="" uninstall="" purge="" wheels="" panel=gpio hotspot=yes hall="" anyway="" name=table country="" language=""
new=""    # the folder of the new version
old=""    # the folder of the running version
stage=""  # "switching" until the new version runs

usage() {
	sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
}

title() { printf '\n== %s\n' "$*"; }
say() { printf '   %s\n' "$*"; }
fail() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

run() { # run COMMAND: print it, and run it unless this is a dry run
	if [ -n "$dry" ]; then
		say "would: $*"
	else
		say "+ $*"
		"$@"
	fi
}

put() { # put FILE MODE: write the input into a file, in one step
	local words
	words=$(cat)
	if [ -n "$dry" ]; then
		say "would: write $1"
		return
	fi
	say "+ write $1"
	mkdir -p "$(dirname "$1")"
	(umask 077 && printf '%s\n' "$words" >"$1.new")
	chmod "$2" "$1.new"
	mv -f "$1.new" "$1"
}

parse() {
	while [ $# -gt 0 ]; do
		case $1 in
		--dry-run) dry=yes ;;
		--uninstall) uninstall=yes ;;
		--purge) purge=yes ;;
		--no-hotspot) hotspot="" ;;
		--hall) hall=yes ;;
		--anyway) anyway=yes ;;
		--wheels | --panel | --language | --name | --country)
			[ $# -gt 1 ] || fail "$1 needs a value"
			printf -v "${1#--}" %s "$2"
			shift
			;;
		-h | --help)
			usage
			exit 0
			;;
		*) fail "unknown option $1; --help lists all" ;;
		esac
		shift
	done
	[[ $panel =~ ^(gpio|none)$ ]] || fail "--panel $panel: use gpio or none"
	[[ $name =~ ^[a-z0-9]([a-z0-9-]*[a-z0-9])?$ ]] || fail "--name $name: use small letters, digits and hyphens"
	[[ $country =~ ^([A-Z][A-Z])?$ ]] || fail "--country $country: use two capital letters, as in FR"
	[[ $language =~ ^(en|fr|ja|)$ ]] || fail "--language $language: use en, fr or ja"
	[ -z "$purge" ] || [ -n "$uninstall" ] || fail "--purge goes with --uninstall"
	[ -z "$wheels" ] || [ -d "$wheels" ] || fail "--wheels $wheels: there is no such folder"
}

# --- the machine ---

check_machine() {
	local architecture
	[ -n "$DESTDIR$dry" ] || [ "$(id -u)" = 0 ] || fail "this changes the system: run it with sudo, or try --dry-run first"
	codename=$(sed -n 's/^VERSION_CODENAME=//p' "$DESTDIR/etc/os-release" 2>/dev/null || true)
	if [[ ! $codename =~ ^(bookworm|trixie)$ ]] && [ -z "$anyway" ]; then
		fail "this is ${codename:-another system}. The box is made for bookworm and trixie, of Debian or Raspberry Pi OS; --anyway tries it"
	fi
	architecture=$(dpkg --print-architecture)
	[[ $architecture =~ ^(arm64|amd64)$ ]] || fail "install a 64-bit system: this one is $architecture, for which some packages are missing"
	python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "install Python 3.11 or newer"
}

lock() { # two installers would build into the same folder
	[ -z "$dry" ] || return 0
	mkdir -p "$DESTDIR$PREFIX"
	exec 9>"$DESTDIR$PREFIX/.lock"
	flock -n 9 || fail "another install.sh is running: wait until it ends"
}

# lgpio has wheels up to Python 3.12, and an older version whose wheel is empty. Without a wheel the program uses Debian's own
# module lgpio, and no other Python package of Debian.
has_lgpio_wheel() {
	[ "$codename" = bookworm ] || { [ -n "$wheels" ] && compgen -G "$wheels/lgpio-0.2*.whl" >/dev/null; }
}

lend_lgpio() {
	local from=$DESTDIR/usr/lib/python3/dist-packages file
	if [ -n "$dry" ]; then
		say "would: link $from/lgpio.py and _lgpio*.so into it"
		return
	fi
	for file in "$from"/lgpio.py "$from"/_lgpio*.so; do
		[ -e "$file" ] || fail "python3-lgpio is installed, but $file is missing"
		run ln -s "$file" "$(echo "$new"/lib/python3.*/site-packages)/"
	done
}

running_version() { # the folder of the link, if there is one
	if [ -L "$CURRENT" ]; then echo "$VERSIONS/$(basename "$(readlink "$CURRENT")")"; fi
}

# --- the parts of an installation ---

install_packages() {
	local wanted=("${PACKAGES[@]}") missing=() package
	[ -z "$hotspot" ] || wanted+=("${HOTSPOT_PACKAGES[@]}")
	[ "$panel" = none ] || has_lgpio_wheel || wanted+=(python3-lgpio)
	for package in "${wanted[@]}"; do
		dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -x "install ok installed" >/dev/null || missing+=("$package")
	done
	title "Packages: python3-venv, the display's fonts, network"
	if [ ${#missing[@]} -eq 0 ]; then
		say "nothing is missing"
		return
	fi
	run apt-get update -qq
	if [[ " ${missing[*]} " == *" python3-lgpio "* ]] && [ -z "$dry" ] && ! apt-cache show python3-lgpio >/dev/null 2>&1; then
		fail "this Debian has no python3-lgpio: bring a wheel of lgpio (--wheels), do without pins (--panel none), or use Raspberry Pi OS"
	fi
	run apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

next_number() {
	local version last=0
	for version in "$VERSIONS"/*/; do
		version=$(basename "$version")
		if [[ $version =~ ^[0-9]+$ ]] && [ "$version" -gt "$last" ]; then last=$version; fi
	done
	echo $((last + 1))
}

hall_lock() { # the packages of a hall's box, without lgpio
	sed '/^lgpio==/,/[^\\]$/d' "$HERE/lock/hall.txt"
}

make_version() {
	local locked=run lock from=(--only-binary=:all:) ours=()
	# The lock does not know a wheel of lgpio that --wheels brings.
	if [ "$panel" = gpio ] && [ "$codename" = bookworm ]; then locked=pi; fi
	if [ "$panel" = gpio ] && [ "$locked" = run ] && has_lgpio_wheel; then ours=(lgpio); fi
	title "The program, beside the running one"
	new=$VERSIONS/$(next_number)
	run mkdir -p "$VERSIONS"
	run python3 -m venv "$new"
	lock=$HERE/lock/$locked.txt
	if [ -n "$hall" ] && [ "$locked" = pi ]; then lock=$HERE/lock/hall.txt; fi
	if [ -n "$hall" ] && [ "$locked" = run ]; then
		lock=$new/lock.txt
		hall_lock | put "$lock" 0644
	fi
	if [ -n "$wheels" ]; then
		from=(--no-index --find-links "$wheels" "${from[@]}")
		ours+=(table-companion)
	else
		run mkdir "$new/source"
		run cp -r "$HERE/companion" "$HERE/hardware" "$HERE/web" "$HERE/pyproject.toml" "$new/source"
		ours+=("$new/source")
	fi
	run "$new/bin/pip" install "${PIP[@]}" "${from[@]}" --require-hashes -r "$lock"
	run "$new/bin/pip" install "${PIP[@]}" "${from[@]}" --no-deps --no-build-isolation "${ours[@]}"
	run rm -rf "$new/source"
	if [ "$panel" = gpio ] && ! has_lgpio_wheel; then lend_lgpio; fi
	run "$new/bin/companion" --version
	run cp -r "$HERE/systemd" "$new/systemd"
	run chmod -R go-w,a+rX "$new"
	run touch "$new/complete"
	run sync
}

write_settings() {
	title "Settings: $CONFIG"
	if [ -e "$CONFIG/settings.toml" ]; then
		say "they stay as they are"
	else
		put "$CONFIG/settings.toml" 0644 <<-END
			# Table Companion. docs/settings.md has all settings. After a change: systemctl restart companion
			listen = "0.0.0.0:80"
			panel = "$panel"
			language = "${language:-en}"
			names = ["$name.local"]
		END
	fi
	if [ -z "$hotspot" ] || [ -e "$CONFIG/wifi" ]; then return; fi
	"$HERE/systemd/hotspot.sh" new | put "$CONFIG/wifi" 0600
}

copy_files() { # copy_files FOLDER: the units and other files of a version
	local pair
	for pair in "${FILES[@]}"; do
		if [[ ${pair%%:*} == companion-hotspot.* ]] && [ -z "$hotspot" ]; then continue; fi
		run install -D -m 0644 "$1/systemd/${pair%%:*}" "$DESTDIR${pair#*:}"
	done
}

set_up_machine() {
	title "User, groups, pins"
	run systemd-sysusers "$DESTDIR/etc/sysusers.d/table-companion.conf"
	run udevadm control --reload
	run udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev
	run modprobe i2c-dev || say "no i2c-dev in this kernel: the display will not be found"
	if [ "$panel" = gpio ]; then turn_on_i2c; fi
	if [ -n "$country" ]; then set_country; fi
	name_box
}

turn_on_i2c() {
	if ! command -v raspi-config >/dev/null; then
		say "no raspi-config here: turn I2C on yourself (dtparam=i2c_arm=on)"
		return
	fi
	run raspi-config nonint do_i2c 0
	# A frame takes 93 ms at the usual 100 kHz, 23 at 400.
	if [ -e "$BOOT" ] && ! grep -q '^dtparam=i2c_arm_baudrate' "$BOOT"; then
		printf '%s\n%s\ndtparam=i2c_arm_baudrate=400000\n' "$(cat "$BOOT")" "$OURS" | put "$BOOT" 0755
		say "I2C is faster after the next start"
	fi
}

set_country() {
	if command -v raspi-config >/dev/null; then
		run raspi-config nonint do_wifi_country "$country"
	else
		run iw reg set "$country"
	fi
}

name_box() {
	if [ ! -e "$AVAHI" ] || grep -q '^host-name=' "$AVAHI"; then return; fi
	sed "s/^\[server\]\$/&\n$OURS\nhost-name=$name/" "$AVAHI" | put "$AVAHI" 0644
	run systemctl try-restart avahi-daemon.service
}

switch_to() { # switch_to FOLDER: in one step
	run ln -sfn "versions/$(basename "$1")" "$CURRENT.new"
	run mv -fT "$CURRENT.new" "$CURRENT"
}

start_units() {
	run systemctl daemon-reload
	run systemctl enable -q companion.service
	run systemctl restart companion.service
	if [ -n "$hotspot" ]; then
		run systemctl enable -q companion-hotspot.service
		run systemctl restart companion-hotspot.service
	fi
}

go_live() {
	title "Switch over"
	stage=switching
	if [ -n "$dry" ]; then copy_files "$HERE"; else copy_files "$new"; fi
	set_up_machine
	switch_to "$new"
	run mkdir -p "$(dirname "$LINK")"
	run ln -sfn "$PREFIX/current/bin/companion" "$LINK"
	start_units
	stage=""
}

go_back() { # after any failure: the old version runs again
	set +e
	if [ -z "$old" ]; then
		say "nothing ran before. 'journalctl -u companion' has the reason. Then run install.sh again"
		return
	fi
	title "That did not work: back to $old"
	copy_files "$old"
	switch_to "$old"
	start_units
	run rm -rf "$new"
	say "the old version runs again, and the games are unchanged"
}

forget_old() { # keep this version and the one before; remove older and unfinished ones
	local version
	for version in "$VERSIONS"/*/; do
		version=${version%/}
		if [ -d "$version" ] && [ "$version" != "$new" ] && [ "$version" != "$old" ]; then run rm -rf "$version"; fi
	done
}

tidy_up() { # at every end, also after a failure
	if [ -n "$dry" ]; then return; fi
	if [ "$stage" = switching ]; then go_back; fi
	if [ -n "$new" ] && [ ! -e "$new/complete" ]; then rm -rf "$new"; fi
}

install_all() {
	check_machine
	if grep -qsE '^[[:space:]]*\[hall\]' "$CONFIG/settings.toml"; then hall=yes; fi
	lock
	trap tidy_up EXIT
	trap 'exit 130' INT TERM HUP
	old=$(running_version)
	install_packages
	make_version
	write_settings
	go_live
	forget_old
	if [ ! -d "$DESTDIR/run/systemd/system" ]; then
		say "not checked: this system is not running, as when an image of it is built"
		return
	fi
	title "Check"
	run "$CURRENT/bin/companion" check --settings "$CONFIG/settings.toml" --state "$STATE" || say "something is still missing"
	if [ -z "$dry" ]; then say "The box runs. Scan the code on its display. 'journalctl -u companion' has the log."; fi
}

# --- uninstall ---

without_ours() { # without_ours FILE: the file without our mark and the line after it
	if [ -e "$1" ] && grep -qx "$OURS" "$1"; then
		sed "/^$OURS\$/,+1d" "$1" | put "$1" "$(stat -c %a "$1")"
	fi
}

uninstall_all() {
	local pair unit
	[ -n "$DESTDIR$dry" ] || [ "$(id -u)" = 0 ] || fail "this changes the system: run it with sudo"
	lock
	title "Stop"
	for unit in companion companion-hotspot; do
		if [ -e "$DESTDIR/etc/systemd/system/$unit.service" ]; then run systemctl disable -q --now "$unit.service"; fi
	done
	if command -v nmcli >/dev/null; then run nmcli connection delete table-companion || say "its Wi-Fi is not open"; fi
	title "Remove"
	for pair in "${FILES[@]}"; do run rm -f "$DESTDIR${pair#*:}"; done
	run rm -f "$LINK"
	run rm -rf "$DESTDIR$PREFIX"
	without_ours "$AVAHI"
	without_ours "$BOOT"
	run systemctl daemon-reload
	run udevadm control --reload
	if [ -n "$purge" ]; then
		run rm -rf "$STATE" "$CONFIG"
		if getent passwd companion >/dev/null; then run userdel companion; fi
	else
		say "kept: the games in $STATE, the settings in $CONFIG (--purge removes them, too)"
	fi
	say "kept: Debian's packages"
}

parse "$@"
if [ -n "$uninstall" ]; then uninstall_all; else install_all; fi
