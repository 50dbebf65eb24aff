#!/usr/bin/env bash
# A systemd user manager of our own, for whoever may make namespaces: started as
#   unshare --mount --pid --fork --mount-proc --kill-child user_manager.sh NAME
# with HOME set. It lives in the cgroup NAME, prints its state when it is up, and ends with its standard input.
set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs /run # the machine's own /run stays as it is
mkdir -p /run/systemd/system "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
if [ ! -w /sys/fs/cgroup ] || [ -z "$(ls -A /sys/fs/cgroup)" ]; then
  mount -o remount,rw /sys/fs/cgroup 2>/dev/null || mount -t cgroup2 cgroup2 /sys/fs/cgroup
fi
for tree in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
  [ -e "$tree/cgroup.procs" ] || continue
  mkdir "$tree/$1"
  echo $$ >"$tree/$1/cgroup.procs"
done
dbus-daemon --session --address="$DBUS_SESSION_BUS_ADDRESS" --fork --nopidfile
/lib/systemd/systemd --user >&2 &
for _ in $(seq 300); do
  state=$(systemctl --user is-system-running 2>/dev/null) || true
  case $state in running | degraded) break ;; esac
  sleep 0.1
done
echo "$state"
read -r _ || true
