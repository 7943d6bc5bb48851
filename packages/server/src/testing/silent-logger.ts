import type { Logger } from '../domain/ports/logger.ts';

const ignore = () => {};

/** For tests that are not about the log. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
