import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';

interface Allowed {
  readonly publicUrl: string | null;
  readonly corsOrigins: readonly string[];
}

/**
 * A hook against pages that reach a server by a name that was made to point at it (DNS rebinding): a browser says whose page calls, and by
 * which name. Throws DomainError FORBIDDEN.
 */
export function refuseForeignPages({ publicUrl, corsOrigins }: Allowed) {
  const own = publicUrl === null ? null : new URL(publicUrl);
  const origins = new Set([...corsOrigins, ...(own === null ? [] : [own.origin])]);
  return async ({ headers, hostname }: FastifyRequest): Promise<void> => {
    const { origin } = headers;
    if (origin !== undefined && !origins.has(origin) && !isOfThisMachine(URL.parse(origin)?.hostname))
      throw new DomainError('FORBIDDEN', { detail: { reason: 'Pages of other sites may not call this.' } });
    // Without an address of its own a server cannot know its names.
    if (own === null || hostname === own.hostname || isOfThisMachine(hostname) || isIP(bare(hostname)) !== 0)
      return;
    throw new DomainError('FORBIDDEN', { detail: { reason: 'This server has another name.' } });
  };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

const isOfThisMachine = (hostname: string | undefined): boolean =>
  hostname !== undefined && ['localhost', '127.0.0.1', '::1'].includes(bare(hostname));
