import { spawnSync } from 'node:child_process';

/** Name of the environment variable that tells this program that it already has device files of its own. */
const HAS_OWN_DEVICES = 'PACKSHOT_CONTAINER_DEVICES';

/**
 * Shell script that creates the devices that programs expect on a new tmpfs, and moves the tmpfs over /dev in this
 * mount namespace only.
 */
const SETUP = `
set -e
dev=$(mktemp -d)
mount -t tmpfs -o mode=755 tmpfs "$dev"
for device in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
  name=\${device%%:*} numbers=\${device#*:}
  mknod -m 666 "$dev/$name" c "\${numbers%%:*}" "\${numbers#*:}"
done
mkdir "$dev/pts" "$dev/shm"
mount --rbind /dev/pts "$dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$dev/shm"
ln -s /proc/self/fd "$dev/fd"
for stream in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/\${stream#*:}" "$dev/\${stream%%:*}"; done
ln -s pts/ptmx "$dev/ptmx"
mount --move "$dev" /dev
rmdir "$dev"
exec "$@"
`;

/**
 * Runs this program again with device files of its own, and exits with its exit code. Image builders create and remove
 * device files as root; if interrupted, they must never change the machine's own devices.
 */
export function withOwnDevices(): void {
  if (process.env[HAS_OWN_DEVICES] === '1') return;
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', SETUP, 'own-devices', ...program],
    { stdio: 'inherit', env: { ...process.env, [HAS_OWN_DEVICES]: '1' } },
  );
  process.exit(status ?? 1);
}
