import init from '@contentauth/c2pa-wasm';
import type { InitOutput, SyncInitInput } from '@contentauth/c2pa-wasm';

/**
 * Starts the library in a thread of its own, which has no network from then on. The library's settings say that nothing is looked up, but it
 * looks up whom an identity assertion names (`did:web`, CAWG Identity Assertion 1.1): at an address that whoever made the file has chosen.
 * @param library as `openLibrary` compiled it
 */
export async function startLibrary(library: unknown): Promise<InitOutput> {
  globalThis.fetch = () => Promise.reject(new TypeError('There is no network here.'));
  return init({ module_or_path: library as SyncInitInput });
}
