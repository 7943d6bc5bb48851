/**
 * Interface of the structured log, implemented by pino and by Fastify's logger. Fields must not contain tokens, secrets
 * or signed URLs.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
