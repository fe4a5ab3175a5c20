#!/bin/sh
# Make two radios that hear each other. The box has wlan0. A guest's phone has wlan1, which the box does not see.
set -eu

modprobe mac80211_hwsim radios=2
ip netns add phone
iw phy phy1 set netns name phone
