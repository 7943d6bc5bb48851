import type { FastifyInstance } from 'fastify';
import { DOCTOR_HEADER, isDoctorQuestion, SEEN_HEADER } from './doctor-questions.ts';
import type { SeenRequest } from './doctor-questions.ts';

/**
 * Tells the `doctor` command how its request to `/healthz` arrived, because only the API sees the effect of proxies.
 * Other callers get no such answer.
 */
export function answerDoctor(app: FastifyInstance, key: Uint8Array): void {
  app.addHook('onRequest', async (request, reply) => {
    const question = request.headers[DOCTOR_HEADER];
    if (typeof question !== 'string' || request.routeOptions.url !== '/healthz') return;
    if (!isDoctorQuestion(key, question, Date.now())) return;
    const seenRequest: SeenRequest = {
      address: request.ip,
      peer: request.socket.remoteAddress ?? '',
      isPeerTrusted: (request.ips?.length ?? 1) > 1,
      isForwarded: request.headers['x-forwarded-for'] !== undefined,
      protocol: request.protocol,
      host: request.host,
    };
    reply.header(SEEN_HEADER, JSON.stringify(seenRequest));
  });
}
