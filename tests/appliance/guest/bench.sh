#!/bin/sh
# The box on its bench: a header of pins, and a display on I2C bus 1.
set -eu

modprobe i2c-dev
modprobe display
modprobe pins
header=/sys/kernel/config/gpio-sim/header
mkdir -p $header/bank
echo 32 >$header/bank/num_lines
echo 1 >$header/live
for pin in 17 27 22; do # no finger on any button
	echo pull-up >/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio$pin/pull
done
