#!/bin/bash
# Makes the three parts of a card, and the card. build.sh reads this file, and sets $work, $epoch and $HERE. All files have the
# time of the commit, and a fixed order, so that two builds are equal, byte for byte.
# shellcheck disable=SC2154

readonly DISK=7ab1ec0d DATA_UUID=7ab1ec0d-0000-4000-8000-000000000003
# Sectors of 512 bytes: the start of the first part, its size, and the size of the part with the box's data.
readonly FAT_AT=8192 FAT_SIZE=262144 DATA_SIZE=32768

# The chip with the header of a Pi 5, in Debian's tree, and a number that no node of that tree has.
readonly RP1=/axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1 OURS=7ab1

own_version() { sed -n 's/^__version__ = "\(.*\)"/\1/p' "$TREE/companion/__init__.py"; } # the version is written there only

make_fat() { # firmware, kernel, and the owner's file
	local fat=$work/fat dtb
	title "Firmware and kernel"
	rm -rf "$fat" "$work/fat.img"
	cp -r "$work/root/boot/firmware" "$fat"
	rm -f "$fat"/{start,fixup}*{x,db}.* # for cameras, and for finding faults of the firmware
	for dtb in "$work"/root/usr/lib/modules/*/dtb/broadcom/bcm2[78]*.dtb; do # newer kernels have them where raspi-firmware does not look
		[ ! -e "$dtb" ] || cp "$dtb" "$fat"
	done
	{ echo "# This card was made with Table Companion $(own_version)." && cat "$HERE/companion.txt"; } >"$fat/companion.txt"
	echo "root=PARTUUID=$DISK-02 rootfstype=squashfs ro rootwait console=serial0,115200 console=tty1 panic=10" >"$fat/cmdline.txt"
	[ ! -e "$fat/bcm2712-d-rpi-5-b.dtb" ] || join_newer "$fat/bcm2712-rpi-5-b.dtb" "$fat/bcm2712-d-rpi-5-b.dtb" "$fat/overlays"
	for dtb in "$fat"/bcm27*.dtb "$fat"/bcm28*.dtb; do
		[ ! -e "$dtb" ] || ready_bus "$dtb"
	done
	find "$fat" -exec touch -d "@$epoch" {} +
	mkfs.vfat --invariant -F 32 -s 2 -i "$DISK" -n COMPANION -C "$work/fat.img" $((FAT_SIZE / 2)) >/dev/null
	(cd "$fat" && find . -mindepth 1 -maxdepth 1 -printf '%P\0' | sort -z |
		SOURCE_DATE_EPOCH=$epoch TZ=UTC xargs -0 -I{} mcopy -s -m -i "$work/fat.img" {} ::)
}

join_newer() { # join_newer TREE NEWER TO: put into the folder TO what makes the tree of a newer Pi 5 from that of an older one
	mkdir -p "$3"
	dtc -q -I dts -O dtb -o "$3/bcm2712d0.dtbo" "$HERE/bcm2712d0.dts"
	fdtoverlay -i "$1" -o "$work/joined.dtb" "$3/bcm2712d0.dtbo"
	[ "$(sorted "$work/joined.dtb")" = "$(sorted "$2")" ] || fail "Debian's tree of a newer Pi 5 has changed: compare it with bcm2712d0.dts"
}

sorted() { dtc -q -s -I dtb -O dts "$1"; }

# A frame takes 93 ms at the usual 100 kHz, 23 ms at 400 kHz. Debian's device trees have neither dtparam nor aliases. Without an
# alias a Pi 4 numbers its HDMI buses first, and the header's bus is i2c-3.
ready_bus() { # ready_bus TREE: make the display's bus fast, and give it the number 1. Each board has it at one of these places
	local bus
	for bus in /soc/i2c@7e804000 "$RP1/i2c@40074000"; do
		fdtget -p "$1" "$bus" >/dev/null 2>&1 || continue
		fdtput -t i "$1" "$bus" clock-frequency 400000
		fdtput -p -t s "$1" /aliases i2c1 "$bus"
		[ "${bus#"$RP1"}" = "$bus" ] || join_pins "$1" "$bus"
	done
}

join_pins() { # join_pins TREE BUS: switch the bus of a Pi 5 on, and lead it to GPIO2 and GPIO3. Debian's tree does neither
	local state=$RP1/pinctrl@400d0000/rp1-i2c1-default-state
	fdtput -p -t s "$1" "$state" function i2c1
	fdtput -t s "$1" "$state" groups i2c1_0
	fdtput -t i "$1" "$state" drive-strength 12
	fdtput "$1" "$state" bias-pull-up
	fdtput -t x "$1" "$state" phandle "$OURS"
	fdtput -t x "$1" "$2" pinctrl-0 "$OURS"
	fdtput -t s "$1" "$2" pinctrl-names default
	fdtput -t s "$1" "$2" status okay
}

make_data() { # empty and small: it grows to the size of the card
	rm -f "$work/data.img"
	truncate -s $((DATA_SIZE * 512)) "$work/data.img"
	E2FSPROGS_FAKE_TIME=$epoch mkfs.ext4 -q -F -b 4096 -L companion -U "$DATA_UUID" -J size=4 -m 0 -i 16384 \
		-E "hash_seed=$DATA_UUID,resize=33554432,lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0" "$work/data.img"
}

make_image() {
	local image=$work/card.img root_at=$((FAT_AT + FAT_SIZE)) root_size data_at
	title "The card"
	root_size=$((($(stat -c %s "$work/root.squashfs") / 4194304 + 1) * 8192))
	data_at=$((root_at + root_size))
	rm -f "$image"
	truncate -s $(((data_at + DATA_SIZE) * 512)) "$image"
	sfdisk -q "$image" <<-END
		label: dos
		label-id: 0x$DISK
		start=$FAT_AT, size=$FAT_SIZE, type=c, bootable
		start=$root_at, size=$root_size, type=83
		start=$data_at, size=$DATA_SIZE, type=83
	END
	put_part "$work/fat.img" $FAT_AT
	put_part "$work/root.squashfs" "$root_at"
	put_part "$work/data.img" "$data_at"
}

put_part() { dd if="$1" of="$work/card.img" bs=512 seek="$2" conv=notrunc,sparse status=none; }

unlock_key() { # ask for the word of the key now: the build takes half an hour. An agent that has the key of --key is asked instead
	local public
	title "The key that signs"
	if [ -n "$key" ] && ssh-add -L 2>/dev/null | grep -qF "$(cut -d ' ' -f 1,2 <"$key")"; then
		cp "$key" "$work/signer.pub"
		return
	fi
	eval "$(ssh-agent -s)" >/dev/null
	# shellcheck disable=SC2034 # build.sh ends it
	agent=$SSH_AGENT_PID
	ssh-add -q "$sign" || fail "--sign $sign: the key cannot be read, or nobody is there to type its word"
	ssh-add -L >"$work/signer.pub"
	public=$(cut -d ' ' -f 1,2 <"$work/signer.pub")
	[ -z "$key" ] || [ "$(cut -d ' ' -f 1,2 <"$key")" = "$public" ] || fail "--sign $sign is not the key of --key $key"
}

sign_file() { # sign_file PURPOSE FILE: write FILE.sig
	rm -f "$2.sig"
	ssh-keygen -Y sign -q -f "$work/signer.pub" -n "$1" "$2"
}

make_update() { # the companion alone, signed, for boxes that have a card of this kind
	local packed=$work/version.squashfs said=$work/manifest
	title "An update"
	SOURCE_DATE_EPOCH=$epoch mksquashfs "$work/root/opt/table-companion/versions/1" "$packed" -noappend -quiet -no-progress \
		-comp zstd -Xcompression-level 15 -b 256K
	printf '{"number": %s, "version": "%s", "suite": "%s", "card": 1, "size": %s, "sha256": "%s"}\n' "$epoch" \
		"$(own_version)" "$suite" "$(stat -c %s "$packed")" \
		"$(sha256sum "$packed" | cut -d ' ' -f 1)" >"$said"
	sign_file table-companion-update "$said"
	{ echo "table-companion update 1"; cat "$said" "$said.sig" "$packed"; } >"$out/table-companion-$suite.update"
	say "$out/table-companion-$suite.update"
}
