import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RestartOptions } from './development.ts';
import { acquireFileLock } from './file-lock.ts';
import type { FileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import type { LaunchSettings } from './settings.ts';
import { SupervisedProcess } from './supervised-process.ts';

const MAX_WORKERS = 256;

/** Creates a worker with the first free number on this data folder; its log has the same number. */
export async function createWorker(
  settings: LaunchSettings,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
  options: RestartOptions = {},
): Promise<{ process: SupervisedProcess; name: string; lock: FileLock }> {
  const logFolder = join(settings.dataFolder, 'logs');
  mkdirSync(logFolder, { recursive: true, mode: 0o700 });
  for (let number = 1; number <= MAX_WORKERS; number++) {
    const name = `worker-${String(number)}`;
    const lock = await acquireFileLock(join(logFolder, `${name}.lock`));
    if (!lock) continue;
    const process = new SupervisedProcess({
      name,
      program: join(settings.mainsFolder, 'main-worker.ts'),
      env,
      logFile: join(logFolder, `${name}.log`),
      say,
      ...options,
    });
    return { process, name, lock };
  }
  throw new LaunchError(`${String(MAX_WORKERS)} workers run on ${settings.dataFolder} already.`);
}
