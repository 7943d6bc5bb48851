import { fileURLToPath } from 'node:url';

/** Where networks that were made ready for this machine are kept: reused between runs, and shared with the engine's own tests. */
export const ENGINE_CACHE =
  process.env['PACKSHOT_CACHE_DIR'] ??
  fileURLToPath(new URL('../../../../.packshot/test-cache', import.meta.url));
