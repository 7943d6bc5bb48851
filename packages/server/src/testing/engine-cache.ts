import { fileURLToPath } from 'node:url';

/** Folder of models prepared for this machine, kept between runs and shared with the engine's own tests. */
export const ENGINE_CACHE =
  process.env['PACKSHOT_CACHE_DIR'] ??
  fileURLToPath(new URL('../../../../.packshot/test-cache', import.meta.url));
