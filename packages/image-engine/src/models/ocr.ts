import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AlphaRaster } from '../pixels/raster.ts';
import type { ReadAnswer, ReadLine, ReadRequest } from './ocr-messages.ts';

export type { ReadLine } from './ocr-messages.ts';

const PROCESS_FILE = fileURLToPath(new URL('./ocr-process.ts', import.meta.url));

/** A picture of OCR_MAX_PIXELS takes one to three seconds on an idle core, including loading. */
const READ_TIMEOUT_MS = 30_000;
/** After this time the process and its 100 MB are freed; the next picture then takes half a second longer. */
const IDLE_TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 192;
/** The 64 KiB pages that WebAssembly may use: 512 MiB, three times what the largest picture needs. */
const MAX_WASM_PAGES = 8_192;

/** The maximum number of pixels; more takes longer and reads no better. */
export const OCR_MAX_PIXELS = 1_500_000;

export interface TextReaderOptions {
  readonly idleTimeoutMs?: number;
  readonly readTimeoutMs?: number;
}

/** Reads text, one picture at a time, in a process that starts on demand and exits when idle. */
export interface TextReader {
  /**
   * The visible words by line, from the top. English; the picture is gray and upright, with at most
   * OCR_MAX_PIXELS.
   * @throws RangeError for a larger one; the signal's reason when aborted (the process is killed at once);
   * Error when reading fails
   */
  read(picture: AlphaRaster, signal?: AbortSignal): Promise<readonly ReadLine[]>;
  /** True while the process is running. */
  readonly running: boolean;
  /** Ends the process; waiting and running readings are rejected. */
  close(): void;
}

/** Creates a reader; the process starts with the first picture. */
export function createTextReader(options: TextReaderOptions = {}): TextReader {
  return new ProcessTextReader(options);
}

class ProcessTextReader implements TextReader {
  readonly #idleTimeoutMs: number;
  readonly #readTimeoutMs: number;
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Settles when the previous picture is done. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #lastId = 0;
  #closed = false;

  constructor({ idleTimeoutMs = IDLE_TIMEOUT_MS, readTimeoutMs = READ_TIMEOUT_MS }: TextReaderOptions) {
    this.#idleTimeoutMs = idleTimeoutMs;
    this.#readTimeoutMs = readTimeoutMs;
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  async read(picture: AlphaRaster, signal?: AbortSignal): Promise<readonly ReadLine[]> {
    if (picture.data.length > OCR_MAX_PIXELS) throw new RangeError('The picture is too large to be read');
    signal?.throwIfAborted();
    this.#waiting++;
    const turn = this.#last.then(() => this.#readNow(picture, signal));
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#startIdling();
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #readNow(
    { data, widthPx, heightPx }: AlphaRaster,
    signal: AbortSignal | undefined,
  ): Promise<readonly ReadLine[]> {
    if (this.#closed) throw new Error('The text reader is closed');
    signal?.throwIfAborted();
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#start());
    hold(child, true);
    const request: ReadRequest = { id: ++this.#lastId, data, widthPx, heightPx };
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
        child.off('error', onError);
        signal?.removeEventListener('abort', onAbort);
        settle();
      };
      /** Killing the process is the only way to stop WebAssembly in the middle of a picture. */
      const giveUp = (reason: Error): void => {
        this.#stop();
        finish(() => reject(reason));
      };
      const onAbort = (): void => giveUp(signal?.reason as Error);
      const onError = (error: Error): void => giveUp(error);
      const onExit = (code: number | null): void =>
        giveUp(new Error(`The text reader ended with ${code ?? 'a signal'}`));
      const onMessage = (answer: ReadAnswer): void => {
        if (answer.id !== request.id) return;
        finish(() => ('lines' in answer ? resolve(answer.lines) : reject(new Error(answer.error))));
      };
      const timer = setTimeout(() => giveUp(new Error('Reading text took too long')), this.#readTimeoutMs);
      child.on('message', onMessage);
      child.on('exit', onExit);
      child.on('error', onError);
      signal?.addEventListener('abort', onAbort, { once: true });
      child.send(request);
    });
  }

  #start(): ChildProcess {
    const child = fork(PROCESS_FILE, [], {
      // Only these flags, whatever the engine itself runs with, and an empty environment, which keeps our
      // secrets out.
      execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`, `--wasm-max-mem-pages=${MAX_WASM_PAGES}`],
      env: {},
      serialization: 'advanced',
      // Discards Tesseract's remarks about pictures.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    // Without a listener a failed start would crash the engine; the waiting call gets the error too.
    child.on('error', () => undefined);
    return child;
  }

  #startIdling(): void {
    const child = this.#child;
    if (child === undefined) return;
    hold(child, false);
    this.#idleTimer = setTimeout(() => this.#stop(), this.#idleTimeoutMs).unref();
  }

  #stop(): void {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}

/** An idle process must not keep the engine's own process alive. */
function hold(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
