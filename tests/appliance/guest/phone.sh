#!/bin/sh
# phone.sh COMMAND...: as a guest's phone, on its own network, with the names that its Wi-Fi tells it. Run within its network.
PATH=$PATH:/mnt/bin
[ ! -e /run/phone.names ] || mount --bind /run/phone.names /etc/resolv.conf
exec busybox "$@"
