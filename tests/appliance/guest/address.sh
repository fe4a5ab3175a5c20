#!/bin/sh
# Called by udhcpc: set the address, the route and the name server that the box gives to the phone.
[ "$1" = bound ] || exit 0
ip address add "$ip/${mask:-24}" dev "$interface"
ip route replace default via "$router"
echo "nameserver $dns" >/run/phone.names
