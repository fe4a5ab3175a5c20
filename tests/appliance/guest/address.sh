#!/bin/sh
# udhcpc's hand: the phone takes the address, the way out and the names that the box gives it.
[ "$1" = bound ] || exit 0
ip address add "$ip/${mask:-24}" dev "$interface"
ip route replace default via "$router"
echo "nameserver $dns" >/run/phone.names
