import { DomainError } from '../domain/domain-error.ts';

/** System errors of a server that is not there. */
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
 * SQLSTATE values (PostgreSQL manual, appendix A) of a server that goes away, is starting, or is full:
 * class 08 connection exceptions, class 53 insufficient resources, 57P01 to 57P03 shutdowns and start-up.
 */
const SQL_STATE = /^(?:08\w{3}|53\w{3}|57P0[1-3])$/;

/** What node-postgres says without a code. */
const CLIENT_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** True when an error, or one of its causes, says that the database cannot be reached for now. */
function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (SYSTEM_CODES.has(code) || SQL_STATE.test(code) || CLIENT_MESSAGES.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some(isUnavailable)) return true;
  }
  return false;
}

/**
 * Turns the loss of the database into SERVERS_BUSY, which tells a client to come back; anything else is thrown
 * on as it is.
 */
export function rethrowFault(error: unknown): never {
  if (error instanceof DomainError || !isUnavailable(error)) throw error;
  throw new DomainError('SERVERS_BUSY', { cause: error });
}

/** The same object, whose asynchronous methods report the loss of the database as SERVERS_BUSY. */
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
