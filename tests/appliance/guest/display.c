// SPDX-License-Identifier: GPL-2.0
// I2C bus 1 with a display at 0x3C that keeps what it is told, to be read from /sys/kernel/debug/display: a message each,
// its length in two bytes before it. By parameters the display is unplugged, or holds the bus for ever.

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/sched/signal.h>
#include <linux/version.h>

#define ADDRESS 0x3C
#define STATUS 0x08 /* what an SH1106 says when it is read */
#define ROOM (1 << 22) /* some thousand pages */

static bool there = true;
module_param(there, bool, 0644);
static bool hangs;
module_param(hangs, bool, 0644);

static u8 told[ROOM];
static size_t length;
static DEFINE_MUTEX(lock);

static void keep(const struct i2c_msg *message)
{
	mutex_lock(&lock);
	if (length + 2 + message->len > ROOM) {
		mutex_unlock(&lock);
		return;
	}
	told[length++] = message->len >> 8;
	told[length++] = message->len & 0xff;
	memcpy(told + length, message->buf, message->len);
	length += message->len;
	mutex_unlock(&lock);
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int i;

	while (READ_ONCE(hangs) && !fatal_signal_pending(current))
		msleep_interruptible(50);
	for (i = 0; i < count; i++) {
		if (!READ_ONCE(there) || messages[i].addr != ADDRESS)
			return -ENXIO;
		if (messages[i].flags & I2C_M_RD)
			memset(messages[i].buf, STATUS, messages[i].len);
		else
			keep(&messages[i]);
	}
	return count;
}

static u32 can(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static ssize_t read_told(struct file *file, char __user *to, size_t count, loff_t *at)
{
	ssize_t done;

	mutex_lock(&lock);
	done = simple_read_from_buffer(to, count, at, told, length);
	mutex_unlock(&lock);
	return done;
}

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 11, 0)
#define xfer master_xfer
#endif
static const struct i2c_algorithm algorithm = { .xfer = transfer, .functionality = can };
static const struct file_operations file = { .owner = THIS_MODULE, .read = read_told };
static struct i2c_adapter bus = { .owner = THIS_MODULE, .algo = &algorithm, .name = "display", .nr = 1 };
static struct dentry *entry;

static int __init begin(void)
{
	entry = debugfs_create_file("display", 0400, NULL, NULL, &file);
	return i2c_add_numbered_adapter(&bus);
}

static void __exit end(void)
{
	i2c_del_adapter(&bus);
	debugfs_remove(entry);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("A display on a bus that exists in memory");
