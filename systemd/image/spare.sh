#!/bin/bash
# Says what of Debian comes along onto a card, and how: docs/card.md names what does not. build.sh reads this file, and sets $work and $HERE.
# shellcheck disable=SC2154

# Files of the system that the squashfs leaves out: the first part of the card has them, or only an installation needs them.
# shellcheck disable=SC2034
readonly NOT_PACKED=('boot/firmware/*' 'boot/*-*' 'usr/lib/raspi-firmware/*' 'usr/lib/linux-image-*' 'usr/lib/modules/*/dtb' 'usr/lib/modules/*/vmlinuz'
	'usr/lib/modules/*/System.map' 'usr/share/python-wheels/*' 'usr/lib/python3*/ensurepip' 'usr/share/bash-completion'
	'usr/share/lintian' 'var/cache/*' 'var/lib/apt/lists/*' 'var/log/*' 'tmp/*' 'data/*' 'root/.cache')
# Files that the start reads in an order of its own. Each is packed alone: packed together, hundreds would be unpacked to read one.
# shellcheck disable=SC2034
readonly ALONE='no-fragments@name(*.pyc)'
# The chips of all boards' Wi-Fi.
readonly RADIOS='.*434\(30\|36\|55\|56\).*'

# Services of Debian that do nothing for a box, or look for what no card has: other people's logins, programs of other machines, large
# memory, a script for each change of the network. Each would cost time at a start.
readonly IDLE=(apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service
	systemd-firstboot.service systemd-update-done.service systemd-update-utmp.service systemd-repart.service systemd-pstore.service
	systemd-binfmt.service proc-sys-fs-binfmt_misc.automount sys-fs-fuse-connections.mount sys-kernel-tracing.mount
	dev-hugepages.mount dev-mqueue.mount getty@tty1.service systemd-ask-password-console.path systemd-ask-password-wall.path
	NetworkManager-dispatcher.service systemd-hostnamed.service systemd-hostnamed.socket)

# Services that no phone needs for its first page. While the system starts, the others have the processor first.
readonly LATER=(companion-hotspot.service ssh.service systemd-logind.service systemd-timesyncd.service avahi-daemon.service)

spare_services() { # keep in $work/root from starting what no box needs
	local system=$work/root/etc/systemd/system generators=$work/root/etc/systemd/system-generators one
	for one in "${IDLE[@]}"; do ln -sf /dev/null "$system/$one"; done
	for one in "${LATER[@]}"; do
		mkdir -p "$system/$one.d"
		printf '[Service]\nStartupCPUWeight=10\n' >"$system/$one.d/later.conf"
	done
	mkdir -p "$generators"
	for one in "$work"/root/usr/lib/systemd/system-generators/*; do # they look for more to start at each start. A card has only an fstab
		case $one in */systemd-fstab-generator) ;; *) ln -sf /dev/null "$generators/${one##*/}" ;; esac
	done
}

spare_files() { # remove from $work/root what no box needs, before its initramfs is made
	local root=$work/root version
	version=$(basename "$root"/usr/lib/modules/*)
	python3 "$HERE/modules.py" "$root" spared | (cd "$root" && xargs -d '\n' rm --)
	find "$root/usr/lib/modules" -name '*.ko.xz' -exec unxz -f {} + # the card packs them once more, in a way that is quicker to read
	inside depmod "$version"
	rm -r "$root"/usr/lib/udev/hwdb.* # names of other machines' keyboards and mice: a third of an initramfs, read for each device
	find "$root"/usr/lib/firmware/{brcm,cypress} ! -type d ! -regex "$RADIOS" -delete
	(cd "$root"/opt/table-companion/versions/1/ && rm -rf bin/pip* lib/python3*/site-packages/{pip,setuptools}{,-*} \
		lib/python3*/site-packages/{_distutils_hack,distutils-precedence.pth}) # setuptools would be asked at each import
	ready_python
}

ready_python() { # compile all of Python once more. The system is read-only, so a start need not compare a file with its source
	inside bash -c 'python3 -m compileall -q -f -j 2 --invalidation-mode unchecked-hash /usr/lib/python3 /usr/lib/python3.* \
		/opt/table-companion/versions/1/lib >/dev/null'
}
