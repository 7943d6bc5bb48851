import { ROOT_CERTIFICATE_PATH } from '@packshot/contract';
import type { FastifyInstance } from 'fastify';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

/** Short, because a root may be made anew; long enough for a page that checks one file after another. */
const KEPT_S = 300;

interface RootCertificateOptions {
  /** In PEM; null while there is none. */
  readonly rootCertificate: () => Promise<string | null>;
  readonly limitCheck: LimitCheck;
}

/** The root that this installation's files are signed under, for whoever is to trust it: it is public. */
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
