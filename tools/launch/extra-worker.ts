import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import { runningPostgresUrl } from './postgres/embedded-postgres.ts';
import { getMode, runningFilePath, STOP_GRACE_MS } from './product.ts';
import { assertNotRestoring } from './restoring.ts';
import type { LaunchSettings } from './settings.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { createWorker } from './workers.ts';

/** Additional worker for a running product: on this data folder, or on the database of DATABASE_URL. */
export class ExtraWorker {
  readonly #settings: LaunchSettings;
  readonly #say: (line: string) => void;
  #worker: SupervisedProcess | null = null;
  #lock: FileLock | null = null;

  constructor(settings: LaunchSettings, say: (line: string) => void) {
    this.#settings = settings;
    this.#say = say;
  }

  /** Starts the worker. Resolves when the worker has been stopped. */
  async start(): Promise<void> {
    const { dataFolder } = this.#settings;
    assertNotRestoring(dataFolder);
    const databaseUrl = this.#settings.databaseUrl ?? runningPostgresUrl(join(dataFolder, 'postgres'));
    if (databaseUrl === null) {
      throw new LaunchError(
        `Nothing runs on the data folder ${dataFolder}.\n` +
          'Start the product there first (npm start), or give its DATA_DIR, or a DATABASE_URL.',
      );
    }
    if (this.#settings.databaseUrl === null) assertSameMode(dataFolder);
    const env = { ...process.env, DATABASE_URL: databaseUrl, DATABASE_URL_FILE: '', DATA_DIR: dataFolder };
    const { process: worker, name, lock } = await createWorker(this.#settings, env, this.#say);
    this.#worker = worker;
    this.#lock = lock;
    this.#say(`${name} runs. Ctrl-C stops it. Log: ${join(dataFolder, 'logs', `${name}.log`)}`);
    await worker.keepRunning();
  }

  async stop(): Promise<void> {
    await this.#worker?.stop(STOP_GRACE_MS);
    this.#lock?.release();
  }

  kill(): void {
    this.#worker?.kill();
  }
}

/** Refuses a development worker next to a production site: its mails would only go to a folder. */
function assertSameMode(dataFolder: string): void {
  const file = runningFilePath(dataFolder);
  if (!existsSync(file)) return;
  const { mode } = JSON.parse(readFileSync(file, 'utf8')) as { mode?: string };
  if (mode !== 'production' || getMode(process.env) === 'production') return;
  throw new LaunchError(
    `The product on ${dataFolder} runs with NODE_ENV=production, and this worker would not.\n` +
      'Give it the same settings: in .env, which every start in this checkout reads, or in its environment.',
  );
}
