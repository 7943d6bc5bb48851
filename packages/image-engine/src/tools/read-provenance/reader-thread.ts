/**
 * Thread that reads a file's untrusted credentials and then ends, so that damage to the library's memory can't affect
 * later signing or reading.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { WasmReader } from '@contentauth/c2pa-wasm';
import { startLibrary } from '../sign/start-library.ts';

export interface ToReader {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly format: string;
  /** Settings of the C2PA library. */
  readonly settings: string;
}

export interface FromReader {
  /** Report of the C2PA library as JSON; null if it can't read anything. */
  readonly credentialsJson: string | null;
  /** Reason why the report is missing; empty if unknown. */
  readonly failure: string;
}

const FAILURE_MAX_LENGTH = 2_000;

const port = parentPort;
if (port === null) throw new Error('This is a thread, not a program');

await startLibrary(workerData);

async function read({ file, format, settings }: ToReader): Promise<FromReader> {
  try {
    return { credentialsJson: (await WasmReader.fromBytes(format, file, settings)).json(), failure: '' };
  } catch (error) {
    return { credentialsJson: null, failure: String(error).slice(0, FAILURE_MAX_LENGTH) };
  }
}

port.once('message', (request: ToReader) => {
  void read(request).then((read) => port.postMessage(read));
});
