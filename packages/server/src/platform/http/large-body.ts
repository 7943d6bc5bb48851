/** Parses bodies of several megabytes without blocking other requests. */
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../domain-error.ts';
import { createThreadRoom, ThreadLimitError } from '../threads/thread-room.ts';
import { parseBody } from './parse-body.ts';
import type { BodyText } from './parse-body.ts';

/** Size above which a body is parsed in a thread. Parsing this much takes a few milliseconds. */
const LARGE_BYTES = 4 * 1024 * 1024;
/**
 * Limits of the parser threads. Half a gigabyte of memory is enough for the bytes of the largest body, its text and
 * the parsed value.
 */
const LIMITS = { atOnce: 2, mostWaiting: 16, deadlineMs: 15_000, memoryMb: 512 };
const room = createThreadRoom({ file: new URL('./body-thread.ts', import.meta.url), ...LIMITS });

/**
 * Parses a body, in a thread if it is large.
 * @returns the value of a JSON body, or the fields of a URL-encoded form
 * @throws DomainError SERVERS_BUSY, TOO_LARGE_BYTES
 * @throws SyntaxError
 */
export async function parseLargeBody(request: FastifyRequest, body: BodyText): Promise<unknown> {
  if (body.bytes.byteLength <= LARGE_BYTES) return parseBody(body);
  const owner = request.caller?.organizationId ?? request.ip;
  try {
    for await (const part of room.parts(owner, body, [body.bytes.buffer])) {
      if (part instanceof SyntaxError) throw part;
      return part;
    }
  } catch (error) {
    throw error instanceof ThreadLimitError ? new DomainError('TOO_LARGE_BYTES', { cause: error }) : error;
  }
  throw new Error('The thread of a body ended early');
}
