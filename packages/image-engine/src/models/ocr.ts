import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AlphaRaster } from '../pixels/raster.ts';
import type { ReadAnswer, ReadLine, ReadRequest } from './ocr-messages.ts';

export type { ReadLine } from './ocr-messages.ts';

const PROCESS_FILE = fileURLToPath(new URL('./ocr-process.ts', import.meta.url));

/** A picture of OCR_MAX_PIXELS takes one to three seconds on an idle core, loading included. */
const READ_TIMEOUT_MS = 30_000;
/** Then the process goes, with its 100 MB; the next picture pays half a second for a new one. */
const IDLE_TIMEOUT_MS = 60_000;
const MAX_HEAP_MIB = 192;
/** 64 KiB pages that WebAssembly may hold: 512 MiB, three times the need of the largest picture. */
const MAX_WASM_PAGES = 8_192;

/** Pixels that a picture to read may have; more takes longer and reads no better. */
export const OCR_MAX_PIXELS = 1_500_000;

export interface TextReaderOptions {
  readonly idleTimeoutMs?: number;
  readonly readTimeoutMs?: number;
}

/** Reads text, one picture at a time, in a process that starts when it is needed and ends when it is not. */
export interface TextReader {
  /**
   * The words that can be seen, by lines, from the top. English; the picture is gray and upright, of at most OCR_MAX_PIXELS. Throws
   * RangeError for a larger one, the signal's reason when aborted (the process is killed at once), Error when reading fails.
   */
  read(picture: AlphaRaster, signal?: AbortSignal): Promise<readonly ReadLine[]>;
  /** True while there is a process. */
  readonly running: boolean;
  /** Ends the process; whatever waits or runs is rejected. */
  close(): void;
}

/** A reader without a process yet: the first picture starts it. */
export function createTextReader(options: TextReaderOptions = {}): TextReader {
  return new ProcessTextReader(options);
}

class ProcessTextReader implements TextReader {
  readonly #idleTimeoutMs: number;
  readonly #readTimeoutMs: number;
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  /** Settles when the picture before the next one is done with. */
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
      /** Only death stops WebAssembly in the middle of a picture. */
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
      // Only these flags, whatever the engine itself runs with; and no secrets of ours in there.
      execArgv: [`--max-old-space-size=${MAX_HEAP_MIB}`, `--wasm-max-mem-pages=${MAX_WASM_PAGES}`],
      env: {},
      serialization: 'advanced',
      // Tesseract prints what it thinks of a picture; it is of no use to anybody.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    // Without a listener a failed start would end the engine; the reading that waits hears of it too.
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

/** A process that idles does not keep the engine's own from ending. */
function hold(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
