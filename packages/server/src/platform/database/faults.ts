import { DomainError } from '../domain-error.ts';

/** Codes of system errors that indicate an unreachable server. */
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Matches SQLSTATE values (PostgreSQL manual, appendix A) of a database server that is stopping, starting or full:
 * class 08 connection exceptions, class 53 insufficient resources, 57P01 to 57P03 shutdown and startup.
 */
const SQL_STATE = /^(?:08\w{3}|53\w{3}|57P0[1-3])$/;

/** Messages of node-postgres errors that have no code. */
const CLIENT_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** True when an error, or one of its causes, means that the database is temporarily unreachable. */
function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (SYSTEM_CODES.has(code) || SQL_STATE.test(code) || CLIENT_MESSAGES.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true;
  }
  return false;
}

/** Turns database outages into SERVERS_BUSY, which asks clients to retry; rethrows all other errors. */
export function rethrowFault(error: unknown): never {
  if (error instanceof DomainError || !isUnavailable(error)) throw error;
  throw new DomainError('SERVERS_BUSY', { cause: error });
}

/** Wraps an object so that all its methods become asynchronous and report database outages as SERVERS_BUSY. */
export function reportingFaults<T extends object>(store: T): T {
  return new Proxy(store, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        try {
          return await (Reflect.apply(member, target, args) as unknown);
        } catch (error) {
          return rethrowFault(error);
        }
      };
    },
  });
}
