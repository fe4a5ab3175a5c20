#!/bin/sh
# Make the bench of a box: a header of pins, and a display on I2C bus 1. Its modules are on the disk, or beside a card.
set -eu

# An emulated arm64 has its own pins for a power button. Without this, gpiozero would take them for the header.
for driver in platform/drivers/gpio-keys amba/drivers/pl061_gpio; do
	for device in /sys/bus/$driver/*[!d]; do
		[ ! -L "$device/driver" ] || basename "$device" >/sys/bus/$driver/unbind
	done
done
modprobe -a i2c-dev configfs
modprobe -q display || insmod /mnt/modules/display.ko
modprobe -q pins || modprobe -q gpio-sim || insmod /mnt/modules/pins.ko
header=/sys/kernel/config/gpio-sim/header
mkdir -p $header/bank
echo 32 >$header/bank/num_lines
echo 1 >$header/live
for pin in 17 27 22; do # no finger on any button
	echo pull-up >/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio$pin/pull
done
