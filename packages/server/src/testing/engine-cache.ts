import { fileURLToPath } from 'node:url';

/**
 * Folder of models converted for this machine. It remains between test runs and is shared with the engine's own tests.
 */
export const ENGINE_CACHE =
  process.env['PACKSHOT_CACHE_DIR'] ??
  fileURLToPath(new URL('../../../../.packshot/test-cache', import.meta.url));
