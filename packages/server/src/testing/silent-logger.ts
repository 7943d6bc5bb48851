import type { Logger } from '../platform/logging/logger.ts';

const ignore = () => {};

/** Logger that writes nothing, for tests that don't check the log. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
