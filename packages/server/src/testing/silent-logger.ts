import type { Logger } from '../platform/logging/logger.ts';

const ignore = () => {};

/** For tests that are not about the log. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
