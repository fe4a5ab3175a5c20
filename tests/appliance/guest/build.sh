#!/bin/sh
# build.sh ROOT: prepares a new Debian for the bench, and builds what its kernel lacks: the kernel's own pin simulator, which
# Debian leaves out, and a display on a bus (display.c). Compilers and sources go again.
set -eu
root=$1
here=$(dirname "$0")
release=$(basename "$root"/lib/modules/*)
work=/root/modules

mkdir -p "$root$work" "$root/lib/modules/$release/extra"
tar -xf "$root"/usr/src/linux-source-*.tar.xz -C "$root$work" --strip-components=3 --wildcards \
	'*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
# A module may not look into a kernel's table of interrupts; for one whose handler is the simple one this is the same.
sed -i 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq(\1);/' "$root$work/irq_sim.c"
cp "$here/display.c" "$root$work"
printf 'obj-m := pins.o display.o\npins-y := gpio-sim.o irq_sim.o\n' >"$root$work/Makefile"
chroot "$root" make -s -C "/lib/modules/$release/build" "M=$work" modules
mv "$root$work"/*.ko "$root/lib/modules/$release/extra"
rm -r "${root:?}$work"
chroot "$root" depmod "$release"

install -D -m 644 -t "$root/etc/systemd/system" "$here/rehearsal.service" "$here/rehearsal-bench.service"
install -D -m 644 "$here/companion.conf" "$root/etc/systemd/system/companion.service.d/rehearsal.conf"
chroot "$root" systemctl -q enable rehearsal.service rehearsal-bench.service
echo 'share /mnt 9p trans=virtio,ro,nofail 0 0' >>"$root/etc/fstab"
shift
chroot "$root" apt-get purge -qq --auto-remove "$@" >/dev/null
