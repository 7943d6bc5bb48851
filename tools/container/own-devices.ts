import { spawnSync } from 'node:child_process';

/** Environment variable of the process that has its own devices. */
const HAS_OWN_DEVICES = 'PACKSHOT_CONTAINER_DEVICES';

/** Creates the devices that programs expect on a new tmpfs and moves it over /dev for this mount namespace only. */
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
 * Runs this program again with its own device files, and exits with its exit code. Image builders create and remove
 * device files as root; if interrupted, they must never touch the machine's devices.
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
