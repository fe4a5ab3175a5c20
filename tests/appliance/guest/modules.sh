#!/bin/sh
# modules.sh ROOT HEADERS [ARCH PREFIX]: builds in ROOT what Debian's kernel lacks, against its headers: a display on a bus
# (display.c) and, if ROOT has the kernel's source, the kernel's own pin simulator, which bookworm leaves out. The results are in
# ROOT/root/modules.
set -eu
root=$1 headers=$2
work=/root/modules

mkdir -p "$root$work"
cp "$(dirname "$0")/display.c" "$root$work"
echo 'obj-m := display.o' >"$root$work/Makefile"
for source in "$root"/usr/src/linux-source-*.tar.xz; do
	[ -e "$source" ] || continue
	tar -xf "$source" -C "$root$work" --strip-components=3 --wildcards \
		'*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
	# A module may not look into a kernel's table of interrupts; for one whose handler is the simple one this is the same.
	sed -i 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq(\1);/' "$root$work/irq_sim.c"
	printf 'obj-m += pins.o\npins-y := gpio-sim.o irq_sim.o\n' >>"$root$work/Makefile"
done
chroot "$root" make -s -C "$headers" "M=$work" ${3:+"ARCH=$3" "CROSS_COMPILE=$4"} modules
