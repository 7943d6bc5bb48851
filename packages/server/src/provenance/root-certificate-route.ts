import { ROOT_CERTIFICATE_PATH } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

/**
 * Cache lifetime in seconds. Short, because the root certificate may be replaced, but long enough for a page that
 * checks several files.
 */
const KEPT_S = 300;

interface RootCertificateOptions {
  /** Returns the root certificate as PEM, or null without one. */
  readonly rootCertificate: () => Promise<string | null>;
  readonly limitCheck: LimitCheck;
}

/**
 * Serves the root certificate of our Content Credentials, without authentication: verifiers download it to trust our
 * signatures.
 */
export function registerRootCertificateRoute(
  app: FastifyInstance,
  { rootCertificate, limitCheck }: RootCertificateOptions,
): void {
  app.get(ROOT_CERTIFICATE_PATH, { onRequest: limitCheck }, async (_request, reply) => {
    const certificate = await rootCertificate();
    if (certificate === null)
      return reply.code(404).type('text/plain').send('This installation has no root of its own.\n');
    return reply
      .type('application/x-pem-file')
      .header('cache-control', `public, max-age=${String(KEPT_S)}`)
      .send(certificate);
  });
}
