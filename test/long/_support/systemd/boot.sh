#!/bin/sh
# Starts systemd as the first process of its namespaces. It sees the files of this machine and can change none of them: changes go
# to memory. The folder of the argument has files to add, in "added".
set -e
cd "$1"
mkdir disk root
mount -t tmpfs tmpfs disk
mkdir disk/upper disk/work
mount -t overlay overlay -o lowerdir=/,upperdir=disk/upper,workdir=disk/work root
rm -rf root/etc/systemd/system/* # the services of this machine
cp -a added/. root/
# Nothing may change the kernel. /proc has no read-only part, because units with PrivateUsers need one without.
for unit in sysctl binfmt modules-load random-seed udevd udev-trigger; do
  ln -s /dev/null "root/etc/systemd/system/systemd-$unit.service"
done

mount -t proc proc root/proc
mount -t sysfs -o ro sysfs root/sys
mount -t tmpfs tmpfs root/run
mount -t tmpfs -o mode=755 tmpfs root/dev
mkdir root/dev/shm root/dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts root/dev/pts
ln -s pts/ptmx root/dev/ptmx
for device in null zero full random urandom tty; do
  touch "root/dev/$device"
  mount --bind "/dev/$device" "root/dev/$device"
done

if grep -q name=systemd /proc/self/mounts; then
  mount -t tmpfs tmpfs root/sys/fs/cgroup
  mkdir root/sys/fs/cgroup/unified root/sys/fs/cgroup/systemd
  mount -t cgroup2 none root/sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd systemd root/sys/fs/cgroup/systemd
else
  mount -t cgroup2 none root/sys/fs/cgroup
fi
ip link set lo up

cd root
mkdir .outside
pivot_root . .outside
umount -l .outside
exec env -i container=other /lib/systemd/systemd --log-target=journal --unit=basic.target
