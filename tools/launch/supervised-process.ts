import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogFile } from './log-file.ts';
import { forTerminal } from './log-line.ts';
import { allocatorEnvironment, nodeFlags } from './process-memory.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Running time in milliseconds after which a process counts as recovered from its last failure. */
const STEADY_MS = 60_000;
const TAIL_LINES = 15;

export interface SupervisedProcessOptions {
  /** Name of the process, shown before its output lines and used for its log. */
  name: string;
  program: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  say: (line: string) => void;
  /** Node flags besides those that limit the memory. */
  flags?: readonly string[];
  /** True for development: after a crash, the process waits for `restart` instead of starting by itself. */
  waitsAfterCrash?: boolean;
}

/**
 * Child process that is restarted, with growing pauses, whenever it ends by itself. It runs in a process group of its
 * own, so that Ctrl-C only reaches the launcher, which stops everything in order. Its IPC channel to the launcher
 * closes when the launcher is killed, which the child notices.
 */
export class SupervisedProcess {
  readonly #options: SupervisedProcessOptions;
  readonly #log: LogFile;
  #child: ChildProcess | null = null;
  #isStopping = false;
  #tail: string[] = [];
  #endings = 0;
  #isListening = false;
  #isRestarting = false;
  #endPause: (() => void) | null = null;

  constructor(options: SupervisedProcessOptions) {
    this.#options = options;
    this.#log = new LogFile(options.logFile);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get tail(): string {
    return this.#tail.join('\n');
  }

  get endings(): number {
    return this.#endings;
  }

  /** True once the process has reported that it listens; on its port, another program may be answering. */
  get isListening(): boolean {
    return this.#isListening;
  }

  runOnce(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const { flags = [], program } = this.#options;
    const child = spawn(process.execPath, [...nodeFlags(), ...flags, program], {
      env: { ...allocatorEnvironment(this.#options.env), PACKSHOT_SUPERVISED: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: process.platform !== 'win32',
    });
    this.#child = child;
    this.#isListening = false;
    child.on('message', (message) => {
      if ((message as { type?: unknown } | null)?.type === 'listening') this.#isListening = true;
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', (line) => this.#take(line));
    }
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      // Uses 'close', which comes after the last line of output; 'exit' may come earlier.
      child.once('close', (code, signal) => {
        this.#child = null;
        resolve({ code, signal });
      });
    });
  }

  /** Runs the process, again and again, until `stop` is called; then resolves. */
  async keepRunning(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!this.#isStopping) {
      const startedAt = Date.now();
      const { code, signal } = await this.runOnce();
      if (this.#isStopping) return;
      if (this.#isRestarting) {
        this.#isRestarting = false;
        continue;
      }
      this.#endings += 1;
      if (Date.now() - startedAt > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      const cause = signal ? `by ${signal}` : `with code ${String(code)}`;
      if (this.#options.waitsAfterCrash) {
        this.#options.say(`${this.#options.name} ended ${cause}; it starts again with the next change`);
        await this.#untilRestart();
        continue;
      }
      this.#options.say(
        `${this.#options.name} ended ${cause}; starting it again in ${String(pauseMs / 1000)} s (${this.#options.logFile})`,
      );
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Ends the process so that `keepRunning` restarts it at once; kills it after `graceMs`. */
  async restart(graceMs: number): Promise<void> {
    this.#isListening = false;
    this.#endPause?.();
    if (!this.#child) return;
    this.#isRestarting = true;
    await this.#end(graceMs);
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    await this.#end(graceMs);
    this.#log.close();
  }

  kill(): void {
    this.#isStopping = true;
    this.#child?.kill('SIGKILL');
  }

  async #end(graceMs: number): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }

  async #untilRestart(): Promise<void> {
    await new Promise<void>((resolve) => (this.#endPause = resolve));
    this.#endPause = null;
  }

  #take(line: string): void {
    this.#log.writeLine(line);
    this.#tail = [...this.#tail, line].slice(-TAIL_LINES);
    const terminalLine = forTerminal(line);
    if (terminalLine !== null) this.#options.say(`${this.#options.name}: ${terminalLine}`);
  }
}
