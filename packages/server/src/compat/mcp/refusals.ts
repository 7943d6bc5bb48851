import type { Problem } from '@packshot/contract';
import type { FastifyReply } from 'fastify';

/** JSON-RPC error code from the range reserved for servers. */
const REFUSED = -32_000;

/**
 * Refuses a request whose message wasn't read yet, in JSON-RPC format: an error without an id, whose text is for the
 * agent. Status and `Retry-After` are the same as in the public API.
 */
export function sendAgentRefusal(reply: FastifyReply, problem: Problem): FastifyReply {
  reply.request.problemCode = problem.code;
  const seconds = Number(reply.getHeader('retry-after'));
  const retry = Number.isFinite(seconds) && seconds > 0 ? { retry_after_s: seconds } : {};
  const when = seconds > 0 ? ` Call again in ${seconds} s, with fewer calls at once.` : '';
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: REFUSED,
        message: `${problem.code}: ${problem.detail} Nothing was made or spent.${when}`,
        data: { ...problem, ...retry },
      },
    });
}
