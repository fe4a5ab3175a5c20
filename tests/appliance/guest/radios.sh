#!/bin/sh
# Two radios that hear each other: wlan0 is the box's, wlan1 is that of a guest's phone and out of the box's sight.
set -eu

modprobe mac80211_hwsim radios=2
ip netns add phone
iw phy phy1 set netns name phone
