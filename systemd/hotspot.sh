#!/bin/bash
# The box's own Wi-Fi. NetworkManager opens it if there is no cable and no known Wi-Fi.
#
#   hotspot.sh watch   look at regular intervals (companion-hotspot.service)
#   hotspot.sh up      open it now        hotspot.sh down   close it until the next look finds nothing else
#   hotspot.sh new     print a name and a password for a new box
#
# /etc/table-companion/wifi has the name (at most 6 letters) and the password (8): so the code for phones is small enough for
# the display. While the Wi-Fi is open, /run/table-companion/wifi.json says so to the companion. A Wi-Fi with phones on it
# is never closed: a game may be on.
set -euo pipefail
export LC_ALL=C

readonly CONNECTION=table-companion ADDRESS=10.42.0.1
readonly SETTINGS=${WIFI_SETTINGS:-/etc/table-companion/wifi}
readonly TOLD=${RUNTIME_DIRECTORY:-/run/table-companion}/wifi.json
# EVERY: seconds between two looks. PATIENCE: looks in a row without a network after which the box opens its own Wi-Fi. EMPTY:
# looks in a row without a phone on that Wi-Fi after which the box closes it for a while, if a known Wi-Fi may have come back.
readonly EVERY=${EVERY:-10} PATIENCE=${PATIENCE:-4} EMPTY=${EMPTY:-30}
# Only capital letters, which are easy to tell apart on a small display.
readonly LETTERS=ABCDEFGHJKLMNPQRSTUVWXYZ

last=""
say() { # each message once, until another one comes: the log is on an SD card
	[ "$*" = "$last" ] || echo "$*"
	last=$*
}

letters() { # letters N
	head -c 4096 /dev/urandom | tr -dc "$LETTERS" | head -c "$1"
}

new() {
	printf 'name=TABLE%s\npassword=%s\n' "$(letters 1)" "$(letters 8)"
}

# Print one of three channels that do not overlap and that every country allows. It depends on the box's name, so that boxes in
# one room use different ones. NetworkManager might choose 12 or 13, on which many radios may not open a Wi-Fi at all.
channel() {
	local channels=(1 6 11) sum
	sum=$(cksum <<<"$1")
	echo "${channels[${sum%% *} % 3]}"
}

setting() { # setting KEY
	sed -n "s/^$1=//p" "$SETTINGS" | sed -n 1p
}

quoted() { # as JSON
	printf '"%s"' "$(printf %s "$1" | sed 's/[\\"]/\\&/g')"
}

seen="" # NetworkManager's reply at the last look. It is read whole before it is searched, or the pipe would break
of_others() { sed "/:$CONNECTION\$/d"; }
has() { grep -Eq "$1" <<<"$2"; }

radio() { nmcli -t -f TYPE,DEVICE device | sed -n 's/^wifi://p' | sed -n 1p; }
is_home() { has '^(wifi|ethernet):connected' "$(of_others <<<"$seen")"; }
is_open() { has "^wifi:connected:$CONNECTION\$" "$seen"; }

knows_wifi() { has '^802-11-wireless:' "$(nmcli -t -f TYPE,NAME connection | of_others)"; }

may_come() { # a known network, or a cable with something at its other end
	knows_wifi || has '^ethernet:connecting' "$seen"
}

has_guests() { # also yes if the radio does not say
	local on_it
	on_it=$(iw dev "$(radio)" station dump 2>/dev/null) || return 0
	has '^Station' "$on_it"
}

tell() { # write the file for the companion in one step, so that it never reads half of it
	[ -e "$TOLD" ] && return
	printf '{"name": %s, "password": %s, "address": "%s"}\n' \
		"$(quoted "$(setting name)")" "$(quoted "$(setting password)")" "$ADDRESS" >"$TOLD.new"
	mv -f "$TOLD.new" "$TOLD"
}

forget() { rm -f "$TOLD"; }

up() {
	local radio why
	radio=$(radio)
	if [ -z "$radio" ]; then
		say "This machine has no Wi-Fi."
		return 1
	fi
	nmcli radio wifi on
	nmcli connection delete "$CONNECTION" >/dev/null 2>&1 || true
	# save no: nothing stays on the disk. pmf 1 (off): some of the Pi's radios refuse phones with it.
	nmcli connection add save no type wifi ifname "$radio" con-name "$CONNECTION" autoconnect no \
		ssid "$(setting name)" 802-11-wireless.mode ap 802-11-wireless.band bg \
		802-11-wireless.channel "$(channel "$(setting name)")" \
		wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$(setting password)" wifi-sec.proto rsn wifi-sec.pairwise ccmp \
		wifi-sec.group ccmp wifi-sec.pmf 1 \
		ipv4.method shared ipv4.addresses "$ADDRESS/24" ipv6.method disabled >/dev/null
	if ! why=$(nmcli --wait 30 connection up "$CONNECTION" 2>&1); then
		say "The Wi-Fi does not open. Set the country of this machine (raspi-config, Localisation). $why"
		return 1
	fi
	tell
	say "Opened the Wi-Fi $(setting name)."
}

down() {
	nmcli connection delete "$CONNECTION" >/dev/null 2>&1 || true
	forget
	say "Closed the box's own Wi-Fi."
}

lone=0  # looks in a row that found no network
empty=0 # looks in a row that found no phone on the box's own Wi-Fi

look_at_own() { # while the box's own Wi-Fi is open
	lone=0
	tell
	empty=$((empty + 1))
	if has_guests; then
		empty=0
	elif is_home || { [ "$empty" -ge "$EMPTY" ] && knows_wifi; }; then
		empty=0
		down
	fi
}

look() { # with a network there, NetworkManager is asked once: each question starts a program
	if ! seen=$(nmcli -t -f TYPE,STATE,CONNECTION device 2>/dev/null); then
		say "NetworkManager does not answer."
	elif is_open; then
		look_at_own
	elif is_home; then
		lone=0
		forget
		say "There is a network."
	else
		forget
		lone=$((lone + 1))
		if [ "$lone" -ge "$PATIENCE" ] || ! may_come; then
			lone=0
			up || true
		fi
	fi
}

watch() { # watch [LOOKS]
	local looks=${1:--1}
	while [ "$looks" -ne 0 ]; do
		look
		looks=$((looks - 1))
		sleep "$EVERY"
	done
}

case ${1:-} in
watch) watch "${2:--1}" ;;
up | down | new) "$1" ;;
*)
	sed -n '2,/^set /s/^# \{0,1\}//p' "$0" >&2
	exit 2
	;;
esac
