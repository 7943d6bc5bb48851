import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { preparePlace } from './place.ts';

/**
 * Shell script that waits until this process ends, which closes the script's input in every case. If the folder still
 * exists, the script stops the server whose process ID is the first line of the file, retries while a server may still
 * be starting, and removes the folder. After a normal end the folder is already gone.
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
 * Stops the embedded PostgreSQL of a folder when this process ends, also by `kill -9`, and removes another folder. For
 * temporary servers, which no later launcher adopts. Not on Windows.
 * @param removedFolder the temporary folder that contains it
 */
export function endDatabaseWithUs(folder: string, removedFolder: string): void {
  if (process.platform === 'win32') return;
  const file = join(preparePlace(folder).dataFolder, 'postmaster.pid');
  const watcher = spawn('sh', ['-c', SCRIPT, 'sh', file, removedFolder], {
    // Detached, because Ctrl-C reaches our whole process group, and the script has to outlive this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
}
