#!/bin/sh
# build.sh ROOT: prepares a new Debian for the bench, with what its kernel lacks (modules.sh). Compilers and sources go again.
set -eu
root=$1
here=$(dirname "$0")
release=$(basename "$root"/lib/modules/*)

mkdir -p "$root/lib/modules/$release/extra"
"$here/modules.sh" "$root" "/lib/modules/$release/build"
mv "$root"/root/modules/*.ko "$root/lib/modules/$release/extra"
rm -r "${root:?}/root/modules"
chroot "$root" depmod "$release"

install -D -m 644 -t "$root/etc/systemd/system" "$here/rehearsal.service" "$here/rehearsal-bench.service"
install -D -m 644 "$here/companion.conf" "$root/etc/systemd/system/companion.service.d/rehearsal.conf"
chroot "$root" systemctl -q enable rehearsal.service rehearsal-bench.service
echo 'share /mnt 9p trans=virtio,ro,nofail 0 0' >>"$root/etc/fstab"
shift
chroot "$root" apt-get purge -qq --auto-remove "$@" >/dev/null
