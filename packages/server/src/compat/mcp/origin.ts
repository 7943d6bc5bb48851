import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';

interface Allowed {
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
}

/**
 * Hook against DNS rebinding, an attack in which a page of another site reaches this server under that site's name.
 * Checks the origin and host that the browser sends. Throws DomainError FORBIDDEN.
 */
export function refuseForeignPages({ publicUrl, corsOrigins }: Allowed) {
  const own = publicUrl === null ? null : new URL(publicUrl);
  const origins = new Set([...corsOrigins, ...(own === null ? [] : [own.origin])]);
  return async ({ headers, hostname }: FastifyRequest): Promise<void> => {
    const { origin } = headers;
    if (origin !== undefined && !origins.has(origin) && !isOfThisMachine(URL.parse(origin)?.hostname))
      throw new DomainError('FORBIDDEN', { detail: { reason: 'Pages of other sites may not call this.' } });
    // Without a configured public URL, the server doesn't know its own host names, so every host is accepted.
    if (own === null || hostname === own.hostname || isOfThisMachine(hostname) || isIP(bare(hostname)) !== 0)
      return;
    throw new DomainError('FORBIDDEN', { detail: { reason: 'This server has another name.' } });
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isOfThisMachine = (hostname: string | undefined): boolean =>
  hostname !== undefined && ['localhost', '127.0.0.1', '::1'].includes(bare(hostname));
