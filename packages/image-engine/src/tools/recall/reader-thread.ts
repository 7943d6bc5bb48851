/**
 * The thread that reads a stranger's credentials, and ends with that: whatever a file does to the library's memory is gone before anything is
 * signed or read again.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { startLibrary } from '../sign/start-library.ts';

export interface ToReader {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly format: string;
  /** The library's. */
  readonly settings: string;
}

export interface FromReader {
  /** What the library says, as JSON; null where it finds nothing that it can read. */
  readonly said: string | null;
  /** Why there is nothing; empty where nobody knows. */
  readonly failure: string;
}

const FAILURE_MAX_LENGTH = 2_000;

const port = parentPort;
if (port === null) throw new Error('This is a thread, not a program');

await startLibrary(workerData);

async function read({ file, format, settings }: ToReader): Promise<FromReader> {
  try {
    return { said: (await WasmReader.fromBytes(format, file, settings)).json(), failure: '' };
  } catch (error) {
    return { said: null, failure: String(error).slice(0, FAILURE_MAX_LENGTH) };
  }
}

port.once('message', (asked: ToReader) => {
  void read(asked).then((read) => port.postMessage(read));
});
