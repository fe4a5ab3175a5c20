#!/bin/sh
# The last step in a card's initramfs: copy the bench's files into memory, beside the system. The card does not change.
# shellcheck disable=SC2154
[ "$1" = prereqs ] && exit 0
guest=source/tests/appliance/guest

mount -t tmpfs -o mode=0755,size=32M bench "$rootmnt/mnt"
/bench/bin/busybox cp -a /bench/. "$rootmnt/mnt"
units=/run/systemd/system
mkdir -p $units/companion.service.d $units/multi-user.target.wants
for unit in rehearsal.service rehearsal-bench.service; do
	/bench/bin/busybox cp "/bench/$guest/$unit" $units
	/bench/bin/busybox ln -s "../$unit" "$units/multi-user.target.wants/$unit"
done
/bench/bin/busybox cp "/bench/$guest/companion.conf" $units/companion.service.d/rehearsal.conf
