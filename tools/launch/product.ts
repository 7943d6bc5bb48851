import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { choosePort, frameLines, localUrl, shownUrls } from './address.ts';
import { apiOptions, workerOptions } from './development.ts';
import type { Development } from './development.ts';
import { acquireFileLock } from './file-lock.ts';
import type { FileLock } from './file-lock.ts';
import { LaunchError } from './launch-error.ts';
import { ProductDatabase } from './product-database.ts';
import type { LaunchSettings } from './settings.ts';
import { assertNotRestoring, LOCK } from './restoring.ts';
import { SupervisedProcess } from './supervised-process.ts';
import { buildWeb } from './web-build.ts';
import { createWorker } from './workers.ts';

/** Time in ms for stopping processes to finish requests. An interrupted job returns to the queue. */
export const STOP_GRACE_MS = 8_000;
const READY_TIMEOUT_MS = 90_000;
const READY_INTERVAL_MS = 25;

/** Path of the file in which a running product identifies itself: `{ pid, url, mode }`. */
export const runningFilePath = (dataFolder: string): string => join(dataFolder, 'running.json');

/** Time in ms in which a process can finish before a reload; the queue starts interrupted jobs again. */
const RESTART_GRACE_MS = 1_000;

/** Product on one machine: database, API and workers under one launcher. */
export class Product {
  readonly #settings: LaunchSettings;
  readonly #development: Development | null;
  readonly #say: (line: string) => void;
  readonly #onFatal: (error: unknown) => void;
  readonly #processes: SupervisedProcess[] = [];
  readonly #workers: SupervisedProcess[] = [];
  readonly #workerLocks: FileLock[] = [];
  readonly #abort = new AbortController();
  #lock: FileLock | null = null;
  #api: SupervisedProcess | null = null;
  #env: NodeJS.ProcessEnv = {};
  readonly #database: ProductDatabase;

  /** @param onFatal called when the running product cannot continue */
  constructor(
    settings: LaunchSettings,
    say: (line: string) => void,
    onFatal: (error: unknown) => void,
    development: Development | null = null,
  ) {
    this.#settings = settings;
    this.#development = development;
    this.#say = say;
    this.#onFatal = onFatal;
    this.#database = new ProductDatabase(settings, say, onFatal, this.#abort.signal);
  }

