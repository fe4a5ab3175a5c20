#!/bin/sh
# home.sh NAME PASSWORD: open the home's Wi-Fi on the radio that was the phone's. Run within the phone's network.
set -eu
printf 'network={\nssid="%s"\nmode=2\nfrequency=2412\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk="%s"\n}\n' "$1" "$2" >/run/home.conf
ip address flush dev wlan1
ip address add 192.168.77.1/24 dev wlan1
wpa_supplicant -B -P /run/home.pid -i wlan1 -c /run/home.conf >/dev/null
dnsmasq --conf-file=/dev/null --user=root --port=0 --interface=wlan1 --bind-interfaces --leasefile-ro --pid-file=/run/home.lease.pid \
	--dhcp-range=192.168.77.10,192.168.77.20,1h
