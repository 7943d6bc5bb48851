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

/** What the library says, as JSON; null where it finds nothing that it can read. */
export type FromReader = string | null;

const port = parentPort;
if (port === null) throw new Error('This is a thread, not a program');

await startLibrary(workerData);

async function read({ file, format, settings }: ToReader): Promise<FromReader> {
  try {
    return (await WasmReader.fromBytes(format, file, settings)).json();
  } catch {
    return null;
  }
}

port.once('message', (asked: ToReader) => {
  void read(asked).then((said) => port.postMessage(said));
});