  async start(): Promise<void> {
    const startedAt = performance.now();
    const { dataFolder } = this.#settings;
    await this.#takeDataFolder();
    const chosenPort = await choosePort(this.#settings);

    const [databaseUrl] = await Promise.all([this.#database.start(), this.#preparePages(chosenPort)]);
    await this.#migrate(this.#childEnvironment(databaseUrl, chosenPort));

    const { api, port } = await this.#startApi(databaseUrl, chosenPort);
    this.#api = api;
    this.#env = this.#childEnvironment(databaseUrl, port);
    for (let count = 0; count < this.#settings.workers; count++) {
      const options = this.#development ? workerOptions(this.#development, count) : {};
      const worker = await createWorker(this.#settings, this.#env, this.#say, options);
      this.#processes.push(worker.process);
      this.#workers.push(worker.process);
      this.#workerLocks.push(worker.lock);
      this.#keepRunning(worker.process);
    }
    await this.#untilReady(api, port);

    const { pagesHost, pagesPort } = this.#development ?? {};
    const urls = shownUrls(pagesHost ?? this.#settings.host, pagesPort ?? port);
    const publicUrl = process.env['PUBLIC_URL'];
    writeFileSync(
      this.#runningFile,
      JSON.stringify({ pid: process.pid, url: urls[0], mode: getMode(process.env) }),
    );
    if (this.#settings.requestedPort === null && port !== this.#settings.defaultPort) {
      this.#say(
        `  Port ${String(this.#settings.defaultPort)} is taken; using ${String(port)}. PORT chooses another.`,
      );
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    this.#say(
      `\n${frameLines([
        `Packshot is ready (${seconds} s)`,
        '',
        ...new Set([...(publicUrl ? [publicUrl] : []), ...urls]),
        '',
        `Data and logs: ${dataFolder}`,
        ...(this.#development ? ['Saved changes take effect by themselves.'] : []),
        'Ctrl-C stops everything.',
      ])}\n`,
    );
  }

  /**
   * Restarts API and workers with their changed sources while the database keeps running. Resolves when the old
   * processes have ended.
   * @param migrates whether the migrations have changed
   * @returns promise that resolves with true when the API listens, or with false if it ended during its start and
   * printed the reason
   */
  async restart(migrates: boolean): Promise<{ readonly isListening: Promise<boolean> }> {
    const api = this.#api;
    if (!api) throw new Error('The product has not been started.');
    if (migrates) await this.#migrate(this.#env);
    const { endings } = api;
    await Promise.all([api, ...this.#workers].map((supervised) => supervised.restart(RESTART_GRACE_MS)));
    return { isListening: this.#untilListening(api, endings) };
  }

  /** Runs a program once in the environment of the API; resolves with its exit code. */
  async runProgram(name: string, program: string): Promise<number | null> {
    return (await this.#supervise(name, program, this.#env).runOnce()).code;
  }

  /** Stops API and workers first, then the database; resolves when none of our processes is running anymore. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await Promise.all(this.#processes.map((supervised) => supervised.stop(STOP_GRACE_MS)));
    await this.#database.stop();
    for (const lock of this.#workerLocks) lock.release();
    if (this.#lock) rmSync(this.#runningFile, { force: true });
    this.#lock?.release();
  }

  /** Kills our processes without waiting. The database recovers from this at the next start. */
  kill(): void {
    this.#abort.abort();
    for (const supervised of this.#processes) supervised.kill();
  }

  get #isStopping(): boolean {
    return this.#abort.signal.aborted;
  }

  get #runningFile(): string {
    return runningFilePath(this.#settings.dataFolder);
  }

  async #takeDataFolder(): Promise<void> {
    const { dataFolder } = this.#settings;
    try {
      const isNew = mkdirSync(dataFolder, { recursive: true }) !== undefined;
      // Lets PostgreSQL's account pass through the folder; the folder's contents are private anyway.
      if (isNew && process.getuid?.() === 0) chmodSync(dataFolder, 0o711);
      this.#lock = await acquireFileLock(join(dataFolder, LOCK));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new LaunchError(
        `The data folder ${dataFolder} cannot be used: ${reason}\nDATA_DIR chooses another.`,
        {
          cause,
        },
      );
    }
    if (!this.#lock) throw new LaunchError(this.#alreadyRunning());
    assertNotRestoring(dataFolder);
  }

  #alreadyRunning(): string {
    let who = '';
    try {
      const { pid, url } = JSON.parse(readFileSync(this.#runningFile, 'utf8')) as {
        pid: number;
        url: string;
      };
      who = ` (process ${String(pid)}, ${url})`;
    } catch {
      // Another product is still starting on this folder and hasn't written its address yet.
    }
    return (
      `Packshot runs on the data folder ${this.#settings.dataFolder} already${who}.\n` +
      'Use that one, stop it first, or give this one a folder of its own: DATA_DIR=… npm start\n' +
      'For more throughput on the same data: npm run worker'
    );
  }

  async #preparePages(apiPort: number): Promise<void> {
    const startedAt = performance.now();
    if (this.#development) {
      const { pagesProgram, pagesHost, pagesPort } = this.#development;
      const env = { ...process.env, HOST: pagesHost, PORT: String(pagesPort), API_PORT: String(apiPort) };
      const pages = this.#supervise('web', pagesProgram, env);
      this.#keepRunning(pages);
      if (!(await this.#untilListening(pages, 0)))
        throw new LaunchError(`The server of the pages ended while it was starting:\n\n${pages.tail}`);
      this.#say(`  Web app: served from its sources, ready in ${since(startedAt)}`);
      return;
    }
    const wasBuilt = await buildWeb(this.#settings.webFolder, this.#settings.cacheFolder, this.#abort.signal);
    this.#say(`  Web app: ${wasBuilt ? `built in ${since(startedAt)}` : 'unchanged'}`);
  }

  async #migrate(env: NodeJS.ProcessEnv): Promise<void> {
    const migrate = this.#supervise('migrate', 'migrate.ts', env);
    const { code } = await migrate.runOnce();
    if (code === 0 || this.#isStopping) return;
    throw new LaunchError(`The database could not be brought up to date:\n\n${migrate.tail}`);
  }

  #supervise(name: string, program: string, env: NodeJS.ProcessEnv): SupervisedProcess {
    if (this.#isStopping) throw new LaunchError('Stopped while starting.');
    const supervised = new SupervisedProcess({
      name,
      program: resolve(this.#settings.mainsFolder, program),
      env,
      logFile: join(this.#settings.dataFolder, 'logs', `${name}.log`),
      say: this.#say,
      ...(name === 'api' && this.#development && apiOptions(this.#development)),
    });
    this.#processes.push(supervised);
    return supervised;
  }

  #keepRunning(supervised: SupervisedProcess): void {
    supervised.keepRunning().catch(this.#onFatal);
  }

  /**
   * Starts the API. Database, build and migrations run between the choice of a port and its use. If another program
   * has taken the port meanwhile, uses the next one, unless the operator requested this port.
   */
  async #startApi(
    databaseUrl: string,
    chosenPort: number,
  ): Promise<{ api: SupervisedProcess; port: number }> {
    for (let port = chosenPort; ;) {
      const api = this.#supervise('api', 'main-api.ts', this.#childEnvironment(databaseUrl, port));
      this.#keepRunning(api);
      if (await this.#untilListening(api, 0)) return { api, port };
      await api.stop(STOP_GRACE_MS);
      if (this.#settings.requestedPort || !api.tail.includes('EADDRINUSE')) {
        throw new LaunchError(
          api.endings > 0
            ? `The API ended while it was starting:\n\n${api.tail}`
            : `The API does not begin to listen:\n\n${api.tail}`,
        );
      }
      port = await choosePort(this.#settings);
    }
  }

  /** Waits until the API listens. Resolves with false if the process ends by itself or takes too long. */
  async #untilListening(supervised: SupervisedProcess, endings: number): Promise<boolean> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!supervised.isListening && supervised.endings === endings && Date.now() < deadline) {
      if (this.#isStopping) throw new LaunchError('Stopped while starting.');
      await sleep(READY_INTERVAL_MS);
    }
    return supervised.isListening;
  }

  async #untilReady(api: SupervisedProcess, port: number): Promise<void> {
    const url = `${localUrl(this.#settings.host, port)}/readyz`;
    const deadline = Date.now() + READY_TIMEOUT_MS;
    let last = 'it has not answered yet';
    while (Date.now() < deadline) {
      if (this.#isStopping) throw new LaunchError('Stopped while starting.');
      if (api.endings > 0) throw new LaunchError(`The API ended while it was starting:\n\n${api.tail}`);
      try {
        const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
        if (response.ok) return;
        last = `${String(response.status)} ${await response.text()}`;
      } catch (error) {
        // The API may have just ended, which the next iteration detects.
        last = error instanceof Error ? error.message : String(error);
      }
      await sleep(READY_INTERVAL_MS);
    }
    throw new LaunchError(`The API does not become ready (${last}):\n\n${api.tail}`);
  }

  #childEnvironment(databaseUrl: string, port: number): NodeJS.ProcessEnv {
    return {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_URL_FILE: '',
      DATA_DIR: this.#settings.dataFolder,
      HOST: this.#settings.host,
      PORT: String(port),
      // In development, the API serves the source page; the program for the pages serves the scripts.
      WEB_DIST: this.#development ? this.#settings.webFolder : join(this.#settings.webFolder, 'dist'),
      NODE_ENV: getMode(process.env),
    };
  }
}

/** Mode of the server, as it derives it from NODE_ENV. */
export const getMode = (environment: NodeJS.ProcessEnv): string => environment['NODE_ENV'] || 'development';

function since(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
