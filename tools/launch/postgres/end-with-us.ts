import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { preparePlace } from './place.ts';

/**
 * Waits for our end, which closes its input however we end. What ends in order has removed the folder by then, and nothing is left to do; otherwise the
 * server whose process stands first in the file is stopped, for as long as one may still be starting, and the folder is removed.
 */
const SCRIPT = `
read -r _
for _ in $(seq 100); do
  [ -d "$2" ] || exit 0
  pid=$(head -n 1 "$1" 2>/dev/null) && kill -INT "$pid" 2>/dev/null
  sleep 0.1
done
rm -rf "$2"`;

/**
 * Stops the embedded PostgreSQL of a folder when this process ends, also by `kill -9`, and removes what lies in another: for measurements, whose
 * servers nobody adopts. Not on Windows.
 * @param removedFolder the temporary folder that contains it
 */
export function endDatabaseWithUs(folder: string, removedFolder: string): void {
  if (process.platform === 'win32') return;
  const file = join(preparePlace(folder).dataFolder, 'postmaster.pid');
  const watcher = spawn('sh', ['-c', SCRIPT, 'sh', file, removedFolder], {
    // Ctrl-C reaches our whole group, and the watcher has to outlive us.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
}
