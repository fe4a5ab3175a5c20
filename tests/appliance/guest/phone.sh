#!/bin/sh
# phone.sh COMMAND...: run a command as a guest's phone, with the name server of its Wi-Fi. Run within the phone's network.
PATH=$PATH:/mnt/bin
[ ! -e /run/phone.names ] || mount --bind /run/phone.names /etc/resolv.conf
exec busybox "$@"
