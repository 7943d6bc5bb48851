import { createLogger } from '../platform/logging/pino-logger.ts';

/** Creates the server's own logger at its lowest level, writing to memory. */
export function memoryLog() {
  const lines: string[] = [];
  const logger = createLogger('trace', 'test', { write: (line) => void lines.push(line) });
  return { logger, text: () => lines.join('') };
}
