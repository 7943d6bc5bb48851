/** Loads the WebAssembly library that writes and reads Content Credentials. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Cached } from '../cached.ts';

const LIBRARY_BYTES = 40 * 1024 ** 2;

/** Compiled once for all threads, because compiling takes longer than signing most files. */
export const library = new Cached<object>(LIBRARY_BYTES);

export const openLibrary = (): Promise<object> => library.of('c2pa', compileLibrary);

/** Typed here, because the WebAssembly types come with the browser's, which the engine doesn't include. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

const compileLibrary = async (): Promise<object> =>
  wasm.compile(await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))));
