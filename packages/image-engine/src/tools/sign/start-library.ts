import init from '@contentauth/c2pa-wasm';
import type { InitOutput, SyncInitInput } from '@contentauth/c2pa-wasm';

/**
 * Starts the library in the current thread, and disables network access there. Despite its settings, the library looks
 * up the subject of an identity assertion (`did:web`, CAWG Identity Assertion 1.1), at an address that the file's
 * author chooses.
 * @param library module compiled by `openLibrary`
 */
export async function startLibrary(library: unknown): Promise<InitOutput> {
  globalThis.fetch = () => Promise.reject(new TypeError('There is no network here.'));
  return init({ module_or_path: library as SyncInitInput });
}
