/** Loads the WebAssembly library that writes and reads Content Credentials. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Cached } from '../cached.ts';

const LIBRARY_BYTES = 40 * 1024 ** 2;

/** Compiled library, shared by all threads, because compiling takes longer than signing most files. */
export const library = new Cached<object>(LIBRARY_BYTES);

export const openLibrary = (): Promise<object> => library.of('c2pa', compileLibrary);

/**
 * Declares the type of WebAssembly, which TypeScript only includes in the browser types; the engine doesn't use these.
 */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<object> };
};

const compileLibrary = async (): Promise<object> =>
  wasm.compile(await readFile(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))));
