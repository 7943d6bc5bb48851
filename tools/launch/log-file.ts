import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const LIMIT_BYTES = 10_000_000;
/** Number of rotated log files, `x.log.1` to `x.log.3`: together with `x.log`, at most 40 MB per process. */
const KEPT_OLD_FILES = 3;

/** Log file that is rotated at 10 MB. If the disk is full, log lines are lost, but the product continues. */
export class LogFile {
  readonly #path: string;
  #file: number | null = null;
  #sizeBytes = 0;
  #hasComplained = false;

  constructor(path: string) {
    this.#path = path;
  }

  writeLine(line: string): void {
    try {
      if (this.#sizeBytes > LIMIT_BYTES) this.#rotate();
      this.#sizeBytes += writeSync(this.#open(), `${line}\n`);
    } catch (error) {
      if (this.#hasComplained) return;
      this.#hasComplained = true;
      process.stderr.write(`The log ${this.#path} cannot be written: ${String(error)}\n`);
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #open(): number {
    if (this.#file === null) {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      this.#file = openSync(this.#path, 'a', 0o600);
      this.#sizeBytes = statSync(this.#path).size;
    }
    return this.#file;
  }

  #rotate(): void {
    this.close();
    this.#sizeBytes = 0;
    for (let age = KEPT_OLD_FILES - 1; age >= 0; age--) {
      const from = age === 0 ? this.#path : `${this.#path}.${String(age)}`;
      if (existsSync(from)) renameSync(from, `${this.#path}.${String(age + 1)}`);
    }
  }
}
