#!/bin/bash
# Runs arm64 programs on any building machine. build.sh reads this file, and sets $work and $epoch.
# shellcheck disable=SC2154

readonly EMULATOR=/usr/bin/qemu-aarch64-static
readonly MAGIC='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
readonly MASK='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'

map_users() { # map_users PID: map each user of the new namespace to the same number here
	local ours
	ours=$(readlink /proc/self/ns/user)
	until [ "$(readlink "/proc/$1/ns/user")" != "$ours" ]; do
		kill -0 "$1" || fail "no namespace for QEMU could be made: is this Linux 6.7 or newer?"
		sleep 0.05
	done
	echo 0 0 4294967295 >"/proc/$1/uid_map"
	echo 0 0 4294967295 >"/proc/$1/gid_map"
}

# shellcheck disable=SC2016
emulated() { # emulated COMMAND...: run it in a namespace whose kernel gives arm64 programs to QEMU
	local way world status=0
	way=$(mktemp -u "$work/way.XXXXXX")
	mkfifo "$way"
	unshare --user --mount --pid --fork --kill-child bash -c '
		read -r _ <"$0"; rm "$0"
		mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
		[ "$(uname -m)" = aarch64 ] || printf %s "$1" >/proc/sys/fs/binfmt_misc/register
		shift
		exec "$@"' "$way" ":qemu-aarch64:M::$MAGIC:$MASK:$EMULATOR:FPOC" "$@" </dev/null 9>&- &
	world=$!
	map_users "$world"
	echo >"$way"
	wait "$world" || status=$?
	return $status
}

inside() { within "$work/root" "$@"; } # inside COMMAND...: run it on the card's system

# shellcheck disable=SC2016
within() { # within ROOT COMMAND...: run it on that system, hidden from this machine
	local root=$1
	shift
	emulated env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C \
		DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH="$epoch" bash -c '
		root=$0
		mount --rbind /dev "$root/dev"; mount -t proc none "$root/proc"; mount -t tmpfs none "$root/tmp"
		chroot "$root" "$@"
		exit $?' "$root" "$@" # not exec: the first process must be outside, or programs do not know that they are in a chroot
}
